// The emulator's own view of time. It is structurally the action's clock too, so that a test can hand one clock to both.
import { setTimeout as delay } from 'node:timers/promises';

/** Time as the emulator sees it: a monotonic counter, the calendar, and waiting. */
export interface Clock {
  /** Milliseconds of a counter that never goes back; only differences mean anything. */
  now(): number;
  /** Milliseconds since the epoch, for stamps and expiry dates. */
  wallTime(): number;
  /** Resolves after `ms` (never, for `Infinity`); rejects with the signal's reason when it is aborted first. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /**
   * Reports that the request from this client port is kept waiting on purpose, to a clock that stands still during
   * requests. The returned function ends that; a clock that runs by itself has no use for it.
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
      for (let leftMs = ms; leftMs >= 0; leftMs -= LONGEST_TIMER_MS) {
        await delay(Math.min(leftMs, LONGEST_TIMER_MS), undefined, { signal });
      }
    } catch (error) {
      // Node rejects with an error of its own, whose cause is the reason.
      signal?.throwIfAborted();
      throw error;
    }
  },
};

const UNIT_MS: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** An offset in words; at most 273 years, so that dates keep four digits. */
export const CLOCK_OFFSET = /^([+-]?)(?:(\d{1,6})([smh])|(\d{1,5})(d))$/;

/** An offset such as `91d`, `12h` or `-30m` in milliseconds; undefined for other text. */
export function readClockOffset(text: string): number | undefined {
  const [, sign, time, timeUnit, days, dayUnit] = CLOCK_OFFSET.exec(text) ?? [];
  const unitMs = UNIT_MS[timeUnit ?? dayUnit ?? ''];
  return unitMs === undefined ? undefined : Number(`${sign}${time ?? days}`) * unitMs;
}

/** The machine's clock with its calendar ahead by `offsetMs`. */
export function offsetClock(offsetMs: number): Clock {
  return { ...systemClock, wallTime: () => Date.now() + offsetMs };
}
