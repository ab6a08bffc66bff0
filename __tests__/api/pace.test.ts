// The two speeds of a step: gaps between polls, waits after a 429, and the last poll before the
// deadline.
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { createPace } from '../../src/api/pace.ts';
import { VirtualClock } from '../support/virtual-clock.ts';

let clock: VirtualClock;
beforeEach(() => {
  clock = new VirtualClock();
});
afterEach(() => clock.dispose());

const stepSignal = new AbortController().signal;

function paceWith({ jobs = 1, draw = 0.5, deadlineMs = 1e9, signal = stepSignal } = {}) {
  return createPace({
    clock,
    random: () => draw,
    concurrentJobs: jobs,
    signal,
    deadlineMs,
  });
}

/** Milliseconds that a wait takes. */
async function timeOf(wait: Promise<unknown>): Promise<number> {
  const startedMs = clock.now();
  await wait;
  return Math.round(clock.now() - startedMs);
}

describe('the gap between polls', () => {
  test.each([
    [1, 2_400],
    [4, 2_400],
    [5, 3_000],
    [10, 6_000],
  ])('of %d jobs is %d ms', async (jobs, gapMs) => {
    expect(await timeOf(paceWith({ jobs }).pause(0))).toBe(gapMs);
  });

  test.each([
    [0, 1_920],
    [0.25, 2_160],
    [0.999999, 2_880],
  ])('varies by 20 %%: at %d it is %d ms', async (draw, gapMs) => {
    expect(await timeOf(paceWith({ draw }).pause(0))).toBe(gapMs);
  });

  test('does not shorten a longer wait, and does not count for a quick one', async () => {
    const pace = paceWith();
    expect(await timeOf(pace.pause(20_000))).toBe(20_000);
    expect(await timeOf(pace.pause(500, { isQuick: true }))).toBe(500);
  });

  test.each([
    [1_000, 2_400],
    [10_000, 10_000],
    [26_000, 26_000],
    [30_000, 26_000],
  ])('after a reply that took %d ms is %d ms', async (tookMs, gapMs) => {
    const pace = paceWith();
    pace.recordAnswer(clock.now() - tookMs, 'GET');
    expect(await timeOf(pace.pause(0))).toBe(gapMs);
    expect(await timeOf(pace.pause(0, { isQuick: true }))).toBe(gapMs === 2_400 ? 1_000 : gapMs);
  });
});

describe('the last poll', () => {
  test('comes a second before the deadline; then nothing until the end of the step', async () => {
    const stop = new AbortController();
    const pace = paceWith({ deadlineMs: 10_000, signal: stop.signal });
    await pace.pause(8_000);
    expect(await timeOf(pace.pause(20_000))).toBe(1_000);
    const waiting = pace.pause(0).catch((error: unknown) => error);
    await clock.sleep(1_000);
    stop.abort(new Error('the deadline'));
    expect(await waiting).toMatchObject({ message: 'the deadline' });
  });

  test('is not cut short when it is scheduled just then', async () => {
    expect(await timeOf(paceWith({ deadlineMs: 10_000 }).pause(9_000))).toBe(9_000);
    expect(paceWith({ deadlineMs: 19_000 }).untilLastPoll(9_001)).toBe(9_000);
  });
});

describe('after a 429', () => {
  /** Refuses now, and returns the wait until another read may be sent. */
  const refuse = async (
    pace: ReturnType<typeof paceWith>,
    retryAfterMs?: number,
  ): Promise<number> => {
    pace.recordRateLimit(clock.now(), { method: 'GET', retryAfterMs: retryAfterMs });
    expect(pace.blockedMs()).toBeGreaterThan(0);
    return await timeOf(pace.ready());
  };

  test.each([
    [0, 5_500],
    [0.5, 5_750],
    [0.999999, 6_000],
  ])('the wait is Retry-After and at most a second: at %d it is %d ms', async (draw, waitMs) => {
    expect(await refuse(paceWith({ draw }), 5_000)).toBe(waitMs);
  });

  test.each([
    [1, 2_400],
    [10, 6_000],
  ])('the wait is at least the usual gap: of %d jobs it is %d ms', async (jobs, waitMs) => {
    expect(await refuse(paceWith({ jobs }), 0)).toBe(waitMs);
  });

  test('without Retry-After the wait grows by half each time, up to four minutes', async () => {
    const pace = paceWith();
    const waits: number[] = [];
    for (let count = 0; count < 14; count += 1) waits.push(await refuse(pace));
    expect(waits.slice(0, 4)).toEqual([3_000, 4_500, 6_750, 10_125]);
    expect(waits.slice(-2)).toEqual([240_000, 240_000]);
    pace.recordAnswer(clock.now(), 'GET');
    expect(await refuse(pace)).toBe(3_000);
  });

  test.each([
    [0, 2_400],
    [0.999999, 3_600],
  ])('the wait varies by 20 %%: at %d it is %d ms', async (draw, waitMs) => {
    expect(await refuse(paceWith({ draw }))).toBe(waitMs);
  });

  test('a longer Retry-After that came meanwhile counts', async () => {
    const pace = paceWith();
    pace.recordRateLimit(clock.now(), { method: 'GET', retryAfterMs: 1_000 });
    const waiting = timeOf(pace.ready());
    await clock.sleep(500);
    pace.recordRateLimit(0, { method: 'GET', retryAfterMs: 5_000 });
    expect(await waiting).toBe(500 + 5_750);
  });

  test('others that were sent before it tell nothing new', async () => {
    const pace = paceWith();
    await clock.sleep(1_000);
    pace.recordRateLimit(1_000, { method: 'GET', retryAfterMs: undefined });
    await clock.sleep(100);
    for (const sentMs of [900, 999, 0])
      pace.recordRateLimit(sentMs, { method: 'GET', retryAfterMs: undefined });
    expect(pace.blockedMs()).toBe(2_900);
    await pace.ready();
    pace.recordAnswer(clock.now(), 'GET');
    expect(await timeOf(pace.pause(0))).toBe(2_400);
  });

  test('the wait ends with the signal', async () => {
    const pace = paceWith({ signal: AbortSignal.abort(new Error('enough')) });
    pace.recordRateLimit(clock.now(), { method: 'GET', retryAfterMs: 60_000 });
    await expect(pace.ready()).rejects.toThrow('enough');
  });

  test('the pace stays quick after one, and is slow for a minute after a second within a minute', async () => {
    const pace = paceWith();
    await refuse(pace);
    pace.recordAnswer(clock.now(), 'GET');
    expect(await timeOf(pace.pause(0))).toBe(2_400);
    await clock.sleep(50_000);
    await refuse(pace);
    const rateLimitedMs = clock.now() - 3_000;
    pace.recordAnswer(clock.now(), 'GET');
    expect(await timeOf(pace.pause(0))).toBe(10_000);
    await clock.sleep(rateLimitedMs + 59_999 - clock.now());
    expect(await timeOf(pace.pause(0))).toBe(10_000);
    expect(await timeOf(pace.pause(0))).toBe(2_400);
    await refuse(pace);
    pace.recordAnswer(clock.now(), 'GET');
    expect(await timeOf(pace.pause(0))).toBe(2_400);
  });
});

test.each([
  [1, 1_100],
  [4, 1_100],
  [5, 9_000],
  [10, 18_000],
  [30, 54_000],
  [100, 60_000],
])(
  'the first poll after an acceptance where %d jobs use the key comes after %d ms',
  (jobs, waitMs) => expect(paceWith({ jobs }).firstPollMs()).toBe(waitMs),
);
