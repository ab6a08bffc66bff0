// When a build is likely to end, judged by earlier ones, and how long it pays not to look. Pure; knows no budget.

/** How long builds take: log-logistic, which is much like log-normal, with heavier tails and a closed form. */
export interface Forecast {
  readonly medianMs: number;
  /** The larger, the closer to the median the builds end. */
  readonly steepness: number;
}

/** The next look, as far as it is known without the forecast. */
export interface ForecastLook {
  readonly elapsedMs: number;
  /** The gap between two looks where the end is likely. */
  readonly usualMs: number;
  /** How likely the build may have ended by the next look, where that is put off beyond the usual gap. */
  readonly chance: number;
}

/** Assumed of the spread of the logarithm before there is anything to measure; it weighs like one build. */
const assumedDeviation = 0.2;
/** Machines are not more regular than that. */
const leastDeviation = 0.04;
/** Even where no end is in sight a build may fail early: no gap is longer than so many usual ones. */
const longest = 4.5;

/** Reads a forecast from past durations; undefined where there is none to learn from. */
export function readForecast(pastDurationsMs: readonly number[]): Forecast | undefined {
  const logs = pastDurationsMs.filter((ms) => Number.isFinite(ms) && ms > 0).map((ms) => Math.log(ms));
  if (logs.length === 0) return undefined;
  const mean = logs.reduce((sum, log) => sum + log, 0) / logs.length;
  const squares = logs.reduce((sum, log) => sum + (log - mean) ** 2, assumedDeviation ** 2);
  const deviation = Math.max(leastDeviation, Math.sqrt(squares / logs.length));
  return { medianMs: Math.exp(mean), steepness: Math.PI / (Math.sqrt(3) * deviation) };
}

/** Milliseconds until the next look at a build that still ran after `elapsedMs`. */
export function forecastGapMs({ medianMs, steepness }: Forecast, { elapsedMs, usualMs, chance }: ForecastLook): number {
  // Survival is 1 / (1 + odds), odds = (t / median) ^ steepness; solved for the time when `chance` of it has gone.
  const odds = (elapsedMs / medianMs) ** steepness;
  const likelyAtMs = medianMs * ((1 + odds) / (1 - chance) - 1) ** (1 / steepness);
  const quietMs = Number.isFinite(likelyAtMs) ? likelyAtMs - elapsedMs : 0;
  return Math.min(longest * usualMs, Math.max(usualMs, quietMs));
}
