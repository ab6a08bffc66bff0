// What can go wrong between the action and the service: one error class per kind, details as fields. No advice, no
// wording for users.

/** Codes that this action gives by itself. */
export const ownErrorCodes = [
  'deployment_failed',
  'deployment_cancelled',
  'timeout',
  'interrupted',
  'invalid_input',
  'missing_env',
  'not_running',
  'unhealthy',
  'no_deployment',
  'not_found',
  'unreachable',
  'unreadable_reply',
  'service_error',
  'ambiguous',
  'unknown_outcome',
  'internal',
] as const;
export type OwnErrorCode = (typeof ownErrorCodes)[number];

/** Codes of the service that its API page names (section 7). */
export const apiErrorCodes = ['unauthorized', 'forbidden', 'billing', 'busy', 'rate_limited', 'create_limit'] as const;
export type ApiErrorCode = (typeof apiErrorCodes)[number];

/** A code of the service that its API page does not name. Its origin stays with it: it is never taken for one of ours. */
export interface ServiceCode {
  readonly serviceCode: string;
}

/** Why a step failed. */
export type ErrorCode = OwnErrorCode | ApiErrorCode | ServiceCode;

/** The form of a code of the service; anything else that it sends is not passed on as a code. */
const ERROR_CODE_PATTERN = /^[a-z][a-z0-9_]{0,39}$/;

/** The code that the service sent, as an error code; `undefined` when it does not have that form. */
export function readServiceCode(sent: string): ApiErrorCode | ServiceCode | undefined {
  if (!ERROR_CODE_PATTERN.test(sent)) return undefined;
  return apiErrorCodes.find((code) => code === sent) ?? { serviceCode: sent };
}

/** How a code is written in outputs and messages. A foreign code that equals one of ours would be misread: `service_error`. */
export function errorCodeText(code: ErrorCode): string {
  if (typeof code === 'string') return code;
  const isOurs = ownErrorCodes.some((own) => own === code.serviceCode);
  return isOurs || !ERROR_CODE_PATTERN.test(code.serviceCode) ? 'service_error' : code.serviceCode;
}

/** One request by name: what was asked of the service. */
export interface Endpoint {
  readonly method: 'GET' | 'POST';
  /** Path below the base URL, ids included, such as `/resources/app_web/deployments`. */
  readonly path: string;
  /** The resource it concerns, where it concerns one. */
  readonly resourceId?: string;
}

/** What is known of a request that brought no usable response: it never left, it was refused, or its fate is unknown. */
export type Fate = 'unsent' | 'refused' | 'unknown';

/** Anything that kept a request from its answer. */
export abstract class ApiError extends Error {
  abstract readonly code: ErrorCode;
  abstract readonly fate: Fate;
  readonly endpoint: Endpoint;

  constructor(message: string, endpoint: Endpoint, options?: ErrorOptions) {
    super(message, options);
    this.endpoint = endpoint;
  }
}

/** What an error response reports, whether it is a refusal or a failure. */
interface ErrorReply {
  /** HTTP status. */
  readonly status: number;
  /** The host that answered, with its port. */
  readonly host?: string;
  /** The service's own sentence, untrusted; empty when it sent none. */
  readonly serviceMessage: string;
  /** How long the service asks us to wait, where it sent `Retry-After`. */
  readonly retryAfterMs: number | undefined;
}

/** The service, or a gateway before it, answered with an error. */
abstract class ErrorReplyError extends ApiError implements ErrorReply {
  readonly status: number;
  readonly serviceMessage: string;
  readonly retryAfterMs: number | undefined;

  constructor(message: string, endpoint: Endpoint, response: ErrorReply) {
    super(message, endpoint);
    this.status = response.status;
    this.serviceMessage = response.serviceMessage;
    this.retryAfterMs = response.retryAfterMs;
  }
}

/** The service refused: an error status below 500, or `ok: false`. Nothing was done. */
export class RefusedError extends ErrorReplyError {
  override readonly name = 'RefusedError';
  override readonly fate = 'refused';
  override readonly code: ErrorCode;

  constructor(endpoint: Endpoint, response: ErrorReply & { readonly code: ErrorCode }) {
    // A key that is not accepted may be right for another host.
    const who = response.host !== undefined && [401, 403].includes(response.status) ? ` at ${response.host}` : '';
    super(`the service${who} answered ${response.status} ${errorCodeText(response.code)}`, endpoint, response);
    this.code = response.code;
  }
}

/** The service, or a gateway before it, failed (5xx, 408): the work may have been done all the same, or be done later. */
export class ServiceFailedError extends ErrorReplyError {
  override readonly name = 'ServiceFailedError';
  override readonly fate = 'unknown';
  override readonly code = 'service_error';
  /** The service's own JSON came; false for a gateway, behind which the service may still be working. */
  readonly fromService: boolean;

  constructor(endpoint: Endpoint, response: ErrorReply & { readonly fromService: boolean }) {
    super(
      `the service${response.fromService ? '' : ', or a gateway before it,'} answered ${response.status}`,
      endpoint,
      response,
    );
    this.fromService = response.fromService;
  }
}

/** No connection came about: the name did not resolve, nobody listened, or the certificate was not accepted. */
export class UnreachableError extends ApiError {
  override readonly name = 'UnreachableError';
  override readonly fate = 'unsent';
  override readonly code = 'unreachable';
  /** The address or its certificate is wrong, so that the same request cannot succeed in a minute. */
  readonly isPermanent: boolean;

  constructor(message: string, endpoint: Endpoint, { isPermanent = false }: { isPermanent?: boolean } = {}) {
    super(message, endpoint);
    this.isPermanent = isPermanent;
  }
}

/** The connection was lost after the request may have left. */
export class ConnectionLostError extends ApiError {
  override readonly name = 'ConnectionLostError';
  override readonly fate = 'unknown';
  override readonly code = 'unreachable';
}

/** The response did not arrive whole within the deadline of one request. */
export class RequestTimeoutError extends ApiError {
  override readonly name = 'RequestTimeoutError';
  override readonly fate = 'unknown';
  override readonly code = 'unreachable';
}

/** A response that is not the service's, or not recognised. `status` is its HTTP status. */
export class UnreadableResponseError extends ApiError {
  override readonly name = 'UnreadableResponseError';
  override readonly fate = 'unknown';
  override readonly code = 'unreadable_reply';
  readonly status: number;

  constructor(message: string, endpoint: Endpoint, status: number) {
    super(message, endpoint);
    this.status = status;
  }
}

/** The service sent us elsewhere. The key is never taken to another address, so this is not followed. */
export class RedirectedError extends ApiError {
  override readonly name = 'RedirectedError';
  override readonly fate = 'refused';
  override readonly code = 'unreadable_reply';
  readonly status: number;

  constructor(endpoint: Endpoint, status: number, host: string) {
    super(`the service answered ${status}, a redirect to ${host}, which is not followed`, endpoint);
    this.status = status;
  }
}

/** The response is longer than we read. */
export class ResponseTooLargeError extends ApiError {
  override readonly name = 'ResponseTooLargeError';
  override readonly fate = 'unknown';
  override readonly code = 'unreadable_reply';

  constructor(endpoint: Endpoint, maxBytes: number) {
    super(`the response is longer than ${maxBytes} bytes and was not read on`, endpoint);
  }
}

/** True for a refusal that only means "not now": the key's requests of this minute are used up. */
export function isRateLimited(error: unknown): error is RefusedError {
  return error instanceof RefusedError && error.code === 'rate_limited';
}

/** A quota that is not named in the API page: it passes only if the service names the time. */
export function isPostponed({ status, code, retryAfterMs }: RefusedError): boolean {
  return status === 429 && typeof code !== 'string' && retryAfterMs !== undefined;
}

/** How long responses that are not the service's are waited out: a gateway may have no service behind it for a moment. */
export const UNREADABLE_PATIENCE_MS = 60_000;

/** True for a response that is not the service's: a page, a redirect, or a shape that is not recognised. */
export function isUnreadable(error: unknown): error is UnreadableResponseError | RedirectedError {
  return error instanceof UnreadableResponseError || error instanceof RedirectedError;
}
