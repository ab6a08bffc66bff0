// Decides which reads are sent again, how soon and for how long, and logs the outages.
import type { Clock } from '../clock.ts';
import { type Failure, isFailure } from '../failure.ts';
import { formatDuration } from '../text.ts';
import type { Failed } from './classify.ts';
import { FAILURE_KINDS } from './failure-kinds.ts';

/**
 * The wait doubles from the first to the longest, ± 25 %. Until the service has answered, it is at
 * most 4 s (± 25 %), since nothing has begun. A longer `Retry-After` replaces it.
 */
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = { first: 4_000, later: 15_000 } as const;

/**
 * Creates the schedule of one read, a function to call after each failed attempt. It returns the
 * wait until the next attempt, which is infinite if the read is given up, and the time after which
 * no attempt is sent. `sentMs`: when the failed attempt was sent. `isFirst`: the service has not
 * answered any request of this step yet.
 */
export function createSchedule({ clock, random }: { clock: Clock; random: () => number }) {
  let attempt = 0;
  /** The limit for failures like the last one, and when the first of them in a row was sent. */
  let current: { limitMs: number; sinceMs: number } | undefined;
  return (
    { kind, failure: { options } }: Failed,
    { sentMs, isFirst }: { sentMs: number; isFirst: boolean },
  ): { waitMs: number; untilMs: number } => {
    const period = isFirst ? 'first' : 'later';
    const limitMs = FAILURE_KINDS[kind].retryMs[period];
    if (current?.limitMs !== limitMs) current = { limitMs, sinceMs: sentMs };
    const usualMs = Math.min(FIRST_WAIT_MS * 2 ** attempt, LONGEST_WAIT_MS[period]);
    attempt += 1;
    const waitMs = Math.max(usualMs * (0.75 + random() / 2), options.retryAfterMs ?? 0);
    const untilMs = current.sinceMs + limitMs;
    return { waitMs: clock.now() + waitMs > untilMs ? Infinity : waitMs, untilMs };
  };
}

interface Outage {
  failure: Failure;
  readonly sinceMs: number;
  /** Until when it may last by the last line; `sinceMs` before there is one. */
  toldUntilMs: number;
  /** The paths of requests that were given up. */
  readonly givenUp: Set<string>;
}

/** A shorter outage is not worth a line. */
export const LOGGED_AFTER_MS = 5_000;

export type Outages = ReturnType<typeof createOutages>;

/**
 * Creates the log of outages, which all requests of a step share: one line when an outage lasts
 * five seconds or more, and one when it ends. If it lasts five seconds longer than the line says,
 * another line follows. `request` identifies a request and its repetitions.
 */
export function createOutages({ clock, info }: { clock: Clock; info: (text: string) => void }) {
  const failing = new Set<object>();
  let current: Outage | undefined;

  function logEnd({ failure, sinceMs, toldUntilMs }: Outage): void {
    const isLimit = isFailure(failure, 'rate_limited');
    const what = isLimit ? 'The limit ended' : 'The service answers again';
    if (toldUntilMs > sinceMs) info(`${what} after ${formatDuration(clock.now() - sinceMs)}.`);
  }

  return {
    /**
     * Records that a request, sent at `sentMs`, has failed, is rate limited or has no answer yet.
     * `next` is a sentence on what the step does within `waitMs`, and until `untilMs`.
     */
    failed(
      request: object,
      failure: Failure,
      wait: { sentMs: number; waitMs: number; untilMs: number; next: string },
    ): void {
      const { sentMs, waitMs, untilMs, next } = wait;
      failing.add(request);
      current ??= { failure, sinceMs: sentMs, toldUntilMs: sentMs, givenUp: new Set() };
      current.failure = failure;
      if (clock.now() + waitMs - current.toldUntilMs < LOGGED_AFTER_MS) return;
      current.toldUntilMs = untilMs;
      info(`${failure.message} ${next}`);
    },
    /**
     * Records that a request has ended. An answer ends the outage, unless another request still
     * fails. The end is logged only if the answered request, or one for the same path, had failed:
     * an answer to another request says nothing about those that were given up.
     */
    ended(request: { readonly path: string }, isAnswered: boolean): void {
      const hasFailed = failing.delete(request);
      if (current === undefined) return;
      if (hasFailed && !isAnswered) current.givenUp.add(request.path);
      if (!isAnswered || failing.size > 0) return;
      if (hasFailed || current.givenUp.has(request.path)) logEnd(current);
      current = undefined;
    },
    /** The latest failure; undefined once the outage has ended. */
    current: () => current?.failure,
  };
}
