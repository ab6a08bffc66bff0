// fail-fast: whether a resource may still be started.
import { endingOf } from '../api/status-words.ts';
import { isFailure } from '../failure.ts';
import type { Outcome } from '../outcome.ts';
import { hasEnded } from '../phase.ts';
import type { Step } from '../step.ts';

/**
 * With `fail-fast`, false once a resource of the step has failed. In a cancelled run nothing is
 * skipped: the next request says that it was cancelled.
 */
export function mayStart(run: Pick<Step, 'inputs' | 'outcomes' | 'signal'>): boolean {
  const { inputs, outcomes, signal } = run;
  const isCancelled = isFailure(signal.reason, 'interrupted');
  return !inputs.failFast || isCancelled || !outcomes.some(isFailed);
}

/**
 * A deployment has failed once its end is seen: `failure` is set only after its last log lines. A
 * resource that passed, such as one with `wait: false`, has not failed.
 */
function isFailed({ failure, isDone, phase, status = '' }: Outcome): boolean {
  const ending = hasEnded(phase) && !isDone ? endingOf(status) : undefined;
  return failure !== undefined || ending === 'failed' || ending === 'cancelled';
}
