// What became of a POST: whether it was carried out, and when it may be sent again.
import { type Failure, isFailure } from '../failure.ts';
import type { Result } from './classify.ts';
import { type Accepted, readAccepted } from './deployments.ts';

/** What became of a POST. The client sends none again. */
export type Answer =
  /** 2xx with JSON or an empty body. */
  | { readonly kind: 'ok'; readonly accepted: Accepted }
  /** Not carried out: other work keeps the resource busy. */
  | { readonly kind: 'busy'; readonly failure: Failure }
  /**
   * Certainly not carried out: another error of the API, 3xx or 4xx from something on the way, or a
   * connection that was rejected.
   */
  | { readonly kind: 'refused'; readonly failure: Failure }
  /** 429. It may be sent again after `waitMs`. */
  | { readonly kind: 'rateLimited'; readonly failure: Failure; readonly waitMs: number }
  /** It may have been carried out. */
  | {
      readonly kind: 'outcomeUnknown';
      readonly failure: Failure;
      /** The API itself reported the failure. */
      readonly isApi: boolean;
      /** From `Retry-After`; 0 without it. */
      readonly waitMs: number;
    }
  /** Not sent: there was no connection. */
  | { readonly kind: 'unsent'; readonly failure: Failure };

/** The answer to a POST about a resource; `blockedMs`: how long the rate limit lasts. */
export function answerOf(
  result: Result,
  { resourceId, blockedMs }: { resourceId: string; blockedMs: number },
): Answer {
  if (result.kind === 'ok') {
    const { json, location } = result;
    return { kind: 'ok', accepted: readAccepted(json, { resourceId, location }) };
  }
  const { kind, failure } = result;
  if (kind === 'rateLimited') return { kind, failure, waitMs: blockedMs };
  if (kind === 'network' && result.errorKind === 'unsent') return { kind: 'unsent', failure };
  if (isRefused(result)) return { kind: isFailure(failure, 'busy') ? 'busy' : 'refused', failure };
  const isApi = kind === 'server' && result.isApi;
  return { kind: 'outcomeUnknown', failure, isApi, waitMs: failure.options.retryAfterMs ?? 0 };
}

/** True when the request was certainly not carried out. */
function isRefused(result: Exclude<Result, { kind: 'ok' }>): boolean {
  if (result.kind === 'network') return result.errorKind === 'rejected';
  // Something that answers 2xx instead of the API may have passed the request on.
  if (result.kind === 'notApi') return (result.failure.options.status ?? 0) >= 300;
  return result.kind === 'refused';
}
