// The share of the key's rate limit that one step uses. Pure: times are parameters, in milliseconds of one clock.
//
// A step cannot see who else uses the key. But when a request is refused, the window is full, and the step knows how
// many requests in it are its own: with n of them, its fair gap is 60 s / n. Constants are from simulated fleets.

/** Window over which the service counts the requests of a key (API page, section 8). */
const WINDOW_MS = 60_000;
/** Gap per job. 120 requests a minute are one per 500 ms; with 550, simulated fleets that know their size are locked out. */
const GAP_PER_JOB_MS = 600;
/** Longest gap or wait derived from a refusal (early in a step its few requests would give more) or a slow response. */
export const LONGEST_GAP_MS = 26_000;
/** Wait after a refusal without `Retry-After`. */
const FIRST_WAIT_MS = 6_500;
/** Longest wait after repeated refusals: empties the window even if 300 jobs are refused and refused requests count. */
const LOCKED_OUT_WAIT_MS = 210_000;
/** Burst size: requests that may be sent ahead of the share, so that a few resources start at once. */
const REQUESTS_AHEAD = 10;

/** `post` has priority since it starts work; `poll` is repeated; `rest` are other reads. */
export type RequestKind = 'post' | 'poll' | 'rest';
/** A completed request: when it was sent and completed, and its `Retry-After`. */
type Exchange = Readonly<{ kind: RequestKind; sentMs: number; receivedMs: number; retryAfterMs?: number | undefined }>;

/** Creates the share of one step; `jobs`: how many use the key at once, `random`: uniform in [0, 1). */
export function createShare({ jobs, random }: { jobs: number; random: () => number }) {
  const startGapMs = Math.min(jobs, 256) * GAP_PER_JOB_MS; // GitHub runs at most 256 jobs of a matrix
  let gapMs = startGapMs;
  let nextMs = -Infinity;
  let shutUntilMs = -Infinity;
  let askedUntilMs = -Infinity;
  let answeredMs: number[] = [];
  let quietSinceMs = Infinity; // the last refusal; before any, the first request
  let lastRefusedMs = -Infinity;
  let refusedSinceMs = Infinity; // the first refusal since the last answer
  let refusals = 0; // since the last answer

  /** `Retry-After` concerns the service (RFC 9110, section 10.2.3), but delays other requests for two windows at most. */
  function askedMs({ receivedMs, retryAfterMs }: Exchange): number {
    if (retryAfterMs === undefined) return 0;
    const waitMs = Math.min(2 * WINDOW_MS, Math.max(1000, retryAfterMs));
    askedUntilMs = Math.max(askedUntilMs, receivedMs + waitMs);
    return waitMs;
  }

  return {
    /** The time from `Retry-After`, at most two minutes ahead: no request is sent before it. */
    askedUntilMs: () => askedUntilMs,

    /** The time from which a request of this kind may be sent: POSTs first. Changes as others are sent. */
    dueMs(kind: RequestKind): number {
      const openMs = Math.max(shutUntilMs, askedUntilMs);
      if (kind === 'post') return openMs;
      // Polls may use the burst only while no other user of the key has been noticed.
      const aheadMs = kind === 'rest' || gapMs === GAP_PER_JOB_MS ? REQUESTS_AHEAD * gapMs : 0;
      return Math.max(openMs + (kind === 'poll' ? 20 : 40), nextMs - aheadMs);
    },

    sent(nowMs: number): void {
      quietSinceMs = Math.min(quietSinceMs, nowMs);
      // Old requests leave the window, so that only so much is owed; after a passing refusal no more than one long gap.
      const owedMs = Math.max(LONGEST_GAP_MS, 2.5 * (gapMs > LONGEST_GAP_MS ? gapMs : startGapMs));
      nextMs = Math.min(Math.max(nextMs, nowMs) + gapMs, nowMs + owedMs);
    },

    /** The request completed with any result but `rate_limited`. */
    answered(exchange: Exchange): void {
      const { kind, receivedMs } = exchange;
      askedMs(exchange);
      refusals = 0;
      answeredMs = [...answeredMs.slice(-119), receivedMs];
      // In simulations, shrinking the gap faster leads to new refusals; slower leaves free capacity unused.
      const isQuiet = receivedMs - quietSinceMs > WINDOW_MS;
      if (kind === 'poll' && isQuiet) gapMs = Math.max(GAP_PER_JOB_MS, 0.8 * gapMs);
    },

    /** The request was refused with `rate_limited`. */
    refused(exchange: Exchange): void {
      const { kind, sentMs, receivedMs, retryAfterMs } = exchange;
      const leastMs = askedMs(exchange);
      if (sentMs < lastRefusedMs) return; // sent before the last refusal: no new information
      const isAgain = receivedMs - lastRefusedMs < WINDOW_MS;
      lastRefusedMs = quietSinceMs = receivedMs;
      if (refusals === 0) refusedSinceMs = receivedMs;
      refusals += 1;
      answeredMs = answeredMs.filter((atMs) => atMs > receivedMs - WINDOW_MS);
      const [oldestMs = -Infinity, { length: n }] = [answeredMs[0], answeredMs];

      // Longer pauses between polls would leave the places of a step that has started to newcomers.
      const longestMs = Math.min(LOCKED_OUT_WAIT_MS, kind === 'poll' ? Math.max(WINDOW_MS, 2 * startGapMs) : Infinity);
      const lockedOutMs = Math.min(longestMs, receivedMs - refusedSinceMs - WINDOW_MS) * (0.75 + random() / 2);
      gapMs = Math.max(gapMs, Math.min(LONGEST_GAP_MS, WINDOW_MS / n), Math.min(WINDOW_MS, lockedOutMs));
      // When the step's own oldest request leaves the window, there is certainly room for one.
      const freeInMs = isAgain ? oldestMs + WINDOW_MS - receivedMs : 0;
      const growingMs = Math.min(LONGEST_GAP_MS, Math.max(FIRST_WAIT_MS * 1.5 ** (refusals - 1), freeInMs));
      // Refused again after obeying `Retry-After` twice: many steps got the same `Retry-After`.
      const isObeyed = retryAfterMs !== undefined && refusals <= 2;
      const ownMs = isObeyed ? leastMs : Math.max(growingMs, Math.min(startGapMs, WINDOW_MS), leastMs);
      shutUntilMs = receivedMs + Math.max(lockedOutMs, ownMs) * (1 + 0.15 * random());
    },
  };
}
