// Distributions of build lengths.

/** A distribution of build lengths. */
export type BuildLengths = LogNormal | Even;

/** `sigma` is the standard deviation of the logarithm. */
interface LogNormal {
  readonly medianMs: number;
  readonly sigma: number;
}

/** Uniform between the two. Builds of exactly one length would synchronise with fixed polling gaps and bias the result. */
interface Even {
  readonly fromMs: number;
  readonly toMs: number;
}

/** Draws the length of one build, in milliseconds. */
export function drawBuildMs(lengths: BuildLengths, random: () => number): number {
  if ('fromMs' in lengths) return lengths.fromMs + (lengths.toMs - lengths.fromMs) * random();
  const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  return lengths.medianMs * Math.exp(lengths.sigma * normal);
}

/** The part of builds that have ended after `elapsedMs` (the cumulative distribution function). */
export function endedPart(lengths: BuildLengths, elapsedMs: number): number {
  if (elapsedMs <= 0) return 0;
  if ('fromMs' in lengths) {
    if (elapsedMs >= lengths.toMs) return 1; // also where all lengths are the same
    return Math.max(0, (elapsedMs - lengths.fromMs) / (lengths.toMs - lengths.fromMs));
  }
  return normalCdf(Math.log(elapsedMs / lengths.medianMs) / lengths.sigma);
}

/** Abramowitz and Stegun, Handbook of Mathematical Functions, 26.2.17: wrong by at most 7.5e-8. */
function normalCdf(z: number): number {
  const t = 1 / (1 + 0.2316419 * Math.abs(z));
  const series = t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  const tail = (series * Math.exp((-z * z) / 2)) / Math.sqrt(2 * Math.PI);
  return z > 0 ? 1 - tail : tail;
}
