// What is known about a step: outputs, summary and error annotations are made from it.
import type { Failure } from '../failure.ts';
import type { Outcome } from '../outcome.ts';
import type { GitHub } from './github.ts';
import type { Inputs } from './inputs.ts';
import type { Sanitizers } from './sanitize/sanitizers.ts';

export interface Report {
  readonly outcomes: readonly Outcome[];
  readonly inputs: Pick<Inputs, 'operation'>;
  /** Why the step failed: the first of its `failures`. */
  readonly failure: Failure | undefined;
  /** Warnings of the step itself; an outcome keeps those about its resource. */
  readonly warnings: readonly string[];
  readonly github: Pick<GitHub, 'run'>;
  /** The current time on the clock of the step. */
  readonly nowMs: number;
  /** The step has not ended; it publishes what is known in case it is killed. */
  readonly isRunning: boolean;
  readonly sanitizers: Sanitizers;
}
