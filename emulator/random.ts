// Random bytes for values and ids; the same ones again for a seed.
import { createHash, randomBytes } from 'node:crypto';

/** Makes random bytes. */
export type Random = (count: number) => Buffer;

/** Unpredictable without a seed, reproducible with one. */
export function createRandom(seed?: string): Random {
  if (seed === undefined) return randomBytes;
  let calls = 0;
  return (count) => {
    calls += 1;
    return createHash('shake256', { outputLength: count }).update(`${calls} ${seed}`).digest();
  };
}
