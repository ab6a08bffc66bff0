// The service's rate limit on one key, over simulated time: a sliding window.

/** At most `requests` in any window of `windowMs`. */
export interface KeyLimitOptions {
  readonly requests: number;
  readonly windowMs: number;
  /** Whether refused requests count against the limit too. */
  readonly refusedCount: boolean;
}

export interface KeyLimit {
  /** Counts a request that arrives now. Undefined when it is accepted, else milliseconds until one would be. */
  arrive(nowMs: number): number | undefined;
  /** Whether a request that arrived now would be accepted. */
  hasRoom(nowMs: number): boolean;
}

export function createKeyLimit({ requests, windowMs, refusedCount }: KeyLimitOptions): KeyLimit {
  const countedAtMs: number[] = [];
  let oldest = 0;
  function inWindow(nowMs: number): number {
    while ((countedAtMs[oldest] ?? Infinity) <= nowMs - windowMs) oldest += 1;
    return countedAtMs.length - oldest;
  }
  return {
    hasRoom: (nowMs) => inWindow(nowMs) < requests,
    arrive(nowMs) {
      const admitted = inWindow(nowMs) < requests;
      if (admitted || refusedCount) countedAtMs.push(nowMs);
      if (admitted) return undefined;
      const mustLeave = countedAtMs[countedAtMs.length - requests] ?? nowMs;
      return mustLeave + windowMs - nowMs;
    },
  };
}
