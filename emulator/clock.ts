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

interface Sleeper {
  readonly atMs: number;
  readonly wake: () => void;
}

/** Time that passes only when a program lets it: for tests of simulated resources. */
export class ManualClock implements Clock {
  #nowMs = 0;
  #sleepers: Sleeper[] = [];
  readonly #startWallMs: number;

  /** `startWallMs` is the calendar time at the start; default: the present. */
  constructor(startWallMs = Date.now()) {
    this.#startWallMs = startWallMs;
  }

  now(): number {
    return this.#nowMs;
  }

  wallTime(): number {
    return this.#startWallMs + this.#nowMs;
  }

  async sleep(ms: number, signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const sleeper = { atMs: this.#nowMs + ms, wake: resolve };
    this.#sleepers.push(sleeper);
    const onAbort = (): void => reject(signal?.reason);
    signal?.addEventListener('abort', onAbort, { once: true });
    try {
      await promise;
    } finally {
      signal?.removeEventListener('abort', onAbort);
      this.#sleepers = this.#sleepers.filter((other) => other !== sleeper);
    }
  }

  /** Lets `ms` pass; resolves when everything that was due has happened. */
  async advance(ms: number): Promise<void> {
    const endMs = this.#nowMs + ms;
    for (;;) {
      const due = this.#sleepers.toSorted((a, b) => a.atMs - b.atMs)[0];
      if (due === undefined || due.atMs > endMs) break;
      this.#nowMs = Math.max(this.#nowMs, due.atMs);
      due.wake();
      // A turn of the event loop, so that what was woken can sleep again.
      await new Promise((resolve) => setImmediate(resolve));
    }
    this.#nowMs = endMs;
  }
}
