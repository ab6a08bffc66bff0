// Places of errors in build logs. The logs are whole ones of real tools, recorded below /app; only
// host names, package folders and the version of Python's folder were replaced.
import { describe, expect, test } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createPlaceFinder, type ErrorPlace, locate } from '../../src/runner/build-errors.ts';
import { hostileCases } from '../support/hostile-text.ts';
import { sanitizers } from '../support/summary-pages.ts';
import { growthOf, PROPORTIONAL } from '../support/growth.ts';

const LOGS = join(import.meta.dirname, '../fixtures/build-logs');

const TSC = [
  ...['2:25', '6:9', '6:32', '7:19'].map((place) => `src/api/server.ts:${place}`),
  'src/cart/total.ts:10:18',
];
const ESLINT = ['src/index.js:3:9', 'src/index.js:6:3', 'src/index.js:7:10', 'src/other.js:2:3'];

/** Every log with all places that a person would mark; none for logs that only look like it. */
const EXPECTED: Readonly<Record<string, readonly string[]>> = {
  tsc: TSC,
  'tsc-pretty': TSC,
  eslint: ESLINT,
  'eslint-parse': ['src/broken.js:2:1', ...ESLINT],
  vite: ['src/main.ts:2:10'],
  'go-build': [
    'internal/cart/cart.go:5:2',
    'internal/cart/cart.go:14:6',
    'internal/cart/cart.go:15:9',
  ],
  'go-main': ['main.go:10:19', 'main.go:12:17'],
  'go-syntax': ['main.go:7:23'],
  'go-vet': ['main.go:6:14'],
  'go-module': ['main.go:3:8'],
  cargo: ['src/main.rs:6:20', 'src/cart.rs:6:11', 'src/cart.rs:6:9', 'src/main.rs:5:25'],
  'cargo-borrow': ['src/main.rs:7:26'],
  gcc: ['src/main.c:6:29'],
  'gcc-fatal': ['src/missing.c:1:10'],
  gpp: ['src/store.cpp:10:24', 'src/store.cpp:11:18'],
  'python-traceback': ['shop/settings.py:6'],
  'python-syntax': ['shop/broken.py:1'],
  'python-compile': ['shop/broken.py:1'],
  'python-chained': ['chained.py:2', 'chained.py:9'],
  // A test, a stack or a linker, but no error of a compiler at a line and a column.
  'cargo-dependency': [],
  'cargo-panic': [],
  'gcc-link': [],
  'go-test': [],
  javac: [],
  maven: [],
  'node-require': [],
  'node-stack': [],
  'node-syntax': [],
  pip: [],
  'pip-setup': [],
  pytest: [],
  'vite-import': [],
};

/** How a service may deliver the lines of a tool. */
const DELIVERIES: Readonly<Record<string, (line: string) => string>> = {
  'as it is': (line) => line,
  'with prefixes of BuildKit': (line) => `#12 3.4 ${line}`,
  'with times': (line) => `2026-11-23T12:30:45.123Z ${line}`,
  'with times and prefixes of BuildKit': (line) => `[12:30:45] #7 0.512 ${line}`,
  'with Windows line ends': (line) => `${line}\r`,
};

function placesIn(log: string): ErrorPlace[] {
  const found: ErrorPlace[] = [];
  createPlaceFinder(found)(sanitizers.log(log).text.slice(0, -1).split('\n'));
  return found;
}

function written({ file, line, column }: ErrorPlace): string {
  return column === undefined ? `${file}:${line}` : `${file}:${line}:${column}`;
}

/** Lines that look like places of errors, or errors of no place in the app. */
const lookAlikes: string[] = readFileSync(join(LOGS, '../log-lines/no-places.txt'), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => line.replaceAll('⏎', '\n'));

const names = readdirSync(LOGS).map((name) => name.replace('.txt', ''));

test('every recorded log is judged', () => {
  expect(names.toSorted()).toEqual(Object.keys(EXPECTED).toSorted());
});

describe.each(Object.entries(DELIVERIES))('in a log %s', (_delivery, deliver) => {
  test.each(names)('%s has exactly its places (build-errors/formats)', (name) => {
    const lines = readFileSync(join(LOGS, `${name}.txt`), 'utf8').split('\n');
    const places = placesIn(lines.map(deliver).join('\n'));
    expect(places.map(written)).toEqual(EXPECTED[name]);
    for (const { message } of places) expect(message).toMatch(/\w{3}/);
  });
});

test.each([
  ['tsc', 'error TS2339:'],
  ['eslint', "Expected '===' and instead saw '==' eqeqeq"],
  ['cargo', 'error[E0425]: cannot find value `missing` in this scope'],
  ['python-chained', "KeyError: 'b'"],
  ['go-main', 'undefined: greeting'],
  ['gpp', 'error: conversion from'],
])('the message of %s is that of the tool', (name, message) => {
  const places = placesIn(readFileSync(join(LOGS, `${name}.txt`), 'utf8'));
  expect(places.map((place) => place.message).join('\n')).toContain(message);
});

test.each([
  ['Windows separators', String.raw`src\cart\a.ts(10,18): Error TS2339: x`, 'src/cart/a.ts'],
  ['a folder of the build', '/usr/src/app/main.go:1:2: undefined: x', 'main.go'],
  ['another folder of the build', '/workspace/a/b.c:1:2: fatal error: x', 'a/b.c'],
  ['a leading ./', '././a/b~.c:1:2: error: x', 'a/b~.c'],
  ['brackets', 'x/app/(shop)/[id]/page.tsx(1,2): error TS1: x', 'x/app/(shop)/[id]/page.tsx'],
  ['Python', '  File "a.py", line 1\nDoesNot: x\n  File "b.py", line 1\nException', 'a.py b.py'],
  ['two tools', 'error: x\n --> src/a.rs:1:2\nsrc/b.ts(1,2): error TS1: x', 'src/a.rs src/b.ts'],
  ['an error below one without a place', 'error: x\nsrc/b.ts(1,2): error TS1: x', 'src/b.ts'],
  ['rustc errors in a row', 'error: a\nerror: b\n --> src/a.rs:1:2', 'src/a.rs'],
  ['the same error twice', 'a.go:1:2: x\na.go:1:2: x\n', 'a.go'],
])('a path with %s is relative to the build (build-errors/paths)', (_name, log, files) => {
  const found = placesIn(log).map(({ file }) => file);
  expect(found.join(' ')).toBe(files);
});

test.each(lookAlikes)('%j names no place of the app (build-errors/look-alikes)', (log) => {
  expect(placesIn(log)).toEqual([]);
});

test('of a log with more errors the first thirty are found', () => {
  const log = Array.from({ length: 31 }, (_, index) => `a.go:${index + 1}:2: x`);
  expect(placesIn(log.join('\n'))).toHaveLength(30);
});

test('a log that is delivered in pieces has the same places', () => {
  for (const name of names) {
    const found: ErrorPlace[] = [];
    const add = createPlaceFinder(found);
    const { text } = sanitizers.log(readFileSync(join(LOGS, `${name}.txt`), 'utf8'));
    for (const line of text.split('\n')) add([line]);
    expect(found.map(written)).toEqual(EXPECTED[name]);
  }
});

test.each(hostileCases)('hostile text stays within its place: $name', ({ text }) => {
  const log = [
    `src/${text}.ts(3,1): error TS1: ${text}`,
    `src/a.ts(3,1): error TS1: ${text}`,
    `File "${text}", line 3`,
    `${text}/main.go:3:1: ${text}`,
    text,
    `  3:1  error  ${text}`,
  ].join('\n');
  for (const { file, message } of placesIn(log)) {
    expect(file).toMatch(/^[^\s:"<>|*?\\]+$/);
    expect(file).not.toMatch(/^[/~]|\.\.\/|\p{Cc}/u);
    expect(message).not.toMatch(/[\r\n]/);
  }
});

test.each([
  ['lines that nearly fit', `${'a'.repeat(290)}:1:2: erro\n`],
  ['many brackets', `${'(1,'.repeat(1_300)}\n`],
  ['many prefixes', `${'12:30:45 #1 2.3 '.repeat(250)}\n`],
  ['spaces', `  3:1${' '.repeat(4_000)}\n`],
  ['frames', `  File "${'/a'.repeat(140)}", line 3, in f\n`],
])('a long log of %s takes linear time', async (_name, line) => {
  const read = (chars: number): unknown =>
    placesIn(`src/a.js\n${line}`.repeat(Math.ceil(chars / line.length)));
  expect(await growthOf(read, 250_000)).toBeLessThan(PROPORTIONAL);
});

test('a long line that a linter may have written takes linear time', async () => {
  const read = (chars: number): void =>
    createPlaceFinder([])(['src/a.js', `  3:1  error${' '.repeat(chars)}!`]);
  expect(await growthOf(read, 2_000)).toBeLessThan(PROPORTIONAL);
});

describe('in a checkout (build-errors/checkout)', () => {
  const lines: Readonly<Record<string, number>> = {
    'apps/web/src/main.ts': 40,
    'apps/api/src/main.ts': 10,
    'apps/api/src/only.ts': 5,
    'go.mod': 3,
  };
  const checkout = { files: Object.keys(lines), lineCount: (file: string) => lines[file] ?? 0 };
  const at = (file: string, line: number): ErrorPlace => ({ file, line, message: 'x' });

  test.each([
    ['src/only.ts', 5, 'apps/api/src/only.ts:5'],
    ['src/only.ts', 6, ''],
    ['only.ts', 1, 'apps/api/src/only.ts:1'],
    ['nly.ts', 1, ''],
    ['src/main.ts', 8, ''],
    ['src/main.ts', 20, 'apps/web/src/main.ts:20'],
    ['apps/api/src/main.ts', 8, 'apps/api/src/main.ts:8'],
    ['src/other.ts', 1, ''],
  ])('%s:%s is %j', (file, line, expected) => {
    const found = locate([at(file, line)], checkout);
    expect(found.map(written).join(' ')).toBe(expected);
  });

  test('two paths of one file are one place', () => {
    expect(locate([at('src/only.ts', 2), at('only.ts', 2)], checkout)).toHaveLength(1);
  });

  test('a name that many files have is not searched for', () => {
    const many = Array.from({ length: 11 }, (_, index) => `p${index}/index.ts`);
    const one = { files: many, lineCount: (file: string) => (file === 'p7/index.ts' ? 9 : 1) };
    expect(locate([at('index.ts', 5)], one)).toEqual([]);
    expect(locate([at('index.ts', 5)], { ...one, files: many.slice(1) })).toHaveLength(1);
  });

  test('without one, a path stays as the log has it', () => {
    expect(locate([at('src/main.ts', 8)], undefined)).toEqual([at('src/main.ts', 8)]);
  });
});
