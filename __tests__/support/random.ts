// Random numbers for tests, repeatable from their seed, and the number of rounds of random tests.

/** Seed of all random tests: the same in every run unless `FUZZ_SEED` is set, as `npm run test:long` does. */
export const fuzzSeed = Number(process.env['FUZZ_SEED'] ?? 1);

const fuzzScale = Number(process.env['FUZZ_SCALE'] ?? 1);

/** How often a random test runs; `FUZZ_SCALE=100` makes the long run. */
export function fuzzRounds(rounds: number): number {
  return Math.ceil(rounds * fuzzScale);
}

/** One seed per round, for rounds that are separate tests; the first is {@link fuzzSeed}, so that each can be repeated. */
export function fuzzSeeds(rounds: number): number[] {
  return Array.from({ length: fuzzRounds(rounds) }, (_, index) => fuzzSeed + index);
}

/** The time limit of a random test. */
export const fuzzTimeoutMs = 300_000 * Math.max(1, fuzzScale);

/** Uniform in [0, 1), the same sequence for the same seed (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A repeatable random source. */
export interface Chance {
  /** A whole number from 0 up to, but not including, `limit`. */
  readonly below: (limit: number) => number;
  /** Any of the items; throws where there is none. */
  readonly pick: <Item>(items: readonly Item[]) => Item;
}

/** Makes the same choices again for the same seed. */
export function createChance(seed: number): Chance {
  const random = seededRandom(seed);
  const below = (limit: number): number => Math.floor(random() * limit);
  return {
    below,
    pick(items) {
      const item = items[below(items.length)];
      if (item === undefined) throw new RangeError('nothing to pick from');
      return item;
    },
  };
}
