// The work on one resource: passes its events on and reduces them to its outcome. Expected errors become failed
// outcomes; unexpected ones are rethrown.
import { ApiError, RefusedError } from '../api/errors.ts';
import { NO_STATUS } from '../api/model.ts';
import { Stop } from '../clock.ts';
import { formatDuration } from '../duration.ts';
import type { Context, Outcome, StepEvent } from './operation.ts';
import { applyEvent } from './outcome.ts';

/** An event of the one resource that a task works on. */
type TaskEvent = OfTask<StepEvent>;

type OfTask<E> = E extends unknown ? ('resourceId' extends keyof E ? Omit<E, 'resourceId'> : never) : never;

/** The work on one resource. */
export interface Task {
  readonly resourceId: string;
  /** The result of the events so far. */
  readonly outcome: Outcome;
  /** Adds an event to the outcome and passes it on. */
  emit(event: TaskEvent): void;
}

/** Creates the task of a resource. */
export function createTask(resourceId: string, { emit }: Pick<Context, 'emit'>): Task {
  let outcome: Outcome = { resourceId };
  return {
    resourceId,
    get outcome() {
      return outcome;
    },
    emit(event) {
      const whole: StepEvent = { ...event, resourceId };
      outcome = applyEvent(outcome, whole);
      emit(whole);
    },
  };
}

/** Runs the work on one resource and resolves with its outcome. Rejects only with an unexpected error. */
export async function runTask(
  resourceId: string,
  context: Context,
  work: (task: Task) => Promise<void>,
): Promise<Outcome> {
  const task = createTask(resourceId, context);
  try {
    await work(task);
  } catch (error) {
    if (!(error instanceof Stop || error instanceof ApiError)) throw error;
    // An error while a failure is being explained does not replace that failure.
    if (task.outcome.errorCode === undefined) task.emit({ kind: 'failed', ...failureOf(error, task.outcome, context) });
  }
  task.emit({ kind: 'ended' });
  return task.outcome;
}

/** The outcome of a resource that is not started because another one failed. */
export function skipAfterFailure(resourceId: string, context: Context): Outcome {
  const task = createTask(resourceId, context);
  task.emit({ kind: 'skipped', why: 'fail-fast', detail: '' });
  task.emit({ kind: 'ended' });
  return task.outcome;
}

/** The fields of a `failed` event. */
export type Failure = Omit<Extract<TaskEvent, { kind: 'failed' }>, 'kind'>;

/** The failure for an error, given what is known about the resource so far. */
export function failureOf(error: Stop | ApiError, outcome: Outcome, context: Pick<Context, 'deadline'>): Failure {
  if (error instanceof ApiError) return { errorCode: error.code, cause: describeError(error) };
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

/** What was going on, as far as it was seen. `retried`: of a POST if the deployment that it started is not named yet. */
function stateOf({ resourceId, deploymentId, status, resourceStatus }: Outcome, retried: ApiError | undefined): string {
  if (retried?.endpoint.method === 'POST') return `the list of ${resourceId} did not show the deployment yet`;
  const what = deploymentId === undefined ? resourceId : `deployment ${deploymentId}`;
  const state = status ?? resourceStatus;
  if (state === undefined) return `the status of ${what} had not been seen yet`;
  return state === NO_STATUS ? `the status of ${what} was ${state}` : `${what} was ${state}`;
}

/** Describes a POST that may have been accepted; undefined when there is none, or when it was refused or not sent. */
function lostRequest(retried: ApiError | undefined, { pending }: Outcome): string | undefined {
  if (pending?.kind === 'lost') return describeError(pending.error);
  if (pending?.kind !== 'posting' || retried?.endpoint.method === 'POST') return undefined;
  return 'the step was stopped before the response came.';
}

/** An error in one sentence: the request, what happened, and the service's own message. */
export function describeError(error: ApiError): string {
  const message =
    error instanceof RefusedError && error.serviceMessage !== '' ? `: ${error.serviceMessage.replace(/\.?$/, '')}` : '';
  return `${error.endpoint.method} ${error.endpoint.path}: ${error.message}${message}.`;
}
