// The error shape of the API: which code goes with which HTTP status.
import { InputError } from './check.ts';

/**
 * Codes of the API page, then (after `create_limit`) our own for the conditions to which the page
 * gives no code.
 */
const STATUS_OF = {
  unauthorized: 401,
  forbidden: 403,
  billing: 402,
  busy: 409,
  rate_limited: 429,
  create_limit: 429,
  not_found: 404,
  invalid_input: 400,
  method_not_allowed: 405,
  internal_error: 500,
} as const;

/** A code that the service answers with. */
export type ErrorCode = keyof typeof STATUS_OF;

/** Why a request is refused; answered in the API's error shape. */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: ErrorCode, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message);
    this.name = 'ApiError';
    this.code = code;
    this.headers = headers;
  }
}

/** An answer before it becomes HTTP: JSON, text of another type, or no body. */
export interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly json?: unknown;
  readonly text?: { readonly type: string; readonly content: string };
}

/** The answer to a refused request. */
export function errorAnswer({ code, message, headers }: ApiError): Answer {
  return { status: STATUS_OF[code], headers, json: { ok: false, error: { code, message } } };
}

/** The answer to a request whose handler threw; throws again what is a defect. */
export function refusal(error: unknown): Answer {
  if (error instanceof ApiError) return errorAnswer(error);
  if (error instanceof InputError) return errorAnswer(new ApiError('invalid_input', error.message));
  throw error;
}

/** The message of whatever was thrown. */
export function messageOf(error: unknown): string {
  return Error.isError(error) ? error.message : String(error);
}
