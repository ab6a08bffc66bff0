// Why the work on a resource failed, from the error that ended it and the phase that it was in. Pure.
import { ApiError, ErrorResponseError, UnreachableError } from '../api/errors.ts';
import { isFinal, isKnownStatus, NO_STATUS } from '../api/model.ts';
import type { Stop } from '../clock.ts';
import { formatDuration } from '../duration.ts';
import type { Context, Outcome, Phase, StepEvent } from './operation.ts';

/** The fields of a `failed` event. */
export type Failure = Omit<Extract<StepEvent, { kind: 'failed' }>, 'kind' | 'resourceId'>;

/** The failure for an error, given what is known about the resource so far. */
export function failureOf(error: Stop | ApiError, outcome: Outcome, context: Pick<Context, 'deadline'>): Failure {
  if (error instanceof ApiError) {
    const { phase } = outcome;
    const isAfterLostRequest = phase.kind === 'lost' && phase.error !== error;
    const cause = isAfterLostRequest ? describeAfterLostRequest(error, phase.error) : describeError(error);
    return { errorCode: error.code, cause, detail: detailOf(error) };
  }
  const last = error.cause instanceof ApiError ? error.cause : undefined;
  const stopped =
    error.reason === 'timeout'
      ? `The deadline of ${formatDuration(context.deadline.timeoutMs)} was reached`
      : 'The run was cancelled';
  const { phase } = outcome;
  const stop: StopSeen = { stopped, reason: error.reason, last, outcome };
  switch (phase.kind) {
    case 'before':
      return stoppedBefore(stop);
    case 'busy':
      return stoppedBefore({ ...stop, last: last ?? phase.error });
    case 'posting':
      // A POST that was being sent again had not been accepted.
      return last?.endpoint.method === 'POST' ? stoppedBefore(stop) : stoppedUnknown(stop, phase);
    case 'lost':
      return stoppedUnknown(stop, phase);
    case 'searching':
    case 'following':
    case 'checking':
      return stoppedAfter(stop, phase);
  }
}

/** How a step was stopped. */
interface StopSeen {
  /** The beginning of the sentence. */
  readonly stopped: string;
  readonly reason: Stop['reason'];
  /** The error of the request that was being retried. */
  readonly last: ApiError | undefined;
  readonly outcome: Outcome;
}

/** Nothing was started. At the deadline, the last error is the cause. */
function stoppedBefore({ stopped, reason, last, outcome: { resourceId } }: StopSeen): Failure {
  if (reason === 'interrupted') {
    const cause = `${stopped} before this step had changed ${resourceId === '' ? 'anything' : resourceId}.`;
    return { errorCode: 'interrupted', cause: cause + lastErrorText(last) };
  }
  if (last === undefined) return { errorCode: 'timeout', cause: `${stopped}.` };
  const cause = `${describeError(last)} ${stopped} before this had changed.`;
  return { errorCode: last.code, cause, detail: detailOf(last) };
}

function detailOf(error: ApiError): Failure['detail'] {
  return error instanceof UnreachableError && error.isProxy ? 'proxy' : undefined;
}

function lastErrorText(last: ApiError | undefined): string {
  return last === undefined ? '' : ` Last error: ${describeError(last)}`;
}

/** The request may have been carried out. */
function stoppedUnknown({ stopped, reason }: StopSeen, phase: Phase): Failure {
  if (reason === 'interrupted') {
    const cause = `${stopped} before it was known whether the request had been accepted.`;
    return { errorCode: 'interrupted', cause, stillRunning: true };
  }
  const cause =
    phase.kind === 'lost'
      ? `${describeError(phase.error)} ${stopped} before it was known what had become of it.`
      : `${stopped} before the response came.`;
  return { errorCode: 'unknown_outcome', cause, stillRunning: true };
}

/** The work had been accepted, or was that of somebody else. */
function stoppedAfter({ stopped, reason, last, outcome }: StopSeen, phase: Phase): Failure {
  const lastError = reason === 'interrupted' ? '' : lastErrorText(last);
  const { deploymentId, status, resourceId } = outcome;
  const hasEnded = phase.kind === 'following' && status !== undefined && isFinal(status);
  const when = hasEnded
    ? `after deployment ${deploymentId} had ended (${status}), before the state of ${resourceId} was known`
    : `while ${stateOf(outcome, phase)}`;
  const isLimited = reason === 'timeout' && last?.code === 'rate_limited';
  return { errorCode: isLimited ? 'rate_limited' : reason, cause: `${stopped} ${when}.${lastError}` };
}

/** What was going on, as far as it was seen. */
function stateOf({ resourceId, deploymentId, status, resourceStatus }: Outcome, phase: Phase): string {
  if (phase.kind === 'checking') return `the health check of ${resourceId} had not passed yet`;
  if (phase.kind === 'searching') return `the new deployment of ${resourceId} was not identified yet`;
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

/** An error that comes after a request whose response was lost. */
export function describeAfterLostRequest(error: ApiError, lost: ApiError): string {
  const earlier = describeError(lost).replace(/\.$/, '');
  return `${describeError(error)} The response to an earlier request was lost (${earlier}): that one may have been carried out all the same.`;
}

/** An error in one sentence: the request, what happened, and the service's own message. */
export function describeError(error: ApiError): string {
  const { method, path } = error.endpoint;
  const quote = error instanceof ErrorResponseError && error.serviceMessage !== '' ? `: ${error.serviceMessage}` : '';
  const text = `${method} ${path}: ${error.message}${quote}`;
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
