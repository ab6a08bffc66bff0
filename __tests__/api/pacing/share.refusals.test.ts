// The share of one step after several refusals, and with Retry-After. Times and randomness are parameters.
import { describe, expect, test } from '@jest/globals';
import type { RequestKind } from '../../../src/api/pacing/index.ts';
import { pollForAMinute, type Share, shareOf, waits } from '../../support/service/pacing.ts';

const MINUTE_MS = 60_000;

describe('consecutive refusals', () => {
  test.each(['post', 'poll', 'read'] as const)('of a %s increase the wait by a fifth each time', (kind) => {
    const share = shareOf();
    const waited: number[] = [];
    for (let nowMs = 1000; waited.length < 6; nowMs += waited.at(-1) ?? 0) {
      share.refused(nowMs, { kind });
      waited.push(Math.round(share.earliestMs('post') - nowMs));
    }
    expect(waited.slice(0, 5)).toEqual([6_500, 7_800, 9_360, 11_232, 13_478]);
  });

  test('of a known number of jobs that start together wait for their gap, up to a minute', () => {
    for (const [jobs, waitMs] of [
      [10, 6_500],
      [43, 6_500],
      [44, 26_400],
      [100, MINUTE_MS],
      [256, MINUTE_MS],
    ] as const) {
      const share = shareOf({ jobs });
      share.refused(1000, { kind: 'read' });
      expect(waits(share, 1000)[0]).toBe(waitMs);
    }
  });

  test('begin again with the shortest wait after a response', () => {
    const share = shareOf();
    share.refused(10_000, { kind: 'post' });
    share.refused(20_000, { kind: 'post' });
    share.answered(30_000);
    share.refused(100_000, { kind: 'post' });
    expect(waits(share, 100_000)[0]).toBe(6_500);
  });
});

describe('a key that is refused for long', () => {
  /** Refused from 0 on, and last at `nowMs`. */
  function shut(
    nowMs: number,
    { random = () => 0.5, kind = 'post', jobs = 1 }: { random?: () => number; kind?: RequestKind; jobs?: number } = {},
  ): Share {
    const share = shareOf({ random, jobs });
    share.refused(0, { sentMs: 0 });
    share.refused(nowMs, { kind });
    return share;
  }

  test('waits for as long as it has been refused beyond a minute, up to 3.5 minutes', () => {
    const jitter = 1 + 0.15 / 2;
    expect(waits(shut(180_000), 180_000)[0]).toBe(120_000 * jitter);
    expect(waits(shut(240_000), 240_000)[0]).toBe(180_000 * jitter);
    expect(waits(shut(3_600_000), 3_600_000)[0]).toBe(210_000 * jitter);
  });

  test.each([
    [1, MINUTE_MS],
    [100, 120_000],
    [256, 210_000],
  ])('is polled again sooner, so that newcomers do not take the place: %d jobs, %d ms', (jobs, waitMs) => {
    expect(waits(shut(3_600_000, { kind: 'poll', jobs }), 3_600_000)[0]).toBeCloseTo(waitMs * (1 + 0.15 / 2), 3);
  });

  test('is retried at times that differ by a quarter between steps', () => {
    expect(waits(shut(180_000, { random: () => 0 }), 180_000)[0]).toBe(90_000);
    expect(waits(shut(180_000, { random: () => 1 }), 180_000)[0]).toBe(150_000 * 1.15);
  });

  test('increases the gap of later polls to at most a minute', () => {
    for (const [atMs, gapMs] of [
      [100_000, 40_000],
      [600_000, MINUTE_MS],
    ] as const) {
      const share = shut(atMs);
      share.answered(atMs + 300_000, { kind: 'post' });
      share.sent(atMs + 500_000);
      expect(share.earliestMs('poll')).toBe(atMs + 500_000 + gapMs);
    }
  });

  test('waits for its gap after the next refusal, once it has been answered', () => {
    for (const [shutMs, waitMs] of [
      [70_000, 6_500],
      [90_000, 30_000],
      [180_000, MINUTE_MS],
    ] as const) {
      const share = shut(shutMs, { random: () => 0 });
      share.answered(400_000, { kind: 'post' });
      share.refused(500_000);
      expect(waits(share, 500_000)[0]).toBe(waitMs);
    }
  });

  test('waits at least that long, however short the Retry-After', () => {
    const share = shareOf();
    share.refused(0, { sentMs: 0 });
    share.refused(180_000, { retryAfterMs: 1000, kind: 'read' });
    expect(waits(share, 180_000)[0]).toBe(90_000);
  });
});

describe('Retry-After', () => {
  test.each([1000, 3000, 20_000, 50_000])('of %d ms is kept to within a second or 20 %%', (retryAfterMs) => {
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

  test('of 0 still means a wait of one second', () => {
    const share = shareOf();
    share.refused(1000, { retryAfterMs: 0, kind: 'post' });
    expect(waits(share, 1000)[0]).toBe(1000);
  });

  test('is kept unchanged for a minute; then the computed wait counts too', () => {
    const share = shareOf();
    const waited: number[] = [];
    for (let nowMs = 1000; nowMs < 70_000; nowMs += 20_000) {
      share.refused(nowMs, { retryAfterMs: 2000, kind: 'post' });
      waited.push(waits(share, nowMs)[0] ?? Number.NaN);
    }
    expect(waited).toEqual([2000, 2000, 2000, 18_500]);
    expect(share.retryAfterUntilMs()).toBe(63_000);
  });

  test('that is longer than the computed wait counts each time', () => {
    const share = shareOf();
    for (const nowMs of [0, 30_000, 60_000]) share.refused(nowMs, { retryAfterMs: 29_000, kind: 'post' });
    expect(waits(share, 60_000)[0]).toBe(29_000);
  });

  test('of an hour delays other requests by two minutes', () => {
    const share = shareOf();
    share.refused(1000, { kind: 'read', retryAfterMs: 3_600_000 });
    expect(waits(share, 1000)).toEqual([120_000, 120_020, 120_010]);
  });

  test('that is shorter than the one before does not shorten the wait', () => {
    const share = shareOf();
    expect(share.retryAfterUntilMs()).toBe(-Infinity);
    share.refused(1000, { retryAfterMs: 20_000 });
    share.refused(2000, { retryAfterMs: 5000 });
    share.refused(3000);
    expect(share.retryAfterUntilMs()).toBe(21_000);
    expect(waits(share, 3000)[0]).toBeGreaterThanOrEqual(18_000);
  });

  test.each([
    [1000, 0],
    [3000, 1],
    [20_000, 3],
  ])('of %d ms delays no poll beyond its end when %d requests had been answered', (retryAfterMs, requests) => {
    const share = shareOf();
    for (let n = 0; n < requests; n += 1) share.answered(100 + n, { kind: 'read' });
    share.refused(1000, { retryAfterMs });
    const againMs = 1020 + retryAfterMs;
    expect(share.earliestMs('poll')).toBe(againMs);
    share.answered(againMs + 100, { sentMs: againMs });
    expect(share.earliestMs('poll')).toBeLessThanOrEqual(againMs + 600);
  });

  test.each([
    ['with more requests in the window', 4, 1000, 13_000],
    ['that is long, as when a fleet fills the window at once', 1, 21_000, 13_000],
    ['that comes a second time', 1, 1000, 26_000],
  ])('%s sets a gap', (what, requests, retryAfterMs, gapMs) => {
    const share = shareOf();
    for (let n = 0; n < requests; n += 1) share.answered(100 + n, { kind: 'read' });
    if (what.includes('second')) share.refused(1000, { retryAfterMs });
    share.refused(10_000, { retryAfterMs });
    share.sent(100_000);
    expect(share.earliestMs('poll')).toBe(100_000 + gapMs);
  });
});
