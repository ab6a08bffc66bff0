// How long closing a record may take, in each situation.
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { VirtualClock } from '../../../emulator/index.ts';
import { type ClosingTime, startClosing } from '../../../src/runner/github/closing-time.ts';
import { GithubError } from '../../../src/runner/github/github-error.ts';

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
  const [openingMs, closingMs] = await Promise.all([abortedAt(time.openingSignal), abortedAt(time.closingSignal)]);
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
    await time.send(() => Promise.resolve());
    time.end();
    stop.abort();
    await Promise.resolve();
    expect(clock.sleeping).toBe(0);
  });
});

describe('a request to close a record', () => {
  const unanswered = async (signal: AbortSignal): Promise<void> => await clock.sleep(Infinity, signal);

  test('may take half of the remaining time', async () => {
    const error: unknown = await start()
      .send(unanswered)
      .catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(GithubError);
    expect(error).toMatchObject({ isTransient: true, mayHaveApplied: true });
    expect(clock.now()).toBe(12_500);
  });

  test('ends at once when the run is cancelled, so that it can be sent again', async () => {
    const time = start();
    void clock.sleep(1_000).then(() => stop.abort());
    await expect(time.send(unanswered)).rejects.toBeInstanceOf(GithubError);
    expect(clock.now()).toBe(1_000);
    expect(await time.send(() => Promise.resolve('sent again'))).toBe('sent again');
  });

  test('rejects with its own error, and is not sent after the end', async () => {
    const time = start({ stoppedAtMs: 0 });
    await expect(time.send(() => Promise.reject(new GithubError('403')))).rejects.toThrow('403');
    await limitsOf(time);
    let isSent = false;
    const late = time.send(() => {
      isSent = true;
      return Promise.resolve();
    });
    await expect(late).rejects.toThrow('aborted');
    expect(isSent).toBe(false);
  });
});
