// The share of the key's rate limit that one step uses. Pure: times are parameters, in milliseconds of one clock.
// A step cannot see who else uses the key. But when a request is refused, the window is full, and the step knows how
// many requests in it are its own: with n of them, its fair gap is 60 s / n. Constants are from simulated fleets.

/** In which the service counts the requests of a key (API page, section 8). */
const WINDOW_MS = 60_000;
/** The limit is one request per 500 ms; with a gap of 550, fleets that know their size are locked out. */
const GAP_PER_JOB_MS = 600;
/** GitHub runs at most so many jobs of a matrix. */
const MAX_JOBS = 256;
/** Sent ahead of the schedule, so that a few resources start at once. */
const BURST_REQUESTS = 10;
/** The first wait after a refusal without `Retry-After`. */
const FIRST_WAIT_MS = 6_500;
/** The longest wait; lets 300 refused jobs in again even if refused requests count. */
const LOCKED_OUT_WAIT_MS = 210_000;
/** Longest gap or wait derived from transient refusals (early in a step, n is small) or from a slow response. */
export const LONGEST_GAP_MS = 26_000;
/**
 * A first refusal with a `Retry-After` of up to so long, of a step with up to so many requests in the window, says nothing
 * about its share: 60 s / n would be a guess. When a fleet fills the window at once, `Retry-After` is longer.
 */
const TRANSIENT = { retryAfterMs: 20_000, requests: 3 };

/** `post` has priority since it starts work; `poll` is repeated; `read` is any other read. */
export type RequestKind = 'post' | 'poll' | 'read';

/** A request and its response. */
interface Exchange {
  readonly kind: RequestKind;
  readonly sentMs: number;
  readonly receivedMs: number;
  readonly retryAfterMs: number | undefined;
}

/** What the response to a refusal depends on. */
interface Refusal extends Exchange {
  /** Another request was refused within the window: a single refusal may be bad luck. */
  readonly isRepeated: boolean;
  /** Milliseconds since the first refusal after the last answer. */
  readonly refusedForMs: number;
}

/** Creates the share of one step; `concurrentJobs`: how many use the key at once, `random`: uniform in [0, 1). */
export function createShare({ concurrentJobs, random }: { concurrentJobs: number; random: () => number }) {
  const startGapMs = Math.min(concurrentJobs, MAX_JOBS) * GAP_PER_JOB_MS;
  let gapMs = startGapMs;
  /** When the next request is scheduled, one gap after the other. */
  let nextMs = -Infinity;
  let blockedUntilMs = -Infinity;
  let retryAfterUntilMs = -Infinity;
  let answeredAtMs: number[] = [];
  let lastRefusedMs = -Infinity;
  /** The first refusal since the last answer. */
  let refusedSinceMs = Infinity;
  /** The last refusal; before any, the first request. */
  let unrefusedSinceMs = Infinity;

  const isShared = (): boolean => gapMs > GAP_PER_JOB_MS;

  function delayByRetryAfter({ receivedMs, retryAfterMs }: Exchange): void {
    if (retryAfterMs !== undefined) {
      retryAfterUntilMs = Math.max(retryAfterUntilMs, receivedMs + boundedRetryAfterMs(retryAfterMs));
    }
  }

  function waitAfter(refusal: Refusal): number {
    const { retryAfterMs, refusedForMs } = refusal;
    const computedMs = computedWaitAfter(refusal);
    if (retryAfterMs === undefined) return computedMs;
    const boundedMs = boundedRetryAfterMs(retryAfterMs);
    // After a minute of refusals `Retry-After` is not enough: many steps get the same.
    return refusedForMs < WINDOW_MS ? boundedMs : Math.max(boundedMs, computedMs);
  }

  function computedWaitAfter({ kind, receivedMs, isRepeated, refusedForMs }: Refusal): number {
    // When the step's own oldest request leaves the window, there is certainly room for one.
    const [oldestMs = -Infinity] = answeredAtMs;
    const oldestLeavesMs = isRepeated ? Math.min(LONGEST_GAP_MS, oldestMs + WINDOW_MS - receivedMs) : 0;
    const wideGapMs = gapMs > LONGEST_GAP_MS ? Math.min(WINDOW_MS, gapMs) : 0;
    // Longer pauses between polls would leave the places of a step that has started to newcomers.
    const longestPollMs = Math.min(LOCKED_OUT_WAIT_MS, Math.max(WINDOW_MS, 2 * startGapMs));
    const longestMs = kind === 'poll' ? longestPollMs : LOCKED_OUT_WAIT_MS;
    const growingMs = Math.min(longestMs, FIRST_WAIT_MS + refusedForMs / 5);
    const lockedOutMs = Math.min(longestMs, refusedForMs - WINDOW_MS) * (0.75 + random() / 2);
    return Math.max(oldestLeavesMs, wideGapMs, growingMs, lockedOutMs);
  }

  function gapAfter({ isRepeated, retryAfterMs = Infinity, refusedForMs }: Refusal): number {
    const hasFew = answeredAtMs.length <= TRANSIENT.requests;
    const isTransient = !isRepeated && hasFew && retryAfterMs <= TRANSIENT.retryAfterMs;
    const longestMs = isRepeated ? LONGEST_GAP_MS : 2 * FIRST_WAIT_MS;
    const fairGapMs = isTransient ? 0 : Math.min(longestMs, WINDOW_MS / answeredAtMs.length);
    return Math.max(fairGapMs, Math.min(WINDOW_MS, refusedForMs - WINDOW_MS));
  }

  return {
    /** Several jobs are known to use the key, or it has refused a request. */
    isShared,
    /** From `Retry-After`: no request is sent before it. */
    retryAfterUntilMs: () => retryAfterUntilMs,
    /** When a request of this kind may be sent: POSTs first, polls last. Changes as others are sent. */
    earliestMs(kind: RequestKind): number {
      const openMs = Math.max(blockedUntilMs, retryAfterUntilMs);
      if (kind === 'post') return openMs;
      const readMs = Math.max(openMs + 10, nextMs - BURST_REQUESTS * gapMs);
      if (kind === 'read') return readMs;
      // Polls may use the burst only while no other user of the key has been noticed, and leave one request of it, so that
      // no poll is sent while another read waits for its turn.
      const pollBurst = isShared() ? 0 : BURST_REQUESTS - 1;
      return Math.max(readMs + 10, nextMs - pollBurst * gapMs);
    },
    sent(nowMs: number): void {
      unrefusedSinceMs = Math.min(unrefusedSinceMs, nowMs);
      // Old requests leave the window, so the schedule is only so far ahead; by one long gap after a transient refusal.
      const aheadMs = Math.max(LONGEST_GAP_MS, 2.5 * (gapMs > LONGEST_GAP_MS ? gapMs : startGapMs));
      nextMs = Math.min(Math.max(nextMs, nowMs) + gapMs, nowMs + aheadMs);
    },
    /** Any result but a refusal, even no response. */
    answered(exchange: Exchange): void {
      const { kind, receivedMs } = exchange;
      delayByRetryAfter(exchange);
      refusedSinceMs = Infinity;
      answeredAtMs = [...answeredAtMs.slice(-119), receivedMs];
      // In simulations, shrinking the gap faster leads to new refusals; slower leaves free capacity unused.
      const isUnrefused = receivedMs - unrefusedSinceMs > WINDOW_MS;
      if (kind === 'poll' && isUnrefused) gapMs = Math.max(GAP_PER_JOB_MS, 0.8 * gapMs);
    },
    /** Refused with `rate_limited`. */
    refused(exchange: Exchange): void {
      const { sentMs, receivedMs } = exchange;
      delayByRetryAfter(exchange);
      if (sentMs < lastRefusedMs) return; // sent before the last refusal: no new information
      const isRepeated = receivedMs - lastRefusedMs < WINDOW_MS;
      lastRefusedMs = receivedMs;
      unrefusedSinceMs = receivedMs;
      refusedSinceMs = Math.min(refusedSinceMs, receivedMs);
      answeredAtMs = answeredAtMs.filter((atMs) => atMs > receivedMs - WINDOW_MS);
      const refusal = { ...exchange, isRepeated, refusedForMs: receivedMs - refusedSinceMs };
      blockedUntilMs = receivedMs + waitAfter(refusal) * (1 + 0.15 * random());
      gapMs = Math.max(gapMs, gapAfter(refusal));
    },
  };
}

/** `Retry-After` concerns the service (RFC 9110, section 10.2.3), but delays other requests for two windows at most. */
function boundedRetryAfterMs(retryAfterMs: number): number {
  return Math.min(2 * WINDOW_MS, Math.max(1000, retryAfterMs));
}
