// The step log: lines, warnings, and logs in print, in files and in the outcome.
import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '../../src/failure.ts';
import { createSanitizers } from '../../src/report/sanitize/sanitizers.ts';
import { createStepLog } from '../../src/report/step-log.ts';
import { hostileCases } from '../support/hostile-text.ts';
import { recordHost, type Recording } from '../support/recording-host.ts';
import { commandsIn } from '../support/runner-parsers.ts';
import { outcomeWith } from '../support/summary-pages.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const KEY = 'canary-key-1';
const sanitizers = createSanitizers({ secrets: [KEY], token: () => 'token-of-this-test-0' });

const folder = temporaryFolder();
let temp: string;

beforeEach(() => {
  temp = mkdtempSync(join(folder, 'step-'));
});

/** A step log on a recording host; its log files are below `runnerTemp`. */
function open({ showLogs = true, runnerTemp = temp } = {}) {
  const recording: Recording = recordHost({ env: { RUNNER_TEMP: runnerTemp } });
  const stop = new AbortController();
  const options = {
    host: recording.host,
    sanitizers,
    signal: stop.signal,
    showLogs,
  };
  return { recording, stop, stepLog: createStepLog(options) };
}

const textOf = (file: string | undefined): string => readFileSync(file ?? 'no file', 'utf8');

describe('a line', () => {
  test('is printed clean', () => {
    const { recording, stepLog } = open();
    stepLog.info(`the key is ${KEY}\u001b[1m`);
    expect(recording.log).toBe(String.raw`the key is ***\u001b[1m` + '\n');
  });

  test.each(hostileCases)(
    'about a resource of a hostile name is no command: $name',
    async ({ text }) => {
      const { recording, stepLog } = open();
      const log = stepLog.forResource(outcomeWith({ name: text }));
      log.info('was accepted');
      log.warn(text);
      await log.lines('build', `${text}\n`);
      stepLog.info(text);
      const own = /^::(?:stop-commands::)?token-of-this-test-0/;
      expect(commandsIn(recording.log).filter(({ line }) => !own.test(line))).toEqual([]);
    },
  );

  test('for debugging is sanitized', () => {
    const { recording, stepLog } = open();
    stepLog.debug(KEY);
    expect(recording.debug).toEqual(['***']);
  });
});

describe('a warning', () => {
  test('is a sanitized annotation, and kept for the summary (outputs/warnings)', () => {
    const { recording, stepLog } = open();
    const outcome = outcomeWith({ name: 'web' });
    stepLog.warn(`one ##[error]${KEY}`);
    stepLog.forResource(outcome).warn('two');
    expect(recording.annotations.map(({ kind, message }) => `${kind} ${message}`)).toEqual([
      'warning one ## [error]***',
      'warning two',
    ]);
    expect([stepLog.warnings, outcome.warnings]).toEqual([[`one ##[error]${KEY}`], ['two']]);
  });

  test('of the same trouble is given once (always/warn-once)', () => {
    const { recording, stepLog } = open();
    for (const text of ['full', 'full', 'read-only', 'full']) stepLog.warn(text);
    const warnings = ['full', 'read-only'];
    expect(stepLog.warnings).toEqual(warnings);
    expect(recording.annotations.map(({ message }) => message)).toEqual(warnings);
  });
});

describe('a log', () => {
  test('is printed as it comes in one group, which any other line ends', async () => {
    const { recording, stepLog } = open();
    const log = stepLog.forResource(outcomeWith({ name: 'web' }));
    await log.lines('build', 'one\n');
    await log.lines('build', 'two\nthree\n');
    log.info('finished');
    await log.lines('runtime', 'four\n');
    stepLog.end();
    stepLog.end();
    expect(recording.log).toBe(
      '[group Build log of web]\n  | one\n  | two\n  | three\n[end of group]\nfinished\n' +
        '[group Runtime log of web]\n  | four\n[end of group]\n',
    );
  });

  test('is recorded in the outcome, and its file is whole and redacted', async () => {
    const { stepLog } = open();
    const outcome = outcomeWith({ resourceId: 'a:b' });
    const log = stepLog.forResource(outcome);
    await log.lines('build', `fine ${KEY}\n\u001b[1merror: broken\u001b[0m\r\n`);
    await log.lines('build', '\nlast\n');
    const { file, ...record } = outcome.logs[0] ?? {};
    expect(record).toEqual({
      source: 'build',
      tail: 'fine ***\nerror: broken\n\nlast',
      lineCount: 4,
      errorLines: ['error: broken', 'last'],
    });
    expect(file).toMatch(/1-a_b\.build\.log$/);
    expect(textOf(file)).toBe('fine ***\n\u001b[1merror: broken\u001b[0m\r\n\nlast\n');
    expect(log.errorLine('build')).toBe('error: broken');
    expect(log.errorLine('runtime')).toBeUndefined();
  });

  test.each(['\n', '\n\n', 'a\n', '\na\n', 'a\n\nb\n'])(
    'keeps every line of %j, however it is delivered',
    async (text) => {
      for (const pieces of [[text], text.split(/(?<=\n)/)]) {
        const outcome = outcomeWith();
        const log = open().stepLog.forResource(outcome);
        for (const piece of pieces) await log.lines('build', piece);
        const lineCount = text.split('\n').length - 1;
        expect(outcome.logs).toMatchObject([{ tail: text.slice(0, -1), lineCount }]);
      }
    },
  );

  test('that is not shown is in its file alone, and its lines are counted', async () => {
    const { recording, stepLog } = open({ showLogs: false });
    const outcome = outcomeWith();
    const log = stepLog.forResource(outcome);
    await log.lines('build', 'error: private\nmore\n');
    expect([recording.log, log.errorLine('build')]).toEqual(['', undefined]);
    expect(outcome.logs).toEqual([
      { source: 'build', tail: '', lineCount: 2, errorLines: [], file: expect.any(String) },
    ]);
    expect(textOf(outcome.logs[0]?.file)).toBe('error: private\nmore\n');
  });

  test('of any length is kept to its last lines', async () => {
    const outcome = outcomeWith();
    const log = open().stepLog.forResource(outcome);
    const lines = Array.from(
      { length: 40_000 },
      (_, index) => `line ${index} ${'x'.repeat(index % 90)}\n`,
    );
    for (let start = 0; start < lines.length; start += 1_000)
      await log.lines('build', lines.slice(start, start + 1_000).join(''));
    const { tail = '', lineCount = 0 } = outcome.logs[0] ?? {};
    expect(lines.join('').endsWith(`\n${tail}\n`)).toBe(true);
    expect(tail.length).toBeGreaterThan(60_000);
    expect(tail.length).toBeLessThanOrEqual(128 * 1024);
    expect(lineCount).toBe(40_000);
  });
});

describe('a long log', () => {
  const lines = Array.from({ length: 3 }, (_, index) => `${String(index).repeat(70_000)}\n`);

  test.each([
    [true, 'timeout', ['0']],
    [false, 'timeout', ['0']],
    [false, 'interrupted', ['0']],
  ] as const)(
    'that may be cut (%s) and meets %s meanwhile shows the lines %j',
    async (mayBeCut, code, shown) => {
      const { recording, stop, stepLog } = open();
      const printing = stepLog
        .forResource(outcomeWith())
        .lines('build', lines.join(''), { mayBeCut });
      const reason = new Failure(code, 'stopped');
      stop.abort(reason);
      expect(await printing.catch((error: unknown) => error)).toEqual(
        mayBeCut ? reason : undefined,
      );
      expect(recording.log.match(/(?<= \| )./g)).toEqual(shown);
    },
  );

  test('leaves timers their turn once the step was stopped', async () => {
    const { recording, stop, stepLog } = open();
    jest.spyOn(recording.host, 'flushed').mockReturnValue(Promise.withResolvers<void>().promise);
    stop.abort(new Error('stopped'));
    const onTimer = jest.fn();
    setImmediate(onTimer);
    await stepLog.forResource(outcomeWith()).lines('build', lines.join(''));
    expect(onTimer).toHaveBeenCalled();
  });

  test('without lines is no log', async () => {
    const outcome = outcomeWith();
    await open().stepLog.forResource(outcome).lines('build', '');
    expect(outcome.logs).toEqual([]);
  });
});

describe('a huge log', () => {
  const MIB = 1024 * 1024;

  // A cost that grows with the square of the text would take many minutes here; the time limit is
  // the judge.
  test.each([
    ['short lines', 'x\n'.repeat(MIB)],
    ['line ends', '\n'.repeat(2 * MIB)],
    ['one line', `${'x'.repeat(4 * MIB)}\n`],
    ['long lines', `${'y'.repeat(200_000)}\n`.repeat(20)],
  ])(
    'of %s is printed and saved in linear time',
    async (_name, text) => {
      const { recording, stepLog } = open();
      const outcome = outcomeWith();
      await stepLog.forResource(outcome).lines('build', text);
      const lineCount = text.split('\n').length - 1;
      expect(recording.log.split('\n  | ').length - 1).toBe(lineCount);
      expect(outcome.logs[0]?.lineCount).toBe(lineCount);
      expect(statSync(outcome.logs[0]?.file ?? '').size).toBe(text.length);
    },
    60_000,
  );
});

describe('log files', () => {
  test('are in one folder per step below RUNNER_TEMP, one per log (log/folder)', async () => {
    const outcomes = ['first', 'second'].map((resourceId) => outcomeWith({ resourceId }));
    for (const outcome of outcomes) {
      const log = open().stepLog.forResource(outcome);
      await log.lines('build', 'x\n');
      await log.lines('runtime', 'y\n');
    }
    expect(readdirSync(temp)).toHaveLength(2);
    const files = outcomes.flatMap(({ logs }) => logs.map(({ file = '' }) => file));
    expect(files.map((file) => file.slice(temp.length))).toEqual([
      expect.stringMatching(/^.deployment-logs-\w+.1-first\.build\.log$/),
      expect.stringMatching(/^.deployment-logs-\w+.2-first\.runtime\.log$/),
      expect.stringMatching(/^.deployment-logs-\w+.1-second\.build\.log$/),
      expect.stringMatching(/^.deployment-logs-\w+.2-second\.runtime\.log$/),
    ]);
  });

  test.each([
    ['without RUNNER_TEMP there is none, and no warning', '', []],
    [
      'that cannot be made cause one warning',
      'missing',
      [expect.stringMatching(/^The log file cannot be written.*ENOENT/)],
    ],
  ])('%s', async (_name, runnerTemp, warnings) => {
    const { recording, stepLog } = open({
      runnerTemp: runnerTemp && join(temp, runnerTemp),
    });
    const outcomes = ['a', 'b'].map((resourceId) => outcomeWith({ resourceId }));
    for (const outcome of outcomes) await stepLog.forResource(outcome).lines('build', 'one\n');
    expect(stepLog.warnings).toEqual(warnings);
    expect(recording.annotations.map(({ message }) => message)).toEqual(warnings);
    expect(recording.log.match(/one/g)).toHaveLength(2);
    expect(outcomes.map(({ logs }) => logs[0]?.file)).toEqual([undefined, undefined]);
  });

  test('that can no longer be written are no longer named, with one warning, and the logs are still printed', async () => {
    const { recording, stepLog } = open();
    const outcomes = ['a', 'b'].map((resourceId) => outcomeWith({ resourceId }));
    const logs = outcomes.map((outcome) => stepLog.forResource(outcome));
    for (const log of logs) await log.lines('build', 'one\n');
    for (const name of readdirSync(temp)) rmSync(join(temp, name), { recursive: true });
    for (const log of [...logs, ...logs]) await log.lines('build', 'two\n');
    expect(stepLog.warnings).toHaveLength(1);
    const files = outcomes.flatMap((outcome) => outcome.logs.map(({ file }) => file));
    expect(files).toEqual([undefined, undefined]);
    expect(recording.log.match(/two/g)).toHaveLength(4);
  });
});
