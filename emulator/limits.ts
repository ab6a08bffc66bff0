// The request limit of a key: a window that slides. Counting only; who is refused and how is told elsewhere.

/** Requests that one key may make in any span of `WINDOW_MS`. */
export const REQUESTS_PER_WINDOW = 120;
/** Length of the window in milliseconds. */
export const WINDOW_MS = 60_000;

/** Counts requests per key over a sliding window; every key has its own. */
export class RateLimiter {
  readonly #countRefused: boolean;
  readonly #times = new Map<string, number[]>();

  /** With `countRefused` a refused request takes a place in the window too; the API page leaves that open. */
  constructor({ countRefused }: { readonly countRefused: boolean }) {
    this.#countRefused = countRefused;
  }

  /** Counts a request at `nowMs`; undefined lets it pass, a number is the wait in milliseconds until a place is free. */
  admit(keyId: string, nowMs: number): number | undefined {
    const times = (this.#times.get(keyId) ?? []).filter((time) => time > nowMs - WINDOW_MS);
    this.#times.set(keyId, times);
    const isFull = times.length >= REQUESTS_PER_WINDOW;
    if (!isFull || this.#countRefused) times.push(nowMs);
    if (!isFull) return undefined;
    const blocking = times[times.length - REQUESTS_PER_WINDOW] ?? nowMs;
    return blocking + WINDOW_MS - nowMs;
  }
}
