// Seeded randomness, so that a run can be repeated and all contenders meet the same builds.

export { seededRandom } from '../../__tests__/support/random.ts';

/** A seed of its own for each part of a run, so that one contender's draws do not shift another's builds. */
export function derivedSeed(seed: number, ...parts: readonly number[]): number {
  return parts.reduce((hash, part) => Math.imul(hash ^ (part + 0x9e3779b9), 0x85ebca6b) ^ (hash >>> 13), seed) >>> 0;
}
