// Counts what a newcomer has to read, and fails where it is more than budget.json allows. Comments
// and blank lines cost nothing, so that nobody drops a reason.
import '../node-version.ts';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { type FileFigures, figuresOf, sum } from './code-lines.ts';

const root = join(import.meta.dirname, '../..');
/** The tables of the README are written by `npm run docs`. */
const GENERATED = /<!-- ([\w-]+) -->[\s\S]*<!-- \/\1 -->/g;

function read(file: string): string {
  return readFileSync(join(root, file), 'utf8');
}

function figures(pattern: string): FileFigures[] {
  return globSync(pattern, { cwd: root }).map((file) => figuresOf(file, read(file)));
}

function codeLines(pattern: string): number {
  return sum(figures(pattern).map((file) => file.codeLines));
}

function words(pattern: string): number {
  const texts = globSync(pattern, { cwd: root }).map((file) =>
    file === 'README.md' ? read(file).replaceAll(GENERATED, '') : read(file),
  );
  return sum(texts.map((text) => text.trim().split(/\s+/).length));
}

const source = figures('src/**/*.ts');
const functions = source.flatMap((file) => file.functions);
const counted: Readonly<Record<string, number>> = {
  src: codeLines('src/**/*.ts'),
  // Recorded logs and the table of rules (`__tests__/rules.ts`) are data.
  'tests of the action': codeLines('__tests__/!(emulator|fixtures)/**/*.ts'),
  'tests of the emulator': codeLines('__tests__/emulator/**/*.ts'),
  emulator: codeLines('emulator/**/*.ts'),
  'scripts and bench': codeLines('{scripts,bench}/**/*.ts'),
  'longest file of src': Math.max(...source.map(({ allLines }) => allLines)),
  'lines above 100 characters': sum(source.map(({ wideLines }) => wideLines)),
  'functions above 40 lines': functions.filter(({ lines }) => lines > 40).length,
  'complexity above 10': functions.filter(({ complexity }) => complexity > 10).length,
  'complexity above 15': functions.filter(({ complexity }) => complexity > 15).length,
  'nested ternaries': sum(source.map(({ nestedTernaries }) => nestedTernaries)),
  'words of the README': words('README.md'),
  'words for users': words('docs/!(architecture|testing|contract|api).md'),
  'words for maintainers': words('{CONTRIBUTING,docs/{architecture,testing,contract,api}}.md'),
};
const limits = z.record(z.string(), z.number()).parse(JSON.parse(read('budget.json')));

for (const name of new Set([...Object.keys(counted), ...Object.keys(limits)])) {
  const [count = Infinity, limit = 0] = [counted[name], limits[name]];
  process.stdout.write(`${name.padEnd(28)}${String(count).padStart(6)} of ${limit}\n`);
  if (count <= limit) continue;
  process.stderr.write(`${name}: ${count} is more than the ${limit} that budget.json allows\n`);
  process.exitCode = 1;
}
