// Seeds for the parts of a simulated run.
import { expect, test } from '@jest/globals';
import { derivedSeed } from '../../../bench/simulation/random.ts';

test('derives the same seed from the same parts, and another one from other parts', () => {
  expect(derivedSeed(1, 2, 3)).toBe(derivedSeed(1, 2, 3));
  const parts = [[1], [2], [1, 0], [1, 0, 0], [0, 1], [0], [0, 0], [0, 0, 0]];
  expect(new Set(parts.map(([seed = 0, ...more]) => derivedSeed(seed, ...more))).size).toBe(parts.length);
});

test('derives no seed twice from neighbouring seeds, so that their runs are independent', () => {
  const seeds = [0, 1, 2, 3, 4, 5].flatMap((seed) => Array.from({ length: 200 }, (_, run) => derivedSeed(seed, run)));
  expect(new Set(seeds).size).toBe(seeds.length);
});
