// The one error shape of the service: which code goes with which HTTP status. No HTTP, no state.

/** Codes of the API page, then (after `create_limit`) those of our own reading, where the page shows none. */
export const statusOfCode = {
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

/** A code that the service may answer with. */
export type ErrorCode = keyof typeof statusOfCode;

/** Why the service does not do what it was asked for. */
export interface Refusal {
  readonly refused: ErrorCode;
  readonly message: string;
  /** Headers that belong to the answer, such as `Allow`. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Milliseconds after which another try can succeed, where that is known. */
  readonly retryAfterMs?: number | undefined;
}

/** Makes a refusal. */
export function refuse(code: ErrorCode, message: string, rest: Omit<Refusal, 'refused' | 'message'> = {}): Refusal {
  return { refused: code, message, ...rest };
}

/** Other work is going on at the resource; it may pass in a while. */
export function busy(): Refusal {
  return refuse('busy', 'The resource is busy with another job. Wait until it finishes.');
}

/** The key has used up its requests of a minute; `retryAfterMs` is the time until the next is free, where that is known. */
export function rateLimited(limit: number, retryAfterMs?: number): Refusal {
  return refuse('rate_limited', `More than ${limit} requests in a minute with one key.`, { retryAfterMs });
}

/** Whether a value is a refusal and not a result. */
export function isRefusal(value: unknown): value is Refusal {
  return typeof value === 'object' && value !== null && 'refused' in value;
}

/** A refusal where a program, not a request, asked: the caller made a mistake. */
export class RefusedError extends Error {
  readonly code: ErrorCode;

  constructor(refusal: Refusal) {
    super(refusal.message);
    this.name = 'RefusedError';
    this.code = refusal.refused;
  }
}

/** The result, or an exception where it was a refusal. */
export function orThrow<T>(result: T | Refusal): T {
  if (isRefusal(result)) throw new RefusedError(result);
  return result;
}
