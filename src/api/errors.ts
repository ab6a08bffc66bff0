// Errors of requests to the service: one error class per kind; details are fields. No advice for users.

/** Error codes defined by this action. */
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

/** Error codes of the service (API page, section 7). */
export const apiErrorCodes = ['unauthorized', 'forbidden', 'billing', 'busy', 'rate_limited', 'create_limit'] as const;
export type ApiErrorCode = (typeof apiErrorCodes)[number];

/** An undocumented code of the service, wrapped so that it is never mistaken for one of ours. */
export interface ServiceCode {
  readonly serviceCode: string;
}

/** Why a step failed. */
export type ErrorCode = OwnErrorCode | ApiErrorCode | ServiceCode;

/** Form of a service code; anything else is not passed on. */
const ERROR_CODE_PATTERN = /^[a-z][a-z0-9_]{0,39}$/;

/** The error code for a code that the service sent; `undefined` when it does not have the form of one. */
export function readServiceCode(sent: string): ApiErrorCode | ServiceCode | undefined {
  const folded = sent.toLowerCase().replaceAll('-', '_');
  const known = apiErrorCodes.find((code) => code === folded);
  return known ?? (ERROR_CODE_PATTERN.test(sent) ? { serviceCode: sent } : undefined);
}

/** The code for outputs. A service code that equals one of ours, or has another form, becomes `service_error`. */
export function errorCodeText(code: ErrorCode): string {
  if (typeof code === 'string') return code;
  const isOurs = ownErrorCodes.some((own) => own === code.serviceCode);
  return isOurs || !hasCodeForm(code) ? 'service_error' : code.serviceCode;
}

/** True for a service code in the form of the documented ones. */
export function hasCodeForm({ serviceCode }: ServiceCode): boolean {
  return ERROR_CODE_PATTERN.test(serviceCode);
}

/** Method and path of a request to the service. */
export interface Endpoint {
  readonly method: 'GET' | 'POST';
  /** Path below the base URL, ids included, such as `/resources/app_web/deployments`. */
  readonly path: string;
  /** The resource it concerns, if any. */
  readonly resourceId?: string;
}

/** What became of a request without a usable response: not sent, refused, or possibly processed (`unknown`). */
export type Fate = 'unsent' | 'refused' | 'unknown';

/** Base class: a request to the service that failed. */
export abstract class ApiError extends Error {
  abstract readonly code: ErrorCode;
  abstract readonly fate: Fate;
  readonly endpoint: Endpoint;

  constructor(message: string, endpoint: Endpoint, options?: ErrorOptions) {
    super(message, options);
    this.endpoint = endpoint;
  }
}

/** The parts of an error response. */
interface ErrorResponse {
  /** HTTP status. */
  readonly status: number;
  /** The host that answered, with its port. */
  readonly host?: string;
  /** The code as the service sent it, if any. */
  readonly sent?: ApiErrorCode | ServiceCode | undefined;
  /** The service's error message, untrusted; empty when it sent none. */
  readonly serviceMessage: string;
  /** From `Retry-After`; undefined when it was not sent. */
  readonly retryAfterMs: number | undefined;
}

/** The service, or a gateway in front of it, answered with an error. */
export abstract class ErrorResponseError extends ApiError implements ErrorResponse {
  readonly status: number;
  readonly serviceMessage: string;
  readonly retryAfterMs: number | undefined;

  constructor(message: string, endpoint: Endpoint, response: ErrorResponse) {
    const { sent } = response;
    super(sent === undefined ? message : `${message} ${typeof sent === 'string' ? sent : sent.serviceCode}`, endpoint);
    this.status = response.status;
    this.serviceMessage = response.serviceMessage;
    this.retryAfterMs = response.retryAfterMs;
  }
}

/** The service refused the request: an error status below 500, or `ok: false`. Nothing was done. */
export class RefusedError extends ErrorResponseError {
  override readonly name = 'RefusedError';
  override readonly fate = 'refused';
  override readonly code: ErrorCode;
  /** False for a page, of a gateway for example, that is taken for a refusal because of its status. */
  readonly fromService: boolean;

  constructor(endpoint: Endpoint, response: ErrorResponse & { readonly code: ErrorCode; readonly page?: string }) {
    const { status, host, code, page } = response;
    // The host is named because the key may belong to another one.
    const who = host !== undefined && [401, 403].includes(status) ? ` at ${host}` : '';
    const refused = `the service${who} answered ${status}`;
    super(page === undefined ? refused : `${host} answered ${status} with ${page}`, endpoint, response);
    this.code = code;
    this.fromService = page === undefined;
  }
}

/**
 * The service, or a gateway in front of it, failed (5xx, 408). The request may still have been processed, or be
 * processed later.
 */
export class ServiceFailedError extends ErrorResponseError {
  override readonly name = 'ServiceFailedError';
  override readonly fate = 'unknown';
  /** A gateway alone does not show that the service was reached. */
  override readonly code: 'service_error' | 'unreachable';
  /** True when the body is the service's JSON; false for a gateway, behind which the service may still be working. */
  readonly fromService: boolean;

  constructor(endpoint: Endpoint, response: ErrorResponse & { readonly fromService: boolean }) {
    super(
      `the service${response.fromService ? '' : ', or a gateway in front of it,'} answered ${response.status}`,
      endpoint,
      response,
    );
    this.fromService = response.fromService;
    this.code = response.fromService ? 'service_error' : 'unreachable';
  }
}

/** No connection: the name did not resolve, the connection was refused, or the certificate was not accepted. */
export class UnreachableError extends ApiError {
  override readonly name = 'UnreachableError';
  override readonly fate = 'unsent';
  override readonly code = 'unreachable';
  /** The address or its certificate is wrong, so a retry within a minute cannot succeed. */
  readonly isPermanent: boolean;
  /** The proxy of the runner was asked for the connection. */
  readonly isProxy: boolean;

  constructor(
    message: string,
    endpoint: Endpoint,
    { isPermanent = false, isProxy = false }: { isPermanent?: boolean; isProxy?: boolean } = {},
  ) {
    super(message, endpoint);
    this.isPermanent = isPermanent;
    this.isProxy = isProxy;
  }
}

/** The connection was lost after the request may have been sent. */
export class ConnectionLostError extends ApiError {
  override readonly name = 'ConnectionLostError';
  override readonly fate = 'unknown';
  override readonly code = 'unreachable';
  /** The status of a response that was cut off; undefined if none had begun. */
  readonly status: number | undefined;

  constructor(message: string, endpoint: Endpoint, status?: number) {
    super(message, endpoint);
    this.status = status;
  }
}

/** The complete response did not arrive within the request timeout. */
export class RequestTimeoutError extends ApiError {
  override readonly name = 'RequestTimeoutError';
  override readonly fate = 'unknown';
  override readonly code = 'unreachable';
}

/** A response that is not from the service, or not recognised. `status` is its HTTP status. */
export class UnreadableResponseError extends ApiError {
  override readonly name = 'UnreadableResponseError';
  override readonly fate = 'unknown';
  override readonly code = 'unreadable_reply';
  readonly status: number;
  /** True for a whole JSON object or list with a 2xx status: requested again, it would have the same shape. */
  readonly isWellFormed: boolean;

  constructor(
    message: string,
    endpoint: Endpoint,
    { status, isWellFormed = false }: { status: number; isWellFormed?: boolean },
  ) {
    super(message, endpoint);
    this.status = status;
    this.isWellFormed = isWellFormed;
  }
}

/** The service answered with a redirect. It is not followed, so that the key is never sent to another address. */
export class RedirectedError extends ApiError {
  override readonly name = 'RedirectedError';
  override readonly fate: Fate;
  override readonly code = 'unreadable_reply';
  readonly status: number;

  constructor(endpoint: Endpoint, status: number, host: string) {
    super(`the service answered ${status}, a redirect to ${host}, which is not followed`, endpoint);
    this.status = status;
    // 307 and 308 ask for the same request elsewhere; another one may follow a POST that was carried out (RFC 9110, 15.4).
    this.fate = status === 307 || status === 308 ? 'refused' : 'unknown';
  }
}

/** The response exceeds the byte limit. It was received and dropped, but for its end. */
export class ResponseTooLargeError extends ApiError {
  override readonly name = 'ResponseTooLargeError';
  override readonly fate = 'unknown';
  override readonly code = 'unreadable_reply';
  /** The last 64 KiB of the body as received; empty if they cannot be read. */
  readonly tail: string;

  constructor(endpoint: Endpoint, { maxBytes, tail }: { maxBytes: number; tail: string }) {
    super(`the response is longer than the limit of ${maxBytes / 2 ** 20} MiB`, endpoint);
    this.tail = tail;
  }
}

/** The result of a request, or the ApiError that it failed with; rejects with any other error. */
export async function orApiError<T>(request: Promise<T>): Promise<T | ApiError> {
  try {
    return await request;
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}

/** True for a refusal with one of these codes. */
export function isRefusal(error: unknown, ...codes: readonly (OwnErrorCode | ApiErrorCode)[]): error is RefusedError {
  return error instanceof RefusedError && codes.some((code) => code === error.code);
}

/**
 * True for a refusal that may be repeated: `rate_limited`, or another 429 that sends `Retry-After`, such as that of a
 * quota with an undocumented code.
 */
export function isTransientRefusal({ status, code, retryAfterMs }: RefusedError): boolean {
  if (code === 'rate_limited') return true;
  return status === 429 && typeof code !== 'string' && retryAfterMs !== undefined;
}

/** True for errors of the key or the subscription: a retry cannot help. */
export function isKeyProblem(error: ApiError): boolean {
  return isRefusal(error, 'unauthorized', 'forbidden', 'billing');
}

/** How long unreadable responses are retried: a gateway may be without its service for a moment. */
export const UNREADABLE_RETRY_MS = 60_000;

/** True for JSON of the service in a form that is not recognised: requested again, it would be the same. */
export function isOtherShape(error: unknown): error is UnreadableResponseError {
  return error instanceof UnreadableResponseError && error.isWellFormed;
}

/** True for a page, a redirect, or a response that is not recognised. */
export function isUnreadable(error: unknown): error is UnreadableResponseError | RedirectedError {
  return error instanceof UnreadableResponseError || error instanceof RedirectedError;
}
