// Writes what the README takes from action.yml, its tables of inputs and outputs; with --check only reports whether they
// are current.
import '../node-version.ts';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format } from 'prettier';
import { inputTable, outputTable, readManifest, replaceBetween } from './action-manifest.ts';
import { readCommandLine } from '../command-line.ts';

const root = join(import.meta.dirname, '../..');
const file = join(root, 'README.md');
const { flags } = readCommandLine({
  command: 'npm run docs',
  purpose: "Writes the README's tables of inputs and outputs from action.yml.",
  flags: { check: 'write nothing; fail when they are stale' },
});
const manifest = readManifest(join(root, 'action.yml'));
const before = readFileSync(file, 'utf8');
const tables = replaceBetween(replaceBetween(before, 'inputs', inputTable(manifest)), 'outputs', outputTable(manifest));
const after = await format(tables, { parser: 'markdown', printWidth: 120, singleQuote: true });
if (after === before) {
  process.stdout.write('README.md is current\n');
} else if (flags.has('check')) {
  process.stderr.write('README.md is stale: run "npm run docs" and commit it\n');
  process.exitCode = 1;
} else {
  writeFileSync(file, after);
  process.stdout.write('README.md is rewritten\n');
}
