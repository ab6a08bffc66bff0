// How long builds take: what is drawn agrees with what is reckoned with.

import { describe, expect, test } from '@jest/globals';
import { drawBuildMs, endedPart } from '../../../bench/simulation/builds.ts';
import { seededRandom } from '../../../bench/simulation/random.ts';

describe('builds', () => {
  test.each([
    { medianMs: 90_000, sigma: 0.5 },
    { fromMs: 56_000, toMs: 66_000 },
  ])('end as drawn: %j', (lengths) => {
    const random = seededRandom(11);
    const drawn = Array.from({ length: 4000 }, () => drawBuildMs(lengths, random));
    for (const atMs of [58_000, 61_000, 90_000, 150_000]) {
      const part = drawn.filter((ms) => ms <= atMs).length / drawn.length;
      expect(Math.abs(part - endedPart(lengths, atMs))).toBeLessThan(0.03);
    }
  });

  test('of one length have all ended from that length on, and none before', () => {
    const exact = { fromMs: 1000, toMs: 1000 };
    expect([0, 999, 1000, 1001].map((atMs) => endedPart(exact, atMs))).toEqual([0, 0, 1, 1]);
    expect(drawBuildMs(exact, () => 0.5)).toBe(1000);
  });

  test.each([
    { medianMs: 90_000, sigma: 0.5 },
    { fromMs: 56_000, toMs: 66_000 },
  ])('have not ended before they began, and all end: %j', (lengths) => {
    expect([-1000, 0].map((atMs) => endedPart(lengths, atMs))).toEqual([0, 0]);
    expect(endedPart(lengths, 1e9)).toBeCloseTo(1);
  });
});
