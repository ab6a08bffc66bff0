// What is known about a step: outputs, summary and the error annotation are made from it.
import type { Failure } from '../failure.ts';
import type { Inputs } from '../inputs/table.ts';
import type { Outcome } from '../outcome.ts';
import type { RunFacts } from '../runner/run-facts.ts';
import type { Explanation } from './excerpt.ts';
import type { Sanitizers } from './sanitize/sanitizers.ts';

export interface Report {
  readonly outcome: Outcome;
  readonly inputs: Pick<Inputs, 'operation'>;
  /** Why the step failed. */
  readonly failure: Failure | undefined;
  /** The lines of a log that explain the failure; none without one. */
  readonly excerpt: Explanation['excerpt'];
  readonly run: RunFacts;
  /** The current time on the clock of the step. */
  readonly nowMs: number;
  /** The step has not ended; it publishes what is known in case it is killed. */
  readonly isRunning: boolean;
  readonly sanitizers: Sanitizers;
}
