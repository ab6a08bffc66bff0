// Tells a step as it goes: events become lines of the step log, outputs as soon as they are known, a log file and a
// summary page that is kept current, so that a step that is killed leaves a true page behind. No decisions.
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import type { Outcome, Report, StepEvent } from '../operations/operation.ts';
import type { Host } from './host.ts';
import { createLogCapture } from './logs/index.ts';
import { errorMessage } from './error-message.ts';
import { emptyOutputs, type OutputName, type Outputs, outputNames, outputsOf } from './outputs.ts';
import { newTracks, resourceOf, track, type CapturedLog, renderSummary } from './summary/index.ts';
import type { CleanText, Sanitizers } from './sanitize/index.ts';
import { eventMessage } from './event-messages.ts';

/** What the reporter must know of the step. */
export interface ReporterOptions {
  readonly host: Host;
  readonly sanitizers: Sanitizers;
  readonly operation: string;
  readonly resourceIds: readonly string[];
  /** False keeps logs out of the step log and the summary. */
  readonly showBuildLog: boolean;
}

/** Takes events while the step runs, and its report at the end. */
export interface Reporter {
  /** After `finish` an event is a line of the log and no more: page and outputs stay as they are. */
  emit(event: StepEvent): void;
  /** Takes the id of the deployment that was recorded at GitHub. */
  recorded(githubDeploymentId: string): void;
  /** Writes the last lines, every output and the final page. Idempotent in effect: the last report wins. */
  finish(report: Report): void;
  /** What the log says of a failure, for the annotation: clean lines. */
  failureExcerptOf(outcome: Outcome): readonly CleanText[];
}

/** The page is redrawn no more often than this while the step runs. */
const REDRAW_GAP_MS = 5_000;
/** While the step runs the page shows this much; all that fits comes at the end. */
const LIVE_PAGE_BYTES = 64 * 1024;
/** GitHub shows 10 warnings of a step; more than two are noise. */
const MAX_WARNINGS = 2;

/** Begins to tell a step. */
export function createReporter(options: ReporterOptions): Reporter {
  const { host, sanitizers, operation, showBuildLog } = options;
  const { core, clock } = host;
  const several = options.resourceIds.length > 1;
  /** Whoever hides the build log has no use for the app's own on the same page, unless it was asked for by name. */
  const showLogs = showBuildLog || operation === 'logs';
  const logs = new Map<string, CapturedLog>();
  let tracks = newTracks(options.resourceIds);
  let written: Outputs = emptyOutputs();
  let githubDeploymentId = '';
  let lastReport: Report | undefined;
  let directory: string | undefined;
  let warnings = 0;
  let drawnAtMs = -Infinity;
  let summaryFailed = false;
  let outputsFailed = false;
  let group: string | undefined;
  const lastStatuses = new Map<string, string | undefined>();

  function emit(event: StepEvent): void {
    const repeated = isRepeated(event);
    tracks = track(tracks, event, clock.now());
    if (event.kind === 'log') capturedLog(event).capture.push(event.text);
    if (event.kind === 'warning') warn(labelled(event, event.text));
    const sentence = repeated ? undefined : eventMessage(event);
    if (sentence !== undefined) say(labelled(event, sentence));
    if (lastReport !== undefined) return;
    // The file of outputs only grows: a later time alone, with each look at each resource, must wait for the end.
    if (!(repeated && event.kind === 'status')) publishOutputs();
    if (clock.now() - drawnAtMs >= REDRAW_GAP_MS) draw(undefined);
  }

  /** Polls repeat the same word; a line is worth only a change. */
  function isRepeated(event: StepEvent): boolean {
    if (event.kind !== 'status' && event.kind !== 'resource') return false;
    const key = `${event.kind} ${event.resourceId}`;
    const repeated = lastStatuses.has(key) && lastStatuses.get(key) === event.status;
    lastStatuses.set(key, event.status);
    return repeated;
  }

  function capturedLog({ resourceId, source }: Pick<CapturedLog, 'resourceId' | 'source'>): CapturedLog {
    const key = `${source} ${resourceId}`;
    const found = logs.get(key);
    if (found !== undefined) return found;
    // A name of a file holds no colon on Windows and at most 255 characters anywhere; the number keeps names apart.
    const file = logFilePath(`${logs.size + 1}-${resourceId.replaceAll(/[^\w.-]/g, '_').slice(0, 80)}.${source}.log`);
    const capture = createLogCapture({
      sanitizers,
      file,
      label: several ? nameOf(resourceId) : undefined,
      show: showLogs,
      print(text) {
        openGroup({ resourceId, source });
        host.write(text);
      },
      note: (text) => say(several ? `${nameOf(resourceId)}: ${text}` : text),
      onFileError: (message) => warn(`The log file cannot be written: ${message}`),
    });
    const kept = { resourceId, source, capture };
    logs.set(key, kept);
    return kept;
  }

  /** A folder of its own for each step: two steps of a job must not write into one file. */
  function logFilePath(name: string): string | undefined {
    try {
      const parent = host.env['RUNNER_TEMP'];
      if (parent === undefined || parent === '') return undefined;
      directory ??= mkdtempSync(join(parent, 'deployment-logs-'));
      return join(directory, name);
    } catch (error) {
      warn(`There is no place for a log file: ${errorMessage(error)}`);
      return undefined;
    }
  }

  /** One group a log for one resource; logs of several come mixed, and their gutters tell them apart. */
  function openGroup({ resourceId, source }: Pick<CapturedLog, 'resourceId' | 'source'>): void {
    const title = `${source === 'build' ? 'Build log' : 'Runtime log'} of ${nameOf(resourceId)}`;
    if (several || group === title) return;
    closeGroup();
    core.startGroup(sanitizers.line(title));
    group = title;
  }

  function closeGroup(): void {
    if (group !== undefined) core.endGroup();
    group = undefined;
  }

  function say(text: string): void {
    closeGroup();
    host.write(`${sanitizers.line(text)}\n`);
  }

  function warn(text: string): void {
    closeGroup();
    warnings += 1;
    if (warnings <= MAX_WARNINGS) core.warning(sanitizers.line(text));
    else host.write(`${sanitizers.line(`warning: ${text}`)}\n`);
  }

  function labelled(event: StepEvent, text: string): string {
    const resourceId = resourceOf(event);
    return several && resourceId !== undefined ? `${nameOf(resourceId)}: ${text}` : text;
  }

  function nameOf(resourceId: string): string {
    return tracks.get(resourceId)?.outcome.name ?? resourceId;
  }

  function outcomes(): Outcome[] {
    return [...tracks.values()].map(({ outcome }) => outcome);
  }

  /** The file of each resource that holds its build log, or its runtime log where there was no build. */
  function logFiles(): Map<string, string> {
    const files = new Map<string, string>();
    for (const { resourceId, source, capture } of logs.values()) {
      const file = capture.file();
      if (file !== undefined && (source === 'build' || !files.has(resourceId))) files.set(resourceId, file);
    }
    return files;
  }

  function recorded(id: string): void {
    githubDeploymentId = id;
    publishOutputs();
  }

  function knownOutputs(): Outputs {
    return outputsOf(outcomes(), { logFiles: logFiles(), githubDeploymentId, report: lastReport });
  }

  function publishOutputs(): void {
    const outputs = knownOutputs();
    for (const name of outputNames) if (outputs[name] !== written[name]) setOutput(name, outputs[name]);
    written = outputs;
  }

  function setOutput(name: OutputName, value: string): void {
    try {
      core.setOutput(name, sanitizers.redact(value));
    } catch (error) {
      if (outputsFailed) return;
      outputsFailed = true;
      warn(`The outputs cannot be written: ${errorMessage(error)}`);
    }
  }

  function draw(report: Report | undefined): void {
    drawnAtMs = clock.now();
    const page = { operation, tracks, logs: [...logs.values()], report, nowMs: drawnAtMs };
    try {
      host.writeSummary(
        sanitizers.redact(renderSummary(page, sanitizers, report === undefined ? { maxBytes: LIVE_PAGE_BYTES } : {})),
      );
    } catch (error) {
      if (!summaryFailed) warn(`The summary cannot be written: ${errorMessage(error)}`);
      summaryFailed = true;
    }
  }

  function finish(report: Report): void {
    for (const { capture } of logs.values()) capture.end();
    closeGroup();
    lastReport = report;
    written = knownOutputs();
    for (const name of outputNames) setOutput(name, written[name]);
    draw(report);
  }

  function failureExcerptOf({ resourceId }: Outcome): readonly CleanText[] {
    const failureExcerpt = logs.get(`build ${resourceId}`)?.capture.failureExcerpt();
    if (failureExcerpt === undefined) return [];
    return [...new Set([...failureExcerpt.cause, ...failureExcerpt.tail])];
  }

  return { emit, recorded, finish, failureExcerptOf };
}
