// The share of the key's rate limit that one step uses. Pure: times are parameters, in milliseconds of one clock.
// A step cannot see who else uses the key. But when a request is refused, the window is full, and the step knows how
// many requests in it are its own: with n of them, its fair gap is 60 s / n. Constants are from simulated fleets.

const WINDOW_MS = 60_000; // in which the service counts the requests of a key (API page, section 8)
const GAP_PER_JOB_MS = 600; // the limit is one per 500 ms; with 550, fleets that know their size are locked out
const FIRST_WAIT_MS = 6_500; // after a refusal without `Retry-After`
const LOCKED_OUT_WAIT_MS = 210_000; // the longest; lets 300 refused jobs in again even if refused requests count
// A first refusal with a short `Retry-After`, of a step with so few requests in the window, says nothing about its share:
// 60 s / n would be a guess. When a fleet fills the window at once, `Retry-After` is longer.
const PASSING = { retryAfterMs: 20_000, requests: 3 };
const REQUESTS_AHEAD = 10; // burst size: sent ahead of the share, so that a few resources start at once
/** Longest gap or wait derived from passing refusals (early in a step, n is small) or from a slow response. */
export const LONGEST_GAP_MS = 26_000;

/** `post` has priority since it starts work; `poll` is repeated; `read` is any other read. */
export type RequestKind = 'post' | 'poll' | 'read';
/** A completed request. Refused: with `rate_limited`; any other result, even no response, is an answer. */
type Exchange = Readonly<{ kind: RequestKind; sentMs: number; isRefused: boolean; retryAfterMs: number | undefined }>;

/** Creates the share of one step; `concurrentJobs`: how many use the key at once, `random`: uniform in [0, 1). */
export function createShare({ concurrentJobs, random }: { concurrentJobs: number; random: () => number }) {
  const startGapMs = Math.min(concurrentJobs, 256) * GAP_PER_JOB_MS; // GitHub runs at most 256 jobs of a matrix
  let gapMs = startGapMs;
  let nextMs = -Infinity;
  let shutUntilMs = -Infinity;
  let retryAfterUntilMs = -Infinity;
  let answeredMs: number[] = [];
  let quietSinceMs = Infinity; // the last refusal; before any, the first request
  let lastRefusedMs = -Infinity;
  let refusedSinceMs = Infinity; // the first refusal since the last answer

  return {
    /** Several jobs are known to use the key, or it has refused a request. */
    isShared: () => gapMs > GAP_PER_JOB_MS,
    retryAfterUntilMs: () => retryAfterUntilMs, // from `Retry-After`: no request is sent before it
    /** The time from which a request of this kind may be sent: POSTs first, polls last. Changes as others are sent. */
    earliestMs(kind: RequestKind): number {
      const openMs = Math.max(shutUntilMs, retryAfterUntilMs);
      if (kind === 'post') return openMs;
      // Polls may use the burst only while no other user of the key has been noticed.
      // One place of it is left, so that no poll is sent while another read waits for its turn.
      const readMs = Math.max(openMs + 10, nextMs - REQUESTS_AHEAD * gapMs);
      if (kind === 'read') return readMs;
      return Math.max(readMs + 10, nextMs - (gapMs === GAP_PER_JOB_MS ? (REQUESTS_AHEAD - 1) * gapMs : 0));
    },
    sent(nowMs: number): void {
      quietSinceMs = Math.min(quietSinceMs, nowMs);
      // Old requests leave the window, so that only so much is owed; after a passing refusal no more than one long gap.
      const owedMs = Math.max(LONGEST_GAP_MS, 2.5 * (gapMs > LONGEST_GAP_MS ? gapMs : startGapMs));
      nextMs = Math.min(Math.max(nextMs, nowMs) + gapMs, nowMs + owedMs);
    },
    completed(receivedMs: number, { kind, sentMs, isRefused, retryAfterMs }: Exchange): void {
      // `Retry-After` concerns the service (RFC 9110, section 10.2.3), but delays other requests for two windows at most.
      const askedMs = retryAfterMs === undefined ? -Infinity : Math.min(2 * WINDOW_MS, Math.max(1000, retryAfterMs));
      retryAfterUntilMs = Math.max(retryAfterUntilMs, receivedMs + askedMs);
      if (!isRefused) {
        refusedSinceMs = Infinity;
        answeredMs = [...answeredMs.slice(-119), receivedMs];
        // In simulations, shrinking the gap faster leads to new refusals; slower leaves free capacity unused.
        if (kind === 'poll' && receivedMs - quietSinceMs > WINDOW_MS) gapMs = Math.max(GAP_PER_JOB_MS, 0.8 * gapMs);
        return;
      }
      if (sentMs < lastRefusedMs) return; // sent before the last refusal: no new information
      const isAgain = receivedMs - lastRefusedMs < WINDOW_MS; // a single refusal may be bad luck
      lastRefusedMs = quietSinceMs = receivedMs;
      refusedSinceMs = Math.min(refusedSinceMs, receivedMs);
      const refusedMs = receivedMs - refusedSinceMs;
      answeredMs = answeredMs.filter((atMs) => atMs > receivedMs - WINDOW_MS);
      // When the step's own oldest request leaves the window, there is certainly room for one.
      const oldestLeavesMs = isAgain ? (answeredMs[0] ?? -Infinity) + WINDOW_MS - receivedMs : 0;
      const lastingGapMs = gapMs > LONGEST_GAP_MS ? Math.min(WINDOW_MS, gapMs) : 0;
      // Longer pauses between polls would leave the places of a step that has started to newcomers.
      const longestMs = Math.min(LOCKED_OUT_WAIT_MS, kind === 'poll' ? Math.max(WINDOW_MS, 2 * startGapMs) : Infinity);
      const growingMs = Math.min(longestMs, FIRST_WAIT_MS + refusedMs / 5);
      const lockedOutMs = Math.min(longestMs, refusedMs - WINDOW_MS) * (0.75 + random() / 2);
      const ownMs = Math.max(Math.min(LONGEST_GAP_MS, oldestLeavesMs), lastingGapMs, growingMs, lockedOutMs);
      // After a minute of refusals `Retry-After` is not enough: many steps get the same.
      const waitMs = retryAfterMs !== undefined && refusedMs < WINDOW_MS ? askedMs : Math.max(askedMs, ownMs);
      shutUntilMs = receivedMs + waitMs * (1 + 0.15 * random());
      const hasFew = retryAfterMs !== undefined && answeredMs.length <= PASSING.requests;
      const isPassing = !isAgain && hasFew && retryAfterMs <= PASSING.retryAfterMs;
      const fairGapMs = Math.min(isAgain ? LONGEST_GAP_MS : 2 * FIRST_WAIT_MS, WINDOW_MS / answeredMs.length);
      gapMs = Math.max(gapMs, isPassing ? 0 : fairGapMs, Math.min(WINDOW_MS, refusedMs - WINDOW_MS));
    },
  };
}
