// Why a step fails: one error class with a code.
import { ADVICE, adviceFor, type ErrorCode, type ServiceCode } from './advice.ts';

/** What to do after a 4xx without advice of its own. */
const CORRECT_REQUEST = 'The same request would be refused again. Correct what the service names.';

/**
 * A 4xx after which the same request may succeed later: timed out, locked, too early, rate limited.
 * Only 408 and 429 are retried by the step itself.
 */
const TRANSIENT: ReadonlySet<number> = new Set([408, 423, 425, 429]);

/**
 * Details of a failure. Its texts replace those of the advice; they may be untrusted and are
 * sanitized when shown.
 */
export interface FailureOptions {
  /** Such as `Deployment dep_1 of web failed`. */
  readonly title?: string | undefined;
  /** What it means for the app or the deployment, in one or two sentences. */
  readonly meaning?: string | undefined;
  readonly next?: string | undefined;
  /** HTTP status of the response that caused it. */
  readonly httpStatus?: number | undefined;
  /** From `Retry-After`. */
  readonly retryAfterMs?: number | undefined;
  /** The response was longer than the limit, so it is not requested again. */
  readonly isTooLarge?: boolean;
}

/**
 * An expected error that ends the work on a resource, or the whole step. `message` is what
 * happened, in one or two sentences.
 */
export class Failure extends Error {
  override readonly name = 'Failure';
  readonly code: ErrorCode | ServiceCode;
  readonly options: FailureOptions;

  constructor(code: ErrorCode | ServiceCode, message: string, options: FailureOptions = {}) {
    super(message);
    this.code = code;
    this.options = options;
  }

  get title(): string {
    return this.options.title ?? adviceFor(this.code).title;
  }

  get next(): string {
    if (this.options.next !== undefined) return this.options.next;
    const byStatus = this.options.httpStatus === 401 ? 'unauthorized' : 'forbidden';
    if (this.isAboutKey && !ADVICE.has(this.code)) return adviceFor(byStatus).next;
    const hasAdvice = this.code !== 'service_error' && ADVICE.has(this.code);
    return !hasAdvice && this.isLasting ? CORRECT_REQUEST : adviceFor(this.code).next;
  }

  /** The message, with invalid inputs one line for each. Any other may quote a line end. */
  get lines(): readonly string[] {
    return this.code === 'invalid_input' ? this.message.split('\n') : [this.message];
  }

  /** The same request would be refused again: a 4xx that is not worth a retry. */
  get isLasting(): boolean {
    const { httpStatus = 0 } = this.options;
    return httpStatus >= 400 && httpStatus < 500 && !TRANSIENT.has(httpStatus);
  }

  /** A 401 or 403 of the API is about the key, whatever its code. */
  get isAboutKey(): boolean {
    const { httpStatus = 0 } = this.options;
    return [401, 403].includes(httpStatus) && this.code !== 'unreadable_reply';
  }

  /** Nothing else can be read either, so the work on the resource ends. */
  get isFatal(): boolean {
    return this.isAboutKey || adviceFor(this.code).isFatal === true;
  }
}

/** Resolves with the result of `work` or the failure that ended it; rejects with other errors. */
export async function catchFailure<T>(work: Promise<T>): Promise<T | Failure> {
  return await work.catch((error: unknown) => {
    if (isFailure(error)) return error;
    throw error;
  });
}

/** For an error that nothing has foreseen: its own message could hold anything. */
export function unforeseenFailure(): Failure {
  return new Failure('internal', 'An error occurred that the action does not foresee.');
}

/** True for a failure with one of these codes. */
export function isFailure(error: unknown, ...codes: readonly ErrorCode[]): error is Failure {
  return (
    error instanceof Failure && (codes.length === 0 || codes.some((code) => code === error.code))
  );
}
