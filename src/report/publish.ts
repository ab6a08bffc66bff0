// Publishes what is known: outputs and summary at any time, and at the end the headline or the one
// error.
import type { Failure } from '../failure.ts';
import type { Inputs, OperationName } from '../inputs/table.ts';
import type { Outcome } from '../outcome.ts';
import type { Host } from '../runner/host.ts';
import { NO_RUN, type RunFacts } from '../runner/run-facts.ts';
import { classOf } from '../service/statuses.ts';
import { pluralize } from '../text.ts';
import { annotationOf, annotationTitle } from './annotation.ts';
import { leftBehind } from './explain.ts';
import { createOutputWriter, outputsOf } from './outputs.ts';
import type { Report } from './report.ts';
import type { Sanitizers } from './sanitize/sanitizers.ts';
import type { StepLog } from './step-log.ts';
import { summaryOf } from './summary.ts';

/**
 * Creates the publisher of one step. It never throws: if outputs or summary cannot be written, it
 * warns.
 */
export function createPublisher(
  host: Host,
  step: {
    readonly inputs: Inputs;
    readonly outcome: Outcome;
    readonly log: StepLog;
    readonly sanitizers: Sanitizers;
    readonly run: Promise<RunFacts>;
  },
) {
  const { inputs, log, outcome, sanitizers } = step;
  const writeOutputs = createOutputWriter(host.core, log.warn);
  let run = NO_RUN;
  void step.run.then((facts) => (run = facts));

  function reportOf(failure: Failure | undefined, isRunning: boolean): Report {
    const { explainedBy } = failure?.options ?? {};
    const excerpt = explainedBy === undefined ? [] : log.explain(explainedBy).excerpt;
    const nowMs = host.clock.now();
    return { inputs, outcome, failure, excerpt, run, nowMs, isRunning, sanitizers };
  }

  function write(report: Report): void {
    writeOutputs(outputsOf(report));
    try {
      host.writeSummary(summaryOf(report));
    } catch {
      log.warn('The summary could not be written.');
    }
  }

  return {
    /** Writes outputs and summary with what is known so far. */
    save: (): void => write(reportOf(undefined, true)),
    /** Writes the result. */
    publish(failure: Failure | undefined): void {
      const report = reportOf(failure, false);
      write(report);
      printTables(outcome, log.info);
      if (failure === undefined) {
        log.info(lastLineOf(report));
        const isLeft = ['accepted', 'working'].includes(outcome.stage.kind);
        if (isLeft) log.info(leftBehind(outcome).meaning);
      } else {
        host.core.error(annotationOf(failure, report), { title: annotationTitle(failure, report) });
      }
      host.setExitCode(failure === undefined ? 0 : 1);
    },
  };
}

const WITH_ADDRESS: ReadonlySet<OperationName> = new Set(['deploy', 'start', 'restart', 'follow']);

/** What was done and, if an app was brought up, its address. */
function lastLineOf({ inputs, outcome }: Report): string {
  const { headline = '', resourceStatus, stage, url } = outcome;
  const isUp = stage.kind === 'ended' && classOf(resourceStatus) === 'up';
  const isShown = WITH_ADDRESS.has(inputs.operation) && isUp;
  return isShown && url !== undefined ? `${headline}: ${url}` : headline;
}

/** The step log shows at most this many rows of a table; summary and outputs have more. */
const MAX_ROWS = 200;

function printTables({ facts, tables }: Outcome, info: (text: string) => void): void {
  for (const { label, value } of facts) info(`${label}: ${value}`);
  for (const { title, columns, rows } of tables) {
    info(columns.length === 1 ? `${title}:` : `${title} (${columns.join(', ')}):`);
    for (const cells of rows.slice(0, MAX_ROWS))
      info(`- ${cells.map((cell) => cell || '–').join(' | ')}`);
    if (rows.length > MAX_ROWS)
      info(`… and ${pluralize(rows.length - MAX_ROWS, 'more row')} in the summary`);
  }
}
