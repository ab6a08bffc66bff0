// The system clock, the deadline of a step and the reason of a stop.
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { withStopCause, type Clock, Deadline, Stop, systemClock, unlessAborted, withDeadline } from '../src/clock.ts';

describe('the system clock', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  test('advances its time and the wall time together', () => {
    const [now, wallTime] = [systemClock.now(), systemClock.wallTime()];
    jest.advanceTimersByTime(1_500);
    expect(systemClock.now() - now).toBeCloseTo(1_500, 0);
    expect(systemClock.wallTime() - wallTime).toBe(1_500);
  });

  test('ends a sleep after its time, not before, and leaves no listener behind', async () => {
    const controller = new AbortController();
    const removed = jest.spyOn(controller.signal, 'removeEventListener');
    let awake = false;
    const slept = systemClock.sleep(1_000, controller.signal).then(() => (awake = true));
    await jest.advanceTimersByTimeAsync(999);
    expect(awake).toBe(false);
    await jest.advanceTimersByTimeAsync(1);
    await slept;
    expect(removed).toHaveBeenCalledTimes(1);
  });

  test('treats a negative sleep as none', async () => {
    const slept = systemClock.sleep(-5);
    await jest.advanceTimersByTimeAsync(0);
    await expect(slept).resolves.toBeUndefined();
  });

  test('ends a sleep with the reason of an abort, and removes the timer', async () => {
    const controller = new AbortController();
    const slept = systemClock.sleep(1_000, controller.signal);
    const stop = new Stop('interrupted');
    controller.abort(stop);
    await expect(slept).rejects.toBe(stop);
    expect(jest.getTimerCount()).toBe(0);
  });

  test('does not begin a sleep when the signal is already aborted', async () => {
    await expect(systemClock.sleep(1_000, AbortSignal.abort(new Stop('timeout')))).rejects.toThrow('timeout');
    expect(jest.getTimerCount()).toBe(0);
  });

  test('wraps a reason that is not an Error', async () => {
    await expect(systemClock.sleep(1_000, AbortSignal.abort('just so'))).rejects.toMatchObject({ cause: 'just so' });
  });

  test('does not end a sleep at once that is too long for a Node timer', async () => {
    let awake = false;
    void systemClock.sleep(2 ** 40).then(() => (awake = true));
    await jest.advanceTimersByTimeAsync(24 * 3_600_000);
    expect(awake).toBe(false);
  });
});

describe('a deadline', () => {
  test('counts from its creation, and never has less than nothing left', () => {
    let nowMs = 5_000;
    const clock: Clock = { now: () => nowMs, wallTime: () => 0, sleep: () => Promise.resolve() };
    const deadline = new Deadline(clock, 60_000);
    expect([deadline.endMs, deadline.remainingMs()]).toEqual([65_000, 60_000]);
    nowMs += 45_000;
    expect([deadline.endMs, deadline.remainingMs()]).toEqual([65_000, 15_000]);
    nowMs += 45_000;
    expect([deadline.endMs, deadline.remainingMs()]).toEqual([65_000, 0]);
  });
});

describe('a wait that a stop ends', () => {
  const cause = new Error('what was being waited out');

  test('rejects with the stop, with what it waited for as the cause', async () => {
    const stopped = withStopCause(cause, () => Promise.reject(new Stop('timeout')));
    await expect(stopped).rejects.toMatchObject({ name: 'Stop', reason: 'timeout', cause });
  });

  test('passes other errors and results on unchanged', async () => {
    const other = new Error('another');
    await expect(withStopCause(cause, () => Promise.reject(other))).rejects.toBe(other);
    await expect(withStopCause(cause, () => Promise.resolve(7))).resolves.toBe(7);
  });
});

describe('work that a signal can interrupt', () => {
  const endless = new Promise<never>(() => undefined);

  test('ends with its own result, and leaves no listener behind', async () => {
    const { signal } = new AbortController();
    const removed = jest.spyOn(signal, 'removeEventListener');
    await expect(unlessAborted(Promise.resolve('done'), signal)).resolves.toBe('done');
    await expect(unlessAborted(Promise.reject(new Error('failed')), signal)).rejects.toThrow('failed');
    expect(removed).toHaveBeenCalledTimes(2);
  });

  test('ends with the reason of the signal, whether it comes later or was there before', async () => {
    const controller = new AbortController();
    const reason = new Stop('interrupted');
    const cut = unlessAborted(endless, controller.signal);
    controller.abort(reason);
    await expect(cut).rejects.toBe(reason);
    await expect(unlessAborted(endless, controller.signal)).rejects.toBe(reason);
  });
});

describe('a time limit', () => {
  const never = new AbortController().signal;

  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  test('aborts its signal at its end, with the reason given', async () => {
    const reason = new Stop('timeout');
    const limit = withDeadline(systemClock, 1_000, { signal: never, reason });
    await jest.advanceTimersByTimeAsync(999);
    expect([limit.signal.aborted, limit.isExpired()]).toEqual([false, false]);
    await jest.advanceTimersByTimeAsync(1);
    expect([limit.signal.reason, limit.isExpired()]).toEqual([reason, true]);
  });

  test('names the time where no reason is given', async () => {
    const limit = withDeadline(systemClock, 1_000, { signal: never });
    await jest.advanceTimersByTimeAsync(1_000);
    expect(String(limit.signal.reason)).toContain('1000 ms');
  });

  test.each(['before it', 'already'])('passes on the abort of another signal %s, and is not expired then', (when) => {
    const stop = new AbortController();
    if (when === 'already') stop.abort(new Stop('interrupted'));
    const limit = withDeadline(systemClock, 1_000, { signal: stop.signal });
    stop.abort(new Stop('interrupted'));
    expect(limit.signal.reason).toMatchObject({ reason: 'interrupted' });
    expect([limit.isExpired(), jest.getTimerCount()]).toEqual([false, 0]);
  });

  test('that is cleared keeps no timer, and never ends by itself', async () => {
    const limit = withDeadline(systemClock, 1_000, { signal: never });
    limit.clear();
    await jest.advanceTimersByTimeAsync(2_000);
    expect([limit.signal.aborted, limit.isExpired(), jest.getTimerCount()]).toEqual([false, false, 0]);
  });
});
