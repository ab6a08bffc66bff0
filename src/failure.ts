// Why a step fails: a closed list of codes, each with what is wrong and what to do, and one error
// class.

/** What a code means. A failure may have more precise texts of its own. */
interface Advice {
  /** What is wrong, in a few words. */
  readonly title: string;
  /** What the user should do, in one to three sentences. */
  readonly next: string;
}

/** The codes that the service itself sends (API 7). */
const CODES_OF_SERVICE = {
  unauthorized: {
    title: 'The API key was not accepted',
    next:
      'The key is mistyped, revoked or expired (by default after 90 days). An owner or admin ' +
      'creates a new one in the console under SETTINGS → API KEYS; then replace the secret.',
  },
  forbidden: {
    title: 'The API key lacks permission',
    next:
      'Deploy, start, stop and restart need a key with the scope "deploy", everything else needs ' +
      '"read". Create a new key in the console under SETTINGS → API KEYS, then replace the secret.',
  },
  billing: {
    title: 'The wallet or subscription does not allow it',
    next: 'Top up the wallet or change the subscription in the console, then run the job again.',
  },
  busy: {
    title: 'The resource is busy with other work',
    next:
      'Run the job again when the other work has ended, or use on-busy: wait with a longer ' +
      'timeout. Jobs that deploy the same resource belong in one concurrency group.',
  },
  rate_limited: {
    title: 'The rate limit of the API key is reached',
    next:
      'A key has 120 requests a minute for everything that uses it. Use a separate key for this ' +
      'repository, set concurrent-jobs, or give the step a longer timeout.',
  },
  create_limit: {
    title: 'The daily limit of the API key is reached',
    next: 'Run the job again tomorrow, or ask an owner to raise the daily cap of the key.',
  },
} as const satisfies Record<string, Advice>;

/** Every code of this action with its advice, in the order of the documentation. */
export const CODES = {
  ...CODES_OF_SERVICE,
  deployment_failed: {
    title: 'The deployment failed',
    next: 'Fix the cause and deploy again.',
  },
  deployment_cancelled: {
    title: 'The deployment was cancelled',
    next: 'SETTINGS → ACTIVITY may show by whom. If it is still wanted, run the job again.',
  },
  timeout: {
    title: 'The deadline was reached',
    next: 'Give the step a longer timeout, then run the job again.',
  },
  interrupted: {
    title: 'The run was cancelled',
    next: 'Run the job again if it is still wanted.',
  },
  invalid_input: {
    title: 'Invalid inputs',
    next: 'Correct this in the workflow, or in the variables and secrets that it uses.',
  },
  missing_env: {
    title: 'Environment variables are missing',
    next: 'Set what is missing for the resource in the console, or take it out of required-env.',
  },
  not_running: {
    title: 'The resource is not in the expected state',
    next: 'Look for the cause in its runtime log (operation: logs) and in the console.',
  },
  unhealthy: {
    title: 'The health check did not pass',
    next:
      'Check the path or address in health-check, and look for errors in the runtime log ' +
      '(operation: logs). If the app needs more time, raise health-check-timeout or timeout.',
  },
  no_deployment: {
    title: 'There is no deployment to follow',
    next: 'Start one before this step or pass its id. deployment-id: latest takes the last one.',
  },
  not_found: {
    title: 'The service does not know this resource, or a part of it',
    next:
      'Check resource-id (operation: list shows all ids), deployment-id, base-url and the ' +
      'organisation of the key. It may also have been deleted, or have no logs or variables.',
  },
  unreachable: {
    title: 'The service could not be reached',
    next:
      'Check base-url, and that the runner can reach that host (name, firewall, proxy, ' +
      'certificate); the service may be down. Then run the job again.',
  },
  unreadable_reply: {
    title: 'The reply is not from the API',
    next:
      'Check that base-url is the API of the service and ends with its version, such as /api/v1. ' +
      'If it does, a proxy or gateway may have answered: ask its operator, or try again later.',
  },
  service_error: {
    title: 'The service failed or refused the request',
    next: 'Run the job again later. If it fails again, report it to the operator of the service.',
  },
  ambiguous: {
    title: 'It is not known which deployment is ours',
    next: 'Find it in the console and follow it with operation: follow and its deployment-id.',
  },
  unknown_outcome: {
    title: 'It is not known whether the request was accepted',
    next: 'Look at the resource and its deployments in the console before you run the job again.',
  },
  internal: {
    title: 'The action itself failed',
    next: 'Report this bug with the log of the step.',
  },
} as const satisfies Record<string, Advice>;

/** A code of this action or of the API page. */
export type ErrorCode = keyof typeof CODES;

/** Any other code that the service sent; only {@link serviceCode} makes one. */
export type ServiceCode = string & { readonly __brand: 'ServiceCode' };

/**
 * The code to report for a code that the service sent. One of this action's own codes, or one that
 * does not look like a code, becomes `service_error`.
 */
export function serviceCode(sent: string): ErrorCode | ServiceCode {
  const normalized = sent.toLowerCase().replaceAll('-', '_');
  if (isCodeOf(CODES_OF_SERVICE, normalized)) return normalized;
  return isServiceCode(sent) ? sent : 'service_error';
}

/** True for a code of this action or of the API page. */
export function isKnownCode(code: string): code is ErrorCode {
  return isCodeOf(CODES, code);
}

function isCodeOf<T extends object>(table: T, code: string): code is keyof T & string {
  return Object.hasOwn(table, code);
}

function isServiceCode(sent: string): sent is ServiceCode {
  return /^[a-z][a-z0-9_]{0,39}$/.test(sent) && !isCodeOf(CODES, sent);
}

/** What to do after a 4xx without advice of its own. */
const CORRECT_REQUEST = 'The same request would be refused again. Correct what the service names.';

/** Details of a failure. Its texts replace those of the code; they may be untrusted. */
export interface FailureOptions {
  /** Such as `Deployment dep_1 of web failed`. */
  readonly title?: string | undefined;
  /** What it means for the app or the deployment, in one or two sentences. */
  readonly meaning?: string | undefined;
  readonly next?: string | undefined;
  /** The line of a log, or the reason given by the service, that names the cause. */
  readonly cause?: string | undefined;
  /** Lines of this log explain the failure. */
  readonly explainedBy?: 'build' | 'runtime' | undefined;
  /** HTTP status of the response that caused it. */
  readonly httpStatus?: number | undefined;
  /** From `Retry-After`. */
  readonly retryAfterMs?: number | undefined;
}

/** An expected error that ends the step. `message` is what happened, in one or two sentences. */
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
    const { code, options } = this;
    const known = isCodeOf(CODES, code) ? CODES[code].title : undefined;
    return options.title ?? known ?? `The service answered with the error ${code}`;
  }

  get next(): string {
    const { code, options } = this;
    if (options.next !== undefined) return options.next;
    if (isCodeOf(CODES, code) && code !== 'service_error') return CODES[code].next;
    if (options.httpStatus === 401) return CODES.unauthorized.next;
    if (options.httpStatus === 403) return CODES.forbidden.next;
    return this.#isLasting ? CORRECT_REQUEST : CODES.service_error.next;
  }

  /** The message, with invalid inputs one line for each. Any other may quote a line end. */
  get lines(): readonly string[] {
    return this.code === 'invalid_input' ? this.message.split('\n') : [this.message];
  }

  /** The key is refused: a 401 or 403 of the API, whatever its code. */
  get isAboutKey(): boolean {
    const { httpStatus = 0 } = this.options;
    return [401, 403].includes(httpStatus) && this.code !== 'unreadable_reply';
  }

  /** A 4xx after which the same request would be refused again. */
  get #isLasting(): boolean {
    const { httpStatus = 0 } = this.options;
    // Timed out, locked, too early and rate limited pass.
    return httpStatus >= 400 && httpStatus < 500 && ![408, 423, 425, 429].includes(httpStatus);
  }

  /** The same failure with other texts. */
  with({ message = this.message, ...texts }: FailureOptions & { message?: string }): Failure {
    return new Failure(this.code, message, { ...this.options, ...texts });
  }
}

/** Resolves with the result of `work` or the failure that ended it; rejects with other errors. */
export async function catchFailure<T>(work: Promise<T>): Promise<T | Failure> {
  return await work.catch((error: unknown) => {
    if (isFailure(error)) return error;
    throw error;
  });
}

/** True for a failure with one of these codes, or any failure if none is named. */
export function isFailure(error: unknown, ...codes: readonly ErrorCode[]): error is Failure {
  return (
    error instanceof Failure && (codes.length === 0 || codes.some((code) => code === error.code))
  );
}
