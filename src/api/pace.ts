// Sets the pace of all requests of a step: quick, or slow once repeated 429s show that others use
// the key, too. The service allows a key 120 requests per minute (API 8).
import type { Clock } from '../clock.ts';

/** The gap between two polls, before the jitter of ± 20 %. */
const QUICK_GAP_MS = 2_400;
/** The gap is at least this times the number of concurrent jobs. */
const GAP_PER_JOB_MS = 600;
/** The gap for a minute after two 429s within a minute, unless the usual gap is longer. */
const SLOW_GAP_MS = 10_000;
/** How long after an acceptance the first poll is sent, in a single job or with few. */
const FIRST_POLL_MS = 1_100;
/** With more than `FEW` jobs, it is sent after this many gaps. */
const FIRST_POLL_GAPS = 3;
const FEW = 4;
/** After a slow reply the next poll waits as long as the reply took, up to this limit. */
const LONGEST_PAUSE_AFTER_SLOW_MS = 26_000;
/** How long before the deadline the last poll is sent, so that its result can be reported. */
const LAST_POLL_MS = 1_000;
/** The time over which the service counts requests (API 8). */
const WINDOW_MS = 60_000;
/** The wait after a first 429 without `Retry-After`; it grows with each further 429 in a row. */
const RATE_LIMIT_MS = 3_000;
const LONGEST_RATE_LIMIT_MS = 240_000;
const GROWTH = 1.5;
/** At least half of it is added to `Retry-After`, so that waiting jobs do not return together. */
const RETRY_AFTER_JITTER_MS = 1_000;

/** What the pace of a step depends on. */
export interface PaceOptions {
  readonly clock: Clock;
  /** Uniform in [0, 1). */
  readonly random: () => number;
  /** How many jobs use the key at once. */
  readonly concurrentJobs: number;
  /**
   * Aborted at the deadline and when the run is cancelled; all requests and waits reject with its
   * reason.
   */
  readonly signal: AbortSignal;
  /** Time on `clock`. */
  readonly deadlineMs: number;
}

export function createPace(options: PaceOptions) {
  const { clock, random, concurrentJobs, signal, deadlineMs } = options;
  let blockedUntilMs = -Infinity;
  let lastRateLimitedMs = -Infinity;
  // Counted per method: a read that is answered does not show that POSTs are allowed again.
  const rateLimitsInRow = { GET: 0, POST: 0 };
  let wasLimitedTwice = false;
  let lastTookMs = 0;

  /** ± 20 % */
  const jittered = (ms: number): number => ms * (0.8 + random() * 0.4);
  const blockedMs = (): number => Math.max(0, blockedUntilMs - clock.now());
  const usualGapMs = (): number => Math.max(QUICK_GAP_MS, GAP_PER_JOB_MS * concurrentJobs);

  function gapMs(): number {
    const isSlow = clock.now() - lastRateLimitedMs < WINDOW_MS;
    return jittered(Math.max(usualGapMs(), isSlow && wasLimitedTwice ? SLOW_GAP_MS : 0));
  }

  /**
   * Shortens a wait so that a last poll is sent just before the deadline. After that poll the wait
   * lasts until the step is aborted.
   */
  function untilLastPoll(waitMs: number): number {
    const leftMs = deadlineMs - LAST_POLL_MS - clock.now();
    if (waitMs <= leftMs) return waitMs;
    return leftMs > 0 ? leftMs : Infinity;
  }

  return {
    untilLastPoll,
    /** For how long no request may be sent, in milliseconds. */
    blockedMs,
    /** Waits until a request may be sent. Rejects with the signal's reason. */
    ready: async (): Promise<void> => {
      while (blockedMs() > 0) await clock.sleep(blockedMs(), signal);
    },
    /**
     * Sleeps until the next poll may be sent: for the longest of `ms`, the gap of the pace (unless
     * quick), and the time that the last reply took. A last poll is sent just before the deadline;
     * after that the sleep lasts until the step is aborted.
     */
    pause: async (ms: number, { isQuick = false }: { isQuick?: boolean } = {}): Promise<void> => {
      const tookMs = Math.min(lastTookMs, LONGEST_PAUSE_AFTER_SLOW_MS);
      const waitMs = Math.max(ms, tookMs, isQuick ? 0 : gapMs());
      await clock.sleep(untilLastPoll(waitMs), signal);
    },
    /** The wait between an acceptance and the first poll, in milliseconds. */
    firstPollMs: (): number =>
      concurrentJobs > FEW ? Math.min(WINDOW_MS, FIRST_POLL_GAPS * gapMs()) : FIRST_POLL_MS,
    /** Records the end of a request, sent at `sentMs`, that was not rate limited. */
    recordAnswer(sentMs: number, method: 'GET' | 'POST'): void {
      lastTookMs = method === 'GET' ? clock.now() - sentMs : 0;
      rateLimitsInRow[method] = 0;
    },
    /** Records that a request, sent at `sentMs`, was rate limited. */
    recordRateLimit(
      sentMs: number,
      { method, retryAfterMs }: { method: 'GET' | 'POST'; retryAfterMs?: number | undefined },
    ): void {
      const nowMs = clock.now();
      // A request that was sent before the last 429 does not count; only its `Retry-After` does.
      if (sentMs >= lastRateLimitedMs) {
        rateLimitsInRow[method] += 1;
        // A second 429 within a minute means that others use the key, too.
        wasLimitedTwice = nowMs - lastRateLimitedMs < WINDOW_MS;
        lastRateLimitedMs = nowMs;
      } else if (retryAfterMs === undefined) return;
      const growingMs = RATE_LIMIT_MS * GROWTH ** (rateLimitsInRow[method] - 1);
      const waitMs =
        retryAfterMs === undefined
          ? Math.min(LONGEST_RATE_LIMIT_MS, jittered(growingMs))
          : // `Retry-After: 0` does not allow a quicker pace than usual.
            Math.max(
              retryAfterMs + (0.5 + random() / 2) * RETRY_AFTER_JITTER_MS,
              jittered(usualGapMs()),
            );
      blockedUntilMs = Math.max(blockedUntilMs, nowMs + waitMs);
    },
  };
}
