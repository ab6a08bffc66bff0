// Paces the requests of a step: every request waits here until it may be sent. Also schedules polls.
import type { Clock } from '../../clock.ts';
import { createShare, LONGEST_GAP_MS, type RequestKind } from './share.ts';

/** An early first poll shows that the build has started; the mean delay until the end is noticed is half the gap. */
const POLLS = { firstMs: 1_100, gapMs: 2_400 };
/** How long before the deadline the last poll is sent, so that its result can be reported. */
export const LAST_POLL_MS = 1500;

/** When a deployment or resource is polled. */
export interface PollOptions {
  /** When the work began. */
  readonly startedAtMs: number;
  /** Poll immediately, since the work may already have ended. */
  readonly atOnce?: boolean;
  /** When the next poll is scheduled, instead of the usual time. */
  readonly nextMs?: () => number;
}

/** The pace of one step, shared by all its requests. */
export type Pace = ReturnType<typeof createPace>;
/** Permission to send one request. Report `rate_limited` to `refused`, any other result, or none, to `ended`. */
export type Turn = Awaited<ReturnType<Pace['turn']>>;

/** When the next poll is scheduled, regardless of the share. The pause is as long as receiving was, up to 26 s. */
export function nextPollMs(
  { startedAtMs, atOnce = false }: PollOptions,
  last?: { sentMs: number; receivedMs: number },
): number {
  if (last === undefined) return startedAtMs + (atOnce ? 0 : POLLS.firstMs);
  const pauseMs = Math.min(last.receivedMs - last.sentMs, LONGEST_GAP_MS);
  return Math.max(last.sentMs + POLLS.gapMs, last.receivedMs + pauseMs);
}

/** `deadlineMs` is clock time: a last poll is sent just before it. */
type PaceOptions = Parameters<typeof createShare>[0] & { deadlineMs: number; clock: Clock; signal: AbortSignal };

export function createPace({ concurrentJobs, deadlineMs, random, clock, signal: stepSignal }: PaceOptions) {
  const share = createShare({ concurrentJobs, random });
  const lastPollMs = deadlineMs - LAST_POLL_MS;
  /** Requests that wait, the longest first. */
  const waiting: { readonly kind: RequestKind; sleepsUntilMs: number }[] = [];

  /**
   * Waits until a request of this kind may be sent; of several, the one that has waited longest goes first. Rejects with
   * the reason of the signal, by default that of the step.
   */
  async function turn(
    kind: RequestKind,
    { signal = stepSignal, earliestMs = (): number => share.earliestMs(kind) } = {},
  ) {
    // In whole milliseconds, as timers; computed again after each wait, since other requests may have been sent.
    const waitMs = (): number => Math.max(0, Math.ceil(earliestMs() - clock.now()));
    const place = { kind, sleepsUntilMs: Infinity };
    const isBehindAnother = (): boolean =>
      waiting.slice(0, waiting.indexOf(place)).some((one) => one.kind === kind && one.sleepsUntilMs <= clock.now());
    waiting.push(place);
    try {
      for (let ms = waitMs(); ms > 0 || isBehindAnother(); ms = waitMs()) {
        place.sleepsUntilMs = clock.now() + Math.max(1, ms);
        await clock.sleep(Math.max(1, ms), signal);
      }
    } finally {
      waiting.splice(waiting.indexOf(place), 1);
    }
    const sentMs = clock.now();
    share.sent(sentMs);
    const exchange = (retryAfterMs?: number) => ({ kind, sentMs, receivedMs: clock.now(), retryAfterMs });
    return {
      sentMs,
      ended: (retryAfterMs?: number): void => share.answered(exchange(retryAfterMs)),
      refused: (retryAfterMs?: number): void => share.refused(exchange(retryAfterMs)),
      /** Milliseconds until the next request of this kind may be sent. */
      waitMs,
    };
  }

  /** Creates the poll schedule of one deployment or resource; each `turn` waits until its next poll may be sent. */
  function poller(options: PollOptions) {
    let sentMs = -Infinity;
    let scheduledMs = nextPollMs(options);
    let delayedUntilMs = -Infinity;

    function earliestMs(): number {
      const usualMs = Math.max(options.nextMs?.() ?? scheduledMs, delayedUntilMs, share.earliestMs('poll'));
      const isLast = usualMs > lastPollMs && sentMs < lastPollMs;
      return isLast ? Math.max(lastPollMs, share.retryAfterUntilMs()) : usualMs;
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
      /**
       * Delays the next poll by at least `ms`, after `Retry-After` of a response to this one; of several delays the longest
       * counts.
       */
      delay(ms: number): void {
        delayedUntilMs = Math.max(delayedUntilMs, clock.now() + ms);
      },
    };
  }

  return { turn, poller, isShared: share.isShared };
}
