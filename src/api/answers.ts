// What became of a POST, by what its request has led to.
import type { Failure } from '../failure.ts';
import type { FailureKind } from './classify.ts';
import type { Accepted } from './deployments.ts';

/** A POST without success. */
interface FailedPost<Kind extends string> {
  readonly kind: Kind;
  readonly failure: Failure;
  /** The API itself reported the failure. */
  readonly isApi: boolean;
  /** For how long no request may be sent: by the rate limit, or else by `Retry-After`. */
  readonly waitMs: number;
}

/** What became of a POST. The client sends none again. */
export type Answer =
  /** 2xx with JSON or an empty body. */
  | { readonly kind: 'ok'; readonly accepted: Accepted }
  /** Not carried out: other work keeps the resource busy. */
  | FailedPost<'busy'>
  /**
   * Certainly not carried out: another error of the API, 3xx or 4xx from something on the way, or a
   * connection that was rejected.
   */
  | FailedPost<'refused'>
  /** 429. */
  | FailedPost<'rateLimited'>
  /** It may have been carried out. */
  | FailedPost<'outcomeUnknown'>
  /** Not sent: there was no connection. */
  | FailedPost<'unsent'>;

/** What a failure means for a POST. */
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
