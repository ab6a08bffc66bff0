// Counts what a newcomer has to read, and fails where it is more than budget.json allows. Comments
// and blank lines cost nothing, so that nobody drops a reason.
import '../node-version.ts';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { figuresOf, sum } from './code-lines.ts';

/** Files whose lines of code are counted together; what follows `!` is left out. */
const CODE: Readonly<Record<string, readonly string[]>> = {
  src: ['src/**/*.ts'],
  // Recorded logs and the table of rules are data.
  'tests of the action': [
    '__tests__/**/*.ts',
    '!__tests__/emulator/**',
    '!__tests__/fixtures/**',
    '!__tests__/rules.ts',
  ],
  'tests of the emulator': ['__tests__/emulator/**/*.ts'],
  emulator: ['emulator/**/*.ts'],
  'scripts and bench': ['scripts/**/*.ts', 'bench/**/*.ts'],
};
const MAINTAINERS = 'docs/{architecture,testing,contract,api}.md';
/** Pages whose words are counted together. */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  'words of the README': ['README.md'],
  'words for users': ['docs/*.md', `!${MAINTAINERS}`],
  'words for maintainers': ['CONTRIBUTING.md', MAINTAINERS],
};
/** The tables of the README are written by `npm run docs`. */
const GENERATED = /<!-- ([\w-]+) -->[\s\S]*<!-- \/\1 -->/g;

const root = join(import.meta.dirname, '../..');

function read(file: string): string {
  return readFileSync(join(root, file), 'utf8');
}

function find(patterns: readonly string[]): string[] {
  const exclude = patterns.flatMap((pattern) =>
    pattern.startsWith('!') ? [pattern.slice(1)] : [],
  );
  return globSync(
    patterns.filter((pattern) => !pattern.startsWith('!')),
    { cwd: root, exclude },
  );
}

function countCode(patterns: readonly string[]): number {
  return sum(find(patterns).map((file) => figuresOf(file, read(file)).codeLines));
}

function countWords(file: string): number {
  const text = file === 'README.md' ? read(file).replaceAll(GENERATED, '') : read(file);
  return text.trim().split(/\s+/).length;
}

const source = find(['src/**/*.ts']).map((file) => figuresOf(file, read(file)));
const functions = source.flatMap((file) => file.functions);
const mapped = <T>(groups: Readonly<Record<string, T>>, count: (group: T) => number) =>
  Object.fromEntries(Object.entries(groups).map(([name, group]) => [name, count(group)] as const));

const counted: Readonly<Record<string, number>> = {
  ...mapped(CODE, countCode),
  'longest file of src': Math.max(...source.map(({ allLines }) => allLines)),
  'lines above 100 characters': sum(source.map(({ wideLines }) => wideLines)),
  'functions above 40 lines': functions.filter(({ lines }) => lines > 40).length,
  'complexity above 10': functions.filter(({ complexity }) => complexity > 10).length,
  'complexity above 15': functions.filter(({ complexity }) => complexity > 15).length,
  'nested ternaries': sum(source.map(({ nestedTernaries }) => nestedTernaries)),
  ...mapped(WORDS, (patterns) => sum(find(patterns).map(countWords))),
};
const limits = z.record(z.string(), z.number()).parse(JSON.parse(read('budget.json')));

for (const name of new Set([...Object.keys(counted), ...Object.keys(limits)])) {
  const [count = Infinity, limit = 0] = [counted[name], limits[name]];
  process.stdout.write(`${name.padEnd(28)}${String(count).padStart(6)} of ${limit}\n`);
  if (count <= limit) continue;
  process.stderr.write(`${name}: ${count} is more than the ${limit} that budget.json allows\n`);
  process.exitCode = 1;
}
