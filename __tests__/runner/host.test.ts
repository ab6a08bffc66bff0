// The process that the runner started: its output, signals and end.
import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { type ChildProcessWithoutNullStreams, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { systemClock } from '../../src/clock.ts';
import { type CancelSignal, systemHost } from '../../src/runner/host.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const exitCode = process.exitCode;
const folder = temporaryFolder();

const hostModule = pathToFileURL(join(import.meta.dirname, '../../src/runner/host.ts')).href;

/** A process of its own that finds the host under its name. */
function run(source: string): ChildProcessWithoutNullStreams {
  const code = `import { systemHost } from ${JSON.stringify(hostModule)};\n${source}`;
  // Jest's copy of the environment, which a test may have changed.
  return spawn(process.execPath, ['--input-type=module', '--eval', code], { env: process.env });
}

test('a sleep goes on after a timer that fires early', async () => {
  const times = [0, 9];
  jest.spyOn(performance, 'now').mockImplementation(() => times.shift() ?? 10);
  await systemClock.sleep(10);
  expect(times).toEqual([]);
});

afterEach(() => {
  jest.restoreAllMocks();
  jest.useRealTimers();
  process.exitCode = exitCode;
  delete process.env['GITHUB_STEP_SUMMARY'];
});

describe('a step log that is read slowly', () => {
  const MB = 1024 * 1024;

  /**
   * A process that writes more than any pipe holds, waits for it to be read, and reports both on
   * standard error.
   */
  const writer = (): ChildProcessWithoutNullStreams =>
    run(`
      const host = systemHost();
      await host.flushed();
      host.write('x'.repeat(${8 * MB}));
      const waiting = process.stdout.writableLength > 0;
      await host.flushed();
      console.error(JSON.stringify([waiting, process.stdout.writableLength]));
    `);

  test('can be awaited until all of it was handed on', async () => {
    const child = writer();
    const [log, reported] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'exit'),
    ]);
    expect([log.length, JSON.parse(reported)]).toEqual([8 * MB, [true, 0]]);
  });

  test('is no longer awaited when nobody reads it', async () => {
    const child = writer();
    child.stdout.destroy();
    const [reported] = await Promise.all([text(child.stderr), once(child, 'exit')]);
    expect([child.exitCode, JSON.parse(reported)]).toEqual([0, [expect.any(Boolean), 0]]);
  });
});

test('handles timers and signals before what was written counts as read, so that a long log does not hold them up', async () => {
  const { promise, resolve } = Promise.withResolvers<string>();
  setImmediate(() => resolve('the event loop'));
  expect(await Promise.race([systemHost().flushed(), promise])).toBe('the event loop');
});

test('continues the step, with its outputs and summary, when nobody reads the step log any more', async () => {
  const file = join(folder, 'summary');
  process.env['GITHUB_STEP_SUMMARY'] = file;
  const child = run(`
    const host = systemHost();
    host.setExitCode(1);
    for (let lines = 0; lines < 20; lines += 1) {
      host.write('a line\\n');
      await host.clock.sleep(1);
    }
    host.writeSummary('the end');
    host.setExitCode(0);
  `);
  child.stdout.destroy();
  const [errors] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  expect([child.exitCode, errors]).toEqual([0, '']);
  expect(readFileSync(file, 'utf8')).toBe('the end');
});

describe('the summary', () => {
  test('replaces the page of this step', () => {
    const file = join(folder, 'page');
    process.env['GITHUB_STEP_SUMMARY'] = file;
    systemHost().writeSummary('# a longer page\n');
    systemHost().writeSummary('# page\n');
    expect(readFileSync(file, 'utf8')).toBe('# page\n');
  });

  test.each([undefined, ''])('is left out where the runner has no file for it (%j)', (path) => {
    if (path !== undefined) process.env['GITHUB_STEP_SUMMARY'] = path;
    expect(() => systemHost().writeSummary('# page\n')).not.toThrow();
  });

  test('that cannot be written throws', () => {
    process.env['GITHUB_STEP_SUMMARY'] = join(tmpdir(), 'no such folder', 'summary');
    expect(() => systemHost().writeSummary('# page\n')).toThrow('ENOENT');
  });
});

test('SIGINT, SIGTERM and SIGBREAK are received until the listener is removed', () => {
  const received: CancelSignal[] = [];
  const stop = systemHost().onCancel((signal) => received.push(signal));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGBREAK'] as const) process.emit(signal, signal);
  expect(received).toEqual(['SIGINT', 'SIGTERM', 'SIGBREAK']);
  const listening = process.listenerCount('SIGTERM');
  stop();
  expect(process.listenerCount('SIGTERM')).toBe(listening - 1);
});

describe('a forced end', () => {
  const pipe = join(folder, 'never-written');

  /** A process with a worker thread that hangs, as in a DNS query without an answer. */
  async function endedWith(call: string): Promise<{ code: number | null; tookMs: number }> {
    const child = run(`
      import { open } from 'node:fs';
      open(${JSON.stringify(pipe)}, 'r', () => undefined);
      process.exitCode = 7;
      console.error('ready');
      setTimeout(() => ${call}, 100);
    `);
    await once(child.stderr, 'data');
    const startedMs = performance.now();
    const killer = setTimeout(() => child.kill('SIGKILL'), 20_000);
    await once(child, 'exit');
    clearTimeout(killer);
    return { code: child.exitCode, tookMs: performance.now() - startedMs };
  }

  const isWindows = process.platform === 'win32';
  if (!isWindows) execFileSync('sh', ['-c', 'mkfifo "$0"', pipe]);

  test.each([
    ['(systemHost().setExitCode(1), systemHost().exit())', 1],
    ['systemHost().exit()', 7],
    ['systemHost().setUnrefTimeout(() => systemHost().exit(), 10)', 7],
  ])('ends the process with its code while a worker thread hangs: %s', async (call, code) => {
    if (isWindows) return;
    const ended = await endedWith(call);
    expect(ended.code).toBe(code);
    expect(ended.tookMs).toBeLessThan(15_000);
  });
});

test('calls a deferred callback later, without keeping the process alive', async () => {
  const timers = (): number =>
    process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
  const before = timers();
  const called = new Promise<void>((resolve) => systemHost().setUnrefTimeout(resolve, 1));
  expect(timers()).toBe(before);
  await expect(called).resolves.toBeUndefined();
});
