// The pace of all requests of a step: how far polls are apart, and when the key may be used again.
// The service allows a key 120 requests per minute (API 8), which every job that uses it shares.
import type { Clock } from '../clock.ts';

/** The gap between two polls, before the jitter of ± 20 %. */
export const USUAL_GAP_MS = 2_400;
/** The gap is at least this for each concurrent job: 100 requests a minute for all of them. */
const GAP_PER_JOB_MS = 600;
/** The gap for a minute after two 429s within a minute, unless the usual gap is longer. */
const SLOW_GAP_MS = 10_000;
/** The time over which the service counts requests (API 8). */
const WINDOW_MS = 60_000;
/** After a slow reply the next poll waits as long as the reply took, up to this limit. */
const LONGEST_PAUSE_AFTER_SLOW_MS = 26_000;
/** How long before the deadline the last poll is sent, so that its result can be reported. */
const LAST_POLL_MS = 1_000;
/** The wait after a first 429 without `Retry-After`; it grows with each further 429 in a row. */
const RATE_LIMIT_MS = 3_000;
const RATE_LIMIT_GROWTH = 1.5;
const LONGEST_RATE_LIMIT_MS = 240_000;
/** At least half of it is added to `Retry-After`, so that waiting jobs do not return together. */
const RETRY_AFTER_JITTER_MS = 1_000;
/** The wait after a first failure; it doubles up to the longest, ± 25 %. */
const FAILURE_WAIT_MS = 1_000;
/** Until the service has answered, nothing has begun, so it is tried more often. */
const LONGEST_FAILURE_WAIT_MS = { first: 4_000, later: 15_000 } as const;

/** What the pace of a step depends on. */
export interface PaceOptions {
  readonly clock: Pick<Clock, 'now'>;
  /** Uniform in [0, 1). */
  readonly random: () => number;
  /** How many jobs use the key at once. */
  readonly concurrentJobs: number;
  /** Time on `clock`. */
  readonly deadlineMs: number;
}

export type Pace = ReturnType<typeof createPace>;

/** Creates the pace of one step. All times are in milliseconds on its clock. */
export function createPace({ clock, random, concurrentJobs, deadlineMs }: PaceOptions) {
  let blockedUntilMs = -Infinity;
  let lastLimitMs = -Infinity;
  let slowUntilMs = -Infinity;
  // Counted per method: a read that is answered does not show that POSTs are allowed again.
  const limitsInRow = { GET: 0, POST: 0 };
  let failuresInRow = 0;
  let wasAnswered = false;
  let lastTookMs = 0;

  const jittered = (ms: number): number => ms * (0.8 + random() * 0.4);

  function gapMs(): number {
    const slowMs = clock.now() < slowUntilMs ? SLOW_GAP_MS : 0;
    return jittered(Math.max(USUAL_GAP_MS, GAP_PER_JOB_MS * concurrentJobs, slowMs));
  }

  /** How long to wait after the failures so far; 0 after an answer. */
  function failureWaitMs(): number {
    if (failuresInRow === 0) return 0;
    const longestMs = LONGEST_FAILURE_WAIT_MS[wasAnswered ? 'later' : 'first'];
    const usualMs = Math.min(FAILURE_WAIT_MS * 2 ** (failuresInRow - 1), longestMs);
    return usualMs * (0.75 + random() / 2);
  }

  /** Cuts a wait for a last poll just before the deadline; after that poll it has no end. */
  function untilLastPoll(waitMs: number): number {
    const leftMs = deadlineMs - LAST_POLL_MS - clock.now();
    if (waitMs <= leftMs) return waitMs;
    return leftMs > 0 ? leftMs : Infinity;
  }

  return {
    /** For how long no request may be sent. */
    blockedMs: (): number => Math.max(0, blockedUntilMs - clock.now()),
    failureWaitMs,
    untilLastPoll,
    /** The pause before the next poll: the gap, or longer after a slow reply or failures. */
    pauseMs(leastMs: number): number {
      const slowMs = Math.min(lastTookMs, LONGEST_PAUSE_AFTER_SLOW_MS);
      return untilLastPoll(Math.max(leastMs, gapMs(), slowMs, failureWaitMs()));
    },
    /** Records a request, sent at `sentMs`, that was answered. */
    recordAnswer(sentMs: number, method: 'GET' | 'POST'): void {
      lastTookMs = method === 'GET' ? clock.now() - sentMs : 0;
      limitsInRow[method] = 0;
      failuresInRow = 0;
      wasAnswered = true;
    },
    /** Records a request without an answer. */
    recordFailure(): void {
      failuresInRow += 1;
    },
    /** Records that a request, sent at `sentMs`, was rate limited. */
    recordLimit(
      sentMs: number,
      { method, retryAfterMs }: { method: 'GET' | 'POST'; retryAfterMs?: number | undefined },
    ): void {
      const nowMs = clock.now();
      failuresInRow = 0;
      // Of requests that were under way together, only the first counts.
      if (sentMs >= lastLimitMs) {
        limitsInRow[method] += 1;
        // A second 429 within a minute means that others use the key, too.
        if (nowMs - lastLimitMs < WINDOW_MS) slowUntilMs = nowMs + WINDOW_MS;
        lastLimitMs = nowMs;
      } else if (retryAfterMs === undefined) return;
      const growingMs = RATE_LIMIT_MS * RATE_LIMIT_GROWTH ** (limitsInRow[method] - 1);
      const askedMs = (retryAfterMs ?? 0) + (0.5 + random() / 2) * RETRY_AFTER_JITTER_MS;
      const waitMs =
        retryAfterMs === undefined
          ? Math.min(LONGEST_RATE_LIMIT_MS, jittered(growingMs))
          : // `Retry-After: 0` does not allow a quicker pace than usual.
            Math.max(askedMs, gapMs());
      blockedUntilMs = Math.max(blockedUntilMs, nowMs + waitMs);
    },
  };
}
