// When the next request of a step may go: the one gate before every request, and the schedule of polls.
import type { Clock } from '../../clock.ts';
import { createShare, type RequestKind } from './share.ts';

/** An early first poll shows that the build runs; half the gap is the mean delay until its end is seen. */
const POLLS = { firstMs: 1100, gapMs: 2300, slowAfterMs: 17_000, slowGapMs: 2900 };
/** Time that one poll and the verdict need before the deadline. */
const LAST_POLL_MS = 1500;

/** When the work began; `atOnce`: it may have ended long ago, so that the first poll does not wait. */
export interface PollOptions {
  readonly startedAtMs: number;
  readonly atOnce?: boolean;
}

/** When the next poll is due, whatever the share allows; at most half of the time is spent receiving. */
export function pollDueMs(
  { startedAtMs, atOnce }: PollOptions,
  last?: { readonly sentMs: number; readonly receivedMs: number },
): number {
  if (last === undefined) return startedAtMs + (atOnce === true ? 0 : POLLS.firstMs);
  const { sentMs, receivedMs } = last;
  const gapMs = sentMs - startedAtMs < POLLS.slowAfterMs ? POLLS.gapMs : POLLS.slowGapMs;
  return Math.max(sentMs + gapMs, 2 * receivedMs - sentMs);
}

/** A request that may go now; report its end. */
export interface Turn {
  /** Any end but `rate_limited`, even without a response; a `Retry-After` holds back the next poll of a poller. */
  ended(retryAfterMs?: number): void;
  /** Refused with `rate_limited`. */
  refused(retryAfterMs?: number): void;
  /** Milliseconds until the next of its kind may go, as far as is known. */
  leftMs(): number;
}

/** The pace that all requests of a step share. Each `turn` rejects with the reason of the step's signal. */
export interface Pace {
  /** Waits until a request of this kind may go; before every request that is not a poll. */
  turn(kind: 'post' | 'rest'): Promise<Turn>;
  /** Begins to poll one deployment or resource; each of its turns waits until the next poll may go. */
  poller(options: PollOptions): { turn(): Promise<Turn> };
}

/** What a pace is made of: `deadlineMs` is clock time, and one more poll goes just before it. */
export interface PaceOptions extends Readonly<{ concurrentJobs: number; deadlineMs: number; random: () => number }> {
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/** Creates the pace of one step. */
export function createPace({ concurrentJobs, deadlineMs, random, clock, signal }: PaceOptions): Pace {
  const share = createShare({ jobs: concurrentJobs, random });

  async function turn(kind: RequestKind, dueMs: () => number): Promise<Turn> {
    // Whole milliseconds, as timers have them; asked again after each wait, since others were sent meanwhile.
    const leftMs = (): number => Math.max(0, Math.ceil(dueMs() - clock.now()));
    for (let waitMs = leftMs(); waitMs > 0; waitMs = leftMs()) await clock.sleep(waitMs, signal);
    const sentMs = clock.now();
    share.sent(sentMs);
    const exchange = (retryAfterMs?: number) => ({ kind, sentMs, receivedMs: clock.now(), retryAfterMs });
    return {
      ended: () => share.answered(exchange()),
      refused: (retryAfterMs) => share.refused(exchange(retryAfterMs)),
      leftMs,
    };
  }

  return {
    turn: async (kind) => await turn(kind, () => share.dueMs(kind)),
    poller(options) {
      const lastPollMs = deadlineMs - LAST_POLL_MS;
      let sentMs = -Infinity;
      let ended: { sentMs: number; receivedMs: number } | undefined;
      let askedUntilMs = -Infinity;
      const dueMs = (): number => {
        const usualMs = Math.max(pollDueMs(options, ended), askedUntilMs, share.dueMs('poll'));
        const isLastLeft = usualMs > lastPollMs && sentMs < lastPollMs;
        return isLastLeft ? Math.max(lastPollMs, share.askedUntilMs()) : usualMs;
      };
      return {
        async turn() {
          const poll = await turn('poll', dueMs);
          sentMs = clock.now();
          return {
            ...poll,
            ended(retryAfterMs = 0) {
              poll.ended();
              ended = { sentMs, receivedMs: clock.now() };
              askedUntilMs = ended.receivedMs + retryAfterMs;
            },
            refused(retryAfterMs) {
              poll.refused(retryAfterMs);
              askedUntilMs = clock.now() + (retryAfterMs ?? 0);
            },
          };
        },
      };
    },
  };
}
