// The pace of a step: gaps between polls, waits after a 429 and after failures, and the last poll
// before the deadline.
import { describe, expect, test } from '@jest/globals';
import { createPace } from '../../src/service/pace.ts';

/** A pace on a clock that `pass` moves. */
function paceWith({ jobs = 1, draw = 0.5, deadlineMs = 1e9 } = {}) {
  let nowMs = 0;
  const clock = { now: () => nowMs, sleep: () => Promise.reject(new Error('nobody sleeps here')) };
  const pace = createPace({ clock, random: () => draw, concurrentJobs: jobs, deadlineMs });
  const pass = (ms: number): void => void (nowMs += ms);
  return {
    ...pace,
    pass,
    /** An answer to a read that took so long. */
    answer(tookMs = 0): void {
      pass(tookMs);
      pace.recordAnswer(nowMs - tookMs, 'GET');
    },
    fail(count: number): void {
      for (let failed = 0; failed < count; failed += 1) pace.recordFailure();
    },
    /** A 429 to a request that was sent just now. Returns the wait until the next one. */
    limit(retryAfterMs?: number, method: 'GET' | 'POST' = 'GET'): number {
      pace.recordLimit(nowMs, { method, retryAfterMs });
      return Math.round(pace.blockedMs());
    },
  };
}

describe('the gap between polls', () => {
  test.each([
    [{ jobs: 1 }, 2_400],
    [{ jobs: 4 }, 2_400],
    [{ jobs: 5 }, 3_000],
    [{ jobs: 10 }, 6_000],
    [{ draw: 0 }, 1_920],
    [{ draw: 0.25 }, 2_160],
    [{ draw: 0.999999 }, 2_880],
  ])('of %j is %d ms (requests/shared-pace)', (options, gapMs) => {
    expect(Math.round(paceWith(options).pauseMs(0))).toBe(gapMs);
  });

  test.each([
    [0, 2_400],
    [2_400, 2_400],
    [10_000, 10_000],
    [26_000, 26_000],
    [30_000, 26_000],
  ])('after a reply that took %d ms is %d ms (requests/timeout)', (tookMs, gapMs) => {
    const pace = paceWith();
    pace.answer(tookMs);
    expect(pace.pauseMs(0)).toBe(gapMs);
    expect(pace.pauseMs(20_000)).toBe(Math.max(gapMs, 20_000));
  });
});

describe('the last poll (requests/last-poll)', () => {
  test('comes a second before the deadline, then nothing until the end of the step', () => {
    const pace = paceWith({ deadlineMs: 10_000 });
    expect([9_000, 9_001, 20_000].map((ms) => pace.untilLastPoll(ms))).toEqual(
      Array(3).fill(9_000),
    );
    pace.pass(8_000);
    expect(pace.pauseMs(0)).toBe(1_000);
    pace.pass(1_000);
    expect(pace.pauseMs(0)).toBe(Infinity);
  });
});

describe('after a 429', () => {
  test.each([
    [{ draw: 0 }, 5_000, 5_500],
    [{ draw: 0.999999 }, 5_000, 6_000],
    // At least the usual gap (limit/retry-after-past).
    [{}, 0, 2_400],
    [{ jobs: 10 }, 0, 6_000],
  ])('of %j with Retry-After of %d ms the wait is %d ms', (options, retryAfterMs, waitMs) => {
    expect(paceWith(options).limit(retryAfterMs)).toBe(waitMs);
  });

  test('without Retry-After the wait grows by half each time, up to four minutes', () => {
    const pace = paceWith();
    const waits = Array.from({ length: 14 }, () => {
      const waitMs = pace.limit();
      pace.pass(waitMs);
      return waitMs;
    });
    expect(waits.slice(0, 4)).toEqual([3_000, 4_500, 6_750, 10_125]);
    expect(waits.slice(-2)).toEqual([240_000, 240_000]);
    pace.answer();
    expect(pace.limit()).toBe(3_000);
  });

  test('the answer to a read does not show that POSTs are allowed again', () => {
    const pace = paceWith();
    pace.pass(pace.limit(undefined, 'POST'));
    pace.answer();
    expect(pace.limit(undefined, 'POST')).toBe(4_500);
  });

  test.each([
    [0, 2_400],
    [0.999999, 3_600],
  ])('the wait varies by 20 %%: at %d it is %d ms', (draw, waitMs) => {
    expect(paceWith({ draw }).limit()).toBe(waitMs);
  });

  test('requests that were sent before it tell nothing new, except a longer Retry-After', () => {
    const pace = paceWith();
    pace.pass(1_000);
    pace.limit();
    pace.pass(100);
    for (const sentMs of [0, 900, 999]) pace.recordLimit(sentMs, { method: 'GET' });
    expect(pace.blockedMs()).toBe(2_900);
    pace.recordLimit(0, { method: 'GET', retryAfterMs: 5_000 });
    expect(pace.blockedMs()).toBe(5_750);
    pace.pass(5_750);
    pace.answer();
    expect(pace.pauseMs(0)).toBe(2_400);
  });

  test.each([
    [59_999, 10_000, 'quick after one, slow for a minute after a second'],
    [60_000, 2_400, 'quick after a second one that came later'],
  ])('within %d ms the gap is %d ms: %s (limit/slow)', (laterMs, gapMs) => {
    const pace = paceWith();
    pace.limit(0);
    pace.answer();
    expect(pace.pauseMs(0)).toBe(2_400);
    pace.pass(laterMs);
    pace.limit(0);
    pace.answer();
    expect(pace.pauseMs(0)).toBe(gapMs);
    pace.pass(59_999);
    expect(pace.pauseMs(0)).toBe(gapMs);
    pace.pass(1);
    expect(pace.pauseMs(0)).toBe(2_400);
  });
});

describe('after failures (requests/backoff)', () => {
  test.each([
    [{}, [0, 1_000, 2_000, 4_000, 4_000, 4_000]],
    [{ draw: 0 }, [0, 750, 1_500, 3_000, 3_000, 3_000]],
    [{ draw: 1 }, [0, 1_250, 2_500, 5_000, 5_000, 5_000]],
  ])('of %j the waits before the first answer are %j', (options, waits) => {
    const pace = paceWith(options);
    const seen = waits.map(() => {
      const waitMs = pace.failureWaitMs();
      pace.fail(1);
      return waitMs;
    });
    expect(seen).toEqual(waits);
  });

  test('the waits are longer once the service has answered, and end with an answer', () => {
    const pace = paceWith();
    pace.answer();
    pace.fail(4);
    expect([pace.failureWaitMs(), pace.pauseMs(0)]).toEqual([8_000, 8_000]);
    pace.fail(2_000);
    expect(pace.failureWaitMs()).toBe(15_000);
    pace.limit(0);
    expect(pace.failureWaitMs()).toBe(0);
    pace.fail(1);
    pace.answer();
    expect(pace.failureWaitMs()).toBe(0);
  });
});
