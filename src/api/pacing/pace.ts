// When the next request of a step may go: the one gate before every request, and the schedule of polls.
import type { Clock } from '../../clock.ts';
import { createShare, type Exchange, type RequestKind } from './share.ts';

/** An early first poll shows that the build runs; half the gap is the mean delay until its end is seen. */
const POLLS = { firstMs: 1100, gapMs: 2300, slowAfterMs: 17_000, slowGapMs: 2900 };
/** Time that one poll and the verdict need before the deadline. */
const LAST_POLL_MS = 1500;

/** When the work began; `atOnce`: it may have ended long ago, so that the first poll does not wait. */
export type PollOptions = { readonly startedAtMs: number; readonly atOnce?: boolean };

/** When the next poll is due, whatever the share allows; at most half of the time is spent receiving. */
export function pollDueMs({ startedAtMs, atOnce }: PollOptions, last?: Omit<Exchange, 'kind'>): number {
  if (last === undefined) return startedAtMs + (atOnce === true ? 0 : POLLS.firstMs);
  const { sentMs, receivedMs } = last;
  const gapMs = sentMs - startedAtMs < POLLS.slowAfterMs ? POLLS.gapMs : POLLS.slowGapMs;
  return Math.max(sentMs + gapMs, 2 * receivedMs - sentMs);
}

/** What a pace is made of: `deadlineMs` is clock time, and one more poll goes just before it. */
export interface PaceOptions extends Readonly<{ concurrentJobs: number; deadlineMs: number; random: () => number }> {
  readonly clock: Clock;
  readonly signal: AbortSignal;
}
/** The pace that all requests of a step share. */
export type Pace = ReturnType<typeof createPace>;
/** A request that may go now; its end is to be reported. */
export type Turn = Awaited<ReturnType<Pace['turn']>>;

/** Creates the pace of one step. */
export function createPace({ concurrentJobs, deadlineMs, random, clock, signal }: PaceOptions) {
  const share = createShare({ jobs: concurrentJobs, random });

  async function take(kind: RequestKind, dueMs: () => number, onEnd?: (poll: Exchange, isAnswered: boolean) => void) {
    // Whole milliseconds, as timers have them; asked again after each wait, since others were sent meanwhile.
    const leftMs = (): number => Math.max(0, Math.ceil(dueMs() - clock.now()));
    for (let waitMs = leftMs(); waitMs > 0; waitMs = leftMs()) await clock.sleep(waitMs, signal);
    const sentMs = clock.now();
    share.sent(sentMs);
    const report = (how: 'answered' | 'refused', retryAfterMs?: number): void => {
      const exchange = { kind, sentMs, receivedMs: clock.now(), retryAfterMs };
      share[how](exchange);
      onEnd?.(exchange, how === 'answered');
    };
    return {
      sentMs,
      /** Any end but `rate_limited`, even without a response; `Retry-After` of a 5xx holds back all requests. */
      ended: (retryAfterMs?: number) => report('answered', retryAfterMs),
      /** Refused with `rate_limited`. */
      refused: (retryAfterMs?: number) => report('refused', retryAfterMs),
      /** Milliseconds until the next of its kind may go, as far as is known. */
      leftMs,
    };
  }

  return {
    /** Waits until a request that is no poll may go; before each of them. Rejects with the signal's reason. */
    turn: async (kind: 'post' | 'rest') => await take(kind, () => share.dueMs(kind)),

    /** Begins to poll one deployment or resource; each `turn` waits until its next poll may go. */
    poller(options: PollOptions) {
      const lastPollMs = deadlineMs - LAST_POLL_MS;
      let sentMs = -Infinity;
      let scheduledMs = pollDueMs(options);
      const dueMs = (): number => {
        const usualMs = Math.max(scheduledMs, share.dueMs('poll'));
        const isLastLeft = usualMs > lastPollMs && sentMs < lastPollMs;
        return isLastLeft ? Math.max(lastPollMs, share.askedUntilMs()) : usualMs;
      };
      const onEnd = (poll: Exchange, isAnswered: boolean): void => {
        const nextMs = isAnswered ? pollDueMs(options, poll) : scheduledMs;
        scheduledMs = Math.max(nextMs, poll.receivedMs + (poll.retryAfterMs ?? 0));
      };
      const turn = async (): Promise<Turn> => {
        const poll = await take('poll', dueMs, onEnd);
        ({ sentMs } = poll);
        return poll;
      };
      return {
        turn,
        /** Holds the next poll back: another request that belongs to this one was asked to wait. */
        holdBack(ms: number): void {
          scheduledMs = Math.max(scheduledMs, clock.now() + ms);
        },
      };
    },
  };
}
