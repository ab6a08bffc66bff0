// What the summary is made from. Types only.
import type { Report } from '../../operations/operation.ts';
import type { CapturedLog } from '../logs/index.ts';
import type { Progress } from './progress.ts';

/** What is known of a step; `report` is undefined while it runs. */
export interface SummaryData {
  readonly operation: string;
  readonly progress: Progress;
  readonly logs: readonly CapturedLog[];
  readonly report: Report | undefined;
  readonly run: readonly RunFact[];
  /** Now, on the clock of the step. */
  readonly nowMs: number;
}

/** A fact about the run, such as its commit, with its page at GitHub. */
export interface RunFact {
  readonly label: string;
  readonly url: string;
  /** Its title, by somebody else. */
  readonly title?: string;
}
