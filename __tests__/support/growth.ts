// How the cost of work grows with its input, on a machine of any speed and load.

/** How much larger the second input is. */
const FACTOR = 8;
/** The smaller of so many runs counts: another process may have taken the caches of one. */
const RUNS = 2;
/** A cost below this is as good as none, and too small to compare. */
const LEAST_MS = 10;

/**
 * Processor time of `work` for an input eight times as large, per unit, as a multiple of that for
 * the input: about 1 where it grows in proportion, about 8 where it grows with the square.
 */
export async function growthOf(work: (size: number) => unknown, size: number): Promise<number> {
  const small = await costOf(work, size);
  const large = await costOf(work, size * FACTOR);
  return large / FACTOR / Math.max(small, LEAST_MS);
}

/** More than this is no longer in proportion. */
export const PROPORTIONAL = 3;

async function costOf(work: (size: number) => unknown, size: number): Promise<number> {
  let least = Infinity;
  for (let run = 0; run < RUNS; run += 1) {
    const before = process.cpuUsage();
    await work(size);
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, (user + system) / 1_000);
  }
  return least;
}
