// Wait before the next attempt: exponential backoff with jitter.

/** Default wait before the second attempt, and the longest wait. */
const FIRST_MS = 1_000;
const LONGEST_MS = 15_000;

/** Minimum wait, even for `Retry-After: 0`. */
const SHORTEST_MS = 500;

/** What a wait depends on. */
interface BackoffOptions {
  /** Uniform in [0, 1). */
  readonly random: () => number;
  readonly firstMs?: number;
  /** From `Retry-After`: never cut short; jitter adds at most 10 % or 500 ms, whichever is more. */
  readonly retryAfterMs?: number | undefined;
}

/**
 * Milliseconds to wait after failed attempt number `attempt` (from 1): doubles from `firstMs` to 15 s, ±25 % jitter.
 */
export function backoffMs(attempt: number, { random, firstMs = FIRST_MS, retryAfterMs }: BackoffOptions): number {
  if (retryAfterMs !== undefined) {
    return Math.max(retryAfterMs, SHORTEST_MS) + random() * Math.max(retryAfterMs / 10, SHORTEST_MS);
  }
  return Math.min(firstMs * 2 ** (attempt - 1), LONGEST_MS) * (0.75 + random() / 2);
}
