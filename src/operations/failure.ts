// Why the work on a resource failed, from the error that ended it and what had happened before. Pure.
import { ApiError, ErrorResponseError } from '../api/errors.ts';
import { isKnownStatus, NO_STATUS } from '../api/model.ts';
import type { Stop } from '../clock.ts';
import { formatDuration } from '../duration.ts';
import type { Context, Outcome, StepEvent } from './operation.ts';

/** The fields of a `failed` event. */
export type Failure = Omit<Extract<StepEvent, { kind: 'failed' }>, 'kind' | 'resourceId'>;

/** The failure for an error, given what is known about the resource so far. */
export function failureOf(error: Stop | ApiError, outcome: Outcome, context: Pick<Context, 'deadline'>): Failure {
  if (error instanceof ApiError) {
    const { pending } = outcome;
    const isAfterLoss = pending?.kind === 'lost' && pending.error !== error;
    const cause = isAfterLoss ? describeAfterLoss(error, pending.error) : describeError(error);
    return { errorCode: error.code, cause };
  }
  return error.reason === 'timeout' ? timedOut(error, outcome, context) : interrupted(error, outcome);
}

function timedOut(stop: Stop, outcome: Outcome, { deadline }: Pick<Context, 'deadline'>): Failure {
  const after = `The deadline of ${formatDuration(deadline.timeoutMs)} was reached`;
  const retried = stop.cause instanceof ApiError ? stop.cause : undefined;
  if (outcome.accepted === true) {
    const last = retried === undefined ? '' : ` Last error: ${describeError(retried)}`;
    return { errorCode: 'timeout', cause: `${after} while ${stateOf(outcome, retried)}.${last}` };
  }
  const lost = lostRequest(retried, outcome);
  if (lost !== undefined) {
    const cause = `${after} before it was known whether the request had been accepted: ${lost}`;
    return { errorCode: 'unknown_outcome', cause, stillRunning: true };
  }
  const refused = retried ?? (outcome.pending?.kind === 'busy' ? outcome.pending.error : undefined);
  if (refused === undefined) return { errorCode: 'timeout', cause: `${after}.` };
  const wasRefused = refused.code === 'busy' || refused.code === 'rate_limited';
  return {
    errorCode: wasRefused ? refused.code : 'timeout',
    cause: `${after} while waiting: ${describeError(refused)}`,
  };
}

function interrupted(stop: Stop, outcome: Outcome): Failure {
  const retried = stop.cause instanceof ApiError ? stop.cause : undefined;
  if (outcome.accepted === true)
    return { errorCode: 'interrupted', cause: `The run was cancelled while ${stateOf(outcome, retried)}.` };
  if (lostRequest(retried, outcome) === undefined)
    return {
      errorCode: 'interrupted',
      cause: `The run was cancelled before this step had changed ${outcome.resourceId === '' ? 'anything' : outcome.resourceId}.`,
    };
  const cause = 'The run was cancelled before it was known whether the request had been accepted.';
  return { errorCode: 'interrupted', cause, stillRunning: true };
}

/** What was going on, as far as it was seen. `retried`: of the list or a POST if our deployment is not named yet. */
function stateOf(outcome: Outcome, retried: ApiError | undefined): string {
  const { resourceId, deploymentId, status, resourceStatus, isChecking } = outcome;
  if (isChecking === true) return `the health check of ${resourceId} had not passed yet`;
  if (deploymentId === undefined && retried?.endpoint.path.endsWith('/deployments') === true)
    return `the new deployment of ${resourceId} was not identified yet`;
  const what = deploymentId === undefined ? resourceId : `deployment ${deploymentId}`;
  const state = deploymentId === undefined ? resourceStatus : status;
  if (state === undefined) return `the status of ${what} had not been seen yet`;
  if (isKnownStatus(state)) return `${what} was ${state}`;
  if (status === undefined) return `the status of ${what} was ${state}`;
  return `${what} had ${describeUnknownStatus(status)}: whether it has ended is not known`;
}

/** A status of a deployment that is none of the five, after `has`. */
export function describeUnknownStatus(status: string): string {
  return status === NO_STATUS
    ? 'no status that this action knows'
    : `the status "${status}", which this action does not know`;
}

/** Describes a POST that may have been accepted; undefined when there is none, or when it was refused or not sent. */
function lostRequest(retried: ApiError | undefined, { pending }: Outcome): string | undefined {
  if (pending?.kind === 'lost') return describeError(pending.error);
  if (pending?.kind !== 'posting' || retried?.endpoint.method === 'POST') return undefined;
  return 'the step was stopped before the response came.';
}

/** An error that comes after a request whose response was lost. */
export function describeAfterLoss(error: ApiError, lost: ApiError): string {
  const earlier = describeError(lost).replace(/\.$/, '');
  return `${describeError(error)} The response to an earlier request was lost (${earlier}): that one may have been carried out all the same.`;
}

/** An error in one sentence: the request, what happened, and the service's own message. */
export function describeError(error: ApiError): string {
  const { method, path } = error.endpoint;
  const said = error instanceof ErrorResponseError && error.serviceMessage !== '' ? `: ${error.serviceMessage}` : '';
  const text = `${method} ${path}: ${error.message}${said}`;
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
