// The work on one resource: passes its events on and reduces them to its outcome. Expected errors become failed
// outcomes; unexpected ones are rethrown.
import { ApiError } from '../api/errors.ts';
import { Stop } from '../clock.ts';
import { failureOf } from './failure.ts';
import type { Context, Outcome, StepEvent } from './operation.ts';
import { applyEvent, newOutcome } from './outcome.ts';
import { similarResource } from './similar-resource.ts';

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
  let outcome = newOutcome(resourceId);
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
    if (task.outcome.errorCode === undefined) {
      const failure = failureOf(error, task.outcome, context);
      const isUnknown = failure.errorCode === 'not_found' && task.outcome.resourceStatus === undefined;
      const similarId = isUnknown ? await similarResource(resourceId, context.client) : undefined;
      const hint = similarId === undefined ? '' : ` Did you mean ${similarId}?`;
      task.emit({ kind: 'failed', ...failure, cause: `${failure.cause}${hint}` });
    }
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
