// Title, next step, headline and GitHub state per error code, in one table: a new code does not compile without an entry.
import { type ApiErrorCode, type ErrorCode, errorCodeText, type OwnErrorCode } from '../../api/errors.ts';
import type { Outcome, Report } from '../../operations/operation.ts';

/** How a failure is presented. */
interface Advice {
  readonly title: string;
  readonly nextStep: string;
  /** One line about the resource that failed; `name`: its display name, `action`: such as `deploy`. */
  readonly headline: (outcome: Outcome, name: string, action: string) => string;
  /** The final state of the GitHub deployment record. */
  readonly githubState: 'failure' | 'error' | 'inactive';
}

/** For the codes that name no other headline or state. */
const usual: Pick<Advice, 'headline' | 'githubState'> = {
  headline: ({ deploymentId, phase }, name, action) =>
    deploymentId !== undefined && phase.kind === 'following'
      ? `Could not follow deployment ${deploymentId} of ${name} to its end`
      : `Could not ${action} ${name}`,
  githubState: 'error',
};

const advice: Record<OwnErrorCode | ApiErrorCode, Omit<Advice, keyof typeof usual> & Partial<Advice>> = {
  unauthorized: {
    title: 'The API key was not accepted',
    nextStep:
      'The key is missing, mistyped, revoked or expired (keys expire after 90 days by default). An owner or admin creates a new one in the console under SETTINGS → API KEYS; then replace the secret.',
  },
  forbidden: {
    title: 'The API key may not do this',
    nextStep:
      'deploy, start, stop and restart need a key with the scope "deploy"; reading needs "read", which every key has. Scopes are chosen when a key is created.',
  },
  billing: {
    title: 'The wallet or subscription does not allow this',
    nextStep: 'Top up the wallet or change the subscription in the console, then run the job again.',
  },
  busy: {
    title: 'The resource is busy with other work',
    nextStep:
      'Run the job again when the other work has ended, or let the step wait for it (on-busy: wait and a longer timeout). Jobs that deploy the same resource belong in one concurrency group.',
  },
  rate_limited: {
    title: 'The API key has used up its requests',
    nextStep:
      'A key has 120 requests a minute for everything that uses it. Use a separate key for this repository, set concurrent-jobs, or give the step a longer timeout.',
  },
  create_limit: {
    title: "The API key's daily limit is reached",
    nextStep:
      'A key may create only so many resources a day: run the job again tomorrow, or ask an owner to raise the cap of the key in the console under SETTINGS → API KEYS.',
  },
  deployment_failed: {
    title: 'The deployment failed',
    nextStep:
      'Look for the first error in the build log, if there is one (in this step, in log-file or in the console), fix its cause and deploy again.',
    headline: ({ deploymentId }, name) => `Deployment ${deploymentId} of ${name} failed`,
    githubState: 'failure',
  },
  deployment_cancelled: {
    title: 'The deployment was cancelled',
    nextStep:
      'SETTINGS → ACTIVITY in the console may show by whom. Run the job again if the deployment is still wanted.',
    headline: ({ deploymentId }, name) => `Deployment ${deploymentId} of ${name} was cancelled`,
    githubState: 'inactive',
  },
  timeout: {
    title: 'The deadline was reached',
    nextStep:
      'Find out in the console whether the work has ended, or what it waits for. If it needs more time, give the step a longer timeout.',
    headline: (_, name) => `The deadline was reached while waiting for ${name}`,
  },
  interrupted: {
    title: 'The run was cancelled',
    nextStep: 'Run the job again if it is still wanted.',
    headline: (_, name) => `The run was cancelled while working on ${name}`,
    githubState: 'inactive',
  },
  invalid_input: {
    title: 'The step cannot start with these inputs',
    nextStep: 'Correct these inputs in the workflow. Nothing was sent to the service.',
  },
  missing_env: {
    title: 'Environment variables are missing',
    nextStep: 'Set them for the resource in the console, or take them out of required-env. Nothing was changed.',
    headline: (_, name) => `Environment variables of ${name} are missing`,
  },
  not_running: {
    title: 'The resource is not in the expected state',
    nextStep: 'Look for the cause in its runtime log (operation: logs) and in the console.',
    headline: ({ resourceStatus }, name) => `${name} is ${resourceStatus ?? 'in an unknown state'}`,
    githubState: 'failure',
  },
  unhealthy: {
    title: 'The health check did not pass',
    nextStep:
      'Check that health-check names the right path or address, and look for errors in the runtime log (operation: logs).',
    headline: (_, name) => `${name} did not pass its health check`,
    githubState: 'failure',
  },
  not_found: {
    title: 'The service does not know this resource or deployment',
    nextStep:
      'Check resource-id (operation: list shows all ids), deployment-id and base-url, and that the key belongs to the right organisation.',
  },
  no_deployment: {
    title: 'There is no deployment to wait for',
    nextStep:
      'Start a deployment before this step, or pass its deployment-id. deployment-id: latest judges the latest one, even if it had ended before.',
    headline: (_, name) => `No deployment of ${name} is in progress`,
  },
  unreachable: {
    title: 'The service could not be reached',
    nextStep:
      'Check base-url, and that the runner can reach that host (name, firewall, proxy, certificate). Then run the job again.',
  },
  unreadable_reply: {
    title: 'The response is not recognised',
    nextStep:
      'Check that base-url is the API of the service and ends with its version, such as /api/v1. If it does, a proxy, firewall or gateway on the way may have answered: ask its operator, or run the job again later. If the service itself answers in this form, report this message.',
  },
  service_error: {
    title: 'The service failed or refused the request',
    nextStep: 'Run the job again later. If it fails again, report it to the operator of the service.',
  },
  ambiguous: {
    title: 'It is not known which deployment is ours',
    nextStep: 'Find the right deployment in the console and follow it with operation: wait and its deployment-id.',
    headline: (_, name) => `It is not known which deployment of ${name} is ours`,
  },
  unknown_outcome: {
    title: 'The outcome is not known',
    nextStep:
      'Look at the resource and its deployments in the console before you run the job again: the work may have been done.',
    headline({ deploymentId, phase }, name, action) {
      if (phase.kind === 'searching') return `It is not known which deployment of ${name} is ours`;
      return phase.kind === 'following' && deploymentId !== undefined
        ? `It is not known how deployment ${deploymentId} of ${name} ended`
        : `It is not known whether the request to ${action} ${name} was accepted`;
    },
  },
  internal: {
    title: 'The action itself failed',
    nextStep:
      'Unless the message names what to change, this is a defect of the action. Report it with the log of this step; debug logging gives more lines.',
  },
};

/** The advice for an error code; an undocumented service code is quoted where it is passed on. */
export function adviceFor(errorCode: ErrorCode): Advice {
  if (typeof errorCode === 'string') return { ...usual, ...advice[errorCode] };
  const code = errorCodeText(errorCode);
  return {
    ...usual,
    title: code === 'service_error' ? advice.service_error.title : `The service refused: ${code}`,
    nextStep: 'The code and the message come from the service: its documentation or the console may explain them.',
  };
}

/** The headline of a report: its own, else the one for the error code of its only resource. */
export function headlineOf(report: Report): string {
  const [outcome] = report.outcomes;
  if (report.headline !== undefined) return report.headline;
  if (outcome?.errorCode === undefined) return 'The step has ended';
  return adviceFor(outcome.errorCode).headline(outcome, outcome.name ?? outcome.resourceId, report.action ?? 'work on');
}
