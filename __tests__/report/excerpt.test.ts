// Which lines of a log explain a failure, for common build tools.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { createErrorFinder, errorLine, excerptOf, failedLine } from '../../src/report/excerpt.ts';
import { growthOf, PROPORTIONAL } from '../support/growth.ts';

/** Lines in the forms of common tools, recorded or written. */
function recorded(name: string): string[] {
  const path = join(import.meta.dirname, `../fixtures/${name}.txt`);
  return readFileSync(path, 'utf8').trimEnd().split('\n');
}

function errorLinesIn(lines: readonly string[]): string[] {
  const found: string[] = [];
  createErrorFinder(found)(lines);
  return found;
}

function excerptFrom(lines: readonly string[]): readonly string[] {
  return excerptOf({ errorLines: errorLinesIn(lines), tail: lines.join('\n') });
}

describe('an error line', () => {
  test.each(recorded('log-lines/error-lines'))('is found in: %s', (line) => {
    expect(errorLinesIn([line])).toEqual([line]);
  });

  test.each(recorded('log-lines/harmless-lines'))('is not found in: %s', (line) => {
    expect(errorLinesIn([line])).toEqual([]);
  });

  test('is looked for in a line of unfinished JSON in linear time', async () => {
    const line = (count: number): string => `{${'"level":"error"'.repeat(count)}`;
    const read = (count: number): unknown => errorLinesIn([line(count)]);
    expect(await growthOf(read, 4_000)).toBeLessThan(PROPORTIONAL);
  });

  test('is kept with the two meaningful lines after it', () => {
    const kept = ['✘ [ERROR] Could not resolve "react"', '    src/main.ts:1:8:', '  1 | import'];
    const [error = '', place = '', code = ''] = kept;
    expect(errorLinesIn(['fine', error, '', place, '----', code, 'x'])).toEqual(kept);
  });

  test('is one of the first 24, none twice', () => {
    const errors = Array.from({ length: 30 }, (_, index) => `Error: ${index}`);
    const lines = errors.flatMap((error) => [error, error, '', '---']);
    expect(errorLinesIn(lines)).toEqual(errors.slice(0, 24));
  });

  test('that only says that a command failed comes after the last lines of that command', () => {
    const wrapper =
      '#9 ERROR: process "/bin/sh -c make" did not complete successfully: exit code: 2';
    const lines = ['#9 0.1 loading', '', '#9 0.2 DATABASE_URL is missing, aborting.', wrapper];
    expect(errorLinesIn(lines)).toEqual([lines[0], lines[2], wrapper]);
    expect(errorLine(errorLinesIn(lines))).toBe(lines[2]);
    const nine = 'abcdefghi'.split('');
    expect(errorLinesIn([...nine, wrapper])).toEqual([...nine.slice(1), wrapper]);
    expect(errorLinesIn(['a', 'Test of a non-zero exit passed'])).toEqual([]);
  });

  test('is forgotten when its step of BuildKit is done, and not when another one is', () => {
    expect(errorLinesIn(['#12 0.1 error: x', '#12 DONE 0.2s'])).toEqual([]);
    expect(errorLinesIn(['#12 0.1 error: x', '#1 DONE 0.2s'])).toEqual(['#12 0.1 error: x']);
  });

  test('that is repeated has no further lines after it', () => {
    expect(errorLinesIn(['error: x', 'b', 'c', 'error: x', 'd'])).toEqual(['error: x', 'b', 'c']);
    expect(errorLinesIn(['#9 0.1 error: x', '#9 0.2 error: x'])).toEqual(['#9 0.1 error: x']);
  });

  test('is shortened at 500 characters', () => {
    expect(errorLinesIn([`Error: \\${'x'.repeat(4e3)}`])).toEqual([`Error: \\${'x'.repeat(491)}…`]);
    expect(errorLinesIn(['{"level": 50,"msg":"x"}'])).toEqual(['x']);
    // What escapes hide is not redacted before it is decoded.
    const json = String.raw`{"msg":"Error: \u0061"}`;
    expect(errorLinesIn([json])).toEqual([json]);
  });
});

describe('the likely cause', () => {
  test.each([
    [['all', 'is well'], undefined],
    [['fine', 'error: first', 'error: second'], 'error: first'],
    [['{"level":50,"msg":"Error: no disk"}'], 'Error: no disk'],
    [[`{"a":"${'x'.repeat(600)}","message":"Cannot find module 'a'"}`], "Cannot find module 'a'"],
    [['{"level":50,"msg":"Error: cut'], undefined],
    [['{"level":"error","msg":"key refused"}'], 'key refused'],
    [['No disk left.', '$ tsc', 'error Command failed with exit code 2.'], 'No disk left.'],
    [['{"msg":"\\n Error: first\\nsecond"}'], 'Error: first'],
    [['{"msg":"\\u001b[31mError: se\\u200bcret-1\\u2028"}'], 'Error: secret-1'],
    [['Traceback (most recent call last):', '  File "a.py"', 'KeyError: 1'], 'KeyError: 1'],
    [['Failed to compile.', './a.tsx:3:7', 'Type error: No x.'], 'Type error: No x.'],
    [
      ['Traceback (most recent call last):', '  File "a.py"', '    a()', 'Odd: 1'],
      'Traceback (most recent call last):',
    ],
  ])('in %j is %j', (lines, cause) => expect(errorLine(errorLinesIn(lines))).toBe(cause));

  test.each([
    ['eslint', "  3:9   error    Expected '===' and instead saw '=='          eqeqeq"],
    ['gcc-link', "main.c:(.text+0xa): undefined reference to `total'"],
    ['vite', '/app/src/main.ts:2:10: ERROR: Unexpected "="'],
    ['vite-import', 'Could not resolve "./cart/totals.ts" from "src/main.ts"'],
  ])('in the log of %s is: %s', (tool, cause) => {
    expect(errorLine(errorLinesIn(recorded(`build-logs/${tool}`)))).toBe(cause);
  });
});

/** Logs, shortened; each begins with `===` and its name, and its cause stands behind `→ `. */
const marked = recorded('log-lines/causes').join('\n').split(/^=== /m).slice(1);

test.each(marked.map((log) => log.split('\n')))('the cause is found: %s', (_name, ...log) => {
  const lines = log.map((line) => line.replace(/^→ /, ''));
  const cause = lines.find((line, index) => line !== log[index]);
  expect(errorLine(errorLinesIn(lines))).toBe(cause);
});

test.each([
  [['Job failed', ' step 3 has failed', 'done'], 'step 3 has failed'],
  [['fine', 'The upload ended in failure.'], 'The upload ended in failure.'],
  [['{"msg":"the job failed"}', 'done'], 'the job failed'],
  [['Build of web:1.2.0 failed', '0 failed'], 'Build of web:1.2.0 failed'],
  [['pod web-0 failed', 'no errors'], 'pod web-0 failed'],
  [['3 failed, 0 errors', 'failures: 0'], '3 failed, 0 errors'],
  [['Failures: 2, Errors: 0'], undefined],
  [
    ['12 passed, 0 failed', 'no failures', 'run --on-failure', 'failed=3', 'failed-tests'],
    undefined,
  ],
])('the last line with a failure in %j is %j', (lines, found) =>
  expect(failedLine(lines.join('\n'))).toBe(found),
);

describe('the excerpt', () => {
  const fine = (count: number): string[] =>
    Array.from({ length: count }, (_, index) => `line ${index}`);

  test.each([
    [
      'without an error: the last twenty lines that say something',
      [...fine(50), '', '***'],
      fine(50).slice(-20),
    ],
    ['with an error and no gap', ['a', 'error: x', ...fine(22)], ['error: x', ...fine(22)]],
    [
      'with an error long ago: it, a gap, the last lines',
      ['error: x', ...fine(40)],
      ['error: x', 'line 0', 'line 1', '…', ...fine(40).slice(-20)],
    ],
    ['with an error as the last line', ['a', 'error: x'], ['error: x']],
  ])('%s', (_name, lines, shown) => expect(excerptFrom(lines)).toEqual(shown));

  test('marks the gap where the error is no longer in the end of the log', () => {
    const shown = excerptOf({ errorLines: ['error: x'], tail: 'late' });
    expect(shown).toEqual(['error: x', '…', 'late']);
    expect(excerptOf({ errorLines: [], tail: '' })).toEqual([]);
  });

  test.each([
    '',
    ' \t ',
    '----------------',
    '┌──────┐',
    '[=====>     ] 45%',
    ' 45 % ',
    'Downloading ██████░░░░ 60%',
    '━━━━━━━━ 12.3/45.6 MB 5.0 MB/s eta 0:00:01',
    '⠋ reify: timing',
    'Progress: resolved 100, reused 99, downloaded 1, added 50',
    '#12 3.456 ',
  ])('leaves out: %j', (line) => expect(excerptFrom([line])).toEqual([]));

  test.each([
    'done⠋',
    'item #4 2',
    '█ item',
    '汉字',
    'Coverage is 45.5% of all lines',
    '--- FAIL: TestAdd (0.00s)',
    '=> Progress: resolved 2',
  ])('keeps: %s', (line) => expect(excerptFrom([line])).toEqual([line]));
});

// A pattern whose cost grows with the square of a line would take minutes here; the time limit is
// the judge.
test.each([
  ['progress bars', `${'█'.repeat(4000)} x`],
  ['bars and numbers', `${'-----1'.repeat(600)} err`],
  ['percentages', `${'1%'.repeat(2000)}x`],
  ['words', `${'aA.'.repeat(1300)}error`],
  ['time stamps', `${'12:00:00 '.repeat(450)}failed`],
  ['brackets', `${'[1'.repeat(2000)} exit`],
])(
  'takes linear time for lines of %s',
  (_name, line) => {
    const lines = Array.from({ length: 6_000 }, () => line);
    expect(excerptFrom(lines).length).toBeLessThanOrEqual(45);
  },
  30_000,
);
