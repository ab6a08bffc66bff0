// Writes what the pages take from the project: the README's tables of inputs and outputs from action.yml, and the table of
// error codes from the code. With --check only reports whether they are current.
import '../node-version.ts';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format } from 'prettier';
import { inputTable, outputTable, readManifest, replaceBetween } from './action-manifest.ts';
import { readCommandLine } from '../command-line.ts';
import { errorCodeTable } from './error-codes.ts';

const root = join(import.meta.dirname, '../..');
const { flags } = readCommandLine({
  command: 'npm run docs',
  purpose: 'Writes the tables of inputs, outputs and error codes on the pages from action.yml and the code.',
  flags: { check: 'write nothing; fail when they are stale' },
});
const manifest = readManifest(join(root, 'action.yml'));
/** What stands between the markers of each page. */
const tables: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'README.md': { inputs: inputTable(manifest), outputs: outputTable(manifest) },
  'docs/errors.md': { 'error-codes': errorCodeTable() },
};

for (const [page, contents] of Object.entries(tables)) {
  const file = join(root, page);
  const before = readFileSync(file, 'utf8');
  const written = Object.entries(contents).reduce((text, [name, table]) => replaceBetween(text, name, table), before);
  const after = await format(written, { parser: 'markdown', printWidth: 120, singleQuote: true });
  if (after === before) {
    process.stdout.write(`${page} is current\n`);
  } else if (flags.has('check')) {
    process.stderr.write(`${page} is stale: run "npm run docs" and commit it\n`);
    process.exitCode = 1;
  } else {
    writeFileSync(file, after);
    process.stdout.write(`${page} is rewritten\n`);
  }
}
