// Every sentence, or part of one, that the sources can show to a user: their texts of two words or more, with the values
// in them left open. Found by parsing the sources, so that none can be added unseen.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parsers } from 'prettier/plugins/babel';
import { fieldOf } from '../fields.ts';
import { listFiles } from '../project.ts';

/** A text of the sources. */
export interface Sentence {
  /** The file that holds it, below the root, with `/` between folders. */
  readonly file: string;
  /** What stands between its values, in order: a text without values is one part. */
  readonly parts: readonly string[];
}

/** Two words, a word beside a value, or a value beside a word. */
const SENTENCE = /\p{L}{2,}\S*\s+\S*[\p{L}…]|…\S*\s+\S*\p{L}{2,}/u;

/** What stands for a value. */
const VALUE = '…';

/** The text with {@link VALUE} in place of each value. */
export function textOf({ parts }: Sentence): string {
  return parts.join(VALUE);
}

/** The sentences of `src/`, by file and in the order of the code, none twice. */
export function findSentences(root: string): Sentence[] {
  const files = listFiles(root).filter((file) => /^src\/.*\.ts$/.test(file));
  const found = files
    .toSorted()
    .flatMap((file) => sentencesIn(readFileSync(join(root, file), 'utf8')).map((parts) => ({ file, parts })));
  const firsts = new Map(found.toReversed().map((sentence) => [textOf(sentence), sentence]));
  return found.filter((sentence) => firsts.get(textOf(sentence)) === sentence);
}

/** Whether one line has the parts of a sentence in their order, with anything between them. */
export function isIn(line: string, { parts }: Pick<Sentence, 'parts'>): boolean {
  let at = 0;
  return parts.every((part) => {
    const found = line.indexOf(part, at);
    at = found + part.length;
    return found >= 0;
  });
}

/** The sentences in the text of one source, as their parts. */
export function sentencesIn(source: string): string[][] {
  const parser = parsers['babel-ts'];
  // oxlint-disable-next-line no-unsafe-type-assertion -- this parser reads no option of prettier
  const options = {} as Parameters<typeof parser.parse>[1];
  const program: unknown = parser.parse(source, options);
  return textsIn(fieldOf(program, 'program')).filter((parts) => SENTENCE.test(parts.join(VALUE)));
}

/** Imports and types hold no text for users. */
const SKIPPED = /^(?:Import|TS(?:Literal|TypeAlias|Interface))/;

function textsIn(node: unknown): string[][] {
  if (Array.isArray(node)) return node.flatMap(textsIn);
  const type = fieldOf(node, 'type');
  if (typeof node !== 'object' || node === null || (typeof type === 'string' && SKIPPED.test(type))) return [];
  const inside = Object.entries(node).flatMap(([name, value]) =>
    name === 'loc' || name === 'extra' ? [] : textsIn(value),
  );
  if (type === 'StringLiteral') return [[String(fieldOf(node, 'value'))], ...inside];
  if (type !== 'TemplateLiteral') return inside;
  const quasis: unknown = fieldOf(node, 'quasis');
  const parts = (Array.isArray(quasis) ? quasis : []).map((quasi) =>
    String(fieldOf(fieldOf(quasi, 'value'), 'cooked')),
  );
  return [parts, ...inside];
}
