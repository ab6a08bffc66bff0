// Decides which reads are sent again, how soon and for how long, and logs the outages.
import type { Clock } from '../clock.ts';
import type { Failure } from '../failure.ts';
import { formatDuration } from '../text.ts';
import type { FailureKind } from './classify.ts';

/** For how long a read is sent again: before the first answer of the service, and later. */
export const RETRY_MS = {
  refused: { first: 0, later: 0 },
  'too-large': { first: 0, later: 0 },
  /** Before the first answer, the address is probably wrong. */
  unsent: { first: 60_000, later: Infinity },
  lost: { first: 60_000, later: Infinity },
  /** A certificate or protocol rarely changes within a minute. */
  rejected: { first: 0, later: Infinity },
  protocol: { first: 0, later: Infinity },
  /** A gateway may lose its service for a moment. */
  notApi: { first: 10_000, later: 60_000 },
  doubtful: { first: 10_000, later: 60_000 },
  server: { first: Infinity, later: Infinity },
  gateway: { first: Infinity, later: Infinity },
  rateLimited: { first: Infinity, later: Infinity },
} as const;

/**
 * The wait doubles from the first to the longest, ± 25 %. Until the service has answered it is at
 * most 5 s: the deployment has not begun.
 */
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = { first: 4_000, later: 15_000 } as const;

/**
 * Milliseconds until a read is sent again; infinite if it is given up. Attempts count from 1.
 * `sameMs`: since the first of the latest attempts that all had this limit. `phase`: whether
 * the service has answered any request of this step.
 */
export function retryWaitMs(
  kind: FailureKind,
  { options }: Failure,
  state: { attempt: number; phase: 'first' | 'later'; sameMs: number; random: () => number },
): number {
  const { attempt, phase, sameMs, random } = state;
  const longestMs = LONGEST_WAIT_MS[phase];
  const backoffMs = Math.min(FIRST_WAIT_MS * 2 ** (attempt - 1), longestMs) * (0.75 + random() / 2);
  const waitMs = Math.max(backoffMs, options.retryAfterMs ?? 0);
  return sameMs + waitMs > RETRY_MS[kind][phase] ? Infinity : waitMs;
}

/** A shorter outage is not worth a line. */
export const LOGGED_AFTER_MS = 5_000;

/**
 * Creates the log of outages, which all requests of a step share: one line when an outage lasts
 * five seconds or more, and one when it ends. `request` identifies a request and its repetitions.
 */
export function createOutages({ clock, info }: { clock: Clock; info: (text: string) => void }) {
  const failing = new Set<object>();
  let current:
    { failure: Failure; sinceMs: number; isLogged: boolean; isGivenUp: boolean } | undefined;

  return {
    /**
     * Notes that a request, sent at `sentMs`, has failed, is rate limited or has no answer yet.
     * `next` says what follows within `waitMs`.
     */
    failed(
      request: object,
      failure: Failure,
      { sentMs, waitMs, next }: { sentMs: number; waitMs: number; next: string },
    ): void {
      failing.add(request);
      current ??= { failure, sinceMs: sentMs, isLogged: false, isGivenUp: false };
      current.failure = failure;
      if (current.isLogged || clock.now() + waitMs - current.sinceMs < LOGGED_AFTER_MS) return;
      current.isLogged = true;
      info(`${failure.message} ${next}`);
    },
    /**
     * Notes that a request has ended. An answer ends the outage, unless another one still fails.
     * After one was given up, only one that had failed itself logs the end: the first might still
     * fail.
     */
    ended(request: object, isAnswered: boolean): void {
      const hasFailed = failing.delete(request);
      if (current === undefined) return;
      current.isGivenUp ||= hasFailed && !isAnswered;
      if (!isAnswered || failing.size > 0) return;
      const { sinceMs, isLogged, isGivenUp } = current;
      current = undefined;
      if (isLogged && (hasFailed || !isGivenUp))
        info(`The service answers again after ${formatDuration(clock.now() - sinceMs)}.`);
    },
    /** The latest failure; undefined once the outage has ended. */
    current: () => current?.failure,
  };
}
