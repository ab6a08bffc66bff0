// The step log: lines, warnings, and logs in print, in files and in the outcome.
import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '../../src/failure.ts';
import type { Outcome } from '../../src/outcome.ts';
import { createSanitizers } from '../../src/report/sanitize/sanitizers.ts';
import { createStepLog } from '../../src/report/step-log.ts';
import { growthOf, PROPORTIONAL } from '../support/growth.ts';
import { hostileCases } from '../support/hostile-text.ts';
import { recordHost } from '../support/recording-host.ts';
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
function open({ showLogs = true, runnerTemp = temp, resourceId = 'app_web' } = {}) {
  const recording = recordHost({ env: { RUNNER_TEMP: runnerTemp } });
  const stop = new AbortController();
  const outcome: Outcome = outcomeWith({ resourceId });
  const { host } = recording;
  const log = createStepLog({ host, outcome, sanitizers, signal: stop.signal, showLogs });
  return { recording, stop, outcome, log };
}

const textOf = (file: string | undefined): string => readFileSync(file ?? 'no file', 'utf8');

describe('a line', () => {
  test('is printed clean, and so is one for debugging', () => {
    const { recording, log } = open();
    log.info(`the key is ${KEY}\u001b[1m`);
    log.debug(KEY);
    expect(recording.log).toBe(String.raw`the key is ***\u001b[1m` + '\n');
    expect(recording.debug).toEqual(['***']);
  });

  test.each(hostileCases)('of hostile text is no command: $name', async ({ text }) => {
    const { recording, log } = open();
    log.info(text);
    log.warn(text);
    await log.lines('build', `${text}\n`);
    log.info(text);
    const own = /^::(?:stop-commands::)?token-of-this-test-0/;
    expect(commandsIn(recording.log).filter(({ line }) => !own.test(line))).toEqual([]);
  });
});

test('a warning is a sanitized annotation and kept for the summary (outputs/warnings), once for the same trouble (always/warn-once)', () => {
  const { recording, log, outcome } = open();
  for (const text of [`one ##[error]${KEY}`, 'full', 'full', 'read-only', 'full']) log.warn(text);
  expect(recording.annotations.map(({ kind, message }) => `${kind} ${message}`)).toEqual([
    'warning one ## [error]***',
    'warning full',
    'warning read-only',
  ]);
  expect(outcome.warnings).toEqual([`one ##[error]${KEY}`, 'full', 'read-only']);
});

describe('a log', () => {
  test('is printed as it comes behind the gutter', async () => {
    const { recording, log } = open();
    await log.lines('build', 'one\n');
    await log.lines('build', 'two\nthree\n');
    log.info('finished');
    await log.lines('runtime', 'four\n');
    expect(recording.log).toBe('  | one\n  | two\n  | three\nfinished\n  | four\n');
  });

  test('is recorded in the outcome, and its file is whole and redacted', async () => {
    const { log, outcome } = open({ resourceId: 'a:b' });
    await log.lines('build', `fine ${KEY}\n\u001b[1merror: broken\u001b[0m\r\n`);
    await log.lines('build', '\nlast\n');
    const { file, ...record } = outcome.logs[0] ?? {};
    expect(record).toEqual({
      source: 'build',
      pieces: ['fine ***\nerror: broken\n', '\nlast\n'],
      lineCount: 4,
    });
    expect(file).toMatch(/a_b\.build\.log$/);
    expect(textOf(file)).toBe('fine ***\n\u001b[1merror: broken\u001b[0m\r\n\nlast\n');
    expect([log.explain('build').cause, log.explain('runtime').cause]).toEqual([
      'error: broken',
      undefined,
    ]);
  });

  test('that is not shown is in its file alone, and its lines are counted', async () => {
    const { recording, log, outcome } = open({ showLogs: false });
    await log.lines('build', 'error: private\nmore\n');
    expect([recording.log, log.explain('build').cause]).toEqual(['', undefined]);
    expect(outcome.logs).toEqual([
      { source: 'build', pieces: [], lineCount: 2, file: expect.any(String) },
    ]);
    expect(textOf(outcome.logs[0]?.file)).toBe('error: private\nmore\n');
  });

  test('of any length is kept to the last eight megabytes', async () => {
    const { log, outcome } = open({ runnerTemp: '' });
    const piece = `${'x'.repeat(999)}\n`.repeat(1_000);
    for (let count = 0; count < 12; count += 1) await log.lines('build', piece);
    const chars = (outcome.logs[0]?.pieces ?? []).join('').length;
    expect(chars).toBeGreaterThan(8 * 2 ** 20 - 10 * 2 ** 16);
    expect(chars).toBeLessThanOrEqual(8 * 2 ** 20);
    expect(outcome.logs[0]?.lineCount).toBe(12_000);
  });
});

describe('a long log', () => {
  const text = Array.from({ length: 3 }, (_, at) => `${String(at).repeat(70_000)}\n`).join('');
  const shownIn = (log: string): string[] => [...(log.match(/(?<= \| )./g) ?? [])];

  test.each([
    [
      'timeout',
      true,
      'The deadline was reached: the rest of the log is not printed; the log file gets all of it.',
    ],
    [
      'interrupted',
      true,
      'The run was cancelled: the rest of the log is not printed; the log file gets all of it.',
    ],
    ['timeout', false, 'The deadline was reached: the rest of the log is not printed.'],
  ] as const)(
    'is cut at %s, in one line, and its file is whole: %s',
    async (code, hasFile, note) => {
      const { recording, stop, log, outcome } = open(hasFile ? {} : { runnerTemp: '' });
      const printing = log.lines('build', text);
      stop.abort(new Failure(code, 'stopped'));
      await printing;
      await log.lines('build', text);
      expect(shownIn(recording.log)).toEqual(['0']);
      const notes = recording.log.split('\n').filter((line) => line.includes('not printed'));
      expect(notes).toEqual([note]);
      const { file, lineCount } = outcome.logs[0] ?? {};
      expect(lineCount).toBe(6);
      expect(file === undefined ? undefined : textOf(file)).toBe(hasFile ? text + text : undefined);
    },
  );

  test('is printed to its end if it is short: it may be the last words of a build', async () => {
    const { recording, stop, log } = open();
    stop.abort(new Failure('timeout', 'stopped'));
    await log.lines('build', 'one\ntwo\n');
    expect(recording.log).toBe('  | one\n  | two\n');
  });

  test('leaves timers their turn once the step was stopped', async () => {
    const { recording, stop, log } = open();
    jest.spyOn(recording.host, 'flushed').mockReturnValue(Promise.withResolvers<void>().promise);
    stop.abort(new Failure('timeout', 'stopped'));
    const onTimer = jest.fn();
    setImmediate(onTimer);
    await log.lines('build', 'one\n');
    expect(onTimer).toHaveBeenCalled();
  });
});

describe('a huge log', () => {
  const MIB = 1024 * 1024;

  test.each([
    ['short lines', MIB / 2, (size: number) => 'x\n'.repeat(size / 2)],
    ['line ends', MIB / 2, (size: number) => '\n'.repeat(size)],
    ['one line', 4 * MIB, (size: number) => `${'x'.repeat(size - 1)}\n`],
    [
      'long lines',
      4 * MIB,
      (size: number) => `${'y'.repeat(MIB / 8 - 1)}\n`.repeat((size * 8) / MIB),
    ],
  ])('of %s is printed and saved in linear time', async (_name, chars, textOfSize) => {
    const write = async (size: number): Promise<void> => {
      const text = textOfSize(size);
      const { recording, log, outcome } = open();
      await log.lines('build', text);
      const lineCount = text.split('\n').length - 1;
      expect(recording.log.split('  | ').length - 1).toBe(lineCount);
      expect(outcome.logs[0]?.lineCount).toBe(lineCount);
      expect(statSync(outcome.logs[0]?.file ?? '').size).toBe(text.length);
    };
    expect(await growthOf(write, chars / 8)).toBeLessThan(PROPORTIONAL);
  });
});

describe('log files', () => {
  test('are in one folder per step below RUNNER_TEMP, one per log (log/folder)', async () => {
    const files: string[] = [];
    for (const _step of ['first', 'second']) {
      const { log, outcome } = open();
      await log.lines('build', 'x\n');
      await log.lines('runtime', 'y\n');
      files.push(...outcome.logs.map(({ file = '' }) => file));
    }
    expect(readdirSync(temp)).toHaveLength(2);
    expect(files.map((file) => file.slice(temp.length))).toEqual(
      ['build', 'runtime', 'build', 'runtime'].map((source) =>
        expect.stringMatching(
          new RegExp(String.raw`^.deployment-logs-\w+.app_web\.${source}\.log$`),
        ),
      ),
    );
  });

  test.each([
    ['without RUNNER_TEMP there is none, and no warning', '', []],
    [
      'that cannot be made cause one warning (step-log/log-file)',
      'missing',
      ['The log file cannot be written, so the output log-file stays empty.'],
    ],
  ])('%s', async (_name, runnerTemp, warnings) => {
    const { recording, log, outcome } = open({ runnerTemp: runnerTemp && join(temp, runnerTemp) });
    for (const source of ['build', 'runtime'] as const) await log.lines(source, 'one\n');
    expect(outcome.warnings).toEqual(warnings);
    expect(recording.log.match(/one/g)).toHaveLength(2);
    expect(outcome.logs.map(({ file }) => file)).toEqual([undefined, undefined]);
  });

  test('that can no longer be written are no longer named, with one warning, and the logs are still printed', async () => {
    const { recording, log, outcome } = open();
    await log.lines('build', 'one\n');
    await log.lines('runtime', 'one\n');
    for (const name of readdirSync(temp)) rmSync(join(temp, name), { recursive: true });
    for (const source of ['build', 'runtime', 'build'] as const) await log.lines(source, 'two\n');
    expect(outcome.warnings).toHaveLength(1);
    expect(outcome.logs.map(({ file }) => file)).toEqual([undefined, undefined]);
    expect(recording.log.match(/two/g)).toHaveLength(3);
  });
});
