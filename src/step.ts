// What an operation works with: the inputs, the service, the step log, GitHub, and the time that is
// left.
import type { Api } from './api/client.ts';
import type { Clock } from './clock.ts';
import type { Outcome } from './outcome.ts';
import type { GitHub } from './runner/github.ts';
import type { Inputs } from './runner/inputs.ts';
import type { ResourceLog } from './runner/step-log.ts';

/** What one step works with, for one of its resources. */
export interface Step {
  /** What is known of the resource: filled as it is learned. */
  readonly outcome: Outcome;
  readonly inputs: Inputs;
  readonly api: Api;
  /** Lines of this resource, labelled with its name where there are several. */
  readonly log: ResourceLog;
  readonly github: GitHub;
  /** Aborted at the deadline, or when the run is cancelled; the reason is the `Failure`. */
  readonly signal: AbortSignal;
  /** On the clock of the step. */
  readonly deadlineMs: number;
  readonly clock: Clock;
  /** Uniform in [0, 1). */
  readonly random: () => number;
  /** This job is run again: `GITHUB_RUN_ATTEMPT` is above 1. */
  readonly isRerun: boolean;
  /**
   * False once a resource has failed and `fail-fast` is set: this one is skipped, unless it was
   * started before.
   */
  readonly mayStart: () => boolean;
  /** Writes the outputs of what is known by now. */
  readonly save: () => void;
}
