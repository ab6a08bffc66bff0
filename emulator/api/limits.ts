// The request limit of a key: counting over a sliding window.

/** Requests that one key may make in any minute, as the API page has it. */
export const REQUESTS_PER_MINUTE = 120;
/** Length of the window in milliseconds. */
export const WINDOW_MS = 60_000;

/** Counts requests per key over a sliding window; every key has its own. */
export class RateLimiter {
  /** Requests per minute with one key. */
  readonly limit: number;
  readonly #countRefused: boolean;
  readonly #times = new Map<string, number[]>();

  /** With `countRefused` a refused request takes a place in the window too; the API page leaves that open. */
  constructor({ limit, countRefused }: { readonly limit: number; readonly countRefused: boolean }) {
    this.limit = limit;
    this.#countRefused = countRefused;
  }

  /** Counts a request at `nowMs`; undefined lets it pass, a number is the wait in milliseconds until a place is free. */
  admit(keyId: string, nowMs: number): number | undefined {
    const times = this.#times.get(keyId) ?? [];
    this.#times.set(keyId, times);
    while (times[0] !== undefined && times[0] <= nowMs - WINDOW_MS) times.shift();
    const isFull = times.length >= this.limit;
    if (!isFull || this.#countRefused) times.push(nowMs);
    // Older ones block nothing any more: a client that never pauses must not fill the memory.
    if (times.length > this.limit) times.shift();
    if (!isFull) return undefined;
    const blocking = times[times.length - this.limit] ?? nowMs;
    return blocking + WINDOW_MS - nowMs;
  }
}
