// Trying a request to GitHub again while its errors are transient.
import type { Clock } from '../../clock.ts';
import { GithubError } from './github-error.ts';

/**
 * Resolves with what `request` resolves with; after a transient error it is tried again, after each of `gapsMs` in turn.
 * Rejects with the last error, or with the reason of `signal` once that is aborted during a gap.
 */
export async function retryTransient<T>(
  request: () => Promise<T>,
  { clock, signal, gapsMs }: { clock: Clock; signal: AbortSignal; gapsMs: readonly number[] },
): Promise<T> {
  for (const gapMs of gapsMs) {
    try {
      return await request();
    } catch (error) {
      if (!(error instanceof GithubError) || !error.isTransient) throw error;
    }
    await clock.sleep(gapMs, signal);
  }
  return await request();
}
