// The step log line of each kind of event, and the message about work that continues at the service. Pure; the caller
// sanitizes every line.
import { type ApiError, errorCodeText, RefusedError } from '../../api/errors.ts';
import type { ReadPart } from '../../api/model.ts';
import { formatDuration } from '../../duration.ts';
import type { Action, Blocker, Outcome, Ownership, StepEvent } from '../../operations/operation.ts';
import { continuesForCertain } from '../../operations/outcome.ts';

type EventOf<K extends StepEvent['kind']> = Extract<StepEvent, { kind: K }>;

function deploymentWith(id: string | undefined): string {
  return id === undefined ? 'a deployment without an id' : `deployment ${id}`;
}

function ageOf({ seenForMs }: Blocker): string {
  return seenForMs === 0 ? '' : `, first seen ${formatDuration(seenForMs)} ago`;
}

type Message<K extends StepEvent['kind']> = ((event: EventOf<K>, service: string) => string | undefined) | undefined;

const messages: { readonly [K in StepEvent['kind']]: Message<K> } = {
  note: ({ text }) => text,
  lost: ({ text }) => text,
  'not-started': ({ text }) => text,
  posting: ({ action, isRetry }) => (isRetry ? undefined : `requesting ${requestNames[action]}`),
  waiting: ({ blocker, afterMs, leftMs, isWatched }) =>
    `the resource is busy: ${
      blocker === undefined
        ? 'the service does not show with what'
        : `${deploymentWith(blocker.id)} is ${blocker.status}${ageOf(blocker)}`
    }; next try ${isWatched ? 'when it has ended, at the latest ' : ''}in ${formatDuration(afterMs)}, ${formatDuration(leftMs)} left`,
  retrying: ({ error, afterMs, attempt }, service) =>
    `${failedRequest(error, service)}; try ${attempt + 1} ${afterMs === 0 ? 'now' : `in ${formatDuration(afterMs)}`}`,
  accepted: ({ deploymentId, ownership }) =>
    deploymentId === undefined
      ? 'accepted; looking for the deployment in the list'
      : `deployment ${deploymentId} ${ownershipMessages[ownership]}`,
  requested: () => 'accepted',
  already: ({ text }) => text,
  found: ({ deploymentId, status }) => `deployment ${deploymentId} is ${status}`,
  status: ({ status, elapsedMs }) => `${status} after ${formatDuration(elapsedMs)}`,
  resource: ({ status, why }) => (status === undefined ? why : `the resource is ${status}`),
  commit: ({ commit }) => `the deployment builds commit ${commit}`,
  checking: ({ url }) => `health check: requesting ${url}`,
  healthy: ({ answer }) => `health check passed: ${answer}`,
  failed: ({ errorCode, cause }) => `${errorCodeText(errorCode)}: ${cause}`,
  skipped: ({ why, detail }) => `nothing done: ${why}${detail === '' ? '' : ` (${detail})`}`,
  refused: undefined,
  settled: undefined,
  'as-before': undefined,
  ended: undefined,
  named: undefined,
  warning: undefined,
  log: undefined,
};

/** The line for an event; undefined for one that is reported in another way. `service` is the API root. */
export function eventMessage<K extends StepEvent['kind']>(
  event: EventOf<K> & { kind: K },
  service: string,
): string | undefined {
  return messages[event.kind]?.(event, service);
}

/** The line for a status that has not changed for a while. */
export function unchangedMessage(event: EventOf<'status' | 'resource'>, leftMs: number): string {
  const left = `${formatDuration(leftMs)} left`;
  return event.kind === 'status'
    ? `still ${event.status} after ${formatDuration(event.elapsedMs)}, ${left}`
    : `the resource is still ${event.status ?? 'in an unknown state'}, ${left}`;
}

/** The debug line for a part of a response that was not recognised. */
export function unrecognisedMessage({ part, request, shape }: ReadPart): string {
  return `${request}: the ${part} in the response is not recognised: ${shape}`;
}

const requestNames: Record<Action, string> = {
  deploy: 'a deployment',
  start: 'a start',
  stop: 'a stop',
  restart: 'a restart',
};

/** How the deployment was identified. */
const ownershipMessages: Record<Ownership, string> = {
  response: 'accepted',
  list: 'accepted (the service did not name it; it is the one that is new in the list)',
  adopted:
    'is new since our request, whose response was lost: it is followed as ours, although it could be a colleague’s',
  joined: 'was in progress already, and the service joined our request to it',
  rerun:
    'is in progress and builds the commit of this run, which is run again: it is followed instead of requesting another one',
  asked: 'is the one that deployment-id names',
  latest: 'is the latest',
  'in-progress': 'is in progress',
  appeared: 'has appeared since the step began',
};

/**
 * One message per outcome whose work continues at the service after the step, with the way to follow it. `code` formats
 * a value.
 */
export function stillRunningMessages(outcomes: readonly Outcome[], code: (value: string) => string): string[] {
  return outcomes
    .filter(({ stillRunning }) => stillRunning === true)
    .map((outcome) => stillRunningMessage(outcome, code));
}

function stillRunningMessage(outcome: Outcome, code: (value: string) => string): string {
  const { resourceId, deploymentId } = outcome;
  const work = deploymentId === undefined ? `Work on ${code(resourceId)}` : `Deployment ${code(deploymentId)}`;
  const continues = continuesForCertain(outcome) ? 'continues' : 'may continue';
  return `${work} ${continues} at the service. ${howToFollow(outcome, code)}`;
}

/** How to follow work that continues. `code` formats a value. */
export function howToFollow({ resourceId, deploymentId }: Outcome, code: (value: string) => string): string {
  if (deploymentId === undefined) return 'The console shows its state.';
  const inputs = ['operation: wait', `resource-id: ${resourceId}`, `deployment-id: ${deploymentId}`];
  return `To follow it, run a step with ${inputs.map(code).join(', ')}.`;
}

function failedRequest(error: ApiError, service: string): string {
  const request = `${error.endpoint.method} ${service}${error.endpoint.path}`;
  return error instanceof RefusedError && error.code === 'rate_limited' && error.fromService
    ? `the key has used up its requests of this minute (${request})`
    : `${request}: ${error.message}`;
}
