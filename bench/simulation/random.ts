// Seeded randomness, so that a run can be repeated and contenders meet the same builds. No Math.random here.

/** A uniform source in [0, 1) that gives the same numbers for the same seed (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A seed of its own for each part of a run, so that one contender's draws do not shift another's builds. */
export function derivedSeed(seed: number, ...parts: readonly number[]): number {
  return parts.reduce((hash, part) => Math.imul(hash ^ (part + 0x9e3779b9), 0x85ebca6b) ^ (hash >>> 13), seed) >>> 0;
}

/** How long builds take: log-normal, given by its median and the standard deviation of the logarithm. */
export interface BuildLengths {
  readonly medianMs: number;
  readonly sigma: number;
}

/** Draws the length of one build, in milliseconds. */
export function drawBuildMs({ medianMs, sigma }: BuildLengths, random: () => number): number {
  const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  return medianMs * Math.exp(sigma * normal);
}

/** The part of builds that have ended after so many milliseconds. */
export function endedPart({ medianMs, sigma }: BuildLengths, elapsedMs: number): number {
  if (elapsedMs <= 0) return 0;
  return normalCdf(Math.log(elapsedMs / medianMs) / sigma);
}

/** Abramowitz and Stegun 26.2.17: wrong by at most 7.5e-8. */
function normalCdf(z: number): number {
  const t = 1 / (1 + 0.2316419 * Math.abs(z));
  const series = t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  const tail = (series * Math.exp((-z * z) / 2)) / Math.sqrt(2 * Math.PI);
  return z > 0 ? 1 - tail : tail;
}
