// The pace of all requests of a step: quick, or slow once refusals show that the key is shared. The API page allows a key
// 120 requests a minute (section 8).
import type { Clock } from '../clock.ts';

/** Gaps between the polls of one resource. The limit is a request every 500 ms for all users of the key. */
const QUICK_GAP_MS = 2_400;
const GAP_PER_JOB_MS = 600;
const SLOW_GAP_MS = 10_000;
/** The time over which the service counts requests. */
const WINDOW_MS = 60_000;
/** Waits after refusals without `Retry-After`: the first one, the longest, and what each further one adds. */
const REFUSED_MS = 3_000;
const LONGEST_REFUSED_MS = 240_000;
const GROWTH = 1.5;
/** After a `Retry-After`, so that those who got the same do not come back together. */
const RETRY_AFTER_JITTER_MS = 1_000;
/** POSTs go first after a refusal: they start the work. */
const READ_DELAY_MS = 10;

export type Pace = ReturnType<typeof createPace>;

interface PaceOptions {
  readonly clock: Clock;
  /** Uniform in [0, 1). */
  readonly random: () => number;
  /** How many jobs use the key at once. */
  readonly concurrentJobs: number;
  readonly activeResources: () => number;
}

/** Creates the pace of one step. */
export function createPace({ clock, random, concurrentJobs, activeResources }: PaceOptions) {
  let blockedUntilMs = -Infinity;
  let lastRefusedMs = -Infinity;
  let refusalsInRow = 0;
  let slowGapMs = 0;

  /** ± 20 % */
  const jittered = (ms: number): number => ms * (0.8 + random() * 0.4);
  const waitMs = (): number => Math.max(0, blockedUntilMs - clock.now());

  return {
    /** Waits until a request may be sent. Rejects with the signal's reason. */
    async ready(method: 'GET' | 'POST', signal: AbortSignal): Promise<void> {
      const isBlocked = waitMs() > 0;
      while (waitMs() > 0) await clock.sleep(waitMs(), signal);
      if (isBlocked && method === 'GET') await clock.sleep(READ_DELAY_MS, signal);
    },
    /** The gap to the next poll of a resource, in milliseconds. */
    gapMs(): number {
      const quickMs = Math.max(QUICK_GAP_MS, GAP_PER_JOB_MS * concurrentJobs * activeResources());
      const isSlow = clock.now() - lastRefusedMs < WINDOW_MS;
      return jittered(isSlow ? Math.max(quickMs, slowGapMs) : quickMs);
    },
    /** Any answer but a refusal. */
    accepted(): void {
      refusalsInRow = 0;
    },
    /** The request sent at `sentMs` was refused with 429. Returns the wait before any other request, in milliseconds. */
    refused(sentMs: number, retryAfterMs: number | undefined): number {
      const nowMs = clock.now();
      // One that was sent before the last refusal tells nothing new.
      const isNews = sentMs >= lastRefusedMs;
      if (isNews) {
        refusalsInRow += 1;
        const isRepeated = nowMs - lastRefusedMs < WINDOW_MS;
        slowGapMs = isRepeated ? Math.min(WINDOW_MS, SLOW_GAP_MS * GROWTH ** (refusalsInRow - 1)) : 0;
        lastRefusedMs = nowMs;
      }
      const growingMs = Math.min(LONGEST_REFUSED_MS, jittered(REFUSED_MS * GROWTH ** (refusalsInRow - 1)));
      const ownMs =
        retryAfterMs === undefined ? growingMs : retryAfterMs + (0.5 + random() / 2) * RETRY_AFTER_JITTER_MS;
      if (isNews || retryAfterMs !== undefined) blockedUntilMs = Math.max(blockedUntilMs, nowMs + ownMs);
      return waitMs();
    },
  };
}
