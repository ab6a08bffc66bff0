// Which failure may be tried again, and after how long (pure), and the loop round it. A POST whose fate is unknown and
// `busy` are not decided here: `operations/steps` reads the service first.
import { backoffMs } from '../backoff.ts';
import { attributeStop, type Clock, Stop } from '../clock.ts';
import {
  ApiError,
  ConnectionLostError,
  isPostponed,
  isRateLimited,
  isUnreadable,
  RedirectedError,
  RefusedError,
  RequestTimeoutError,
  ServiceFailedError,
  UNREADABLE_PATIENCE_MS,
  UnreachableError,
  UnreadableResponseError,
} from './errors.ts';
import type { Pace, Turn } from './pacing/index.ts';

/** What a decision depends on, beside the failure itself. */
export interface RetryState {
  readonly method: 'GET' | 'POST';
  /** Milliseconds from the first try of this request to the one that would come next. */
  readonly nextTryAfterMs: number;
  /** The service has given a readable answer to some request of this step. */
  readonly answeredBefore: boolean;
  /** Milliseconds from the first unreadable response to this request to the next try. */
  readonly unreadableForMs: number;
}

/** Until the service has answered once, a wrong address is likelier than a passing fault: give up after this long. */
export const FIRST_CONTACT_MS = 60_000;

/** The address is probably wrong: room for three more tries. */
const UNREADABLE_FIRST_CONTACT_MS = 10_000;

/** The service counts a key's requests over a minute: whoever waited twice that long for a place has waited enough. */
export const RATE_LIMIT_PATIENCE_MS = 120_000;

/**
 * True when the same request may be sent again. By code, not by status:
 *
 * | failure                                | GET                              | POST                     |
 * | -------------------------------------- | -------------------------------- | ------------------------ |
 * | `rate_limited`                         | again                            | again (it was not taken) |
 * | unknown code with 429                  | again after `Retry-After`        | the same                 |
 * | any other refusal                      | no                               | no                       |
 * | no connection                          | again, first contact 60 s        | the same (it never left) |
 * | certificate, protocol                  | again if it has answered before  | the same (it never left) |
 * | lost connection, request deadline, 5xx | again                            | no: fate unknown         |
 * | unreadable response                    | 60 s, first contact 3 × in 10 s  | no: fate unknown         |
 * | redirect                               | 60 s if it has answered before   | no                       |
 * | response too large                     | no                               | no                       |
 */
export function mayRetry(error: ApiError, state: RetryState): boolean {
  const read = state.method === 'GET';
  const patient = state.answeredBefore || state.nextTryAfterMs <= FIRST_CONTACT_MS;
  if (error instanceof RefusedError) return isRateLimited(error) || isPostponed(error);
  if (error instanceof UnreachableError) return patient && (state.answeredBefore || !error.isPermanent);
  if (error instanceof UnreadableResponseError) {
    return (
      read && state.unreadableForMs <= (state.answeredBefore ? UNREADABLE_PATIENCE_MS : UNREADABLE_FIRST_CONTACT_MS)
    );
  }
  if (error instanceof RedirectedError)
    return read && state.answeredBefore && state.unreadableForMs <= UNREADABLE_PATIENCE_MS;
  return (
    read &&
    (error instanceof ConnectionLostError ||
      error instanceof RequestTimeoutError ||
      error instanceof ServiceFailedError)
  );
}

/**
 * Reads a `Retry-After` header (RFC 9110, section 10.2.3): whole seconds or an HTTP date. Anything else is as good as
 * none; a date that has passed is 0.
 */
export function readRetryAfterMs(header: string | undefined, wallTimeMs: number): number | undefined {
  const text = header?.trim() ?? '';
  if (/^\d{1,10}$/.test(text)) return Number(text) * 1000;
  // Date.parse also accepts bare numbers and fragments; an HTTP date names its zone.
  if (!text.endsWith('GMT')) return undefined;
  const dateMs = Date.parse(text);
  return Number.isNaN(dateMs) ? undefined : Math.max(0, dateMs - wallTimeMs);
}

/** One wait before another try, reported before it begins. */
export interface RetryNotice {
  readonly error: ApiError;
  readonly afterMs: number;
  readonly attempt: number;
}

/** What the loop needs from its step. */
export interface RetryContext {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly random: () => number;
  readonly pace: Pace;
  readonly answeredBefore: () => boolean;
  readonly onRetry: (notice: RetryNotice) => void;
  /**
   * Gives up rather than wait beyond this many milliseconds from the first try; Infinity leaves it to the signal.
   * `rate_limited` is given {@link RATE_LIMIT_PATIENCE_MS} where that is more.
   */
  readonly patienceMs: number;
}

/**
 * Sends until it is answered or may not be sent again, each time when the pace allows it; rejects with the last
 * failure. A stop during a wait carries the failure that was being waited out as its cause.
 */
export async function withRetry<T>(method: 'GET' | 'POST', send: () => Promise<T>, context: RetryContext): Promise<T> {
  const { clock, signal, random, pace, answeredBefore } = context;
  const startedMs = clock.now();
  const takeTurn = (): Promise<Turn> => pace.turn(method === 'POST' ? 'post' : 'rest');
  let lastError: ApiError | undefined;
  let unreadableSinceMs: number | undefined;
  let turn = await takeTurn();
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await sendOnce(turn, send);
    } catch (error) {
      // A POST that was under way when the step stopped is not excused by an earlier refusal: its fate is unknown.
      if (error instanceof Stop && method === 'GET') throw new Stop(error.reason, { cause: lastError });
      if (!(error instanceof ApiError)) throw error;
      lastError = error;
    }
    // The pace holds others back for two minutes at most; this very request waits for as long as was asked.
    const backOffMs = isRateLimited(lastError)
      ? (lastError.retryAfterMs ?? 0)
      : backoffMs(attempt, { random, retryAfterMs: retryAfterOf(lastError) });
    const afterMs = Math.max(backOffMs, turn.leftMs());
    const nextTryAfterMs = clock.now() - startedMs + afterMs;
    if (nextTryAfterMs > patienceMs(lastError, context)) throw lastError;
    if (isUnreadable(lastError)) unreadableSinceMs ??= clock.now();
    const unreadableForMs = clock.now() - (unreadableSinceMs ?? clock.now()) + afterMs;
    const state = { method, nextTryAfterMs, unreadableForMs, answeredBefore: answeredBefore() };
    if (!mayRetry(lastError, state)) throw lastError;
    context.onRetry({ error: lastError, afterMs, attempt });
    turn = await attributeStop(lastError, async () => {
      await clock.sleep(backOffMs, signal);
      return await takeTurn();
    });
  }
}

/** Sends once and reports to the pace how it ended; rejects with the failure. */
export async function sendOnce<T>(turn: Turn, send: () => Promise<T>): Promise<T> {
  try {
    const value = await send();
    turn.ended();
    return value;
  } catch (error) {
    if (isRateLimited(error)) turn.refused(error.retryAfterMs);
    else if (error instanceof ApiError) turn.ended(retryAfterOf(error));
    throw error;
  }
}

function patienceMs(error: ApiError, context: RetryContext): number {
  return isRateLimited(error) ? Math.max(context.patienceMs, RATE_LIMIT_PATIENCE_MS) : context.patienceMs;
}

/** How long the service asks to wait, after a failure or a quota that it reports. */
export function retryAfterOf(error: ApiError): number | undefined {
  const isPostponing = error instanceof ServiceFailedError || (error instanceof RefusedError && error.status === 429);
  return isPostponing ? error.retryAfterMs : undefined;
}
