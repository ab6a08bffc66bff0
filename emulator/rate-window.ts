// The request limit of a key: a sliding window of one minute.

/** Requests that one key may make in any minute, as on the API page. */
export const REQUESTS_PER_MINUTE = 120;

const WINDOW_MS = 60_000;

/**
 * Counts the requests of each key, whatever is answered to them, without those beyond the limit
 * (our reading; the API page leaves it open).
 */
export class RateWindow {
  readonly limit: number;
  readonly #times = new Map<string, number[]>();

  constructor(limit: number) {
    this.limit = limit;
  }

  /** Counts a request at `nowMs` and returns true, or returns false where it is one too many. */
  admit(keyId: string, nowMs: number): boolean {
    const times = (this.#times.get(keyId) ?? []).filter((atMs) => atMs > nowMs - WINDOW_MS);
    this.#times.set(keyId, times);
    if (times.length >= this.limit) return false;
    times.push(nowMs);
    return true;
  }

  /** Forgets what was counted. */
  clear(): void {
    this.#times.clear();
  }
}
