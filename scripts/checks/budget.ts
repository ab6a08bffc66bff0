// Counts what a newcomer has to read, and fails where it is more than budget.json allows. The
// figures there only go down.
import '../node-version.ts';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

/** Files whose lines are counted together; `!` before a pattern takes files out. */
const LINES: Readonly<Record<string, readonly string[]>> = {
  src: ['src/**/*.ts'],
  'tests of the action': ['__tests__/**/*.ts', '!__tests__/emulator/**', '!__tests__/rules.ts'],
  'tests of the emulator': ['__tests__/emulator/**/*.ts'],
  emulator: ['emulator/**/*.ts'],
  'scripts and bench': ['scripts/**/*.ts', 'bench/**/*.ts'],
};

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

function countLines(file: string): number {
  return read(file).trimEnd().split('\n').length;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

const pages = find(['README.md', 'docs/*.md']);
const counted: Readonly<Record<string, number>> = {
  ...Object.fromEntries(
    Object.entries(LINES).map(([name, patterns]) => [name, sum(find(patterns).map(countLines))]),
  ),
  'longest file of src': Math.max(...find(['src/**/*.ts']).map(countLines)),
  'words of README and docs': sum(pages.map((page) => read(page).trim().split(/\s+/).length)),
};
const limits = z.record(z.string(), z.number()).parse(JSON.parse(read('budget.json')));

for (const [name, count] of Object.entries(counted)) {
  const limit = limits[name] ?? 0;
  process.stdout.write(`${name.padEnd(26)}${String(count).padStart(6)} of ${limit}\n`);
  if (count <= limit) continue;
  process.stderr.write(`${name}: ${count} is more than the ${limit} that budget.json allows\n`);
  process.exitCode = 1;
}
