// Maps the result of a request to the result of a POST.
import type { Failure } from '../failure.ts';
import type { FailureKind } from './classify.ts';
import type { Accepted } from './deployments.ts';

/** A POST without a successful answer. */
interface FailedPost<Kind extends string> {
  readonly kind: Kind;
  readonly failure: Failure;
  /** The API itself answered 5xx or 408, so it no longer works on the request. */
  readonly isApi: boolean;
  /** How long to wait before another request: until the rate limit ends, or by `Retry-After`. */
  readonly waitMs: number;
}

/** The result of a POST. The client never sends a POST again. */
export type Answer =
  /** 2xx with JSON or an empty body. */
  | { readonly kind: 'ok'; readonly accepted: Accepted }
  /** Not carried out: other work keeps the resource busy. */
  | FailedPost<'busy'>
  /**
   * Certainly not carried out: any other error of the API except 5xx and 408, a 3xx or 4xx that is
   * not from the API, or no connection because of the certificate or the proxy.
   */
  | FailedPost<'refused'>
  /** The rate limit of the key, usually a 429. */
  | FailedPost<'rateLimited'>
  /** It may have been carried out. */
  | FailedPost<'outcomeUnknown'>
  /** Not sent: there was no connection. */
  | FailedPost<'unsent'>;

/** The result of a POST for each kind of failure. A `refused` one may also be `busy`. */
export const POST_ANSWERS = {
  refused: 'refused',
  rejected: 'refused',
  notApi: 'refused',
  rateLimited: 'rateLimited',
  unsent: 'unsent',
  lost: 'outcomeUnknown',
  protocol: 'outcomeUnknown',
  'too-large': 'outcomeUnknown',
  doubtful: 'outcomeUnknown',
  server: 'outcomeUnknown',
  gateway: 'outcomeUnknown',
} as const satisfies Record<FailureKind, Answer['kind']>;
