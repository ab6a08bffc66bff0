// Retries a request to GitHub after transient errors.
import type { Clock } from '../../clock.ts';
import { GithubError } from './github-error.ts';

/**
 * Runs `request`, and again after each of `gapsMs` while it fails with a transient error. Rejects with the last error,
 * or with the signal's reason if it is aborted during a wait.
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
