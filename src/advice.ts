// The codes with which a step fails: a closed list, each with what is wrong and what to do.

/** What a code means. A failure may have more precise texts of its own. */
interface Advice {
  /** What is wrong, in a few words. */
  readonly title: string;
  /** What the user should do, in one to three sentences. */
  readonly next: string;
  /** The cause is the key, the wallet or the resource, so nothing else can be read either. */
  readonly isFatal?: true;
}

/** The advice for the codes that the service itself sends (API 7). */
const ADVICE_OF_SERVICE = {
  unauthorized: {
    title: 'The API key was not accepted',
    isFatal: true,
    next:
      'The key is mistyped, revoked or expired (by default after 90 days). An owner or admin ' +
      'creates a new one in the console under SETTINGS → API KEYS; then replace the secret.',
  },
  forbidden: {
    title: 'The API key lacks permission',
    isFatal: true,
    next:
      'Deploy, start, stop and restart need a key with the scope "deploy", everything else needs ' +
      '"read". Create a new key in the console under SETTINGS → API KEYS, then replace the secret.',
  },
  billing: {
    title: 'The wallet or subscription does not allow it',
    isFatal: true,
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

/** The advice of every code, in the order of the documentation. */
const ADVICE_BY_CODE = {
  ...ADVICE_OF_SERVICE,
  deployment_failed: {
    title: 'The deployment failed',
    next: 'Fix the cause and deploy again. The outputs name the file with the whole log.',
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
    title: 'There is no deployment to wait for',
    next: 'Start one before this step or pass its id. deployment-id: latest takes the last one.',
  },
  not_found: {
    title: 'The service does not know this resource, or a part of it',
    isFatal: true,
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
    next: 'If the message names nothing to change, report this bug with the log of the step.',
  },
} as const satisfies Record<string, Advice>;

/** A code of this action or of the API page. */
export type ErrorCode = keyof typeof ADVICE_BY_CODE;

/** Any other code that the service sent; only {@link serviceCode} makes one. */
export type ServiceCode = string & { readonly __brand: 'ServiceCode' };

/** The advice by code; a code that only the service knows has none. */
export const ADVICE: ReadonlyMap<string, Advice> = new Map(Object.entries(ADVICE_BY_CODE));

/**
 * The code to report for a code that the service sent. One of this action's own codes, or one that
 * does not look like a code, becomes `service_error`.
 */
export function serviceCode(sent: string): ErrorCode | ServiceCode {
  const normalized = sent.toLowerCase().replaceAll('-', '_');
  if (isApiCode(normalized)) return normalized;
  return isServiceCode(sent) ? sent : 'service_error';
}

function isApiCode(code: string): code is keyof typeof ADVICE_OF_SERVICE {
  return Object.hasOwn(ADVICE_OF_SERVICE, code);
}

function isServiceCode(sent: string): sent is ServiceCode {
  return /^[a-z][a-z0-9_]{0,39}$/.test(sent) && !ADVICE.has(sent);
}

/** The advice for this code; a general one for a code that only the service knows. */
export function adviceFor(code: ErrorCode | ServiceCode): Advice {
  const next =
    'Look for this code in the documentation of the service, or run the job again later.';
  const title = `The service answered with the error ${code}`;
  return ADVICE.get(code) ?? { title, next };
}
