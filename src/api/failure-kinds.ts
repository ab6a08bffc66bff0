// The kinds of failed requests: what each means for a read and for a POST.
import type { Failure } from '../failure.ts';
import type { Accepted } from './deployments.ts';

/** A POST without a successful answer. */
export interface FailedPost {
  /**
   * - `busy`: not carried out, since other work keeps the resource busy.
   * - `refused`: certainly not carried out, for any other reason.
   * - `rateLimited`: not carried out; the rate limit of the key, usually a 429.
   * - `outcomeUnknown`: it may have been carried out.
   * - `unsent`: there was no connection.
   */
  readonly kind: 'busy' | 'refused' | 'rateLimited' | 'outcomeUnknown' | 'unsent';
  readonly failure: Failure;
  /** The API itself answered 5xx or 408: it is assumed that it no longer works on the request. */
  readonly isApiError: boolean;
  /** How long to wait before another request: until the rate limit ends, or by `Retry-After`. */
  readonly waitMs: number;
}

/** The result of a POST. It is `ok` for 2xx with JSON or an empty body. */
export type Answer = { readonly kind: 'ok'; readonly accepted: Accepted } | FailedPost;

/**
 * Why a request failed. `retryMs`: for how long a read is sent again, before the first answer of
 * the service and later. `post`: the result of a POST; a refusal with the code `busy` is `busy`
 * instead.
 */
export const FAILURE_KINDS = {
  /** The API refused the request: nothing was done. */
  refused: { retryMs: { first: 0, later: 0 }, post: 'refused' },
  /** The rate limit of the key, usually a 429: the request may be sent again later. */
  rateLimited: { retryMs: { first: Infinity, later: Infinity }, post: 'rateLimited' },
  /** 5xx or 408 of the API itself. */
  server: { retryMs: { first: Infinity, later: Infinity }, post: 'outcomeUnknown' },
  /** 5xx or 408 of a gateway. Before the first answer, the service behind it may not exist. */
  gateway: { retryMs: { first: 60_000, later: Infinity }, post: 'outcomeUnknown' },
  /**
   * Any other 3xx or 4xx without the API's JSON, such as the login page of a proxy. A gateway may
   * lose its service for a moment.
   */
  notApi: { retryMs: { first: 10_000, later: 60_000 }, post: 'refused' },
  /** 2xx without JSON, or a read that is answered with 2xx and `ok: false`. */
  doubtful: { retryMs: { first: 10_000, later: 60_000 }, post: 'outcomeUnknown' },
  /** There was no connection. Before the first answer, the address is probably wrong. */
  unsent: { retryMs: { first: 60_000, later: Infinity }, post: 'unsent' },
  /** No connection because of TLS, the certificate or the proxy, which rarely change soon. */
  rejected: { retryMs: { first: 0, later: Infinity }, post: 'refused' },
  /** No complete reply, although the request may have arrived. */
  lost: { retryMs: { first: 60_000, later: Infinity }, post: 'outcomeUnknown' },
  /** The request may have arrived at something that does not speak HTTP. */
  protocol: { retryMs: { first: 0, later: Infinity }, post: 'outcomeUnknown' },
  /** The reply exceeds a limit, so it was not read. */
  'too-large': { retryMs: { first: 0, later: 0 }, post: 'outcomeUnknown' },
} as const;

export type FailureKind = keyof typeof FAILURE_KINDS;
