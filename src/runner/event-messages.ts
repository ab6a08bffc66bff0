// Sentences that more than one place shows: what each event says in the step log, and what goes on after the end. Pure;
// the caller passes every line through its sanitizer.
import { ApiError, errorCodeText } from '../api/errors.ts';
import { formatMs } from '../duration.ts';
import type { Action, Outcome, Ownership, StepEvent } from '../operations/operation.ts';

/** The sentence for an event; undefined for events that are told in another way. */
export function eventMessage(event: StepEvent): string | undefined {
  switch (event.kind) {
    case 'note':
    case 'lost':
    case 'not-started':
      return event.text;
    case 'waiting': {
      const { blocker, afterMs, leftMs } = event;
      const inTheWay =
        blocker === undefined
          ? 'busy with other work'
          : `${blocker.id} ${blocker.status} for ${formatMs(blocker.seenForMs)}`;
      return `waiting in line (${inTheWay}): asking again in ${formatMs(afterMs)}, ${formatMs(leftMs)} left`;
    }
    case 'retrying':
      return `${describeFailure(event.error)}; try ${event.attempt + 1} in ${formatMs(event.afterMs)}`;
    case 'posting':
      return `requesting ${requestNames[event.action]}`;
    case 'accepted':
      return event.deploymentId === undefined
        ? 'accepted; the service has not named the deployment yet'
        : `deployment ${event.deploymentId} ${ownershipMessages[event.ownership]}`;
    case 'requested':
      return 'accepted';
    case 'found':
      return `deployment ${event.deploymentId} is ${event.status}`;
    case 'status':
      return `${event.status} (${formatMs(event.elapsedMs)})`;
    case 'resource':
      return event.status === undefined ? undefined : `the resource is ${event.status}`;
    case 'checking':
      return `asking ${event.url} whether the app is healthy`;
    case 'failed':
      return `${errorCodeText(event.errorCode)}: ${event.cause}`;
    case 'skipped':
      return `nothing done: ${event.why}${event.detail === '' ? '' : ` (${event.detail})`}`;
    case 'refused':
    case 'settled':
    case 'ended':
    case 'named':
    case 'warning':
    case 'log':
      return undefined;
  }
}

const requestNames: Record<Action, string> = {
  deploy: 'a deployment',
  start: 'a start',
  stop: 'a stop',
  restart: 'a restart',
};

/** How we came to know which deployment it is. */
const ownershipMessages: Record<Ownership, string> = {
  response: 'accepted',
  list: 'accepted (it is the one that is new in the list)',
  adopted: 'is new since our request, whose answer was lost: it is taken for ours, though it could be a colleague’s',
  asked: 'is the one asked for',
  joined: 'was already in progress, and the service has joined our request to it',
  latest: 'is the latest',
  'in-progress': 'is in progress',
  appeared: 'has appeared since the step began',
};

/**
 * What goes on at the service after the step has ended, and how to take over: a sentence for each outcome that does.
 * `code` sets a value off from the words.
 */
export function stillRunningMessages(outcomes: readonly Outcome[], code: (value: string) => string): string[] {
  return outcomes
    .filter(({ stillRunning }) => stillRunning === true)
    .map((outcome) => stillRunningMessage(outcome, code));
}

function stillRunningMessage({ resourceId, deploymentId }: Outcome, code: (value: string) => string): string {
  if (deploymentId === undefined)
    return `Work on ${code(resourceId)} may go on at the service: look at its deployments in the console.`;
  const inputs = ['operation: wait', `resource-id: ${resourceId}`, `deployment-id: ${deploymentId}`];
  return `Deployment ${code(deploymentId)} goes on at the service. To take over, run a step with ${inputs.map(code).join(', ')}.`;
}

function describeFailure(error: ApiError): string {
  const { method, path } = error.endpoint;
  return error.code === 'rate_limited'
    ? `the key's requests of this minute are used up (${method} ${path})`
    : `${method} ${path}: ${error.message}`;
}
