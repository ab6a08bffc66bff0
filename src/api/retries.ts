// Decides which reads are sent again, how soon and for how long, and logs the outages.
import type { Clock } from '../clock.ts';
import type { Failure } from '../failure.ts';
import { formatDuration } from '../text.ts';
import type { Result } from './classify.ts';

/** For how long a read is sent again: before the first answer of the service, and later. */
const RETRY_MS = {
  /** Before the first answer, the address is probably wrong. */
  unsent: { first: 60_000, later: Infinity },
  lost: { first: 60_000, later: Infinity },
  /** A certificate or protocol rarely changes within a minute. */
  rejected: { first: 0, later: Infinity },
  protocol: { first: 0, later: Infinity },
  'too-large': { first: 0, later: 0 },
  /** A gateway may lose its service for a moment. */
  notApi: { first: 10_000, later: 60_000 },
  server: { first: Infinity, later: Infinity },
} as const;

/**
 * The wait doubles from the first to the longest, ± 25 %. Until a request has succeeded it is at
 * most 5 s: the deployment has not begun.
 */
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = { first: 4_000, later: 15_000 } as const;

/**
 * Milliseconds until a read is sent again; undefined if it is given up. Attempts count from 1.
 * `sameKindForMs`: since the first of the latest attempts that all had this kind of result.
 * `hasAnswered`: the service has answered any request of this step; `hasSucceeded`: with a success.
 */
export function retryWaitMs(
  result: Exclude<Result, { kind: 'rateLimited' }>,
  state: {
    attempt: number;
    hasAnswered: boolean;
    hasSucceeded: boolean;
    sameKindForMs: number;
    random: () => number;
  },
): number | undefined {
  const { attempt, hasAnswered, hasSucceeded, sameKindForMs, random } = state;
  if (result.kind === 'ok' || result.kind === 'refused') return undefined;
  const limits = RETRY_MS[result.kind === 'network' ? result.errorKind : result.kind];
  const longestMs = hasSucceeded ? LONGEST_WAIT_MS.later : LONGEST_WAIT_MS.first;
  const backoffMs = Math.min(FIRST_WAIT_MS * 2 ** (attempt - 1), longestMs) * (0.75 + random() / 2);
  const waitMs = Math.max(backoffMs, result.failure.options.retryAfterMs ?? 0);
  return sameKindForMs + waitMs > (hasAnswered ? limits.later : limits.first) ? undefined : waitMs;
}

/** A shorter outage is not worth a line. */
const LOGGED_AFTER_MS = 5_000;

/**
 * Creates the log of outages, which all reads of a step share: one line when an outage lasts five
 * seconds or more, and one when it ends. `read` identifies a read.
 */
export function createOutages({ clock, info }: { clock: Clock; info: (text: string) => void }) {
  const failing = new Set<object>();
  let sinceMs = 0;
  let isGivenUp = false;
  let isLogged = false;
  let current: Failure | undefined;

  return {
    /**
     * Notes that a read, sent at `sentMs`, has failed or is rate limited, and is sent again after
     * `waitMs`.
     */
    failed(
      read: object,
      failure: Failure,
      { sentMs, waitMs }: { sentMs: number; waitMs: number },
    ): void {
      failing.add(read);
      if (current === undefined) {
        sinceMs = sentMs;
        isGivenUp = false;
        isLogged = false;
      }
      current = failure;
      if (isLogged || clock.now() + waitMs - sinceMs < LOGGED_AFTER_MS) return;
      isLogged = true;
      info(`${failure.message} Trying again in ${formatDuration(waitMs)}.`);
    },
    /**
     * Notes that a read has ended. An answer ends the outage, unless another read still fails.
     * After a read was given up, only a read that had failed itself logs the end: the first might
     * still fail.
     */
    ended(read: object, isAnswered: boolean): void {
      const hasFailed = failing.delete(read);
      isGivenUp ||= hasFailed && !isAnswered;
      if (!isAnswered || current === undefined || failing.size > 0) return;
      current = undefined;
      if (isLogged && (hasFailed || !isGivenUp))
        info(`The service answers again after ${formatDuration(clock.now() - sinceMs)}.`);
    },
    /** The latest failure; undefined once the outage has ended. */
    current: () => current,
  };
}
