// The tables of the summary: what is known about each resource, the run, and the tables of the
// operations. Everything that others wrote is sanitized here.
import { nameOf, type Outcome } from '../outcome.ts';
import { formatDuration } from '../text.ts';
import { durationMs, hasEnded, isInProgress, type Phase, skipReasonOf } from '../phase.ts';
import type { Report } from './report.ts';

/** A paragraph, list or table, whose last lines may be left out. A code block is one line. */
export type Block = readonly string[];

/** The rest of a longer table is left out: sanitizing all of it would take seconds. */
const MAX_ROWS = 5_000;

/** The facts of one resource, or a row for each of several; the run; the tables of operations. */
export function tablesOf(report: Report): Block[] {
  const { outcomes, sanitizers } = report;
  const resources =
    outcomes.length > 1
      ? [tableOfMany(report), ...withSections(outcomes).flatMap((one) => sectionOf(one, report))]
      : outcomes.map((outcome) => tableOf(factsOf(outcome, report)));
  const tables = outcomes.flatMap((outcome) => outcome.tables);
  return [
    ...resources,
    ...runOf(report),
    ...tables.flatMap(({ title, columns, rows }) => {
      const shown = [columns, ...rows.slice(0, MAX_ROWS)];
      const more = rows.length - MAX_ROWS;
      return [
        [`### ${sanitizers.text(title)}`],
        tableOf(shown.map((row) => row.map((cell) => cell && sanitizers.text(cell)))),
        more > 0 ? [`… and ${more} more`] : [],
      ];
    }),
  ];
}

/** The resources that get a section: those that failed, then those with warnings or problems. */
export function withSections(outcomes: readonly Outcome[]): readonly Outcome[] {
  return worstFirst(outcomes).filter((outcome) => severityOf(outcome) > 0);
}

function worstFirst(outcomes: readonly Outcome[]): readonly Outcome[] {
  return outcomes.toSorted((a, b) => severityOf(b) - severityOf(a));
}

function severityOf({ failure, warnings, needsAttention }: Outcome): number {
  if (failure !== undefined) return 2;
  return warnings.length > 0 || needsAttention === true ? 1 : 0;
}

function sectionOf(outcome: Outcome, report: Report): Block[] {
  const name = report.sanitizers.text(nameOf(outcome));
  return [[`### ${markOf(outcome, report)} ${name}`], tableOf(factsOf(outcome, report))];
}

/**
 * Cells are Markdown. The first row is the header, since GitHub would render an empty header as an
 * empty row. Without rows there is no table.
 */
function tableOf([header, ...rows]: readonly (readonly string[])[]): Block {
  if (header === undefined) return [];
  return [header, header.map(() => ':---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
}

/** A short row for each resource: three columns fit on a phone. */
function tableOfMany(report: Report): Block {
  const { sanitizers } = report;
  const rows = worstFirst(report.outcomes).map((outcome) => {
    const { failure, phase, resourceStatus = '', status = '' } = outcome;
    const skipped = skipReasonOf(phase);
    const state = skipped === '' ? status && sanitizers.text(status) : `skipped: ${skipped}`;
    const result = [state, durationText(phase, report)].filter(Boolean).join(', ');
    // Of a resource that was skipped, a fact may name the newer commit.
    const why = failure?.message ?? (skipped === '' ? undefined : outcome.facts[0]?.value);
    return [
      `${markOf(outcome, report)} ${sanitizers.text(nameOf(outcome))}`,
      linkOf(outcome, report, resourceStatus),
      [result, why && sanitizers.text(why)].filter(Boolean).join('<br>'),
    ];
  });
  return tableOf([['Resource', 'App', 'Status, duration, cause'], ...rows]);
}

/** The address of the app behind a short label; without an address, the label alone. */
function linkOf({ url }: Outcome, { sanitizers }: Report, label: string): string {
  if (url !== undefined) return sanitizers.link(url, label || 'open');
  return label && sanitizers.text(label);
}

function markOf(
  { failure, phase, needsAttention, isDone }: Outcome,
  { isRunning }: Report,
): string {
  if (failure !== undefined) return '❌';
  if (phase.kind === 'skipped' || needsAttention) return '⚠️';
  // With `wait: false`, an operation is done while its work is in progress.
  if (isDone && !(isRunning && isInProgress(phase))) return '✅';
  // At the end: the step failed before this resource began, as with invalid inputs.
  return isRunning ? '⏳' : '❌';
}

/** The value is Markdown. */
type Fact = readonly [label: string, value: string];

/** What is known about a resource; the resource itself comes first. */
function factsOf(outcome: Outcome, report: Report): Fact[] {
  const { sanitizers } = report;
  const { phase, status, url } = outcome;
  const text = (value = ''): string => value && sanitizers.text(value);
  const facts: readonly Fact[] = [
    ['Resource', resourceText(outcome, report)],
    ['Deployment', deploymentText(outcome, report)],
    ['Status', text(status)],
    ['Resource status', text(outcome.resourceStatus)],
    ['App', url ? sanitizers.link(url) : ''],
    [hasEnded(phase) ? 'Duration' : 'Duration so far', durationText(phase, report)],
    [TIMES_LABEL, timesText(outcome, report.nowMs)],
    [status === 'finished' ? 'Deployed commit' : 'Commit', commitText(outcome, report)],
    ...outcome.facts.map(({ label, value }): Fact => [sanitizers.text(label), text(value)]),
    ['Skipped', skipReasonOf(phase)],
    ['Error code', errorText(outcome, report)],
  ];
  return facts.filter(([, value]) => value !== '');
}

function resourceText({ resourceId, name }: Outcome, { sanitizers }: Report): string {
  const id = resourceId === '' ? '' : sanitizers.code(resourceId);
  return name === undefined ? id : `${sanitizers.text(name)} (${id})`;
}

function deploymentText({ deploymentId, adopted }: Outcome, { sanitizers }: Report): string {
  if (!deploymentId) return '';
  const note = ' (adopted: found in the list after the answer to the request was lost)';
  return sanitizers.code(deploymentId) + (adopted ? note : '');
}

function durationText(phase: Phase, { nowMs }: Report): string {
  const ms = durationMs(phase, nowMs);
  return ms === undefined ? '' : formatDuration(ms);
}

/** Label of {@link timesText}. */
export const TIMES_LABEL = 'Where the time went';

/**
 * Such as `queued about 14 s, building 55 s, app up after 3 s`; empty unless polls have shown when
 * the build began. Whole seconds, since polls are seconds apart.
 */
export function timesText({ phase, upAfterMs = 0 }: Outcome, nowMs: number): string {
  const { sinceMs, buildingSinceMs, endedAtMs = nowMs } = phase;
  if (sinceMs === undefined || buildingSinceMs === undefined) return '';
  const parts = [
    ['queued about', buildingSinceMs - sinceMs],
    ['building', endedAtMs - buildingSinceMs],
    ['app up after', upAfterMs],
  ] as const;
  const shown = parts.flatMap(([label, ms]) => {
    const seconds = Math.round(ms / 1_000);
    return seconds === 0 ? [] : [`${label} ${formatDuration(seconds * 1_000)}`];
  });
  // One part alone is the duration.
  return shown.length > 1 ? shown.join(', ') : '';
}

/** The commit that the deployment shows or the health check has proved, never just the run's. */
function commitText({ deploymentId, commit }: Outcome, report: Report): string {
  if (!deploymentId || commit === undefined) return '';
  const { commits } = report.github.run;
  const own = commits.find((candidate) => candidate.startsWith(commit));
  if (own !== undefined) return commitLink(own, report);
  const shown = report.sanitizers.code(commit.slice(0, 7));
  return commits.length === 0 ? shown : `${shown}, not a commit of this run`;
}

/** With one resource, the code of the step; with several, each its own. */
function errorText(outcome: Outcome, { outcomes, failure, sanitizers }: Report): string {
  const shown = outcomes.length === 1 ? failure : outcome.failure;
  return shown === undefined ? '' : sanitizers.code(shown.code);
}

function runOf(report: Report): Block[] {
  const { commits, branch, actor } = report.github.run;
  const [commit] = commits;
  const facts = [
    commit && `of ${commitLink(commit, report)}`,
    branch && `on ${report.sanitizers.text(branch)}`,
    actor && `by ${report.sanitizers.text(actor)}`,
  ].filter(Boolean);
  return facts.length === 0 ? [] : [[`Run ${facts.join(' ')}`]];
}

function commitLink(commit: string, { github, sanitizers }: Report): string {
  const { repositoryUrl } = github.run;
  const short = commit.slice(0, 7);
  return repositoryUrl
    ? sanitizers.link(`${repositoryUrl}/commit/${commit}`, short)
    : sanitizers.code(short);
}
