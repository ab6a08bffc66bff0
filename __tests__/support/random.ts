// Random numbers for tests, repeatable from their seed, and the number of rounds of random tests.

/** Seed of all random tests: the same in every run unless `FUZZ_SEED` is set, as `npm run test:long` does. */
export const fuzzSeed = Number(process.env['FUZZ_SEED'] ?? 1);

const fuzzScale = Number(process.env['FUZZ_SCALE'] ?? 1);

/** How often a random test runs; `FUZZ_SCALE=100` makes the long run. */
export function fuzzRounds(rounds: number): number {
  return Math.ceil(rounds * fuzzScale);
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
