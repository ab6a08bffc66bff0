// Shares with default values.
import { createShare, type RequestKind } from '../../../src/api/pacing/index.ts';

/** What differs from a poll that was received 100 ms after it was sent. */
interface ExchangeOptions {
  readonly kind?: RequestKind;
  readonly sentMs?: number;
  readonly retryAfterMs?: number;
}

/** A share whose requests are reported at given times. Its random source returns 0 by default: no jitter, shortest waits. */
export function shareOf({ jobs = 1, random = () => 0 }: { jobs?: number; random?: () => number } = {}) {
  const share = createShare({ concurrentJobs: jobs, random });
  function exchange(receivedMs: number, options: ExchangeOptions) {
    const { kind = 'poll', sentMs = receivedMs - 100, retryAfterMs } = options;
    share.sent(sentMs);
    return { kind, sentMs, receivedMs, retryAfterMs };
  }
  return {
    ...share,
    answered: (receivedMs: number, options: ExchangeOptions = {}) => share.answered(exchange(receivedMs, options)),
    refused: (receivedMs: number, options: ExchangeOptions = {}) => share.refused(exchange(receivedMs, options)),
  };
}

/** A share as {@link shareOf} creates it. */
export type Share = ReturnType<typeof shareOf>;

/** Milliseconds from `nowMs` until a POST, a poll and any other read may be sent; 0 for immediately. */
export function waits(share: Share, nowMs: number): number[] {
  const kinds = ['post', 'poll', 'read'] as const;
  return kinds.map((kind) => Math.max(0, Math.round(share.earliestMs(kind) - nowMs)));
}

/** Reports `count` answered polls, evenly over the minute that ends at `untilMs`. */
export function pollForAMinute(share: Share, count: number, untilMs: number): void {
  const minuteMs = 60_000;
  for (let n = 1; n <= count; n += 1) share.answered(untilMs - minuteMs + (n * minuteMs) / count - 1);
}
