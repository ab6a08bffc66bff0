// Writes what the docs take from elsewhere: the README's tables of inputs and outputs from action.yml, and the page of all
// messages from the code; with --check only reports whether they are current.
import '../node-version.ts';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format } from 'prettier';
import { inputTable, outputTable, readManifest, replaceBetween } from './action-manifest.ts';
import { readCommandLine } from '../command-line.ts';
import { messagesPage } from './messages.ts';

const root = join(import.meta.dirname, '../..');
const { flags } = readCommandLine({
  command: 'npm run docs',
  purpose: "Writes the README's tables of inputs and outputs from action.yml, and docs/messages.md from the code.",
  flags: { check: 'write nothing; fail when they are stale' },
});
const manifest = readManifest(join(root, 'action.yml'));
const readme = readFileSync(join(root, 'README.md'), 'utf8');
await update(
  'README.md',
  replaceBetween(replaceBetween(readme, 'inputs', inputTable(manifest)), 'outputs', outputTable(manifest)),
);
await update('docs/messages.md', messagesPage(root));

async function update(name: string, markdown: string): Promise<void> {
  const file = join(root, name);
  const after = await format(markdown, { parser: 'markdown', printWidth: 120, singleQuote: true });
  if (existsSync(file) && readFileSync(file, 'utf8') === after) {
    process.stdout.write(`${name} is current\n`);
  } else if (flags.has('check')) {
    process.stderr.write(`${name} is stale: run "npm run docs" and commit it\n`);
    process.exitCode = 1;
  } else {
    writeFileSync(file, after);
    process.stdout.write(`${name} is rewritten\n`);
  }
}
