// What an operation works with.
import type { Clock } from './clock.ts';
import type { Inputs } from './inputs/table.ts';
import type { Outcome } from './outcome.ts';
import type { Sanitizers } from './report/sanitize/sanitizers.ts';
import type { StepLog } from './report/step-log.ts';
import type { RunFacts } from './runner/run-facts.ts';
import type { Service } from './service/client.ts';
import type { Waits } from './waits.ts';

/** One run of the action. */
export interface Step {
  readonly inputs: Inputs;
  /** What is known. Operations add to it as they learn more. */
  readonly outcome: Outcome;
  readonly service: Service;
  readonly log: StepLog;
  readonly waits: Waits;
  readonly sanitizers: Sanitizers;
  /** The facts of the run, which are loaded while the first request is under way. */
  readonly run: Promise<RunFacts>;
  readonly clock: Clock;
  /** Aborted at the deadline, or when the run is cancelled; the reason is the `Failure`. */
  readonly signal: AbortSignal;
  /** On `clock`. */
  readonly deadlineMs: number;
  /** Writes outputs and summary with what is known so far, in case the step is killed. */
  readonly save: () => void;
}
