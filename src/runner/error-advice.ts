// From an error code to a title and a next step. What happened is told by the report; this is what to do about it.

/** How a failure is announced. */
export interface Advice {
  readonly title: string;
  readonly nextStep: string;
}

const advice: Readonly<Record<string, Advice>> = {
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
    nextStep:
      'This is about billing, not about the code: top up the wallet or change the subscription in the console, then run the job again.',
  },
  busy: {
    title: 'The resource is busy with other work',
    nextStep:
      'Run the job again when the other work has ended, give the step a longer timeout, or put the jobs that deploy this resource into one concurrency group.',
  },
  rate_limited: {
    title: 'The API key has used up its requests',
    nextStep:
      'A key has 120 requests a minute. Use a key of its own for this repository, or give the step a longer timeout so that it can wait its turn.',
  },
  create_limit: {
    title: "The API key's daily limit is reached",
    nextStep:
      'The key has reached its cap of new resources for today. An admin can see the cap in the console under SETTINGS → API KEYS.',
  },
  deployment_failed: {
    title: 'The deployment failed',
    nextStep: 'The build log says why. What ran before goes on running; fix the cause and push again.',
  },
  deployment_cancelled: {
    title: 'The deployment was cancelled',
    nextStep:
      'Somebody or something cancelled it at the service: SETTINGS → ACTIVITY in the console may say who. Run the job again to deploy.',
  },
  timeout: {
    title: 'The deadline was reached',
    nextStep: 'Give the step a longer timeout if this work needs it.',
  },
  interrupted: { title: 'The run was cancelled', nextStep: 'Run the job again when it is wanted.' },
  invalid_input: {
    title: 'The step cannot start with these inputs',
    nextStep: 'Correct the inputs named above in the workflow. Nothing was sent to the service.',
  },
  missing_env: {
    title: 'Environment variables are missing',
    nextStep: 'Set them for the resource in the console, or take them out of required-env. Nothing was changed.',
  },
  not_running: {
    title: 'The resource did not come to the state asked for',
    nextStep: 'Its runtime log (operation: logs) and the console say more.',
  },
  unhealthy: {
    title: 'The app does not answer as it should',
    nextStep:
      'The work at the service has finished. Look at the runtime log, and at whether health-check names the right path.',
  },
  not_found: {
    title: 'The service does not know this resource or deployment',
    nextStep:
      'Check resource-id (operation: list shows all ids), deployment-id and base-url, and that the key belongs to the right organisation.',
  },
  unreachable: {
    title: 'The service could not be reached',
    nextStep:
      'Check base-url, and that the runner can reach that host (name, firewall, proxy, certificate). Then run the job again.',
  },
  unreadable_reply: {
    title: "The service's answer could not be understood",
    nextStep:
      'Check that base-url ends with the version segment, such as /api/v1. If it does, the service or a proxy before it is at fault.',
  },
  service_error: {
    title: 'The service failed',
    nextStep: 'Run the job again later. If it stays, the operator of the service needs to know.',
  },
  ambiguous: {
    title: 'It is not known which deployment is ours',
    nextStep:
      'Look at the deployments in the console; operation: wait with the right deployment-id gates on one of them.',
  },
  unknown_outcome: {
    title: 'It is not known whether the request was accepted',
    nextStep: 'Look at the deployments in the console before running the job again: one may have been started.',
  },
  internal: {
    title: 'The action itself failed',
    nextStep:
      'Unless this says what to change, it is a fault of the action. Please report it with the lines of this step; run again with debug logging for more.',
  },
};

/** What to say for an error code; a code of the service's own is named as it is. */
export function adviceFor(errorCode: string): Advice {
  // The service may call its error what it likes, `constructor` too.
  const known = Object.hasOwn(advice, errorCode) ? advice[errorCode] : undefined;
  return (
    known ?? {
      title: `The service refused: ${errorCode}`,
      nextStep: 'The message above is the service’s own; its documentation or the console may say more.',
    }
  );
}
