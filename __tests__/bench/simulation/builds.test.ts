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
});
