// What an operation works with: the run of the action, and its resource.
import type { Api } from './api/client.ts';
import type { Clock } from './clock.ts';
import type { Failure } from './failure.ts';
import type { Outcome } from './outcome.ts';
import type { GitHub } from './runner/github.ts';
import type { Inputs } from './runner/inputs.ts';
import type { Sanitizers } from './runner/sanitize/sanitizers.ts';
import type { ResourceLog, StepLog } from './runner/step-log.ts';

/** One run of the action. */
export interface Run {
  readonly inputs: Inputs;
  /** What is known about the resource; one, whatever the operation. */
  readonly outcomes: readonly Outcome[];
  /** The first one is reported as the failure of the step. */
  readonly failures: Failure[];
  readonly stepLog: StepLog;
  readonly sanitizers: Sanitizers;
  readonly github: GitHub;
  /** Aborted at the deadline, or when the run is cancelled; the reason is the `Failure`. */
  readonly signal: AbortSignal;
  /** On the clock of the step. */
  readonly deadlineMs: number;
  readonly clock: Clock;
  /** Uniform in [0, 1). */
  readonly random: () => number;
}

/** What an operation works with for one resource. */
export interface Step extends Run {
  /** What is known about the resource. Operations add to it as they learn more. */
  readonly outcome: Outcome;
  readonly api: Api;
  /** Lines about the resource. */
  readonly log: ResourceLog;
  /** Writes outputs and summary with what is known so far, in case the step is killed. */
  readonly save: () => void;
}
