// Publishes what is known: outputs and summary at any time, and at the end the headline or the one
// error.
import { leftBehind } from './explain.ts';
import { adviceFor } from './advice.ts';
import type { Failure } from './failure.ts';
import { nameOf, type Outcome } from './outcome.ts';
import { isInProgress } from './phase.ts';
import { annotationOf, buildErrorsOf } from './runner/annotation.ts';
import { readCheckout } from './runner/checkout.ts';
import type { Host } from './runner/host.ts';
import { createOutputWriter, outputsOf } from './runner/outputs.ts';
import { headlineOf, summaryOf } from './runner/summary.ts';
import { timesText, TIMES_LABEL } from './runner/summary-tables.ts';
import type { Run } from './step.ts';
import { errorMessage, pluralize } from './text.ts';

/**
 * Each save rewrites what is known of all resources, and appends the outputs to a file. With more
 * than `MANY` resources, a save within a second after the last one is dropped.
 */
const MANY = 10;
const SAVE_GAP_MS = 1_000;

/**
 * Creates the publisher of one step. It never throws: if outputs or summary cannot be written, it
 * warns.
 */
export function createPublisher(host: Host, run: Run) {
  const { clock, inputs, outcomes, failures, stepLog, sanitizers, github } = run;
  const { core } = host;
  const writeOutputs = createOutputWriter(core, stepLog.warn);

  let savedMs = -Infinity;

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

  function printSuccess(nowMs: number): void {
    stepLog.info(headlineOf(outcomes));
    const [times, ...others] = outcomes.map((outcome) => timesText(outcome, nowMs));
    if (times && others.length === 0) stepLog.info(`${TIMES_LABEL}: ${times}`);
    for (const outcome of outcomes.filter(({ phase }) => isInProgress(phase)))
      stepLog.info(leftBehind(outcome).meaning);
  }

  function annotate(failure: Failure): void {
    core.error(annotationOf(failure, run), { title: sanitizers.safeLine(failure.title) });
    for (const { message, properties } of buildErrorsOf(run, () => readCheckout(host.env)))
      core.error(message, properties);
  }

  return {
    /** Writes outputs and summary with what is known so far. */
    save: (): void => {
      if (outcomes.length > MANY && clock.now() - savedMs < SAVE_GAP_MS) return;
      savedMs = clock.now();
      write(savedMs, true);
    },
    /** Writes the result. */
    async publish(): Promise<void> {
      const [failure] = failures;
      const endedMs = clock.now();
      write(endedMs, false);
      stepLog.end();
      printTables(outcomes, stepLog.info);
      if (failure === undefined) printSuccess(endedMs);
      else annotate(failure);
      // The verdict stands, although closing the GitHub record may take a little longer.
      host.setExitCode(failure === undefined ? 0 : 1);
      await github.closeRecord({
        state: failure === undefined ? 'success' : (adviceFor(failure.code).githubState ?? 'error'),
        url: outcomes.length === 1 ? outcomes[0]?.url : undefined,
        description: failure?.title ?? headlineOf(outcomes),
        isCancelled: failure?.code === 'interrupted',
      });
      // The record may have an id or a warning now.
      if (inputs.githubEnvironment !== undefined) write(endedMs, false);
    },
  };
}

/** The step log shows at most this many rows of a table; summary and outputs have more. */
const MAX_ROWS = 200;

function printTables(outcomes: readonly Outcome[], info: (text: string) => void): void {
  for (const outcome of outcomes) {
    const { facts, tables } = outcome;
    const prefix = outcomes.length > 1 ? `${nameOf(outcome)}: ` : '';
    for (const { label, value } of facts) info(`${prefix}${label}: ${value}`);
    for (const { title, columns, rows } of tables) {
      info(columns.length === 1 ? `${title}:` : `${title} (${columns.join(', ')}):`);
      for (const cells of rows.slice(0, MAX_ROWS))
        info(`- ${cells.map((cell) => cell || '–').join(' | ')}`);
      if (rows.length > MAX_ROWS)
        info(`… and ${pluralize(rows.length - MAX_ROWS, 'more row')} in the summary`);
    }
  }
}
