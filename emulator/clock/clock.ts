// The emulator's own view of time. It is structurally the action's clock too, so that a test can hand one clock to both.

/** Time as the emulator sees it: a monotonic counter, the calendar, and waiting. */
export interface Clock {
  /** Milliseconds of a counter that never goes back; only differences mean anything. */
  now(): number;
  /** Milliseconds since the epoch, for stamps and expiry dates. */
  wallTime(): number;
  /** Resolves after `ms` (never, for `Infinity`); rejects with the signal's reason when it is aborted first. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /**
   * Tells a clock that stands still during requests that the one from this client port is kept waiting on purpose.
   * The function that comes back ends that; a clock that runs by itself has no use for it.
   */
  hold?(clientPort: number): () => void;
}

/** The longest delay that a timer of Node takes; anything longer would fire at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** The machine's own clock. */
export const systemClock: Clock = {
  now: () => performance.now(),
  wallTime: () => Date.now(),
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      let timer: NodeJS.Timeout | undefined;
      const onAbort = (): void => {
        clearTimeout(timer);
        reject(signal?.reason);
      };
      if (signal?.aborted === true) {
        onAbort();
        return;
      }
      signal?.addEventListener('abort', onAbort, { once: true });
      const wait = (leftMs: number): void => {
        const stepMs = Math.min(leftMs, LONGEST_TIMER_MS);
        timer = setTimeout(() => {
          if (leftMs > stepMs) {
            wait(leftMs - stepMs);
            return;
          }
          signal?.removeEventListener('abort', onAbort);
          resolve();
        }, stepMs);
      };
      wait(ms);
    }),
};
