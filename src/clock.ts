// A clock that tests can replace, and waits that end with an abort signal.
import { setTimeout } from 'node:timers/promises';

export interface Clock {
  /** Milliseconds on a monotonic clock; only differences are meaningful. */
  now(): number;
  /** Resolves after `ms` milliseconds; rejects with the signal's reason if it is aborted first. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** `setTimeout` fires immediately for a delay above the signed 32-bit maximum. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

export const systemClock: Clock = {
  now: () => performance.now(),
  async sleep(ms, signal) {
    const endMs = performance.now() + ms;
    let leftMs = ms;
    do {
      const delayMs = Math.min(Math.max(Math.ceil(leftMs), 0), LONGEST_TIMER_MS);
      await setTimeout(delayMs, undefined, { signal }).catch(() => signal?.throwIfAborted());
      // A timer may fire a little early.
      leftMs = endMs - performance.now();
    } while (leftMs > 0);
  },
};

/**
 * Settles with `work`, or rejects with the signal's reason if it is aborted first. `work` is not
 * cancelled.
 */
export async function raceWithSignal<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = Promise.withResolvers<never>();
  const onAbort = (): void => aborted.reject(signal.reason);
  if (signal.aborted) onAbort();
  signal.addEventListener('abort', onAbort, { once: true });
  return await Promise.race([work, aborted.promise]).finally(() =>
    signal.removeEventListener('abort', onAbort),
  );
}

/**
 * Starts a timer of `ms` milliseconds. The returned signal is aborted with `reason` when the timer
 * expires, and together with `signal`. `clear` stops the timer.
 */
export function withTimeLimit(
  clock: Clock,
  ms: number,
  { signal, reason }: { signal?: AbortSignal; reason: Error },
) {
  const expiry = new AbortController();
  const cleared = new AbortController();
  clock.sleep(ms, cleared.signal).then(
    () => expiry.abort(reason),
    () => undefined,
  );
  return {
    signal: signal === undefined ? expiry.signal : AbortSignal.any([signal, expiry.signal]),
    clear: (): void => cleared.abort(),
  };
}
