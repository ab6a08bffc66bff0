// The share of the key's request limit that one step takes. Pure: times are milliseconds of one clock, handed in.
//
// A step cannot see who else uses the key. But a window that refuses a request is full, and the step knows how many of
// the requests in it are its own: n of them make 60 s / n its fair gap. Figures: simulated fleets, `bench/fleet.ts`.

/** The service counts the requests of a key over this long (API page, section 8). */
const WINDOW_MS = 60_000;
/** 120 requests a minute are one every 500 ms; with 550, fleets that know their size are locked out. */
const GAP_PER_JOB_MS = 600;
/** Longest gap or wait learnt from a refusal: a step that has just begun has few requests in the window. */
const LONGEST_GAP_MS = 26_000;
/** Wait after a refusal without `Retry-After`. */
const FIRST_WAIT_MS = 6_500;
/** Lets a window become empty even where 300 jobs are refused and refused requests count as well. */
const LOCKED_OUT_WAIT_MS = 210_000;
/** So many requests may go ahead of the share, so that a few resources start at once. */
const REQUESTS_AHEAD = 10;

/** A POST holds up a build, a poll is one of many, the rest are lists and single reads. */
export type RequestKind = 'post' | 'poll' | 'rest';

/** One request, when its end was known, and what `Retry-After` asked for. */
export interface Exchange {
  readonly kind: RequestKind;
  readonly sentMs: number;
  readonly receivedMs: number;
  readonly retryAfterMs?: number | undefined;
}

/** Creates the share of one step; `jobs` are known to use the key at once, `random` is uniform in [0, 1). */
export function createShare({ jobs, random }: { jobs: number; random: () => number }) {
  const startGapMs = Math.min(jobs, 256) * GAP_PER_JOB_MS; // GitHub runs at most 256 jobs of a matrix
  const longestGapMs = Math.max(LONGEST_GAP_MS, startGapMs);
  let gapMs = startGapMs;
  let nextMs = -Infinity;
  let shutUntilMs = -Infinity;
  let askedUntilMs = -Infinity;
  let answeredMs: number[] = [];
  let quietSinceMs = Infinity; // the last refusal; before any, the first request
  let lastRefusedMs = -Infinity;
  let refusedSinceMs = Infinity; // the first refusal since the last answer
  let refusals = 0; // since the last answer

  /**
   * `Retry-After` of a 429 or 5xx is about the service, not about one endpoint (RFC 9110, section 10.2.3). The limit is
   * one of a minute: other requests than the one that brought it are held back for two at most.
   */
  function shutAsAsked(receivedMs: number, retryAfterMs: number | undefined): number {
    const askedMs = Math.min(2 * WINDOW_MS, Math.max(1000, retryAfterMs ?? 0));
    if (retryAfterMs !== undefined) askedUntilMs = Math.max(askedUntilMs, receivedMs + askedMs);
    return askedMs;
  }

  return {
    /** The time that `Retry-After` named: nothing goes before it, or for two minutes if it is later. */
    askedUntilMs: () => askedUntilMs,

    /** The time from which a request of this kind may go. It moves while others are sent. */
    dueMs(kind: RequestKind): number {
      const openMs = Math.max(shutUntilMs, askedUntilMs);
      if (kind === 'post') return openMs;
      // Polls go ahead of the share only while the key seems to be the step's own.
      const aheadMs = kind === 'rest' || gapMs === GAP_PER_JOB_MS ? REQUESTS_AHEAD * gapMs : 0;
      return Math.max(openMs + (kind === 'poll' ? 20 : 40), nextMs - aheadMs);
    },

    sent(nowMs: number): void {
      quietSinceMs = Math.min(quietSinceMs, nowMs);
      // Old requests leave the window, so that only so much is owed; after a passing refusal no more than one long gap.
      const owedMs = Math.max(LONGEST_GAP_MS, 2.5 * (gapMs > LONGEST_GAP_MS ? gapMs : startGapMs));
      nextMs = Math.min(Math.max(nextMs, nowMs) + gapMs, nowMs + owedMs);
      // After a refusal one request goes first, a POST if there is one, and shows whether the key is open again.
      if (refusals > 0) shutUntilMs = Math.max(shutUntilMs, nowMs + 1000);
    },

    /** The request ended in any way but `rate_limited`. */
    answered({ kind, receivedMs, retryAfterMs }: Exchange): void {
      shutAsAsked(receivedMs, retryAfterMs);
      if (refusals > 0) shutUntilMs = receivedMs;
      refusals = 0;
      answeredMs = [...answeredMs.slice(-119), receivedMs];
      // Faster growth locks fleets out; slower growth leaves unused what has become free.
      const isQuiet = receivedMs - quietSinceMs > WINDOW_MS;
      if (kind === 'poll' && isQuiet) gapMs = Math.max(GAP_PER_JOB_MS, 0.8 * gapMs);
    },

    /** The request was refused with `rate_limited`. */
    refused({ kind, sentMs, receivedMs, retryAfterMs }: Exchange): void {
      const askedMs = shutAsAsked(receivedMs, retryAfterMs);
      if (sentMs < lastRefusedMs) return; // under way when another was refused: nothing new
      const isAgain = receivedMs - lastRefusedMs < WINDOW_MS;
      lastRefusedMs = quietSinceMs = receivedMs;
      if (refusals === 0) refusedSinceMs = receivedMs;
      refusals += 1;
      answeredMs = answeredMs.filter((atMs) => atMs > receivedMs - WINDOW_MS);
      const [oldestMs = -Infinity, { length: n }] = [answeredMs[0], answeredMs];

      const lockedOutMs = Math.min(LOCKED_OUT_WAIT_MS, receivedMs - refusedSinceMs - WINDOW_MS) * (0.75 + random() / 2);
      gapMs = Math.max(gapMs, Math.min(longestGapMs, WINDOW_MS / n), Math.min(WINDOW_MS, lockedOutMs));
      const growingMs = Math.min(LONGEST_GAP_MS, FIRST_WAIT_MS * 1.5 ** (refusals - 1));
      // The place of the step's own oldest request becomes free for certain.
      const freeInMs = isAgain ? Math.min(longestGapMs, oldestMs + WINDOW_MS - receivedMs) : 0;
      const ownMs =
        kind === 'poll' ? Math.max(FIRST_WAIT_MS, freeInMs) : Math.max(growingMs, Math.min(startGapMs, WINDOW_MS));
      // A step that obeyed twice and was refused again is one of many that got the same answer.
      const waitMs = Math.max(lockedOutMs, askedMs, retryAfterMs === undefined || refusals > 2 ? ownMs : 0);
      shutUntilMs = Math.max(shutUntilMs, receivedMs + waitMs + 0.15 * random() * Math.max(FIRST_WAIT_MS, waitMs));
    },
  };
}
