// How the cost of work grows with its input, on a machine of any speed and load.

/** How much larger the second input is. */
const FACTOR = 8;
/** The smaller of so many runs counts: another process may have taken the caches of one. */
const RUNS = 2;
/** A cost below this is as good as none, and too small to compare. */
const LEAST_MS = 10;

/** More than this is no longer in proportion. */
export const PROPORTIONAL = 3;

/**
 * Processor time of `work` for an input eight times as large, per unit, as a multiple of that for
 * the input: about 1 where it grows in proportion, about 8 where it grows with the square. The large
 * input alone is worked on where even the least cost of the other would keep it in proportion, and
 * each only once where that is enough: a second run only makes the cost smaller.
 */
export async function growthOf(work: (size: number) => unknown, size: number): Promise<number> {
  let [small, large] = [0, Infinity];
  for (let run = 0; run < RUNS && growth(small, large) >= PROPORTIONAL; run += 1) {
    large = Math.min(large, await costOf(work, size * FACTOR));
    if (growth(small, large) < PROPORTIONAL) break;
    small = Math.min(small || Infinity, await costOf(work, size));
  }
  return growth(small, large);
}

const growth = (small: number, large: number): number => large / FACTOR / Math.max(small, LEAST_MS);

async function costOf(work: (size: number) => unknown, size: number): Promise<number> {
  const before = process.cpuUsage();
  await work(size);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}
