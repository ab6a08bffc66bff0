// Which lines of a log explain a failure, for common build tools.
import { describe, expect, test } from '@jest/globals';
import { addErrorLines, errorLine, excerptOf, failedLine } from '../../src/runner/excerpt.ts';

function errorLinesIn(lines: readonly string[]): string[] {
  const found: string[] = [];
  addErrorLines(found, lines);
  return found;
}

function excerptFrom(lines: readonly string[]): readonly string[] {
  return excerptOf({ errorLines: errorLinesIn(lines), tail: lines.join('\n') });
}

describe('an error line', () => {
  test.each([
    'npm ERR! code ERESOLVE',
    'error Command failed with exit code 2.',
    ' ERR_PNPM_OUTDATED_LOCKFILE  Cannot install with "frozen-lockfile"',
    "Error: Cannot find module './missing'",
    "TypeError: Cannot read properties of undefined (reading 'x')",
    'Error [ERR_MODULE_NOT_FOUND]: Cannot find package',
    "src/main.ts(3,5): error TS2322: Type 'string' is not assignable to type 'number'.",
    '[vite]: Rollup failed to resolve import "x" from "src/main.ts".',
    'Failed to compile.',
    'FAIL __tests__/app.test.ts',
    'not ok 3 - adds numbers',
    'Traceback (most recent call last):',
    'panic: runtime error: index out of range [1] with length 1',
    './main.go:7:2: undefined: missing',
    '--- FAIL: TestAdd (0.00s)',
    'error[E0308]: mismatched types',
    "thread 'main' panicked at src/main.rs:2:5:",
    '#12 2.345 ERROR: failed to build',
    'Exception in thread "main" java.lang.NullPointerException',
    '[ERROR] Failed to execute goal org.apache.maven.plugins',
    'BUILD FAILED in 3s',
    'fatal: repository not found',
    'main.c:3:1: error: expected expression',
    'sh: 1: vite: command not found',
    '/bin/sh: ./run: Permission denied',
    'spawn git ENOENT',
    'FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory',
    'Killed',
    'Process finished: exit status 1',
    '2024-05-05T10:00:00.123Z error: no space left',
    '[12:00:01] Error: something broke',
    '✘ [ERROR] Could not resolve "react"',
    '✘ error PORT is set to "none"',
  ])('is found in: %s', (line) => {
    expect(errorLinesIn(['before', line])).toEqual([line]);
  });

  test.each([
    'Found 0 errors.',
    '0 failed, 12 passed',
    'errors: 0',
    '"error": null',
    'error-handler.js compiled',
    'dist/errors.js  1.2 kB',
    'npm warn deprecated error-ex@1.0.0: use another',
    'warning: unused variable: `error`',
    '✓ throws Error: when it must',
    'ok 3 - throws Error: when it must',
    'PASS src/error.test.ts',
    'exit code 0',
    'Installing eslint-plugin-error 1.0.0',
    '',
  ])('is not found in: %s', (line) => {
    expect(errorLinesIn([line])).toEqual([]);
  });

  test('is kept with the two meaningful lines after it', () => {
    const [error, place, code] = [
      '✘ [ERROR] Could not resolve "react"',
      '    src/main.ts:1:8:',
      '  1 | import',
    ];
    expect(errorLinesIn(['fine', error, '', place, '----', code, 'x'])).toEqual([
      error,
      place,
      code,
    ]);
  });

  test('is one of the first 24, none twice', () => {
    const lines = Array.from({ length: 30 }, (_, index) => [
      `Error: ${index}`,
      `Error: ${index}`,
      '',
      '---',
    ]).flat();
    expect(errorLinesIn(lines)).toEqual(
      Array.from({ length: 24 }, (_, index) => `Error: ${index}`),
    );
  });

  test('is shortened at 500 characters', () => {
    expect(errorLinesIn([`Error: ${'x'.repeat(4000)}`])).toEqual([`Error: ${'x'.repeat(492)}…`]);
  });
});

describe('the likely cause', () => {
  test.each([
    [['all', 'is well'], undefined],
    [['fine', 'error: first', 'error: second'], 'error: first'],
    [['{"level":50,"msg":"Error: no disk"}'], 'Error: no disk'],
    [[`{"a":"${'x'.repeat(600)}","message":"Cannot find module 'a'"}`], "Cannot find module 'a'"],
    [['{"level":50,"msg":"Error: cut'], undefined],
    [['Traceback (most recent call last):', '  File "a.py"', 'KeyError: 1'], 'KeyError: 1'],
    [
      ['Traceback (most recent call last):', '  File "a.py"', '    a()', 'Odd: 1'],
      'Traceback (most recent call last):',
    ],
  ])('in %j is %j', (lines, cause) => {
    expect(errorLine({ errorLines: errorLinesIn(lines) })).toBe(cause);
  });
});

describe('the last line with a failure', () => {
  test.each([
    [['Job failed', 'step 3 has failed', 'done'], 'step 3 has failed'],
    [['fine', 'The upload ended in failure.'], 'The upload ended in failure.'],
    [['{"msg":"the job failed"}', 'done'], 'the job failed'],
    [
      ['12 passed, 0 failed', 'no failures', 'run --on-failure', 'failed=3', 'failed-tests'],
      undefined,
    ],
  ])('in %j is %j', (lines, found) => {
    expect(failedLine({ tail: lines.join('\n') })).toBe(found);
  });
});

describe('the excerpt', () => {
  const fine = (count: number): string[] =>
    Array.from({ length: count }, (_, index) => `line ${index}`);

  test.each([
    [
      'without an error: the last twenty lines that say something',
      [...fine(50), '', '***'],
      fine(50).slice(-20),
    ],
    [
      'with an error near the end: it and all after it',
      ['a', 'error: x', 'b', 'c', 'd'],
      ['error: x', 'b', 'c', 'd'],
    ],
    [
      'with an error long ago: it, a gap, the last lines',
      ['error: x', ...fine(40)],
      ['error: x', 'line 0', 'line 1', '…', ...fine(40).slice(-20)],
    ],
    ['with an error as the last line', ['a', 'error: x'], ['error: x']],
  ])('%s', (_name, lines, shown) => {
    expect(excerptFrom(lines)).toEqual(shown);
  });

  test('marks the gap where the error is no longer in the end of the log', () => {
    expect(excerptOf({ errorLines: ['error: x'], tail: 'late' })).toEqual([
      'error: x',
      '…',
      'late',
    ]);
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
  ])('leaves out: %j', (line) => {
    expect(excerptFrom([line])).toEqual([]);
  });

  test.each([
    'done',
    '42',
    '- item',
    '汉字',
    'Coverage is 45% of all lines',
    '--- FAIL: TestAdd (0.00s)',
    '=> built',
  ])('keeps: %s', (line) => {
    expect(excerptFrom([line])).toEqual([line]);
  });
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
    expect(
      excerptOf({ errorLines: errorLinesIn(lines), tail: lines.join('\n') }).length,
    ).toBeLessThanOrEqual(45);
  },
  30_000,
);
