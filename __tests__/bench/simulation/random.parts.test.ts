// Seeds for the parts of a run: repeatable, and none that another part has.

import { expect, test } from '@jest/globals';
import { derivedSeed, seededRandom } from '../../../bench/simulation/random.ts';

test('a seed is the same for the same parts, and a whole number that any generator takes', () => {
  expect(derivedSeed(1, 2, 3)).toBe(derivedSeed(1, 2, 3));
  for (const seed of [0, 1, -5, 2 ** 31]) {
    const derived = derivedSeed(seed, 7);
    expect(Number.isInteger(derived) && derived >= 0 && derived < 2 ** 32).toBe(true);
  }
});

test('every slot and turn of a fleet, and what belongs to each, has a seed of its own', () => {
  const seeds = Array.from({ length: 300 }, (_, slot) =>
    Array.from({ length: 10 }, (_none, turn) => [derivedSeed(1, slot, turn), derivedSeed(1, slot, turn, 1)]),
  ).flat(2);
  expect(new Set(seeds).size).toBe(6000);
});

test('the order of the parts counts, and so does the seed', () => {
  expect(new Set([derivedSeed(1, 2, 3), derivedSeed(1, 3, 2), derivedSeed(2, 2, 3), derivedSeed(1, 2)]).size).toBe(4);
});

test('neighbouring seeds draw numbers that are spread evenly', () => {
  const firsts = Array.from({ length: 2000 }, (_, slot) => seededRandom(derivedSeed(1, slot))());
  for (const [from, to] of [
    [0, 0.25],
    [0.25, 0.5],
    [0.5, 0.75],
    [0.75, 1],
  ] as const) {
    const part = firsts.filter((value) => value >= from && value < to).length / firsts.length;
    expect(Math.abs(part - 0.25)).toBeLessThan(0.05);
  }
});

test('neighbouring seeds have no seed in common, so that their runs are independent', () => {
  const seeds = [0, 1, 2, 3, 4, 5].flatMap((seed) => Array.from({ length: 200 }, (_, run) => derivedSeed(seed, run)));
  expect(new Set(seeds).size).toBe(seeds.length);
});
