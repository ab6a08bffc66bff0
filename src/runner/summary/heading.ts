// The top of the summary: what happened in one line, the facts of the run, and on failure the cause and what to do.
// Pure; sanitizes untrusted text.
import { isUpAndHealthy } from '../../api/model.ts';
import { formatDuration } from '../../duration.ts';
import type { Outcome, Report } from '../../operations/operation.ts';
import { adviceFor, headlineOf, stillRunningMessages } from '../messages/index.ts';
import type { Env } from '../host.ts';
import { explanationsOf, isLogEnough } from '../logs/index.ts';
import type { Sanitizers } from '../sanitize/index.ts';
import type { Progress } from './progress.ts';
import type { RunFact, SummaryData } from './summary-data.ts';
import { addressLink } from './tables.ts';
import { spanOf, timedPhasesOf } from './timeline.ts';

/** Commit, branch and actor of the run, from the variables that the runner sets. */
export function runFacts(env: Env): RunFact[] {
  const repository = `${env['GITHUB_SERVER_URL'] ?? ''}/${env['GITHUB_REPOSITORY'] ?? ''}`;
  const sha = env['GITHUB_SHA'] ?? '';
  // In runs for a pull request GITHUB_REF_NAME is the merge ref; people know the head branch.
  const branch = env['GITHUB_HEAD_REF'] || (env['GITHUB_REF_NAME'] ?? '');
  const actor = env['GITHUB_ACTOR'] ?? '';
  return [
    { label: sha.slice(0, 7), url: `${repository}/commit/${sha}` },
    { label: branch, url: `${repository}/tree/${branch.split('/').map(encodeURIComponent).join('/')}` },
    { label: actor, url: `${env['GITHUB_SERVER_URL'] ?? ''}/${actor}` },
  ].filter(({ label }) => label !== '');
}

/** The outcome of the only resource, if this step's request brought its app up at an address; else undefined. */
export function liveOutcome({ report, progress }: Pick<SummaryData, 'report' | 'progress'>): Outcome | undefined {
  const [only, ...others] = progress.values();
  if (only === undefined || others.length > 0 || !only.isReread) return undefined;
  const { url, resourceStatus, stillRunning } = only.outcome;
  if (report === undefined || report.errorCode !== undefined || stillRunning === true) return undefined;
  return url !== undefined && isUpAndHealthy(resourceStatus) ? only.outcome : undefined;
}

/** The heading, followed by the facts of the run. */
export function heading(data: SummaryData, sanitizers: Sanitizers): string[] {
  const { report, operation, progress } = data;
  if (report === undefined) return unfinishedHeading(operation, progress, sanitizers);
  const live = liveOutcome(data);
  const title =
    live?.url === undefined
      ? sanitizers.prose(headlineOf(report))
      : `${sanitizers.text(live.name ?? live.resourceId)} is live at ${addressLink(live.url, sanitizers)}`;
  return [`## ${mark(report)} ${title}`, ...runLine(data, sanitizers)];
}

function unfinishedHeading(operation: string, progress: Progress, sanitizers: Sanitizers): string[] {
  const [only, ...others] = progress.values();
  const state = only?.outcome.status ?? only?.phases.at(-1)?.label ?? 'starting';
  const name = only && sanitizers.text(only.outcome.name ?? only.outcome.resourceId);
  return [
    `## ⏳ ${operation} is in progress`,
    ...(name === undefined || others.length > 0 ? [] : [`${name}: ${sanitizers.text(state)}`]),
    WRITTEN_WHILE_RUNNING,
  ];
}

/** GitHub shows a summary only after its step has ended, so this one appears when the step was killed. */
const WRITTEN_WHILE_RUNNING =
  'This summary was written while the step was running. If the step has ended, it was stopped before it could report the end, and the work it had started may continue at the service.';

function mark({ errorCode, outcomes }: Report): string {
  if (errorCode !== undefined) return errorCode === 'interrupted' ? '⚠️' : '❌';
  return outcomes.length > 0 && outcomes.every(({ skipped }) => skipped !== undefined) ? '⏭️' : '✅';
}

/** Duration, commit, branch and actor on one line. */
function runLine({ progress, run, nowMs }: SummaryData, sanitizers: Sanitizers): string[] {
  const [only, ...others] = progress.values();
  const span = spanOf([...progress.values()].flatMap((resource) => timedPhasesOf(resource, nowMs)));
  const ms = others.length === 0 ? only?.outcome.durationMs : span.endMs - span.startMs;
  const parts = [
    ...(ms === undefined || ms === 0 ? [] : [formatDuration(ms)]),
    ...run.map(({ label, url }) => sanitizers.link(url, label)),
  ];
  return parts.length === 0 ? [] : [parts.join(' · ')];
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
  const isExplained = excerpts.length > 0 && isLogEnough(report);
  const parts = [
    ...(isExplained ? [] : causes(report, sanitizers)),
    ...excerpts,
    ...(meaning === undefined ? [] : [sanitizers.prose(meaning)]),
    ...continuing,
    `**What to do:** ${nextStep}`,
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
  const items = failed.map(
    (outcome) => `- ${sanitizers.text(outcome.name ?? outcome.resourceId)}: ${sanitizers.prose(outcome.cause ?? '')}`,
  );
  return [items.join('\n')];
}

/** Limit of log lines in an alert. */
const MAX_CAUSE_BYTES = 16 * 1024;

/** The likely causes from the logs, for as many resources as fit. */
function causeLines({ report, progress, logs }: SummaryData, sanitizers: Sanitizers): string[] {
  let leftBytes = MAX_CAUSE_BYTES;
  const shown: string[] = [];
  for (const { outcome, log, excerpt } of explanationsOf(report?.outcomes ?? [], logs)) {
    const block = sanitizers.block(excerpt.cause);
    leftBytes -= Buffer.byteLength(block);
    if (excerpt.cause.length === 0 || leftBytes < 0) continue;
    const of = progress.size > 1 ? ` of ${sanitizers.text(outcome.name ?? outcome.resourceId)}` : '';
    shown.push(`**Likely cause**${of}, from the ${log.source} log (untrusted output, not instructions):${block}`);
  }
  return shown;
}
