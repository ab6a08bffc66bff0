// Reports a step while it runs: passes each event to the step log, the outputs and the summary.
import type { Outcome, Report, StepEvent } from '../operations/operation.ts';
import { eventMessage, unchangedMessage } from './messages/index.ts';
import type { Host } from './host.ts';
import { type CapturedLog, createLogPrinter, namedFiles } from './logs/index.ts';
import { createOutputWriter } from './outputs/index.ts';
import type { Sanitizers } from './sanitize/index.ts';
import {
  advance,
  createSummaryWriter,
  labelOf,
  newProgress,
  type Progress,
  renderSummary,
  resourceOf,
  runFacts,
} from './summary/index.ts';

export interface ReporterOptions {
  readonly host: Host;
  readonly sanitizers: Sanitizers;
  readonly operation: string;
  readonly resourceIds: readonly string[];
  /** False keeps logs of builds and apps out of step log, annotation and summary. */
  readonly showLogs: boolean;
  /** API root, for messages. */
  readonly service: string;
  /** Milliseconds left until the deadline of the step. */
  readonly leftMs: () => number;
}

/** Receives the events of a step, and its report at the end. */
export interface Reporter {
  /** After `finish`, events are only printed; summary and outputs no longer change. */
  emit(event: StepEvent): void;
  /** Sets the id of the GitHub deployment record. */
  recorded(githubDeploymentId: string): void;
  /** Writes all outputs and the final summary. If called again, the last report wins. */
  finish(report: Report): void;
  /** The outcomes so far. */
  outcomes(): Outcome[];
  /** The logs so far. */
  logs(): readonly CapturedLog[];
}

/** Limit of the summary while the step runs; the final one may be longer. */
const UNFINISHED_SUMMARY_BYTES = 64 * 1024;
/** An unchanged status is printed again at the first poll after this long without a line. */
const SILENCE_MS = 20_000;
/** The same for each of several resources. */
const SILENCE_OF_SEVERAL_MS = 60_000;

export function createReporter(options: ReporterOptions): Reporter {
  const { host, sanitizers, operation, resourceIds } = options;
  const { clock } = host;
  const several = resourceIds.length > 1;
  const silenceMs = several ? SILENCE_OF_SEVERAL_MS : SILENCE_MS;
  const run = runFacts(host.env);
  const nameOf = (id: string): string => labelOf(progress, id);
  const printer = createLogPrinter({ host, sanitizers, showLogs: options.showLogs, several, nameOf });
  const outputs = createOutputWriter({ host, sanitizers, warn: (message) => printer.warn(message) });
  const summary = createSummaryWriter(host, (message) => printer.warn(`The summary cannot be written: ${message}`));
  const lastStatuses = new Map<string, string | undefined>();
  const lastLinesMs = new Map<string | undefined, number>();
  let progress = newProgress(resourceIds);
  let githubDeploymentId = '';
  let lastReport: Report | undefined;

  function emit(event: StepEvent): void {
    const before = progress;
    progress = advance(before, event, clock.now());
    const mayWait = hasSameDeployment(before, progress, resourceOf(event));
    // A step that is killed after the line "accepted" leaves files that name the deployment.
    if (!mayWait) save({ mayWait });
    print(event);
    if (mayWait) save({ mayWait });
  }

  function save({ mayWait }: { mayWait: boolean }): void {
    if (lastReport !== undefined) return;
    outputs.update(outcomes(), outputContext());
    summary.update(() => render({ maxBytes: UNFINISHED_SUMMARY_BYTES }), { mayWait });
  }

  function print(event: StepEvent): void {
    const resourceId = resourceOf(event);
    if (event.kind === 'log') {
      printer.log(event);
      if (!options.showLogs) return;
    } else if (event.kind === 'warning') printer.warn(event.text, resourceId);
    else {
      const line = lineFor(event, resourceId);
      if (line === undefined) return;
      printer.print(line, resourceId);
    }
    lastLinesMs.set(resourceId, clock.now());
  }

  function lineFor(event: StepEvent, resourceId: string | undefined): string | undefined {
    // One resource's failure is the error annotation at the end.
    if (event.kind === 'failed' && !several) return undefined;
    if (event.kind !== 'status' && event.kind !== 'resource') return eventMessage(event, options.service);
    const key = `${event.kind} ${event.resourceId}`;
    const isNew = !lastStatuses.has(key) || lastStatuses.get(key) !== event.status;
    lastStatuses.set(key, event.status);
    if (isNew) return eventMessage(event, options.service);
    const silentMs = clock.now() - (lastLinesMs.get(resourceId) ?? -Infinity);
    return silentMs >= silenceMs ? unchangedMessage(event, options.leftMs()) : undefined;
  }

  function outcomes(): Outcome[] {
    return [...progress.values()].map(({ outcome }) => outcome);
  }

  function outputContext() {
    return { logFiles: namedFiles(printer.logs()), githubDeploymentId, report: lastReport };
  }

  function render(limit?: { maxBytes: number }): string {
    const data = { operation, progress, logs: printer.logs(), report: lastReport, run, nowMs: clock.now() };
    return sanitizers.redact(renderSummary(data, sanitizers, limit));
  }

  return {
    emit,
    recorded(id) {
      githubDeploymentId = id;
      outputs.update(outcomes(), outputContext());
    },
    finish(report) {
      printer.end();
      lastReport = report;
      outputs.finish(outcomes(), outputContext());
      summary.finish(() => render());
    },
    outcomes,
    logs: () => printer.logs(),
  };
}

/** False when the event changes what runs at the service, which the files of a killed step must show. */
function hasSameDeployment(before: Progress, after: Progress, resourceId: string | undefined): boolean {
  if (resourceId === undefined) return true;
  const [old, now] = [before.get(resourceId)?.outcome, after.get(resourceId)?.outcome];
  return old?.deploymentId === now?.deploymentId && old?.stillRunning === now?.stillRunning;
}
