// What can go wrong between us and the service: one class a kind, facts as fields. No advice and no wording for users.

/** An error code that can stand in the output `error-code`: one of ours, or any of the service's that looks like one. */
export type ErrorCode = string;

/** Codes of the service look like this; anything else that it sends is not passed on as a code. */
export const ERROR_CODE_PATTERN = /^[a-z][a-z0-9_]{0,39}$/;

/** One request by name: what was asked of the service. */
export interface Endpoint {
  readonly method: 'GET' | 'POST';
  /** Path below the base URL, ids included, such as `/resources/app_web/deployments`. */
  readonly path: string;
  /** The resource it concerns, where it concerns one. */
  readonly resourceId?: string;
}

/** What is known of a request that brought no usable response: it never left, it was turned down, or nobody can tell. */
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

/** What an error response says, whether it is a no or a failure. */
interface ErrorReply {
  /** HTTP status. */
  readonly status: number;
  /** The service's own sentence, untrusted; empty when it sent none. */
  readonly serviceMessage: string;
  /** How long the service asks us to wait, where it says. */
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

/** The service said no: an error status below 500, or `ok: false`. Nothing was done. */
export class RefusedError extends ErrorReplyError {
  override readonly name = 'RefusedError';
  override readonly fate = 'refused';
  override readonly code: ErrorCode;

  constructor(endpoint: Endpoint, response: ErrorReply & { readonly code: ErrorCode }) {
    super(`the service answered ${response.status} ${response.code}`, endpoint, response);
    this.code = response.code;
  }
}

/** The service, or a gateway before it, failed (5xx, 408): the work may have been done all the same. */
export class ServiceFailedError extends ErrorReplyError {
  override readonly name = 'ServiceFailedError';
  override readonly fate = 'unknown';
  override readonly code = 'service_error';

  constructor(endpoint: Endpoint, response: ErrorReply) {
    super(`the service answered ${response.status}`, endpoint, response);
  }
}

/** No connection came about: the name did not resolve, nobody listened, or the certificate was not accepted. */
export class UnreachableError extends ApiError {
  override readonly name = 'UnreachableError';
  override readonly fate = 'unsent';
  override readonly code = 'unreachable';
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

/** An answer came that cannot be understood. `status` is its HTTP status. */
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
