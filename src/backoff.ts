// How long to wait before the next try of anything.

/** The wait before the second try, and the longest one. */
const FIRST_MS = 1_000;
const LONGEST_MS = 15_000;

/** Even for `Retry-After: 0`. */
const SHORTEST_MS = 500;

/** What a wait depends on. */
export interface BackoffOptions {
  /** Uniform in [0, 1). */
  readonly random: () => number;
  readonly firstMs?: number;
  /** What the other side asks for: it is waited out in full, and by at most a tenth or half a second longer. */
  readonly retryAfterMs?: number | undefined;
}

/** Milliseconds before try `attempt` + 1: doubling from `firstMs` (1 s) to 15 s, less or more by up to a quarter. */
export function backoffMs(attempt: number, { random, firstMs = FIRST_MS, retryAfterMs }: BackoffOptions): number {
  if (retryAfterMs !== undefined) {
    return Math.max(retryAfterMs, SHORTEST_MS) + random() * Math.max(retryAfterMs / 10, SHORTEST_MS);
  }
  return Math.min(firstMs * 2 ** (attempt - 1), LONGEST_MS) * (0.75 + random() / 2);
}
