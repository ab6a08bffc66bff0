// When a request to GitHub is sent again.
import type { Clock } from '../../clock.ts';
import { GithubError } from './github-error.ts';

/** How long requests for one purpose may be sent again. */
export interface RetryLimit {
  readonly clock: Clock;
  /** Ends a wait. */
  readonly signal: AbortSignal;
  readonly remainingMs: () => number;
}

/** Waits before a request is sent again, unless GitHub asks for a longer one. */
const GAPS_MS = [500, 2_000, 5_000];

/**
 * Runs `request`, and again after each transient error, as long as the wait for it fits into the limit. Rejects with
 * the last error of `request`.
 */
export async function retrying<T>(request: () => Promise<T>, limit: RetryLimit): Promise<T> {
  const { clock, signal, remainingMs } = limit;
  for (let failures = 0; ; failures += 1) {
    try {
      return await request();
    } catch (error) {
      if (!(error instanceof GithubError) || !error.details.isTransient) throw error;
      const askedMs = (error.details.notBeforeMs ?? -Infinity) - clock.now();
      const waitMs = Math.max(GAPS_MS[failures] ?? Infinity, askedMs);
      if (waitMs >= remainingMs()) throw error;
      await clock.sleep(waitMs, signal).catch(() => {
        throw error;
      });
    }
  }
}
