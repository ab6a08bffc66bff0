// What a log says about a failure: its cause and its excerpt, for logs of many tools and platforms.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { describe, expect, test } from '@jest/globals';
import { createRedactor } from '../../src/report/sanitize/redact.ts';
import { explainLog } from '../../src/report/excerpt.ts';
import { growthOf, PROPORTIONAL } from '../support/growth.ts';

function linesOf(name: string): string[] {
  const path = join(import.meta.dirname, `../fixtures/${name}.txt`);
  return readFileSync(path, 'utf8').trimEnd().split('\n');
}

interface NamedLog {
  readonly name: string;
  readonly lines: readonly string[];
  readonly cause: string | undefined;
}

const MARKS = /⇒ |⇐/g;

/**
 * Logs of one file. Each begins with `===` and its name; its cause stands behind `⇒`, up to `⇐` or
 * the end of the line.
 */
function logsIn(file: string): NamedLog[] {
  const logs = linesOf(`causes/${file}`).join('\n').split(/^=== /m).slice(1);
  return logs.map((log) => {
    const [name = '', ...lines] = log.trimEnd().split('\n');
    const cause = lines.find((line) => line.includes('⇒'))?.split(MARKS)[1];
    return {
      name,
      lines: lines.map((line) => line.replaceAll(MARKS, '')),
      cause: cause?.trimEnd(),
    };
  });
}

const logs = ['platforms', 'reports', 'shortened', 'tools'].flatMap(logsIn);

/** What platforms and tools put before each line, by its number. */
const PREFIXES: Readonly<Record<string, (index: number) => string>> = {
  nothing: () => '',
  'step and seconds of BuildKit': () => '#14 48.1 ',
  'seconds alone': () => '488.1 ',
  'RFC 3339 and a tab': () => '2026-02-09T02:52:44.401783Z\t',
  'a clock with AM or PM': () => '5:56:49 PM: ',
  'a date with a month in letters': () => '2026-May-10 12:25:11.068184 ',
  'a remote of git': () => 'remote:        ',
  'a task of a monorepo': () => '@v1/app:build: ',
  'a stream': () => '2026-03-02T20:15:58.108624989Z [err]  ',
  'a container': () => 'web-1  | ',
  'a builder': () => '[builder] ',
  'one of two containers': (index) => (index % 3 ? 'web-1  | ' : 'worker-12  | '),
  'the number of the line': (index) => `[${index}] `,
  'a time and a level': (index) => `2026-02-09T02:52:${10 + (index % 50)}.4Z INFO  `,
  'several prefixes': () => '2026-02-09 02:52:44 remote:        [builder] ',
};

/** So much like a message that only a log of several lines shows that it is none. */
const WORDS: Readonly<Record<string, (index: number) => string>> = {
  'a process': () => 'app[web.1]: ',
  'two words': (index) => `Step #${index % 2}: `,
  syslog: (index) => `Feb  9 02:52:${10 + (index % 50)} host-1 app[${index}]: `,
};

const prefixed = (lines: readonly string[], prefix: (index: number) => string): string[] =>
  lines.map((line, index) => prefix(index) + line);

/** Errors of tools, and the cause that each names. */
const ERRORS: readonly (readonly [cause: string, ...lines: string[]])[] = [
  [
    "src/a.ts(4,2): error TS2307: Cannot find module './x'.",
    "src/a.ts(4,2): error TS2307: Cannot find module './x'.",
  ],
  ['./h.go:21:18: undefined: last', './h.go:21:18: undefined: last'],
  [
    'error[E0432]: unresolved import `x::Y`',
    'error[E0432]: unresolved import `x::Y`',
    '  --> src/lib.rs:52:9',
  ],
  [
    "KeyError: 'SECRET'",
    'Traceback (most recent call last):',
    '  File "/app/shop/settings.py", line 24, in <module>',
    "    SECRET = os.environ['SECRET']",
    "KeyError: 'SECRET'",
  ],
  [
    "Type error: Type 'a' is not assignable to type 'b'.",
    'Failed to compile.',
    '',
    './app/page.tsx:19:14',
    "Type error: Type 'a' is not assignable to type 'b'.",
  ],
  ['ERROR  packages field missing or empty', ' ERROR  packages field missing or empty'],
  [
    'npm error ERESOLVE could not resolve',
    'npm error code ERESOLVE',
    'npm error ERESOLVE could not resolve',
    'npm error While resolving: a@1',
  ],
  [
    'Could not find rake-11.2.1 in any of the sources',
    'Could not find rake-11.2.1 in any of the sources',
  ],
  [
    '** (Mix) Could not compile dependency :argon2',
    '** (Mix) Could not compile dependency :argon2',
  ],
  [
    "Error: P1001: Can't reach database server at `db:5432`",
    "Error: P1001: Can't reach database server at `db:5432`",
  ],
];

describe('the cause', () => {
  test.each(logs.map((log) => [log.name, log] as const))('is found in: %s', (_name, log) => {
    expect(explainLog(log.lines).cause?.replace(/…$/, '')).toBe(log.cause?.slice(0, 499));
  });

  test.each(Object.entries({ ...PREFIXES, ...WORDS }))('is the same behind %s', (_name, prefix) => {
    for (const { name, lines } of logs) {
      const found = explainLog(prefixed(lines, prefix)).cause;
      expect([name, found]).toEqual([name, explainLog(lines).cause]);
    }
  });

  const rows = Object.entries(PREFIXES).flatMap(([name, prefix]) =>
    ERRORS.map(([cause, ...lines]) => ({ name, prefix, cause, lines })),
  );
  test.each(rows)('behind $name is: $cause', ({ prefix, cause, lines }) => {
    const build = ['> shop@1.0.0 build', '> build', '', 'Installing 12 packages', 'Done in 2.1s'];
    const around = [...build, ...lines, 'exit status 1'];
    expect(explainLog(prefixed(lines, prefix)).cause).toContain(cause);
    expect(explainLog(prefixed(around, prefix)).cause).toBe(cause);
    expect(explainLog(prefixed(around, prefix)).excerpt.at(-1)).toBe('exit status 1');
  });

  test.each(linesOf('log-lines/error-lines'))('is seen in: %s', (line) => {
    const { cause = '', excerpt } = explainLog([line]);
    expect(cause.length).toBeGreaterThan(5);
    expect(line).toContain(cause);
    expect(excerpt).toHaveLength(1);
  });

  test('of a JSON line is clean before it is cut (text/redact-before-cut)', () => {
    const { redactVisible } = createRedactor(['key_0123456789']);
    const key = 'key_0123456789'.split('').join(String.raw`\u001b[0m`);
    for (let before = 440; before < 500; before += 7) {
      const line = `{"level":50,"msg":"${'bad '.repeat(125).slice(0, before)} ${key} ${'x'.repeat(900)}"}`;
      expect(explainLog([line], redactVisible).cause).not.toMatch(/key|ke…|k…/);
    }
  });

  test('is not looked for above the last 50,000 lines', () => {
    const lines = (count: number): string[] => ['error: first', ...Array<string>(count).fill('a')];
    expect(explainLog(lines(49_999)).cause).toBe('error: first');
    expect(explainLog(lines(50_000)).cause).toBeUndefined();
  });

  test.each(linesOf('log-lines/harmless-lines'))('is not seen in: %s', (line) => {
    expect(explainLog([line]).cause).toBeUndefined();
  });

  test.each([
    ['all is well', ['all', 'is well'], undefined],
    ['an empty log', [], undefined],
    ['the first of two', ['fine', 'error: first', 'error: second'], 'error: first'],
    ['a compiler before weak words', ['failed to lock', 'a.c:1:2: error: x'], 'a.c:1:2: error: x'],
    [
      'a warning with a code',
      ['a.cs(1,2): warning CS1: could not x', 'exit code 1'],
      'exit code 1',
    ],
    ['a build that goes on', ['cp: cannot stat x, continuing', 'No disk.', 'exit 1'], 'No disk.'],
    ['a plain sentence before a wrapper', ['No disk.', '$ tsc', 'exited with 2: x'], 'No disk.'],
    ['a wrapper alone', ['Process exited with status 1'], 'Process exited with status 1'],
    [
      'a bare error',
      ['error during build:', 'Error', '    at x (y.js:1:2)'],
      'error during build:',
    ],
    ['a command to type', ['No disk.', 'Run `clean disk`', 'Build failed'], 'No disk.'],
    [
      'any class that python raised',
      ['Traceback (most recent call last):', ' a()', 'Odd: 1'],
      'Odd: 1',
    ],
    [
      'another step',
      ['#1 1.1 KeyError: 1', '#2 1.1 could not x', '#2 ERROR: exit code: 1'],
      'could not x',
    ],
    ['a step that was done', ['#1 1.1 error: x', '#1 DONE 1.1s', '#2 1.1 y'], undefined],
    [
      'a step with nothing to say',
      ['#2 [2/2] RUN x', '#2 ERROR: exit code: 1'],
      'ERROR: exit code: 1',
    ],
    [
      'a word at the end',
      ['fine', 'The upload ended in failure.', 'done'],
      'The upload ended in failure.',
    ],
    ['counts of none', ['12 passed, 0 failed', 'no failures', 'run --on-failure'], undefined],
  ])('of %s', (_name, lines, cause) => expect(explainLog(lines).cause).toBe(cause));

  const SENTENCE = 'No disk is left.';
  test.each([
    'Error: Command "npm run build" exited with 1',
    'Next.js build worker exited with code: 1 and signal: null',
    'error: script "build" exited with code 2',
    'The command returned a non-zero code: 1',
    'Script handling the event returned with error code 1',
    'tar: Child returned status 1',
    'ERROR: failed to solve: process "/bin/sh -c x" did not complete: x',
    'Build failed because of webpack errors',
    'Build has failed!',
    'Push rejected, failed to compile Ruby app.',
    "Error while running '$ python manage.py collectstatic'.",
    'Failed: error occurred while running build command',
    'npm error code 1',
    'npm ERR! errno 1',
    'npm ERR! shop@1.0.0 build: `gatsby build`',
    'npm ERR! Failed at the shop@1.0.0 build script.',
    'npm ERR! This is probably not a problem with npm.',
    'npm error Lifecycle script `build` failed with error:',
    ' ELIFECYCLE  Command failed.',
    ' ERR_PNPM_RECURSIVE_RUN_FIRST_FAIL  shop@1.0.0 build: `tsc`',
    'make: *** [Makefile:3: main] Error 1',
    'Task :compileJava FAILED',
    'FAILURE: Build failed with an exception.',
    'BUILD FAILED in 3s',
    'BUILD FAILURE',
    'error: could not compile `shop` due to 2 previous errors',
    'error: aborting due to 2 previous errors',
    'could not compile dependency :argon2, "mix compile" failed. You can recompile it',
    '** (CompileError) lib/a.ex: cannot compile module A (errors have been logged)',
    'Error deploying the application',
    'Gem::Ext::BuildError: ERROR: Failed to build gem native extension.',
    'Failed to install gems via Bundler.',
    '=> ERROR [builder 7/9] RUN cargo build',
  ])('is no wrapper: %s', (wrapper) =>
    expect(explainLog([SENTENCE, wrapper]).cause).toBe(SENTENCE),
  );

  test.each([
    '    at load (/app/src/main.js:3:10)',
    "from a.rb:1:in `<main>'",
    '  File "/app/a.py", line 3',
    'file: /app/a.js:1:2',
    ' 1: 0xaea8e8 node::Abort() [node]',
    '--> src/lib.rs:52:9',
    '└─ lib/a.ex:4:13: A.b/1',
    '> 4 | import { db } from "./db"',
    '    (elixir 1.14.0) lib/system.ex:706: System.fetch_env!/1',
    '$ next build',
    '> next build',
    '+ make all',
    'npm run build',
    'Require stack:',
    "code: 'MODULE_NOT_FOUND',",
    '} // end',
    ' ---> Running in 1fbc0ae2a1f3',
    'Removing intermediate container 1fbc0ae2a1f3',
    './src/app/page.tsx',
    'Dockerfile:15',
    'Checking the types of all files ...',
    'npm error',
    'Error',
    'note: x is known',
    'hint: x is known',
    'See above for details.',
    'Refer to the documentation to find out why:',
    'Run `npm i sass` inside of your workspace.',
    'Try it again later.',
    'Use another version of it.',
    'Learn more here',
    'If you can help, tell us.',
    'You can troubleshoot common issues here:',
    'For more information, wait.',
    'To fix this, wait.',
    'Please send us a letter.',
    "We're sorry this build is failing!",
    'A complete log of this run is there',
    'Some possible problems:',
    'Common ways to troubleshoot it',
    'warning: unused variable x',
    '✓ 5 modules transformed, 0 errors',
  ])('is no sentence: %s', (line) =>
    expect(explainLog([SENTENCE, line, 'exit status 1']).cause).toBe(SENTENCE),
  );

  test.each([
    'Failed to compile.',
    'ERROR in ./src/index.js 1:0-20',
    '✗ Build failed in 118ms',
    'error during build:',
    '* What went wrong:',
    "Execution failed for task ':compileJava'.",
    "A problem occurred evaluating root project 'shop'.",
    "Could not resolve all files for configuration ':compileClasspath'.",
    'Build error occurred',
    'npm error code EUSAGE',
    'failed to load config from /app/vite.config.js',
    'COMPILATION ERROR : ',
    '== Compilation error in file lib/shop.ex ==',
    'Exception in worker process',
    '× No solution found when resolving dependencies:',
    'Error:',
    'error "gatsby-source" threw an error while running it:',
    'Transform failed with 1 error:',
    "thread 'main' panicked at src/main.rs:2:55:",
    'StandardError: An error has occurred, all later migrations canceled:',
    '[SolverProblemError]',
  ])('stands below: %s', (heading) =>
    expect(explainLog([heading, '', SENTENCE, 'error: later']).cause).toBe(SENTENCE),
  );

  test.each([
    'lib.rs: error[E0308]: mismatched types',
    '/app/a.csproj : error NU1101: Unable to find package A.',
    'a.astro:2:7 - error ts(2322): x',
    'main.c:3:1: error: expected expression',
    'App.java:6: error: cannot find symbol',
    'a.ts(3,5): error TS2322: x',
    '3:9  error  Missing semicolon  semi',
    '7:11  Error: x is unused.  no-unused-vars',
    './main.go:7:2: undefined: missing',
    'e: file:///app/Main.kt:3:5 Unresolved reference',
    '/app/A.java:[10,33] package x does not exist',
    'X [ERROR] TS2339: no x',
    'TS2322 [ERROR]: no x',
    'TypeError: x',
    '⨯ Error [PrismaError]: x',
    'Uncaught ReferenceError: x',
    'Caused by: java.lang.IllegalStateException: x',
    '(node:17) SyntaxError: x',
    '** (ErlangError) Erlang error: :enoent',
    'django.core.exceptions.ImproperlyConfigured: x',
    'Liquid Exception: x',
    'Sprockets::FileNotFound: x',
    "c.rb:1:in `fetch': key not found (KeyError)",
    'SQLSTATE[HY000] [2002] Connection refused',
    'PHP Parse error:  syntax error',
    'panic: nil map',
    'Type error: x',
    'Exception in thread "main" x',
    'undefined reference to `total`',
    'Reached heap limit - JavaScript heap out of memory',
    '- a/b 3.1.0 requires php >=8.1 -> your version is 7',
    'sh: 1: vite: not found',
    '/app/build.sh: line 5: x: command not found',
  ])('is a stronger form: %s', (line) =>
    expect(explainLog(['error: first', line, 'failed to x']).cause).toBe(line),
  );

  test.each([
    ['{"level":50,"msg":"Error: no disk"}', 'Error: no disk'],
    ['{"level":60,"msg":"key refused"}', 'key refused'],
    ['{"severity":"ERROR","message":"key refused"}', 'key refused'],
    ['  web-1  | {"level":"error","msg":"key refused"}', 'key refused'],
    ['{"level":40,"msg":"could not read the cache"}', undefined],
    ['{"level":50,"msg":"Error: cut', undefined],
    ['{"msg":"\\n Error: first\\nsecond"}', 'Error: first'],
    [`{"a":"${'x'.repeat(600)}","message":"Cannot find module 'a'"}`, "Cannot find module 'a'"],
    // The caller sanitizes again what JSON hid behind escapes.
    ['{"msg":"\\u001b[31mError: se\\u200bcret-1\\u2028"}', 'Error: secret-1'],
    ['{"level":50,"msg":null}', '{"level":50,"msg":null}'],
  ])('in the JSON %s', (line, cause) => expect(explainLog([line]).cause).toBe(cause));
});

test.each([
  ['eslint', "3:9   error    Expected '===' and instead saw '=='          eqeqeq"],
  ['gcc-link', "main.c:(.text+0xa): undefined reference to `total'"],
  ['vite', '/app/src/main.ts:2:10: ERROR: Unexpected "="'],
  ['vite-import', 'Could not resolve "./cart/totals.ts" from "src/main.ts"'],
  ['cargo-panic', 'index out of bounds: the len is 0 but the index is 3'],
  ['cargo-borrow', 'error[E0382]: borrow of moved value: `name`'],
  ['go-test', 'main_test.go:7: got 3 at 12:30:45, want 4'],
  ['go-vet', 'main.go:6:14: fmt.Printf format %d has arg "three" of wrong type string'],
  ['gpp', expect.stringMatching(/^src\/store\.cpp:10:24: error: conversion from /)],
  ['javac', "src/main/java/shop/App.java:6: error: ';' expected"],
  ['node-stack', "Error: ENOENT: no such file or directory, open '/app/config.json'"],
  ['pip-setup', 'setup failed at 12:30:45'],
  ['pytest', 'FAILED tests/test_cart.py::test_total - assert (1 + 1) == 3'],
  ['python-chained', "KeyError: 'b'"],
  ['python-compile', "SyntaxError: expected ':'"],
])('the cause in the whole log of %s', (tool, cause) => {
  const lines = linesOf(`build-logs/${tool}`).map((line) => stripVTControlCharacters(line));
  expect(explainLog(lines).cause).toEqual(cause);
});

describe('the excerpt', () => {
  const fine = (count: number): string[] =>
    Array.from({ length: count }, (_, index) => `line ${index}`);

  test.each([
    ['without an error: the last twenty lines', [...fine(50), '', '***'], fine(50).slice(-20)],
    [
      'the lines after an error, and the last ones',
      ['error: x', ...fine(40)],
      ['error: x', ...fine(6), '…', ...fine(40).slice(-20)],
    ],
    ['no line before an error', [...fine(5), 'error: x'], ['error: x']],
    [
      'the file that stands above an error',
      [...fine(2), './src/app.ts', '  12:3  error  x is not defined  no-undef'],
      ['./src/app.ts', '  12:3  error  x is not defined  no-undef'],
    ],
    [
      'eight lines before weak words',
      [...fine(9), 'failed to x'],
      [...fine(9).slice(1), 'failed to x'],
    ],
    ['an error once', ['error: x', 'error: x', '#3 1.2 error: x'], ['error: x']],
    ['no prefix', ['#9 0.1 error: x', '#9 0.2   y'], ['error: x', '  y']],
    ['no common indentation', ['web | \terror: x', 'web | \t  y'], ['error: x', '  y']],
    [
      'no line that is only a time',
      ['12:00:02 error: x', '12:00:03', '12:00:04 a'],
      ['error: x', 'a'],
    ],
    [
      'no other step',
      ['#1 0.1 a', '#2 0.1 error: x', '#1 0.2 b', '#2 ERROR: exit code: 1'],
      ['error: x', '…', 'ERROR: exit code: 1'],
    ],
    ['the message of JSON', ['{"level": 50,"msg":"x"}'], ['x']],
    ['at most 500 characters', [`Error: \\${'x'.repeat(4e3)}`], [`Error: \\${'x'.repeat(491)}…`]],
  ])('shows %s', (_name, lines, shown) => expect(explainLog(lines).excerpt).toEqual(shown));

  test('is short, however many errors there are', () => {
    const lines = fine(900).flatMap((line) => [`error: ${line}`, line, `${line}.`, 'x']);
    expect(explainLog(lines).excerpt.length).toBeLessThanOrEqual(46);
  });

  test('marks each gap', () => {
    const lines = ['error: x', ...fine(10), 'error: y', ...fine(30).slice(20)];
    const { excerpt } = explainLog(lines);
    expect(excerpt).toEqual(['error: x', ...fine(6), '…', 'error: y', ...fine(30).slice(20)]);
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
    '#12 DONE 0.1s',
    '#12 CACHED',
    '  18 |',
  ])('leaves out: %j', (line) => expect(explainLog(['a', line, 'b']).excerpt).toEqual(['a', 'b']));

  test.each([
    'done⠋',
    'item #4 2',
    '█ item',
    '汉字',
    'Coverage is 45.5% of all lines',
    '--- FAIL: TestAdd (0.00s)',
    '3.5 MB written',
    '3:9 is a place',
  ])('keeps: %s', (line) => expect(explainLog([line]).excerpt).toEqual([line]));
});

/** Each would take quadratic time where a pattern looks for its end from many places. */
const HOSTILE: Readonly<Record<string, string>> = {
  zeros: '0',
  spaces: ' ',
  dots: '.',
  words: 'aA.',
  'name spaces': 'A::',
  colons: 'a: ',
  brackets: '[1 ',
  'open brackets': '[',
  places: '1:1:',
  'time stamps': '12:00:00 ',
  dates: '2026-01-01 ',
  steps: '#1 ',
  seconds: '1.1 ',
  levels: '[err] ',
  'level words': 'ERROR ',
  bars: 'a | ',
  errors: 'error: ',
  'error words': 'error ',
  failures: 'failed ',
  'failed steps': 'build failed ',
  'exit codes': 'exit code ',
  wrappers: 'exited with a ',
  requirements: '- requires ',
  warnings: 'x: warning ',
  'no errors': 'no ',
  'counts of none': '0 failed ',
  JSON: '{"msg":"error",',
  'deep JSON': '{"msg":',
  'JSON strings': '{"msg":"x"}',
  escapes: String.raw`\u0061`,
  'progress bars': '█',
  'bars and numbers': '-----1',
  percentages: '1%',
  arrows: '-----> ',
  emoji: '😀',
};

describe('takes time in proportion to the length', () => {
  const chars = 32_000;
  test.each(Object.entries(HOSTILE))('of a line and of lines of %s', async (_name, text) => {
    const line = (length: number): string => text.repeat(Math.ceil(length / text.length));
    const lines = (length: number): string[] =>
      line(length)
        .match(/.{1,80}/gsu)
        ?.map((part) => `{${part}}`) ?? [];
    expect(await growthOf((size) => explainLog([line(size * 8)]), chars)).toBeLessThan(
      PROPORTIONAL,
    );
    expect(await growthOf((size) => explainLog(lines(size)), chars)).toBeLessThan(PROPORTIONAL);
  });

  test.each([
    'x',
    '',
    'error: x',
    'exit code 1',
    'Failed to compile.',
    'Traceback (most recent call last):',
    '#1 ERROR: x',
    '> [a 1/2] RUN x:',
    '{"level":50,"msg":"x"}',
    '{"msg":}',
  ])('of a log full of: %j', async (line) => {
    const read = (count: number): unknown => explainLog(Array.from({ length: count }, () => line));
    expect(await growthOf(read, 4_000)).toBeLessThan(PROPORTIONAL);
  });

  test('of a log with many different errors, steps and tracebacks', async () => {
    const kinds = ['error: ', 'Traceback (most recent call last): ', '#', '    a', 'failed to '];
    const read = (count: number): unknown =>
      explainLog(Array.from({ length: count }, (_, index) => `${kinds[index % 5]}${index} DONE`));
    expect(await growthOf(read, 4_000)).toBeLessThan(PROPORTIONAL);
  });
});
