// The share of one step: when each kind of request may go, with times and randomness handed in.
import { describe, expect, test } from '@jest/globals';
import { shareOf } from '../../support/pacing.ts';
import { seededRandom } from '../../support/random.ts';

type Share = ReturnType<typeof shareOf>;
const MINUTE_MS = 60_000;
const kinds = ['post', 'poll', 'rest'] as const;

/** Milliseconds from `nowMs` until a request of each kind may go, 0 for at once. */
const waits = (share: Share, nowMs: number) => kinds.map((kind) => Math.max(0, Math.round(share.dueMs(kind) - nowMs)));

/** Plays so many answered polls, evenly over the minute that ends at `untilMs`. */
function pollForAMinute(share: Share, count: number, untilMs: number): void {
  for (let n = 1; n <= count; n += 1) share.answered(untilMs - MINUTE_MS + (n * MINUTE_MS) / count - 1);
}

describe('a key that has refused nothing', () => {
  test('lets the first requests go at once', () => {
    expect(waits(shareOf(), 0)).toEqual([0, 0, 0]);
    expect(waits(shareOf({ jobs: 100 }), 0)).toEqual([0, 0, 0]);
  });

  test('lets ten requests go at once, then one every 600 ms', () => {
    const share = shareOf();
    const sentAtMs: number[] = [];
    for (let nowMs = 0; nowMs < 3_000; nowMs += 1) {
      for (let n = 0; n < 20 && share.dueMs('rest') <= nowMs; n += 1) {
        share.sent(nowMs);
        sentAtMs.push(nowMs);
      }
    }
    expect(sentAtMs.slice(0, 14)).toEqual([...Array.from({ length: 11 }, () => 0), 600, 1200, 1800]);
    expect(waits(share, 3_000)[1]).toBe(waits(share, 3_000)[2]);
  });

  test('never holds a POST back', () => {
    const share = shareOf();
    for (let n = 0; n < 200; n += 1) share.sent(0);
    expect(waits(share, 0)[0]).toBe(0);
  });

  test('is owed no more than 26 s, however many requests were sent', () => {
    const share = shareOf();
    for (let n = 0; n < 500; n += 1) share.sent(0);
    expect(waits(share, 0)).toEqual([0, 20_000, 20_000]);
  });

  test.each([
    [10, 6_000],
    [100, 60_000],
    [256, 153_600],
    [1000, 153_600],
  ])('of %d known jobs spaces polls by %d ms', (jobs, gapMs) => {
    const share = shareOf({ jobs });
    share.sent(1000);
    expect(share.dueMs('poll')).toBe(1000 + gapMs);
  });

  test('counts what known jobs have sent already, up to two and a half gaps', () => {
    const share = shareOf({ jobs: 100 });
    share.sent(0);
    share.sent(0);
    expect(share.dueMs('poll')).toBe(120_000);
    share.sent(0);
    expect(share.dueMs('poll')).toBe(150_000);
    expect(waits(share, 0)).toEqual([0, 150_000, 0]);
  });

  test('lets the polls of known jobs become denser after a minute, down to the gap of one', () => {
    const share = shareOf({ jobs: 10 });
    share.answered(100);
    share.answered(MINUTE_MS);
    share.sent(200_000);
    expect(share.dueMs('poll')).toBe(206_000);
    share.answered(200_001);
    share.sent(300_000);
    expect(share.dueMs('poll')).toBe(304_800);
    share.answered(300_001, { kind: 'rest' });
    share.answered(300_001, { kind: 'post' });
    for (let n = 0; n < 20; n += 1) share.answered(400_000 + n);
    share.sent(600_000);
    share.sent(600_000);
    // Two gaps of 600 ms, and polls may be ten requests ahead again.
    expect(share.dueMs('poll')).toBe(601_200 - 6_000);
  });
});

describe('a refusal', () => {
  test.each([
    ['poll', 6_500],
    ['rest', 6_500],
    ['post', 6_500],
  ] as const)('of a %s is waited out by all, POSTs first', (kind, waitMs) => {
    const share = shareOf();
    share.refused(10_000, { kind });
    expect(waits(share, 10_000)[0]).toBe(waitMs);
    expect(waits(share, 10_000)[2]).toBe(waitMs + 40);
    expect(share.dueMs('poll')).toBeGreaterThanOrEqual(10_000 + waitMs + 20);
  });

  test('is retried within 8 s, spread by up to 15 %', () => {
    const share = shareOf({ random: () => 0.999 });
    pollForAMinute(share, 25, MINUTE_MS);
    share.refused(MINUTE_MS);
    expect(waits(share, MINUTE_MS)[0]).toBeCloseTo(6_500 * 1.15, -1);
    expect(waits(share, MINUTE_MS)[1]).toBeLessThan(8_000);
  });

  test.each([4, 8, 20])('teaches the share: %d of ours in a full window make a gap of 60 s / %d', (count) => {
    const share = shareOf();
    pollForAMinute(share, count, MINUTE_MS);
    share.refused(MINUTE_MS);
    share.sent(200_000);
    expect(share.dueMs('poll')).toBe(200_000 + Math.min(26_000, MINUTE_MS / count));
  });

  test('counts only what was answered in the last minute', () => {
    const share = shareOf();
    pollForAMinute(share, 20, MINUTE_MS);
    pollForAMinute(share, 5, 2 * MINUTE_MS);
    share.refused(2 * MINUTE_MS);
    share.sent(300_000);
    expect(share.dueMs('poll')).toBe(312_000);
  });

  test('of a step without an answer makes no gap longer than 26 s', () => {
    const share = shareOf();
    share.refused(1000);
    share.sent(100_000);
    expect(share.dueMs('poll')).toBe(126_000);
  });

  test('never makes the gap shorter', () => {
    const share = shareOf({ jobs: 100 });
    pollForAMinute(share, 20, MINUTE_MS);
    share.refused(MINUTE_MS);
    share.sent(300_000);
    expect(share.dueMs('poll')).toBe(360_000);
  });

  test('ends the time in which polls may be ahead of the share', () => {
    const share = shareOf();
    pollForAMinute(share, 50, MINUTE_MS);
    share.refused(MINUTE_MS);
    share.sent(200_000);
    expect(share.dueMs('poll')).toBe(201_200);
  });

  test('keeps the gap for a minute, then each answered poll shortens it by a fifth', () => {
    const share = shareOf();
    pollForAMinute(share, 6, MINUTE_MS);
    share.refused(MINUTE_MS);
    share.answered(2 * MINUTE_MS);
    share.sent(200_000);
    expect(share.dueMs('poll')).toBe(210_000);
    share.answered(210_000);
    share.sent(300_000);
    expect(share.dueMs('poll')).toBe(308_000);
  });

  test('again within a minute waits until the oldest own request leaves the window', () => {
    const share = shareOf();
    pollForAMinute(share, 4, MINUTE_MS);
    share.refused(61_000);
    share.refused(70_000);
    // Answered at 15 s less 1 ms: its place is free at 75 s, before the least wait.
    expect(share.dueMs('post')).toBe(76_500);
    share.refused(76_500);
    // The next one was answered at 30 s.
    expect(share.dueMs('post')).toBe(89_999);
  });

  test('again within a minute waits no longer than 26 s, or the gap of known jobs', () => {
    const fresh = shareOf();
    fresh.answered(1_000);
    fresh.refused(2_000);
    fresh.refused(9_000);
    expect(waits(fresh, 9_000)[0]).toBe(26_000);
    const known = shareOf({ jobs: 60 });
    known.answered(1_000);
    known.refused(2_000);
    known.refused(9_000);
    expect(waits(known, 9_000)[0]).toBe(36_000);
  });

  test('after a minute is a first one again', () => {
    const share = shareOf();
    share.refused(1_000);
    pollForAMinute(share, 2, 70_000);
    share.refused(61_000);
    expect(waits(share, 61_000)[0]).toBe(6_500);
  });

  test('of a request that was under way when another was refused says nothing new', () => {
    const share = shareOf();
    share.refused(10_000);
    share.refused(10_050, { sentMs: 9_950, kind: 'rest' });
    share.refused(10_080, { sentMs: 9_999, kind: 'rest' });
    expect(waits(share, 10_000)[0]).toBe(6_500);
    share.refused(17_000, { kind: 'rest' });
    expect(waits(share, 17_000)[0]).toBe(9_750);
  });
});

describe('refusals in a row', () => {
  test.each(['post', 'rest'] as const)('of a %s are waited out half as long again each time, up to 26 s', (kind) => {
    const share = shareOf();
    const waited: number[] = [];
    for (let nowMs = 1000; waited.length < 6; nowMs += waited.at(-1) ?? 0) {
      share.refused(nowMs, { kind });
      waited.push(Math.round(share.dueMs('post') - nowMs));
    }
    // After a minute the key may be locked out, which doubles the time instead.
    expect(waited.slice(0, 4)).toEqual([6_500, 9_750, 14_625, 21_938]);
  });

  test('of known jobs that start together wait until the window has turned', () => {
    for (const [jobs, waitMs] of [
      [10, 6_500],
      [30, 18_000],
      [100, MINUTE_MS],
      [256, MINUTE_MS],
    ] as const) {
      const share = shareOf({ jobs });
      share.refused(1000, { kind: 'rest' });
      expect(waits(share, 1000)[0]).toBe(waitMs);
    }
  });

  test('let one request go first, and the others after its answer', () => {
    const share = shareOf();
    share.refused(10_000);
    share.sent(16_500);
    expect(waits(share, 16_500)[0]).toBe(1_000);
    share.answered(16_600, { sentMs: 16_500, kind: 'post' });
    expect(waits(share, 16_600)[0]).toBe(0);
    share.sent(16_600);
    expect(waits(share, 16_600)[0]).toBe(0);
  });

  test('start again with the shortest wait after an answer', () => {
    const share = shareOf();
    share.refused(10_000, { kind: 'post' });
    share.refused(20_000, { kind: 'post' });
    share.answered(30_000);
    share.refused(100_000, { kind: 'post' });
    expect(waits(share, 100_000)[0]).toBe(6_500);
  });
});

describe('a key that stays shut', () => {
  /** Refused from 0 on, and last at `nowMs`. */
  function shut(nowMs: number, random = () => 0.5): Share {
    const share = shareOf({ random });
    share.refused(0, { sentMs: 0 });
    share.refused(nowMs);
    return share;
  }

  test('is left alone for as long as it has been shut beyond a minute, up to 3.5 minutes', () => {
    const jitter = 1 + 0.15 / 2;
    expect(waits(shut(180_000), 180_000)[0]).toBe(120_000 * jitter);
    expect(waits(shut(240_000), 240_000)[0]).toBe(180_000 * jitter);
    expect(waits(shut(3_600_000), 3_600_000)[0]).toBe(210_000 * jitter);
  });

  test('is asked at times that differ by a quarter between steps', () => {
    expect(
      waits(
        shut(180_000, () => 0),
        180_000,
      )[0],
    ).toBe(90_000);
    expect(
      waits(
        shut(180_000, () => 1),
        180_000,
      )[0],
    ).toBe(150_000 * 1.15);
  });

  test('spaces later polls by up to a minute', () => {
    for (const [atMs, gapMs] of [
      [100_000, 40_000],
      [600_000, MINUTE_MS],
    ] as const) {
      const share = shut(atMs);
      share.answered(atMs + 300_000, { kind: 'post' });
      share.sent(atMs + 500_000);
      expect(share.dueMs('poll')).toBe(atMs + 500_000 + gapMs);
    }
  });

  test('and has opened counts as open: the next refusal is a first one', () => {
    const share = shut(180_000);
    share.answered(320_000, { kind: 'post' });
    share.refused(500_000);
    expect(waits(share, 500_000)[0]).toBeLessThan(8_000);
  });

  test('is left alone however short the Retry-After', () => {
    const share = shareOf();
    share.refused(0, { sentMs: 0 });
    share.refused(180_000, { retryAfterMs: 1000 });
    expect(waits(share, 180_000)[0]).toBe(90_000);
  });
});

describe('Retry-After', () => {
  test.each([1000, 3000, 20_000, 50_000])('of %d ms is obeyed within a second or 20 %%', (retryAfterMs) => {
    for (const random of [() => 0, () => 0.999]) {
      const share = shareOf({ random });
      pollForAMinute(share, 25, MINUTE_MS);
      share.refused(MINUTE_MS, { retryAfterMs });
      for (const waitMs of waits(share, MINUTE_MS)) {
        expect(waitMs).toBeGreaterThanOrEqual(retryAfterMs);
        expect(waitMs).toBeLessThanOrEqual(Math.max(retryAfterMs + 1050, 1.2 * retryAfterMs));
      }
    }
  });

  test('of 0 still means a second', () => {
    const share = shareOf();
    share.refused(1000, { retryAfterMs: 0, kind: 'post' });
    expect(waits(share, 1000)[0]).toBe(1000);
  });

  test('is obeyed twice; then others got the same answer, and the own wait counts too', () => {
    const share = shareOf();
    const waited: number[] = [];
    for (let nowMs = 1000; waited.length < 3; nowMs += waited.at(-1) ?? 0) {
      share.refused(nowMs, { retryAfterMs: 2000, kind: 'post' });
      waited.push(waits(share, nowMs)[0] ?? Number.NaN);
    }
    expect(waited).toEqual([2000, 2000, 14_625]);
    expect(share.askedUntilMs()).toBe(7000);
  });

  test('that is longer than the own wait counts however often it comes', () => {
    const share = shareOf();
    for (const nowMs of [0, 30_000, 60_000]) share.refused(nowMs, { retryAfterMs: 29_000, kind: 'post' });
    expect(waits(share, 60_000)[0]).toBe(29_000);
  });

  test('of an hour holds other requests back for two minutes', () => {
    const share = shareOf();
    share.refused(1000, { kind: 'rest', retryAfterMs: 3_600_000 });
    expect(waits(share, 1000)).toEqual([120_000, 120_020, 120_040]);
  });

  test('that is shorter than one before does not let requests go earlier', () => {
    const share = shareOf();
    expect(share.askedUntilMs()).toBe(-Infinity);
    share.refused(1000, { retryAfterMs: 20_000 });
    share.refused(2000, { retryAfterMs: 5000 });
    share.refused(3000);
    expect(share.askedUntilMs()).toBe(21_000);
    expect(waits(share, 3000)[0]).toBeGreaterThanOrEqual(18_000);
  });
});

test('steps that share a key come to about equal shares', () => {
  const random = seededRandom(9);
  let takenAtMs: number[] = [];
  const steps = Array.from({ length: 4 }, () => ({ share: shareOf({ random }), answers: 0 }));
  for (let nowMs = 0; nowMs < 30 * MINUTE_MS; nowMs += 90) {
    takenAtMs = takenAtMs.filter((atMs) => atMs > nowMs - MINUTE_MS);
    for (const step of steps) {
      if (step.share.dueMs('poll') > nowMs) continue;
      if (takenAtMs.length >= 30) {
        step.share.refused(nowMs, { sentMs: nowMs });
        continue;
      }
      takenAtMs.push(nowMs);
      step.share.answered(nowMs, { sentMs: nowMs });
      if (nowMs > 5 * MINUTE_MS) step.answers += 1;
    }
  }
  const answers = steps.map((step) => step.answers);
  expect(Math.max(...answers) / Math.min(...answers)).toBeLessThan(1.6);
  expect(answers.reduce((sum, count) => sum + count, 0)).toBeGreaterThan(0.7 * 30 * 25);
});
