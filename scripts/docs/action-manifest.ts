// action.yml as data, and its tables of inputs and outputs for the README.
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { fieldOf, textOf } from '../fields.ts';

/** An input or output of the action. */
interface ManifestEntry {
  readonly name: string;
  readonly description: string;
  /** The default, for inputs that have one. */
  readonly fallback: string | undefined;
}

/** What the tables are made of. */
export interface Manifest {
  readonly inputs: readonly ManifestEntry[];
  readonly outputs: readonly ManifestEntry[];
}

/** Reads an action.yml. */
export function readManifest(file: string): Manifest {
  const document: unknown = parse(readFileSync(file, 'utf8'));
  return { inputs: entriesOf(document, 'inputs'), outputs: entriesOf(document, 'outputs') };
}

function entriesOf(document: unknown, key: 'inputs' | 'outputs'): ManifestEntry[] {
  const entries = fieldOf(document, key);
  if (typeof entries !== 'object' || entries === null) throw new Error(`action.yml has no ${key}`);
  return Object.keys(entries).map((name) => {
    const entry = fieldOf(entries, name);
    return {
      name,
      description: (textOf(entry, 'description') ?? '').replaceAll(/\s+/g, ' ').trim(),
      fallback: textOf(entry, 'default'),
    };
  });
}

/** The first sentence stands in the README; the rest is in action.yml. A full stop inside backticks ends none. */
function firstSentence(description: string): string {
  return /^(?:`[^`]*`|[^`])*?[.](?= |$)/.exec(description)?.[0] ?? description;
}

/** The table of inputs. */
export function inputTable({ inputs }: Manifest): string {
  const rows = inputs.map(
    ({ name, description, fallback }) =>
      `| \`${name}\` | ${fallback === undefined ? '' : `\`${fallback}\``} | ${cell(firstSentence(description))} |`,
  );
  return ['| input | default | meaning |', '| --- | --- | --- |', ...rows].join('\n');
}

/** The table of outputs. */
export function outputTable({ outputs }: Manifest): string {
  const rows = outputs.map(({ name, description }) => `| \`${name}\` | ${cell(firstSentence(description))} |`);
  return ['| output | value |', '| --- | --- |', ...rows].join('\n');
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|');
}

/** The text with what stands between `<!-- name -->` and `<!-- /name -->` replaced. */
export function replaceBetween(text: string, name: string, content: string): string {
  const start = `<!-- ${name} -->`;
  const end = `<!-- /${name} -->`;
  const from = text.indexOf(start);
  const to = text.indexOf(end);
  if (from < 0 || to < from) throw new Error(`the markers ${start} and ${end} are missing`);
  return `${text.slice(0, from + start.length)}\n\n${content}\n\n${text.slice(to)}`;
}
