// Which errors are retried and when, and the retry loop. A POST whose fate is unknown, and `busy`, are handled by
// `operations/steps/submit`, which reads the deployments first.
import { backoffMs } from '../backoff.ts';
import { withStopCause, type Clock, Stop } from '../clock.ts';
import {
  ApiError,
  isOtherShape,
  isRefusal,
  isTransientRefusal,
  isUnreadable,
  RedirectedError,
  RefusedError,
  ResponseTooLargeError,
  ServiceFailedError,
  UNREADABLE_RETRY_MS,
  UnreachableError,
} from './errors.ts';
import type { RequestLimits } from './http/index.ts';
import type { Pace, Turn } from './pacing/index.ts';

/** What the decision depends on besides the error. */
export interface RetryState {
  readonly method: 'GET' | 'POST';
  /** Milliseconds from the first attempt of this request to the next one. */
  readonly nextTryAfterMs: number;
  /** The service has given a readable answer to some request of this step. */
  readonly answeredBefore: boolean;
  /** Milliseconds from the first unreadable response to this request to the next attempt. */
  readonly unreadableForMs: number;
}

/** Retry limit until the service has answered once: before that, a wrong address is likelier than a transient fault. */
export const FIRST_CONTACT_MS = 60_000;

/** The same for unreadable responses: enough for three retries. */
const UNREADABLE_FIRST_CONTACT_MS = 10_000;

/** Minimum retry limit for `rate_limited`: twice the minute over which the service counts requests. */
export const RATE_LIMIT_RETRY_MS = 120_000;

/**
 * True when the same request may be sent again. Decided by error code, not by HTTP status:
 *
 * | failure                                | GET                              | POST                     |
 * | -------------------------------------- | -------------------------------- | ------------------------ |
 * | `rate_limited`                         | again                            | again (nothing was done) |
 * | unknown code with 429                  | again after `Retry-After`        | the same                 |
 * | any other refusal                      | no                               | no                       |
 * | no connection                          | again, first contact 60 s        | the same (it never left) |
 * | certificate, protocol                  | again if it has answered before  | the same (it never left) |
 * | lost connection, request deadline, 5xx | again                            | no: fate unknown         |
 * | unreadable response                    | 60 s, first contact 3 × in 10 s  | no: fate unknown         |
 * | JSON of another shape                  | no: it would be the same         | no: fate unknown         |
 * | redirect                               | 60 s if it has answered before   | no                       |
 * | response too large                     | no                               | no                       |
 */
export function mayRetry(error: ApiError, state: RetryState): boolean {
  const { method, nextTryAfterMs, answeredBefore, unreadableForMs } = state;
  if (error instanceof RefusedError) return isTransientRefusal(error);
  if (error instanceof UnreachableError) {
    return answeredBefore || (!error.isPermanent && nextTryAfterMs <= FIRST_CONTACT_MS);
  }
  if (method === 'POST' || error instanceof ResponseTooLargeError || isOtherShape(error)) return false;
  if (!isUnreadable(error)) return true;
  const firstContactMs = error instanceof RedirectedError ? 0 : UNREADABLE_FIRST_CONTACT_MS;
  return unreadableForMs <= (answeredBefore ? UNREADABLE_RETRY_MS : firstContactMs);
}

/** A longer wait before another attempt is reported before it begins. */
const LONG_WAIT_MS = 3_000;

/** Another attempt; `afterMs`: 0 if it begins now. */
export interface RetryNotice {
  readonly error: ApiError;
  readonly afterMs: number;
  readonly attempt: number;
}

/** What the loop depends on. */
export interface RetryContext extends RetryLimits {
  readonly clock: Clock;
  readonly random: () => number;
  readonly pace: Pace;
  readonly answeredBefore: () => boolean;
  readonly onRetry: (notice: RetryNotice) => void;
}

/** When a request is given up. */
export interface RetryLimits {
  /** Aborts it, and the waits before it; at least when the step is stopped. */
  readonly signal: AbortSignal;
  /** Latest next attempt, in milliseconds from the first one; at least {@link RATE_LIMIT_RETRY_MS} for `rate_limited`. */
  readonly retryForMs?: number;
  /**
   * For reads that the work can do without: the end of the last attempt, in milliseconds from the first one, whatever the
   * failure. Waiting for other requests of this step does not count.
   */
  readonly timeoutMs?: number;
}

/**
 * Sends a request, paced, until it succeeds or may not be retried; rejects with the last error. A stop during a wait
 * has the last error as its cause.
 */
export async function withRetry<T>(
  method: 'GET' | 'POST',
  send: (limits: Required<RequestLimits>) => Promise<T>,
  context: RetryContext,
): Promise<T> {
  const { clock, signal, random, pace, answeredBefore, timeoutMs = Infinity } = context;
  const nextTurn = (): Promise<Turn> => pace.turn(method === 'POST' ? 'post' : 'read', { signal });
  let lastError: ApiError | undefined;
  let unreadableSinceMs: number | undefined;
  let turn = await nextTurn();
  const startedMs = clock.now();
  for (let attempt = 1; ; attempt += 1) {
    try {
      const leftMs = startedMs + timeoutMs - clock.now();
      return await sendOnce(turn, () => send({ signal, timeoutMs: leftMs }));
    } catch (error) {
      // Not for a POST that was pending when the step was stopped: its fate is unknown, whatever failed before.
      if (error instanceof Stop && method === 'GET') throw new Stop(error.reason, { cause: lastError });
      if (!(error instanceof ApiError)) throw error;
      lastError = error;
    }
    // The pace delays other requests for two minutes at most; this one waits for all of `Retry-After`.
    const backOffMs = isRefusal(lastError, 'rate_limited')
      ? (lastError.retryAfterMs ?? 0)
      : backoffMs(attempt, { random, retryAfterMs: retryAfterOf(lastError) });
    const afterMs = Math.max(backOffMs, turn.waitMs());
    const nextTryAfterMs = clock.now() - startedMs + afterMs;
    if (nextTryAfterMs > retryLimitMs(lastError, context)) throw lastError;
    if (isUnreadable(lastError)) unreadableSinceMs ??= clock.now();
    const unreadableForMs = clock.now() - (unreadableSinceMs ?? clock.now()) + afterMs;
    const state = { method, nextTryAfterMs, unreadableForMs, answeredBefore: answeredBefore() };
    if (!mayRetry(lastError, state)) throw lastError;
    // A short wait is reported once it is over: by then the step may have ended for another reason.
    const isLong = afterMs >= LONG_WAIT_MS;
    if (isLong) context.onRetry({ error: lastError, afterMs, attempt });
    turn = await withStopCause(lastError, async () => {
      await clock.sleep(backOffMs, signal);
      return await nextTurn();
    });
    if (!isLong) context.onRetry({ error: lastError, afterMs: 0, attempt });
  }
}

/** Sends once and reports the result to the pace; rejects with the error. */
export async function sendOnce<T>(turn: Turn, send: () => Promise<T>): Promise<T> {
  try {
    const value = await send();
    turn.ended();
    return value;
  } catch (error) {
    if (isRefusal(error, 'rate_limited')) turn.refused(error.retryAfterMs);
    else if (error instanceof ApiError) turn.ended(retryAfterOf(error));
    throw error;
  }
}

function retryLimitMs(error: ApiError, { retryForMs = Infinity, timeoutMs = Infinity }: RetryLimits): number {
  const retryMs = isRefusal(error, 'rate_limited') ? Math.max(retryForMs, RATE_LIMIT_RETRY_MS) : retryForMs;
  return Math.min(retryMs, timeoutMs);
}

/** `Retry-After` of a 5xx or 429, in milliseconds; undefined for other errors. */
export function retryAfterOf(error: ApiError): number | undefined {
  const isPostponing = error instanceof ServiceFailedError || (error instanceof RefusedError && error.status === 429);
  return isPostponing ? error.retryAfterMs : undefined;
}
