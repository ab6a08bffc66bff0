// Paces the requests of a step: every request waits here until it may be sent. Also schedules polls.
import type { Clock } from '../../clock.ts';
import { createShare, LONGEST_GAP_MS, type RequestKind } from './share.ts';

/** An early first poll shows that the build has started; the mean delay until the end is noticed is half the gap. */
const POLLS = { firstMs: 1_100, gapMs: 2_400 };
/** How long before the deadline the last poll is sent, so that its result can be reported. */
export const LAST_POLL_MS = 1500;

/**
 * `startedAtMs`: when the work began; `atOnce`: poll immediately, since the work may already have ended; `nextMs`: when the
 * next poll is scheduled, instead of the usual time.
 */
export type PollOptions = { readonly startedAtMs: number; readonly atOnce?: boolean; readonly nextMs?: () => number };
/** The pace of one step, shared by all its requests. */
export type Pace = ReturnType<typeof createPace>;
/** Permission to send one request. Report `rate_limited` to `refused`, any other result, or none, to `ended`. */
export type Turn = Awaited<ReturnType<Pace['turn']>>;

/** When the next poll is scheduled, regardless of the share. The pause is as long as receiving was, up to 26 s. */
export function nextPollMs(
  { startedAtMs, atOnce }: PollOptions,
  last?: { sentMs: number; receivedMs: number },
): number {
  if (last === undefined) return startedAtMs + (atOnce === true ? 0 : POLLS.firstMs);
  return Math.max(last.sentMs + POLLS.gapMs, last.receivedMs + Math.min(last.receivedMs - last.sentMs, LONGEST_GAP_MS));
}

/** `deadlineMs` is clock time: a last poll is sent just before it. */
type PaceOptions = Parameters<typeof createShare>[0] & { deadlineMs: number; clock: Clock; signal: AbortSignal };

/** Creates the pace of one step. */
export function createPace({ concurrentJobs, deadlineMs, random, clock, signal }: PaceOptions) {
  const share = createShare({ concurrentJobs, random });
  const lastPollMs = deadlineMs - LAST_POLL_MS;

  /** Waits until a request of this kind may be sent. Rejects with the reason of the signal, by default that of the step. */
  async function turn(kind: RequestKind, { until = signal, earliestMs = (): number => share.earliestMs(kind) } = {}) {
    // In whole milliseconds, as timers; computed again after each wait, since other requests may have been sent.
    const leftMs = (): number => Math.max(0, Math.ceil(earliestMs() - clock.now()));
    for (let waitMs = leftMs(); waitMs > 0; waitMs = leftMs()) await clock.sleep(waitMs, until);
    const sentMs = clock.now();
    share.sent(sentMs);
    const report = (isRefused: boolean) => (retryAfterMs?: number) =>
      share.completed(clock.now(), { kind, sentMs, isRefused, retryAfterMs });
    return { sentMs, ended: report(false), refused: report(true), leftMs };
  }

  /** Creates the poll schedule of one deployment or resource; each `turn` waits until its next poll may be sent. */
  function poller(options: PollOptions) {
    let sentMs = -Infinity;
    let scheduledMs = nextPollMs(options);
    let heldUntilMs = -Infinity;
    function earliestMs(): number {
      const usualMs = Math.max(options.nextMs?.() ?? scheduledMs, heldUntilMs, share.earliestMs('poll'));
      return usualMs > lastPollMs && sentMs < lastPollMs ? Math.max(lastPollMs, share.retryAfterUntilMs()) : usualMs;
    }
    return {
      async turn(): Promise<Turn> {
        const poll = await turn('poll', { earliestMs });
        ({ sentMs } = poll);
        const ended = (retryAfterMs?: number): void => {
          poll.ended(retryAfterMs);
          scheduledMs = nextPollMs(options, { sentMs, receivedMs: clock.now() });
        };
        return { ...poll, ended };
      },
      /** Delays the next poll by at least `ms`, after `Retry-After` of a response to this one. */
      holdBack(ms: number): void {
        heldUntilMs = clock.now() + ms;
      },
    };
  }
  return { turn, poller, isShared: () => share.isShared() };
}
