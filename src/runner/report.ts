// What a step publishes: its outputs, its summary and its error annotation are made from this.
import type { Failure } from '../failure.ts';
import type { Outcome } from '../outcome.ts';
import type { GitHub } from './github.ts';
import type { Inputs } from './inputs.ts';
import type { Sanitizers } from './sanitize/sanitizers.ts';

/** What is known of a step by now. */
export interface Report {
  readonly outcomes: readonly Outcome[];
  readonly inputs: Pick<Inputs, 'operation'>;
  /** Why the step failed: the first failure in time, of a resource or of the whole step. */
  readonly failure: Failure | undefined;
  /** The step's own warnings; those about resources are in their outcomes. */
  readonly warnings: readonly string[];
  readonly github: Pick<GitHub, 'run' | 'deploymentId'>;
  /** Now, on the clock of the step. */
  readonly nowMs: number;
  /** The step has not ended: this is published in case it is killed. */
  readonly isRunning: boolean;
  readonly sanitizers: Sanitizers;
}
