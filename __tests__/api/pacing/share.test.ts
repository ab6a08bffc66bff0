// The share of one step: when each kind of request may be sent. Times and randomness are parameters.
import { describe, expect, test } from '@jest/globals';
import { pollForAMinute, shareOf, waits } from '../../support/service/pacing.ts';
import { seededRandom } from '../../support/random.ts';

const MINUTE_MS = 60_000;

describe('a key that has refused nothing', () => {
  test('sends the first requests immediately', () => {
    expect(waits(shareOf(), 0)).toEqual([0, 0, 0]);
    expect(waits(shareOf({ jobs: 100 }), 0)).toEqual([0, 0, 0]);
  });

  test('sends ten requests immediately, then one every 600 ms', () => {
    const share = shareOf();
    const sentAtMs: number[] = [];
    for (let nowMs = 0; nowMs < 3_000; nowMs += 1) {
      for (let n = 0; n < 20 && share.earliestMs('read') <= nowMs; n += 1) {
        share.sent(nowMs);
        sentAtMs.push(nowMs);
      }
    }
    expect(sentAtMs.slice(0, 14)).toEqual([...Array.from({ length: 11 }, () => 0), 600, 1200, 1800]);
    // A poll is sent only when no other read waits.
    expect(waits(share, 3_000)[1]).toBe(600 + (waits(share, 3_000)[2] ?? 0));
  });

  test('never delays a POST', () => {
    const share = shareOf();
    for (let n = 0; n < 200; n += 1) share.sent(0);
    expect(waits(share, 0)[0]).toBe(0);
  });

  test('delays requests by 26 s at most, however many were sent', () => {
    const share = shareOf();
    for (let n = 0; n < 500; n += 1) share.sent(0);
    expect(waits(share, 0)).toEqual([0, 20_600, 20_000]);
  });

  test.each([
    [10, 6_000],
    [100, 60_000],
    [256, 153_600],
    [1000, 153_600],
  ])('is polled by one of %d known jobs every %d ms', (jobs, gapMs) => {
    const share = shareOf({ jobs });
    share.sent(1000);
    expect(share.earliestMs('poll')).toBe(1000 + gapMs);
  });

  test('counts requests that were sent ahead of the schedule, up to two and a half gaps', () => {
    const share = shareOf({ jobs: 100 });
    share.sent(0);
    share.sent(0);
    expect(share.earliestMs('poll')).toBe(120_000);
    share.sent(0);
    expect(share.earliestMs('poll')).toBe(150_000);
    expect(waits(share, 0)).toEqual([0, 150_000, 0]);
  });

  test('is polled more often by known jobs after a minute, down to the gap of a single job', () => {
    const share = shareOf({ jobs: 10 });
    share.answered(100);
    share.answered(MINUTE_MS);
    share.sent(200_000);
    expect(share.earliestMs('poll')).toBe(206_000);
    share.answered(200_001);
    share.sent(300_000);
    expect(share.earliestMs('poll')).toBe(304_800);
    share.answered(300_001, { kind: 'read' });
    share.answered(300_001, { kind: 'post' });
    for (let n = 0; n < 20; n += 1) share.answered(400_000 + n);
    share.sent(600_000);
    share.sent(600_000);
    // Two gaps of 600 ms, and polls may be nine requests ahead again.
    expect(share.earliestMs('poll')).toBe(601_200 - 5_400);
  });
});

describe('a refusal', () => {
  test.each([
    ['poll', 6_500],
    ['read', 6_500],
    ['post', 6_500],
  ] as const)('of a %s delays all requests, POSTs the least', (kind, waitMs) => {
    const share = shareOf();
    share.refused(10_000, { kind });
    expect(waits(share, 10_000)[0]).toBe(waitMs);
    expect(waits(share, 10_000)[2]).toBe(waitMs + 10);
    expect(share.earliestMs('poll')).toBeGreaterThanOrEqual(10_000 + waitMs + 20);
  });

  test('is retried within 8 s, spread by up to 15 %', () => {
    const share = shareOf({ random: () => 0.999 });
    pollForAMinute(share, 25, MINUTE_MS);
    share.refused(MINUTE_MS);
    expect(waits(share, MINUTE_MS)[0]).toBeCloseTo(6_500 * 1.15, -1);
    expect(waits(share, MINUTE_MS)[1]).toBeLessThan(8_000);
  });

  test.each([4, 8, 20])('sets the gap: %d own requests in the last minute make it 60 s / %d', (count) => {
    const share = shareOf();
    pollForAMinute(share, count, MINUTE_MS);
    share.refused(MINUTE_MS);
    share.sent(200_000);
    expect(share.earliestMs('poll')).toBe(200_000 + Math.min(13_000, MINUTE_MS / count));
  });

  test.each([1, 2, 3, 4])('may be bad luck: only another one within a minute makes the gap 60 s / %d', (count) => {
    const share = shareOf();
    pollForAMinute(share, count, MINUTE_MS);
    share.refused(MINUTE_MS);
    share.refused(MINUTE_MS + 200);
    share.sent(200_000);
    expect(share.earliestMs('poll')).toBe(200_000 + Math.min(26_000, MINUTE_MS / count));
  });

  test('sets the gap by the responses of the last minute only', () => {
    const share = shareOf();
    pollForAMinute(share, 20, MINUTE_MS);
    pollForAMinute(share, 5, 2 * MINUTE_MS);
    share.refused(2 * MINUTE_MS);
    share.sent(300_000);
    expect(share.earliestMs('poll')).toBe(312_000);
  });

  test('sets a gap of at most 13 s before the first response, and two set one of 26 s', () => {
    const share = shareOf();
    share.refused(1000);
    share.sent(100_000);
    expect(share.earliestMs('poll')).toBe(113_000);
    share.answered(101_000);
    share.refused(200_000);
    share.refused(259_999);
    share.sent(300_000);
    expect(share.earliestMs('poll')).toBe(326_000);
  });

  test('never makes the gap shorter', () => {
    const share = shareOf({ jobs: 100 });
    pollForAMinute(share, 20, MINUTE_MS);
    share.refused(MINUTE_MS);
    share.sent(300_000);
    expect(share.earliestMs('poll')).toBe(360_000);
  });

  test('ends the burst of polls that are ahead of the schedule', () => {
    const share = shareOf();
    pollForAMinute(share, 50, MINUTE_MS);
    share.refused(MINUTE_MS);
    share.sent(200_000);
    expect(share.earliestMs('poll')).toBe(201_200);
  });

  test('keeps the gap for a minute, then each answered poll shortens it by a fifth', () => {
    const share = shareOf();
    pollForAMinute(share, 6, MINUTE_MS);
    share.refused(MINUTE_MS);
    share.answered(2 * MINUTE_MS);
    share.sent(200_000);
    expect(share.earliestMs('poll')).toBe(210_000);
    share.answered(210_000);
    share.sent(300_000);
    expect(share.earliestMs('poll')).toBe(308_000);
  });

  test('within a minute of another waits until the oldest own request is a minute old', () => {
    const share = shareOf();
    pollForAMinute(share, 4, MINUTE_MS);
    share.refused(61_000);
    share.refused(70_000);
    // Answered at 15 s less 1 ms: its place is free at 75 s, before the wait that grows.
    expect(share.earliestMs('post')).toBe(78_300);
    share.answered(78_400, { sentMs: 78_300, kind: 'read' });
    share.refused(78_600, { sentMs: 78_500 });
    // The next one was answered at 30 s.
    expect(share.earliestMs('post')).toBe(89_999);
  });

  test('within a minute of another waits at most 26 s, or the gap of the known jobs up to a minute', () => {
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

  test('more than a minute after another counts as the first', () => {
    const share = shareOf();
    share.refused(1_000);
    share.answered(10_000);
    share.refused(61_000);
    expect(waits(share, 61_000)[0]).toBe(6_500);
  });

  test('of a request sent before another was refused changes nothing', () => {
    const share = shareOf();
    share.refused(10_000);
    share.refused(10_050, { sentMs: 9_950, kind: 'read' });
    share.refused(10_080, { sentMs: 9_999, kind: 'read' });
    expect(waits(share, 10_000)[0]).toBe(6_500);
    share.refused(17_000, { kind: 'read' });
    expect(waits(share, 17_000)[0]).toBe(7_900);
  });
});

test('gives steps that share a key about equal shares', () => {
  const spreads = Array.from({ length: 12 }, (_, seed) => {
    const answers = sharedKey(seededRandom(seed + 1));
    expect(answers.reduce((sum, count) => sum + count, 0)).toBeGreaterThan(0.9 * 30 * 25);
    return Math.max(...answers) / Math.min(...answers);
  });
  expect(spreads.reduce((sum, spread) => sum + spread, 0) / spreads.length).toBeLessThan(1.6);
});

/** The answers to each of four steps on a key of 30 requests per minute, from the sixth minute to the thirtieth. */
function sharedKey(random: () => number): number[] {
  let takenAtMs: number[] = [];
  const steps = Array.from({ length: 4 }, () => ({ share: shareOf({ random }), answers: 0 }));
  for (let nowMs = 0; nowMs < 30 * MINUTE_MS; nowMs += 200) {
    for (const step of steps) {
      if (step.share.earliestMs('poll') > nowMs) continue;
      takenAtMs = takenAtMs.filter((atMs) => atMs > nowMs - MINUTE_MS);
      if (takenAtMs.length >= 30) {
        step.share.refused(nowMs, { sentMs: nowMs });
        continue;
      }
      takenAtMs.push(nowMs);
      step.share.answered(nowMs, { sentMs: nowMs });
      if (nowMs > 5 * MINUTE_MS) step.answers += 1;
    }
  }
  return steps.map((step) => step.answers);
}
