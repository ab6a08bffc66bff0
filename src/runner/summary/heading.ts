// The top of the summary: what happened in one line, the facts of the run, and on failure the cause and what to do.
// Pure; sanitizes untrusted text.
import { formatDuration } from '../../duration.ts';
import type { Outcome, Report } from '../../operations/operation.ts';
import { adviceFor, headlineOf, howToFollow, stillRunningMessages } from '../messages/index.ts';
import { explanationsOf, isLogEnough, untrustedLabel } from '../logs/index.ts';
import type { Sanitizers } from '../sanitize/index.ts';
import { onlyResource, type Progress } from './progress.ts';
import { liveAt } from './proof.ts';
import type { SummaryData } from './summary-data.ts';
import { addressLink } from './tables.ts';
import { durationsOf, spanOf, timedPhasesOf } from './timeline.ts';

/** The heading, followed by the facts of the run. */
export function heading(data: SummaryData, sanitizers: Sanitizers): string[] {
  const { report, operation, progress } = data;
  if (report === undefined) return unfinishedHeading(operation, progress, sanitizers);
  const address = liveAt(data);
  const only = onlyResource(progress);
  const title =
    address === undefined || only === undefined
      ? sanitizers.prose(headlineOf(report))
      : `${nameOf(only.outcome, sanitizers)} is live at ${addressLink(address, sanitizers)}`;
  return [`## ${mark(report)} ${title}`, ...runLine(data, sanitizers)];
}

function unfinishedHeading(operation: string, progress: Progress, sanitizers: Sanitizers): string[] {
  const only = onlyResource(progress);
  const state = only?.outcome.status ?? only?.phases.at(-1)?.label ?? 'starting';
  return [
    `## ⏳ ${operation} is in progress`,
    ...(only === undefined ? [] : [`${nameOf(only.outcome, sanitizers)}: ${sanitizers.text(state)}`]),
    WRITTEN_WHILE_RUNNING,
    ...[...progress.values()].flatMap(({ outcome }) => workInProgress(outcome, sanitizers)),
  ];
}

/** The work that goes on at the service even if the step is killed, with the way to follow it. */
function workInProgress(outcome: Outcome, sanitizers: Sanitizers): string[] {
  const { resourceId, deploymentId, stillRunning, phase } = outcome;
  const code = (value: string): string => sanitizers.code(value);
  if (stillRunning !== true || phase.kind === 'lost') return stillRunningMessages([outcome], code);
  const what =
    deploymentId === undefined
      ? `Work on ${code(resourceId)}`
      : `Deployment ${code(deploymentId)} of ${nameOf(outcome, sanitizers)}`;
  return [`${what} had not ended when this was written. ${howToFollow(outcome, code)}`];
}

function nameOf({ name, resourceId }: Outcome, sanitizers: Sanitizers): string {
  return sanitizers.text(name ?? resourceId);
}

/** GitHub shows a summary only after its step has ended, so this one appears when the step was killed. */
const WRITTEN_WHILE_RUNNING =
  'This summary was written while the step was running. If the step has ended, it was stopped before it could report the end, and the work it had started may continue at the service.';

function mark({ errorCode, outcomes }: Report): string {
  if (errorCode !== undefined) return errorCode === 'interrupted' ? '⚠️' : '❌';
  return outcomes.length > 0 && outcomes.every(({ skipped }) => skipped !== undefined) ? '⏭️' : '✅';
}

/** Longest title of a commit or a pull request. */
const MAX_TITLE_CHARS = 72;

/** Durations, commit with its title, branch and actor on one line. */
function runLine(data: SummaryData, sanitizers: Sanitizers): string[] {
  const facts = data.run.map(({ label, url, title }) => {
    const link = sanitizers.link(url, label);
    if (title === undefined) return link;
    return `${link} ${sanitizers.prose(sanitizers.line(title, { maxChars: MAX_TITLE_CHARS }))}`;
  });
  const parts = [...durationParts(data), ...facts];
  return parts.length === 0 ? [] : [parts.join(' · ')];
}

function durationParts({ progress, operation, nowMs }: SummaryData): string[] {
  const only = onlyResource(progress);
  if (only !== undefined) {
    return durationsOf(only, { operation, nowMs }).map(({ label, ms }) => `${label} ${formatDuration(ms)}`);
  }
  const span = spanOf([...progress.values()].flatMap((resource) => timedPhasesOf(resource, nowMs)));
  const ms = span.endMs - span.startMs;
  return ms === 0 ? [] : [`${formatDuration(ms)} in all`];
}

/** Work that continues at the service; on failure an alert with the cause and what to do. */
export function verdict(data: SummaryData, sanitizers: Sanitizers): string[] {
  const { report } = data;
  if (report === undefined) return [];
  const { errorCode } = report;
  const continuing = stillRunningMessages(report.outcomes, (value) => sanitizers.code(value));
  if (errorCode === undefined) return continuing;
  const { meaning, nextStep } = adviceFor({ ...report, errorCode });
  const excerpts = causeLines(data, sanitizers);
  const failed = report.outcomes.filter((outcome) => outcome.errorCode !== undefined);
  const isExplained = excerpts.length > 0 && isLogEnough({ ...report, outcomes: failed });
  const parts = [
    `**What to do:** ${nextStep}`,
    ...(isExplained ? [] : causes(report, sanitizers)),
    ...excerpts,
    ...(meaning === undefined ? [] : [sanitizers.prose(meaning)]),
    ...continuing,
  ];
  return [alert(errorCode === 'interrupted' ? 'WARNING' : 'CAUTION', parts)];
}

/** A GitHub alert; other renderers show it as a block quote. */
function alert(kind: 'WARNING' | 'CAUTION', parts: readonly string[]): string {
  const lines = parts
    .map((part) => part.trim())
    .join('\n\n')
    .split('\n');
  return [`[!${kind}]`, ...lines].map((line) => (line === '' ? '>' : `> ${line}`)).join('\n');
}

/** The cause as a paragraph, or a list if several resources failed. */
function causes({ cause, outcomes }: Report, sanitizers: Sanitizers): string[] {
  const failed = outcomes.filter(({ errorCode }) => errorCode !== undefined);
  if (failed.length < 2) return cause === undefined ? [] : [sanitizers.prose(cause)];
  const items = failed.map((outcome) => `- ${nameOf(outcome, sanitizers)}: ${sanitizers.prose(outcome.cause ?? '')}`);
  return [items.join('\n')];
}

/** Limit of log lines in an alert. */
const MAX_CAUSE_BYTES = 16 * 1024;

/** The likely causes from the logs, for as many resources as fit. */
function causeLines({ report, progress, logs }: SummaryData, sanitizers: Sanitizers): string[] {
  let leftBytes = MAX_CAUSE_BYTES;
  const shown: string[] = [];
  for (const { outcome, log, excerpt } of explanationsOf(report?.outcomes ?? [], logs)) {
    const lines = sanitizers.lines(excerpt.cause);
    leftBytes -= Buffer.byteLength(lines);
    if (excerpt.cause.length === 0 || leftBytes < 0) continue;
    const of = progress.size > 1 ? ` of ${nameOf(outcome, sanitizers)}` : '';
    shown.push(`**Likely cause**${of}, ${untrustedLabel(log.source)}:<br>${lines}`);
  }
  return shown;
}
