// Reads are sent again until the service answers: which results, how soon and for how long, and the
// lines of an outage.
import type { Clock } from '../clock.ts';
import type { Failure } from '../failure.ts';
import { formatDuration } from '../text.ts';
import type { Result } from './classify.ts';

/**
 * How long reads are retried, in milliseconds, before and after the service has answered a first
 * time.
 */
const RETRY_MS = {
  /** Before the first answer the address is likely wrong. */
  unsent: { first: 60_000, later: Infinity },
  lost: { first: 60_000, later: Infinity },
  /** Certificate, protocol, a proxy that refuses. */
  rejected: { first: 0, later: Infinity },
  protocol: { first: 0, later: Infinity },
  'too-large': { first: 0, later: 0 },
  /** A gateway may be without its service for a moment. */
  notApi: { first: 10_000, later: 60_000 },
  server: { first: Infinity, later: Infinity },
} as const;

/** Backoff: doubles from the first wait to the longest, ± 25 %. */
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 15_000;

/**
 * Milliseconds to the next attempt of a read; undefined if there is none. Attempts count from 1,
 * `sameKindForMs` from the first one in a row with a result of this kind; `hasAnswered`: the
 * service has answered some request of this step.
 */
export function retryWaitMs(
  result: Exclude<Result, { kind: 'rateLimited' }>,
  state: { attempt: number; hasAnswered: boolean; sameKindForMs: number; random: () => number },
): number | undefined {
  const { attempt, hasAnswered, sameKindForMs, random } = state;
  if (result.kind === 'ok' || result.kind === 'refused') return undefined;
  const limits = RETRY_MS[result.kind === 'network' ? result.errorKind : result.kind];
  const backoffMs =
    Math.min(FIRST_WAIT_MS * 2 ** (attempt - 1), LONGEST_WAIT_MS) * (0.75 + random() / 2);
  const waitMs = Math.max(backoffMs, result.failure.options.retryAfterMs ?? 0);
  return sameKindForMs + waitMs > (hasAnswered ? limits.later : limits.first) ? undefined : waitMs;
}

/**
 * The outage that the reads of a step share: one line when it begins, one when it ends. `read`
 * identifies a read.
 */
export function createOutages({ clock, info }: { clock: Clock; info: (text: string) => void }) {
  const failing = new Set<object>();
  let sinceMs = 0;
  let isGivenUp = false;
  let current: Failure | undefined;

  return {
    /**
     * A read has failed, or has to wait for a rate limit, and will be sent again after `waitMs`.
     */
    failed(read: object, failure: Failure, waitMs: number): void {
      failing.add(read);
      if (current === undefined) {
        sinceMs = clock.now();
        isGivenUp = false;
        info(`${failure.message} Trying again in ${formatDuration(waitMs)}.`);
      }
      current = failure;
    },
    /**
     * A read has ended. With an answer the outage ends, too, unless another read still fails;
     * without a line if a read was given up, which may fail now as before.
     */
    ended(read: object, isAnswered: boolean): void {
      const hasFailed = failing.delete(read);
      isGivenUp ||= hasFailed && !isAnswered;
      if (!isAnswered || current === undefined || failing.size > 0) return;
      current = undefined;
      if (!isGivenUp)
        info(`The service answers again after ${formatDuration(clock.now() - sinceMs)}.`);
    },
    /** The latest failure of the outage that has not ended. */
    current: () => current,
  };
}
