// Time as the emulator sees it, so that a test can run it on virtual time.
import { setTimeout as delay } from 'node:timers/promises';

/** A monotonic counter, the calendar, and waiting. */
export interface Clock {
  /** Milliseconds of a counter that never goes back; only differences mean anything. */
  now(): number;
  /** Milliseconds since the epoch. */
  wallTime(): number;
  /** Resolves after `ms`; rejects with the signal's reason when it is aborted first. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /**
   * Reports that the request from this client port is answered late on purpose, to a clock that
   * stands still during requests. The returned function ends that.
   */
  hold?(clientPort: number): () => void;
}

/** The longest delay that a timer of Node takes; anything longer would fire at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** The machine's own clock. */
export const systemClock: Clock = {
  now: () => performance.now(),
  wallTime: () => Date.now(),
  sleep: async (ms, signal) => {
    try {
      await delay(Math.min(ms, LONGEST_TIMER_MS), undefined, { signal });
    } catch (error) {
      // Node rejects with an error of its own, whose cause is the reason.
      signal?.throwIfAborted();
      throw error;
    }
  },
};
