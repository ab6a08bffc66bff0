// Whole steps with logs of megabytes, and with responses above the size limit.
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { type Emulator, type EmulatorOptions, startEmulator, VirtualClock } from '../../emulator/index.ts';
import { log, open } from '../support/runner/open-reporter.ts';
import { codeBlocks } from '../support/runner/summary-data.ts';
import { recordHost } from '../support/runner/recording-host.ts';
import { runStep, type StepOptions, type StepRun } from '../support/runner/step.ts';
import { warningsOf } from '../support/world.ts';

const MB = 1024 * 1024;
const RESOURCE = 'app_web';

let clock: VirtualClock;
let emulator: Emulator | undefined;

beforeEach(() => {
  clock = new VirtualClock();
});

afterEach(async () => {
  await emulator?.close();
  clock.dispose();
});

/** Numbered lines of about 100 bytes, in `count` consecutive pieces. */
function pieces(count: number, linesEach: number): string[] {
  return Array.from({ length: count }, (_, piece) =>
    Array.from({ length: linesEach }, (_unused, line) => `${piece * linesEach + line} ${'compiling '.repeat(9)}`).join(
      '\n',
    ),
  );
}

async function deploy(
  options: EmulatorOptions,
  lines: readonly string[],
  more: Partial<StepOptions> = {},
): Promise<StepRun> {
  emulator = await startEmulator({
    clock,
    keys: [{ name: 'ci', scopes: ['deploy'] }],
    resources: [{ id: RESOURCE, type: 'app', name: 'web', history: 1, script: { buildMs: 12_000, log: lines } }],
    ...options,
  });
  const inputs = { 'base-url': emulator.baseUrl, 'api-key': emulator.keys['ci'] ?? '', 'resource-id': RESOURCE };
  return await runStep({ clock, inputs, ...more });
}

describe('a log of 6 MB that grows between polls', () => {
  test('is printed once and in order, stored whole in its file, and shortened for the summary', async () => {
    const text = pieces(4, 16_000);
    const run = await deploy({}, text);
    expect([run.exitCode, run.outputs['status']]).toEqual([0, 'finished']);
    const whole = `${text.join('\n')}\n`;
    expect(whole.length).toBeGreaterThan(5.5 * MB);
    const printed = run.log.split('\n').flatMap((line) => (line.startsWith('  | ') ? [line.slice('  | '.length)] : []));
    // Not `toBe(whole)`: the printed difference would be megabytes long.
    expect(`${printed.join('\n')}\n` === whole).toBe(true);
    expect(run.logFile === whole).toBe(true);
    expect(Buffer.byteLength(run.summary)).toBeLessThanOrEqual(900 * 1024);
    for (const page of run.pages.slice(0, -1)) expect(Buffer.byteLength(page)).toBeLessThanOrEqual(64 * 1024);
    const shown = codeBlocks(run.summary)[0]?.value ?? '';
    expect(shown).toMatch(/^\.{3} \d+ earlier lines left out here/);
    expect(shown).toMatch(/\n63999 [compiling ]+$/);
  });
});

test('waits for a slow reader of the step log, so that only a small part of it is buffered', async () => {
  const text = pieces(2, 20_000);
  let unread = 0;
  let mostUnread = 0;
  let reads = 0;
  const run = await deploy({}, text, {
    onWrite: ({ length }) => {
      unread += length;
      mostUnread = Math.max(mostUnread, unread);
    },
    flushed: async () => {
      await clock.sleep(10);
      reads += 1;
      unread = 0;
    },
  });
  expect([run.exitCode, run.logFile === `${text.join('\n')}\n`]).toEqual([0, true]);
  expect(reads).toBeGreaterThan(40);
  expect(mostUnread).toBeLessThan(100 * 1024);
});

describe('memory', () => {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');

  function heapBytes(): number {
    if (typeof collect !== 'function') throw new Error('memory cannot be measured without gc');
    Reflect.apply(collect, undefined, []);
    return process.memoryUsage().heapUsed;
  }

  test('does not grow with the length of a log', () => {
    const recording = recordHost();
    const host = { ...recording.host, write: () => undefined, writeSummary: () => undefined };
    const { emit } = open({ host });
    const [piece = ''] = pieces(1, 10_000);
    const heapAfter = (count: number): number => {
      for (let emitted = 0; emitted < count; emitted += 1) emit(log(`${piece}\n`));
      return heapBytes();
    };
    const afterFew = heapAfter(4);
    const afterMany = heapAfter(28);
    expect(afterMany - afterFew).toBeLessThan(3 * MB);
  });

  test('does not hold the responses of which some lines are kept', () => {
    const { emit } = open();
    const before = heapBytes();
    for (let read = 0; read < 8; read += 1) {
      const line = `Error: number ${read} of a long log\n`;
      const response = line.repeat((4 * MB) / line.length);
      emit(log(response.slice(response.length - 3 * line.length)));
    }
    // V8 keeps the last one that a pattern was applied to.
    expect(heapBytes() - before).toBeLessThan(2 * 4 * MB);
  });
});

describe('a response longer than the size limit', () => {
  test('does not fail the step: the status comes from the list, one note explains it, and the end of the log is shown', async () => {
    const body = { log: `one\n${'x'.repeat(17 * MB)}\nthe last line\n` };
    const fault = { kind: 'status', status: 200, body, on: 'getDeployment', times: 'always' } as const;
    const run = await deploy({ faults: [fault] }, []);
    expect([run.exitCode, run.outputs['status'], run.outputs['error-code']]).toEqual([0, 'finished', '']);
    expect(warningsOf(run)).toEqual([]);
    expect(run.log).toMatch(
      /only the end of the log of deployment dep_\w+ is shown\..*longer than the limit of 16 MiB/,
    );
    expect(emulator?.requests.filter(({ endpoint }) => endpoint === 'getDeployment')).toHaveLength(1);
    expect(run.logFile).toContain('the last line\n');
    expect(run.logFile.length).toBeLessThan(65 * 1024);
  });
});
