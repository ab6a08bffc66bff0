// The service's limit on one key: so many requests in any 60 seconds. Pure bookkeeping over simulated times.

/** The limit: so many requests in any window. */
export interface KeyLimitOptions {
  readonly requests: number;
  readonly windowMs: number;
  /** Whether a refused request takes a place in the window too. */
  readonly refusedCount: boolean;
}

/** The count of one key. */
export interface KeyLimit {
  /** Answers a request that arrives now: undefined when it is let in, else milliseconds until one would be. */
  arrive(nowMs: number): number | undefined;
  /** Whether a request that arrived now would be let in. */
  hasRoom(nowMs: number): boolean;
}

/** Begins with an empty window. */
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
