// Seeded randomness, so that a run can be repeated and all contenders have the same builds.

export { seededRandom } from '../../__tests__/support/random.ts';

/**
 * A separate seed for each part of a run, so that one contender's draws do not shift another's builds. Adjacent seeds have
 * no parts in common.
 */
export function derivedSeed(seed: number, ...parts: readonly number[]): number {
  return parts.reduce((hash, part) => mix(mix(hash) + part + 1), seed);
}

/** The finaliser of MurmurHash3 (Appleby, 32 bits), a bijection. */
function mix(value: number): number {
  const half = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  const whole = Math.imul(half ^ (half >>> 13), 0xc2b2ae35);
  return (whole ^ (whole >>> 16)) >>> 0;
}
