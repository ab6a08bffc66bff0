// One step from inputs to exit code, with operations made for the test: what main ensures whatever an operation does.
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { VirtualClock } from '../../emulator/index.ts';
import { Stop } from '../../src/clock.ts';
import { operations } from '../../src/operations/index.ts';
import type { Args, Context, Operation, Report } from '../../src/operations/operation.ts';
import type { CancelSignal } from '../../src/runner/host.ts';
import { outputNames } from '../../src/runner/outputs/outputs.ts';
import { runStep, type StepOptions, type StepRun } from '../support/runner/step.ts';

const GOOD = { 'base-url': 'http://127.0.0.1:1/api/v1', 'api-key': 'good-key-1' };
const passed: Report = { headline: 'all went well', outcomes: [] };

let clock: VirtualClock;

beforeEach(() => {
  clock = new VirtualClock();
});

afterEach(() => {
  clock.dispose();
});

function operation(run: (context: Context) => Promise<Report>, effect: Operation['effect'] = 'waits'): Operation {
  return { effect, read: (): Args => ({ resourceIds: ['app_web'] }), run: async (_, context) => await run(context) };
}

async function step(run: Operation, more: Partial<StepOptions> = {}): Promise<StepRun> {
  return await runStep({ clock, inputs: GOOD, table: { deploy: run }, ...more });
}

/** Runs until the step is stopped. */
const endless = operation(async ({ clock: time, signal }) => {
  await time.sleep(Infinity, signal);
  return passed;
});

describe('the exit code', () => {
  test('is 0 after a report without a failure', async () => {
    const run = await step(operation(() => Promise.resolve(passed)));
    expect([run.exitCode, run.log]).toEqual([0, 'all went well\n']);
  });

  test('is 1 after a report of a failure', async () => {
    const run = await step(operation(() => Promise.resolve({ ...passed, errorCode: 'busy' })));
    expect([run.exitCode, run.annotations.length]).toEqual([1, 1]);
  });

  test('is 1 from the beginning, so that a process which ends early is no success', async () => {
    let ours: StepRun | undefined;
    let meanwhile: number | undefined;
    const run = await step(
      operation(() => {
        meanwhile = ours?.exitCode;
        return Promise.resolve(passed);
      }),
      { onStart: (_, live) => void (ours = live) },
    );
    expect([meanwhile, run.exitCode]).toEqual([1, 0]);
  });
});

describe('an error thrown by an operation', () => {
  test('aborts what is still running for other resources', async () => {
    let other: Promise<unknown> = Promise.resolve();
    await step(
      operation(({ clock: time, signal }) => {
        other = time.sleep(3_600_000, signal).catch((reason: unknown) => reason);
        return Promise.reject(new TypeError('an unexpected error'));
      }),
    );
    expect(await other).toBeInstanceOf(Stop);
  });

  test.each<[string, () => unknown, string]>([
    ['a bug', () => new TypeError('x is not a function'), 'internal'],
    ['a string', () => 'a string', 'internal'],
    ['a stop', () => new Stop('timeout'), 'timeout'],
  ])('(%s) fails the step with one error and all outputs', async (_, thrown, errorCode) => {
    const run = await step(operation(() => Promise.reject(thrown())));
    expect(run).toMatchObject({ exitCode: 1, outputs: { 'error-code': errorCode, status: '' } });
    expect(Object.keys(run.outputs).toSorted()).toEqual([...outputNames].toSorted());
    expect(run.annotations.map(({ kind }) => kind)).toEqual(['error']);
    expect(run.log).not.toMatch(/^\s+at /m);
    expect(run.summary).toContain('## ❌');
  });

  test('keeps the outputs that were known before', async () => {
    const run = await step(
      operation(({ emit }) => {
        emit({ kind: 'accepted', resourceId: 'app_web', deploymentId: 'dep_7', ownership: 'response' });
        throw new RangeError('a bug');
      }),
    );
    expect(run.outputs).toMatchObject({ 'deployment-id': 'dep_7', 'error-code': 'internal' });
    expect(run.annotations[0]?.message).toMatch(/\nDeployment dep_7 continues .*deployment-id: dep_7/);
  });
});

describe('the deadline', () => {
  test.each([
    ['of an operation that changes something', {}, 'changes', 30 * 60_000],
    ['of an operation that waits', {}, 'waits', 30 * 60_000],
    ['of an operation that only reads', {}, 'reads', 2 * 60_000],
    ['given as an input', { timeout: '1h30m' }, 'reads', 90 * 60_000],
  ] as const)('%s stops the step', async (_, inputs, effect, tookMs) => {
    const run = await step({ ...endless, effect }, { inputs: { ...GOOD, ...inputs } });
    expect(run).toMatchObject({ tookMs, exitCode: 1, outputs: { 'error-code': 'timeout' } });
  });

  test('leaves no timer after the step', async () => {
    await step(operation(() => Promise.resolve(passed)));
    expect(clock.sleeping).toBe(0);
  });
});

describe('a cancelled run', () => {
  test.each<CancelSignal>(['SIGINT', 'SIGTERM', 'SIGBREAK'])('%s ends the step as interrupted', async (signal) => {
    const run = await step(endless, { onStart: (cancel) => void clock.sleep(5_000).then(() => cancel(signal)) });
    expect(run).toMatchObject({
      tookMs: 5_000,
      exitCode: 1,
      forcedExit: false,
      outputs: { 'error-code': 'interrupted' },
    });
    expect(run.summary).toContain('## ⚠️');
  });
});

describe('bad inputs', () => {
  test('prevent every request and run nothing', async () => {
    let ran = false;
    const run = await step(
      operation(() => {
        ran = true;
        return Promise.resolve(passed);
      }),
      { inputs: { ...GOOD, timeout: 'soon' } },
    );
    expect([ran, run.exitCode, run.outputs['error-code']]).toEqual([false, 1, 'invalid_input']);
  });

  test('are refused by each operation before its first request', async () => {
    for (const name of Object.keys(operations)) {
      const inputs = { ...GOOD, operation: name, 'resource-id': '..', filter: 'size=big' };
      const run = await runStep({ clock, inputs });
      expect({ name, ...run }).toMatchObject({
        name,
        exitCode: 1,
        tookMs: 0,
        outputs: { 'error-code': 'invalid_input' },
      });
    }
  });
});

describe('waiting for the reader of the step log', () => {
  const waiting = operation(async ({ flushed }) => {
    await flushed();
    return passed;
  });

  test('continues until everything is read', async () => {
    const run = await step(waiting, { flushed: () => clock.sleep(60_000) });
    expect([run.exitCode, run.tookMs]).toEqual([0, 60_000]);
  });

  test.each([
    ['at the deadline', {}, 1_800_000],
    ['when the run is cancelled', { cancelAfterMs: 5_000 }, 5_000],
  ])('ends %s, without an error of its own', async (_, { cancelAfterMs }: { cancelAfterMs?: number }, tookMs) => {
    const run = await step(waiting, {
      flushed: () => new Promise(() => undefined),
      onStart: (cancel) => {
        if (cancelAfterMs !== undefined) void clock.sleep(cancelAfterMs).then(() => cancel('SIGINT'));
      },
    });
    expect([run.exitCode, run.tookMs]).toEqual([0, tookMs]);
  });
});

test('gives the operation the clock, random source, deadline and signal of the step', async () => {
  const run = await step(
    operation(async ({ clock: time, deadline, signal, random, beforePost }) => {
      expect([time, deadline.timeoutMs, signal.aborted]).toEqual([clock, 1_800_000, false]);
      expect(random()).toBeGreaterThanOrEqual(0);
      expect(await beforePost()).toEqual({ go: true });
      return passed;
    }),
  );
  expect(run.exitCode).toBe(0);
});
