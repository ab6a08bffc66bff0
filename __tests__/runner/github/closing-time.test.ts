// How long closing a record may take, in each situation.
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { VirtualClock } from '../../../emulator/index.ts';
import { type ClosingTime, startClosing } from '../../../src/runner/github/closing-time.ts';

let clock: VirtualClock;
let stop: AbortController;

beforeEach(() => {
  clock = new VirtualClock();
  stop = new AbortController();
});
afterEach(() => clock.dispose());

function start(options: { remainingMs?: number; stoppedAtMs?: number } = {}): ClosingTime {
  const { remainingMs = 600_000, stoppedAtMs } = options;
  return startClosing({ clock, deadline: { remainingMs: () => remainingMs }, signal: stop.signal, stoppedAtMs });
}

/** When the two signals are aborted. */
async function limitsOf(time: ClosingTime): Promise<{ openingMs: number; closingMs: number }> {
  const abortedAt = async (signal: AbortSignal): Promise<number> => {
    await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
    return clock.now();
  };
  const [openingMs, closingMs] = await Promise.all([abortedAt(time.openingSignal), abortedAt(time.limit.signal)]);
  return { openingMs, closingMs };
}

describe('closing a record', () => {
  test('may take 25 s after a step that ended in time', async () => {
    expect(await limitsOf(start())).toEqual({ openingMs: 17_000, closingMs: 25_000 });
  });

  test('ends less than five seconds after the deadline of the step', async () => {
    expect(await limitsOf(start({ remainingMs: 0 }))).toEqual({ openingMs: 1_800, closingMs: 4_500 });
    expect((await limitsOf(start({ remainingMs: 2_000 }))).closingMs - clock.now()).toBeLessThanOrEqual(0);
  });

  test('ends less than five seconds after the signal, however much time has passed', async () => {
    await clock.sleep(1_000);
    expect((await limitsOf(start({ stoppedAtMs: 0 }))).closingMs).toBe(4_500);
  });

  test('becomes shorter when the run is cancelled meanwhile', async () => {
    void clock.sleep(3_000).then(() => stop.abort());
    expect((await limitsOf(start())).closingMs).toBe(7_500);
  });

  test('leaves no timer behind', async () => {
    const time = start();
    time.end();
    stop.abort();
    await Promise.resolve();
    expect(clock.sleeping).toBe(0);
  });
});

describe('a request to close a record', () => {
  const withinMs = (time: ClosingTime): number | undefined => time.limit.withinMs?.();

  test('may take three seconds, so that another one fits if the run is cancelled meanwhile', () => {
    expect(withinMs(start())).toBe(3_000);
  });

  test('may take half of the remaining time', async () => {
    const time = start({ stoppedAtMs: 0 });
    expect(withinMs(time)).toBe(2_250);
    await clock.sleep(2_500);
    expect(withinMs(time)).toBe(1_000);
  });

  test('may take half of the time that a cancelled run has left', async () => {
    const time = start();
    await clock.sleep(1_000);
    stop.abort();
    expect(withinMs(time)).toBe(2_250);
  });
});
