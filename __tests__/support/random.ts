// Random numbers for tests, repeatable from their seed.

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

/** The seed of everything that is drawn: `FUZZ_SEED`, by default 1. Failures print it. */
export const drawSeed = (): number => Number(process.env['FUZZ_SEED'] ?? 1);

/** How many times as many values are drawn as usual: `FUZZ_SCALE`. */
export const drawScale = (): number => Number(process.env['FUZZ_SCALE'] ?? 1);
