// Writes what pages take from the code: inputs and outputs from action.yml, error codes from the
// advice of their messages, the contract from the table of rules. With --check it writes nothing,
// and fails if a page is stale.
import '../node-version.ts';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readManifest } from './action-manifest.ts';
import { ERROR_CODES, OPERATIONS, usersOfInput } from './from-src.ts';
import { contract } from './rules.ts';

const root = join(import.meta.dirname, '../..');
const { inputs, outputs } = readManifest(join(root, 'action.yml'));
const isCheck = process.argv.includes('--check');

/** Rows of cells as a table in Markdown; the first row is the heading. */
function table([heading = [], ...rows]: readonly (readonly string[])[]): string {
  const cells = rows.map((row) => row.map((text) => text.replaceAll('|', '\\|')));
  const lines = [heading, heading.map(() => '---'), ...cells];
  return lines.map((line) => `| ${line.join(' | ')} |`).join('\n');
}

/**
 * The first sentence stands in the README, the rest in action.yml. A full stop inside backticks
 * ends none.
 */
function firstSentence(description: string): string {
  return /^(?:`[^`]*`|[^`])*?[.](?= |$)/.exec(description)?.[0] ?? description;
}

function code(text: string | undefined): string {
  return text === undefined ? '' : `\`${text}\``;
}

/** Without these the step is refused; `resource-id` is not for `list`. */
const REQUIRED: ReadonlySet<string> = new Set(['base-url', 'api-key', 'resource-id']);

/** The operations that use an input. */
function usersOf(name: string): string {
  const users = usersOfInput(name);
  const others = OPERATIONS.filter((operation) => !users.includes(operation));
  if (others.length <= 1) return others.length === 0 ? 'all' : `all but ${code(others[0])}`;
  return users.map(code).join(', ');
}

/** The column beside it names the operations. */
function withoutUsers(sentence: string): string {
  return sentence.replace(/^For `\w+`(?: and `\w+`)*: (.)/, (_, first: string) =>
    first.toUpperCase(),
  );
}

/** What stands between `<!-- name -->` and `<!-- /name -->` of each page. */
const tables: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'README.md': {
    inputs: table([
      ['input', 'default', 'used by', 'meaning'],
      ...inputs.map(({ name, fallback, description }) => [
        code(name),
        REQUIRED.has(name) ? '**required**' : code(fallback),
        usersOf(name),
        withoutUsers(firstSentence(description)),
      ]),
    ]),
    outputs: table([
      ['output', 'value'],
      ...outputs.map(({ name, description }) => [code(name), firstSentence(description)]),
    ]),
  },
  'docs/errors.md': {
    'error-codes': table([
      ['`error-code`', 'what happened', 'what to do'],
      ...[...ERROR_CODES].map(([name, { title, next }]) => [code(name), title, next]),
    ]),
  },
  'docs/maintainers/contract.md': { rules: contract() },
};

function replaceBetween(text: string, name: string, content: string): string {
  const block = new RegExp(`<!-- ${name} -->[^]*<!-- /${name} -->`);
  if (!block.test(text)) throw new Error(`the markers of ${name} are missing`);
  return text.replace(block, () => `<!-- ${name} -->\n\n${content}\n\n<!-- /${name} -->`);
}

for (const [page, contents] of Object.entries(tables)) {
  const before = readFileSync(join(root, page), 'utf8').replaceAll('\r\n', '\n');
  const after = Object.entries(contents).reduce(
    (text, [name, content]) => replaceBetween(text, name, content),
    before,
  );
  if (after === before) continue;
  if (isCheck) {
    process.stderr.write(`${page} is stale: run "npm run docs" and commit it\n`);
    process.exitCode = 1;
  } else {
    writeFileSync(join(root, page), after);
    process.stdout.write(`${page} is rewritten\n`);
  }
}
