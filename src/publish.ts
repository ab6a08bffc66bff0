// Publishes what is known: outputs and summary at any time, and at the end the headline or the one
// error.
import { leftBehind } from './explain.ts';
import type { Failure } from './failure.ts';
import type { Outcome } from './outcome.ts';
import { isInProgress } from './phase.ts';
import { annotationOf } from './runner/annotation.ts';
import type { Host } from './runner/host.ts';
import { createOutputWriter, outputsOf } from './runner/outputs.ts';
import { headlineOf, summaryOf } from './runner/summary.ts';
import type { Run } from './step.ts';
import { errorMessage, pluralize } from './text.ts';

/**
 * Creates the publisher of one step. It never throws: if outputs or summary cannot be written, it
 * warns.
 */
export function createPublisher(host: Host, run: Run) {
  const { clock, outcomes, failures, stepLog, sanitizers } = run;
  const { core } = host;
  const writeOutputs = createOutputWriter(core, stepLog.warn);

  function write(nowMs: number, isRunning: boolean): void {
    const { warnings } = stepLog;
    const report = { ...run, failure: failures[0], warnings, nowMs, isRunning };
    writeOutputs(outputsOf(report));
    try {
      host.writeSummary(summaryOf(report));
    } catch (error) {
      stepLog.warn(`The summary could not be written: ${errorMessage(error)}`);
    }
  }

  function printSuccess(): void {
    stepLog.info(headlineOf(outcomes));
    for (const outcome of outcomes.filter(({ phase }) => isInProgress(phase)))
      stepLog.info(leftBehind(outcome).meaning);
  }

  function annotate(failure: Failure): void {
    core.error(annotationOf(failure, run), { title: sanitizers.safeLine(failure.title) });
  }

  return {
    /** Writes outputs and summary with what is known so far. */
    save: (): void => write(clock.now(), true),
    /** Writes the result. */
    publish(): void {
      const [failure] = failures;
      const endedMs = clock.now();
      write(endedMs, false);
      stepLog.end();
      printTables(outcomes, stepLog.info);
      if (failure === undefined) printSuccess();
      else annotate(failure);
      host.setExitCode(failure === undefined ? 0 : 1);
    },
  };
}

/** The step log shows at most this many rows of a table; summary and outputs have more. */
const MAX_ROWS = 200;

function printTables(outcomes: readonly Outcome[], info: (text: string) => void): void {
  for (const outcome of outcomes) {
    const { facts, tables } = outcome;
    for (const { label, value } of facts) info(`${label}: ${value}`);
    for (const { title, columns, rows } of tables) {
      info(columns.length === 1 ? `${title}:` : `${title} (${columns.join(', ')}):`);
      for (const cells of rows.slice(0, MAX_ROWS))
        info(`- ${cells.map((cell) => cell || '–').join(' | ')}`);
      if (rows.length > MAX_ROWS)
        info(`… and ${pluralize(rows.length - MAX_ROWS, 'more row')} in the summary`);
    }
  }
}
