// What a failure means and what to do about it, per error code, in one table: a new code does not compile without a row.
// A row may depend on what is known about the resource. Pure.
import { isUpAndHealthy } from '../../api/model.ts';
import { type ApiErrorCode, type ErrorCode, errorCodeText, type OwnErrorCode } from '../../api/errors.ts';
import type { FailureDetail, Outcome, Report } from '../../operations/operation.ts';
import { newOutcome } from '../../operations/outcome.ts';

/** A failed resource, as its message names it. */
interface Failed {
  readonly outcome: Outcome;
  readonly name: string;
  /** What the operation does, such as `deploy`. */
  readonly action: string;
}

/** How a failure is presented. */
interface Advice {
  /** What is wrong, for the end of a headline. */
  readonly reason: string;
  /** The whole headline, where the usual one does not say it best. */
  readonly headline?: (failed: Failed) => string;
  /** What it means for the app, where that does not follow from what the step had done. */
  readonly meaning?: (failed: Failed) => string | undefined;
  readonly nextStep: string | ((failed: Failed) => string);
  /** The final state of the GitHub deployment record. */
  readonly githubState: 'failure' | 'error' | 'inactive';
}

/** The next step for a failure of which more is known than its code. */
const details: Record<FailureDetail, string> = {
  proxy:
    'Check the address and the credentials in HTTPS_PROXY, and ask the operator of the proxy to allow this host; NO_PROXY names hosts that need no proxy.',
  'no address': 'Give the resource a domain in the console, or write a whole https: address into health-check.',
  'text missing':
    'Check that this path serves the text of health-check-contains, and that the service builds the branch that holds this commit. If the app needs more time, raise the limit that ended the check: health-check-timeout or timeout.',
};

const advice: Record<OwnErrorCode | ApiErrorCode, Omit<Advice, 'githubState'> & Partial<Advice>> = {
  unauthorized: {
    reason: 'the API key was not accepted',
    nextStep:
      'The key is mistyped, revoked or expired (by default after 90 days): an owner or admin creates a new one in the console under SETTINGS → API KEYS; then replace the secret.',
  },
  forbidden: {
    reason: 'the API key may not do this',
    nextStep:
      'deploy, start, stop and restart need a key with the scope "deploy"; reading needs "read", which every key has. Scopes are chosen when a key is created.',
  },
  billing: {
    reason: 'the wallet or subscription does not allow it',
    nextStep: 'Top up the wallet or change the subscription in the console, then run the job again.',
  },
  busy: {
    reason: 'the resource is busy with other work',
    nextStep:
      'Run the job again when the other work has ended, or let the step wait for it (on-busy: wait and a longer timeout). Jobs that deploy the same resource belong in one concurrency group.',
  },
  rate_limited: {
    reason: 'the API key has used up its requests',
    nextStep:
      'A key has 120 requests a minute for everything that uses it. Use a separate key for this repository, set concurrent-jobs, or give the step a longer timeout.',
  },
  create_limit: {
    reason: 'the daily limit of the API key is reached',
    nextStep:
      'A key may create only so many resources a day: run the job again tomorrow, or ask an owner to raise the cap of the key in the console under SETTINGS → API KEYS.',
  },
  deployment_failed: {
    reason: 'the deployment failed',
    headline: ({ outcome, name }) => `Deployment ${outcome.deploymentId} of ${name} failed`,
    meaning: previousRelease,
    nextStep:
      'Look for the first error in the build log, if there is one (in this step, in log-file or in the console), fix its cause and deploy again.',
    githubState: 'failure',
  },
  deployment_cancelled: {
    reason: 'the deployment was cancelled',
    headline: ({ outcome, name }) => `Deployment ${outcome.deploymentId} of ${name} was cancelled`,
    meaning: previousRelease,
    nextStep:
      'SETTINGS → ACTIVITY in the console may show by whom. Run the job again if the deployment is still wanted.',
    githubState: 'inactive',
  },
  timeout: {
    reason: 'the deadline was reached',
    nextStep: ({ outcome }) =>
      outcome.stillRunning === true
        ? 'Find out whether the work has ended before anything is run again. If it needs more time, give the step a longer timeout.'
        : 'Give the step a longer timeout, then run the job again.',
  },
  interrupted: {
    reason: 'the run was cancelled',
    nextStep: ({ outcome }) =>
      outcome.stillRunning === true
        ? 'Run the job again only once the work has ended, if it is still wanted then.'
        : 'Run the job again if it is still wanted.',
    githubState: 'inactive',
  },
  invalid_input: {
    reason: 'the inputs cannot be accepted',
    meaning: () => 'Nothing was sent to the service.',
    nextStep: 'Correct these inputs in the workflow.',
  },
  missing_env: {
    reason: 'environment variables are missing',
    nextStep: 'Set them for the resource in the console, or take them out of required-env.',
  },
  not_running: {
    reason: 'the resource is not in the expected state',
    headline: ({ outcome, name, action }) =>
      `${name} is ${outcome.resourceStatus ?? 'in an unknown state'} after the ${action === 'deploy' ? 'deployment' : action}`,
    nextStep: ({ action }) =>
      action === 'stop'
        ? 'Find out in the console what keeps it running or has started it again, then stop it again.'
        : 'Look for the cause in its runtime log (operation: logs) and in the console.',
    githubState: 'failure',
  },
  unhealthy: {
    reason: 'the health check did not pass',
    headline: ({ name }) => `${name} did not pass its health check`,
    meaning: ({ outcome }) =>
      outcome.detail === 'text missing' ? 'The previous release may still be answering.' : undefined,
    nextStep:
      'Check that health-check names the right path or address, and look for errors in the runtime log (operation: logs). If the app needs more time, raise the limit that ended the check: health-check-timeout or timeout.',
    githubState: 'failure',
  },
  not_found: {
    reason: 'the service does not know this resource or deployment',
    nextStep:
      'Check resource-id (operation: list shows all ids), deployment-id and base-url, and that the key belongs to the right organisation.',
  },
  no_deployment: {
    reason: 'there is no deployment to wait for',
    headline: ({ name }) => `No deployment of ${name} is in progress`,
    nextStep:
      'Start a deployment before this step, or pass its deployment-id. deployment-id: latest judges the latest one, even if it had ended before.',
  },
  unreachable: {
    reason: 'the service could not be reached',
    nextStep:
      'Check base-url, and that the runner can reach that host (name, firewall, proxy, certificate); the service may be down. Then run the job again.',
  },
  unreadable_reply: {
    reason: 'the response is not recognised',
    nextStep:
      'Check that base-url is the API of the service and ends with its version, such as /api/v1. If it does, a proxy, firewall or gateway on the way may have answered: ask its operator, or run the job again later.',
  },
  service_error: {
    reason: 'the service failed or refused the request',
    nextStep: 'Run the job again later. If it fails again, report it to the operator of the service.',
  },
  ambiguous: {
    reason: 'the new deployment cannot be told from others',
    headline: ({ name }) => `It is not known which deployment of ${name} is ours`,
    nextStep: 'Find the right deployment in the console and follow it with operation: wait and its deployment-id.',
  },
  unknown_outcome: {
    reason: 'the outcome is not known',
    headline({ outcome: { deploymentId, phase }, name, action }) {
      if (phase.kind === 'searching') return `It is not known which deployment of ${name} is ours`;
      return phase.kind === 'following' && deploymentId !== undefined
        ? `It is not known how deployment ${deploymentId} of ${name} ended`
        : `It is not known whether the request to ${action} ${name} was accepted`;
    },
    nextStep: 'Look at the resource and its deployments in the console before you run the job again.',
  },
  internal: {
    reason: 'the action itself failed',
    nextStep:
      'Unless the message names what to change, this is a defect of the action. Report it with the log of this step; debug logging gives more lines.',
  },
};

/** The row for an error code; an undocumented service code is quoted where it is passed on. */
function rowFor(errorCode: ErrorCode): Advice {
  if (typeof errorCode === 'string') return { githubState: 'error', ...advice[errorCode] };
  const code = errorCodeText(errorCode);
  return {
    reason: code === 'service_error' ? advice.service_error.reason : `the service refused it (${code})`,
    nextStep: 'The code and the message come from the service: its documentation or the console may explain them.',
    githubState: 'error',
  };
}

/** The final state of a GitHub deployment record for an error code. */
export function githubStateOf(errorCode: ErrorCode): Advice['githubState'] {
  return rowFor(errorCode).githubState;
}

/** What is wrong, as a title. */
export function titleOf(errorCode: ErrorCode): string {
  const { reason } = rowFor(errorCode);
  return reason.charAt(0).toUpperCase() + reason.slice(1);
}

/** The headline of a report: its own, else that of the failure of its only resource, or of its operation. */
export function headlineOf(report: Report): string {
  const { headline, errorCode } = report;
  if (headline !== undefined) return headline;
  if (errorCode === undefined) return 'The step has ended';
  const row = rowFor(errorCode);
  return row.headline?.(failedOf(report)) ?? `${couldNot(failedOf(report))}: ${row.reason}`;
}

/** The same without what the title says. */
export function shortHeadlineOf(report: Report & { readonly errorCode: ErrorCode }): string {
  const failed = failedOf(report);
  return report.headline ?? rowFor(report.errorCode).headline?.(failed) ?? couldNot(failed);
}

/** What the failure means for the app, and what to do. */
export function adviceFor(report: Report & { readonly errorCode: ErrorCode }): {
  readonly meaning: string | undefined;
  readonly nextStep: string;
} {
  const row = rowFor(report.errorCode);
  const failed = failedOf(report);
  const detail = failed.outcome.detail ?? report.detail;
  const usual = typeof row.nextStep === 'string' ? row.nextStep : row.nextStep(failed);
  return {
    meaning: row.meaning?.(failed) ?? (hasStartedNothing(report) ? 'Nothing was started.' : undefined),
    nextStep: detail === undefined ? usual : details[detail],
  };
}

/** The resource that failed first; one of which nothing is known if the operation is not about given resources. */
function failedOf({ outcomes, action = 'finish' }: Report): Failed {
  const outcome = outcomes.find(({ errorCode }) => errorCode !== undefined) ?? newOutcome('');
  return { outcome, name: outcome.name ?? outcome.resourceId, action };
}

/** What could not be done, for the beginning of a headline. */
function couldNot({ outcome: { phase, deploymentId }, name, action }: Failed): string {
  switch (phase.kind) {
    case 'before':
    case 'busy':
    case 'posting':
    case 'lost':
      return `Could not ${action} ${name}`.trimEnd();
    case 'searching':
      return `Could not find the new deployment of ${name}`;
    case 'following':
      return deploymentId === undefined
        ? `Could not follow the ${action} of ${name} to its end`
        : `Could not follow deployment ${deploymentId} of ${name} to its end`;
    case 'checking':
      return `Could not finish the health check of ${name}`;
  }
}

/** After a deployment that did not succeed. */
function previousRelease({ outcome: { resourceStatus }, name }: Failed): string | undefined {
  return isUpAndHealthy(resourceStatus) ? `${name} is ${resourceStatus}, still on the previous release.` : undefined;
}

const changes = new Set(['deploy', 'start', 'stop', 'restart']);

/** True for an operation that changes something, if none of its requests was accepted or may have been. */
function hasStartedNothing({ action = '', outcomes }: Report): boolean {
  if (!changes.has(action)) return false;
  return outcomes.every(
    ({ phase, stillRunning }) => ['before', 'busy', 'posting'].includes(phase.kind) && stillRunning !== true,
  );
}
