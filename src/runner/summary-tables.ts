// The tables of the summary: what is known of each resource, the run, and the tables of the
// operations. Everything that others wrote is sanitized here.
import type { Outcome } from '../outcome.ts';
import { formatDuration } from '../text.ts';
import { hasEnded, type Phase, skipReasonOf, timesOf } from '../phase.ts';
import type { Report } from './report.ts';

/** A paragraph, list or table, whose last lines may be left out. A code block is one line. */
export type Block = readonly string[];

/** The facts of one resource, or a row for each of several; the run; the tables of operations. */
export function tablesOf(report: Report): Block[] {
  const { outcomes, sanitizers } = report;
  const resources =
    outcomes.length > 1
      ? [tableOfMany(report)]
      : outcomes.map((outcome) => tableOf(factsOf(outcome, report)));
  const tables = outcomes.flatMap((outcome) => outcome.tables);
  return [
    ...resources,
    ...runOf(report),
    ...tables.flatMap(({ title, columns, rows }) => [
      [`### ${sanitizers.text(title)}`],
      tableOf([columns, ...rows].map((row) => row.map((cell) => cell && sanitizers.text(cell)))),
    ]),
  ];
}

/**
 * Cells are Markdown. The first row is the header, since GitHub would render an empty header as an
 * empty row. Without rows there is no table.
 */
function tableOf([header, ...rows]: readonly (readonly string[])[]): Block {
  if (header === undefined) return [];
  return [header, header.map(() => ':---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
}

/** Two columns of short lines, which fit on a phone. */
function tableOfMany(report: Report): Block {
  const rows = report.outcomes.map((outcome) => {
    const [[, resource] = [], ...facts] = factsOf(outcome, report);
    const result = facts.map(([label, value]) => `${label}: ${value}`).join('<br>');
    return [`${markOf(outcome)} ${resource}`, result];
  });
  return tableOf([['Resource', 'Result'], ...rows]);
}

function markOf({ failure, phase, needsAttention, headline }: Outcome): string {
  if (failure !== undefined) return '❌';
  if (phase.kind === 'skipped' || needsAttention) return '⚠️';
  return headline === undefined && !hasEnded(phase) ? '⏳' : '✅';
}

/** The value is Markdown. */
type Fact = readonly [label: string, value: string];

/** What is known of a resource; the resource itself comes first. */
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
  const { sinceMs, endedAtMs = nowMs } = timesOf(phase);
  return sinceMs === undefined ? '' : formatDuration(endedAtMs - sinceMs);
}

/** The commit that the deployment shows, never the commit of the run instead. */
function commitText({ deploymentId, commit }: Outcome, report: Report): string {
  if (!deploymentId) return '';
  if (commit === undefined) return 'not shown by the service';
  const { commits } = report.github.run;
  const own = commits.find((candidate) => candidate.startsWith(commit));
  if (own !== undefined) return commitLink(own, report);
  const shown = report.sanitizers.code(commit.slice(0, 7));
  return commits.length === 0 ? shown : `${shown}, not a commit of this run`;
}

/** One resource fails as the step does; each of several has its own failure, with its cause. */
function errorText(outcome: Outcome, { outcomes, failure, sanitizers }: Report): string {
  if (outcomes.length === 1) return failure === undefined ? '' : sanitizers.code(failure.code);
  if (outcome.failure === undefined) return '';
  const { code, message } = outcome.failure;
  return `${sanitizers.code(code)} ${sanitizers.text(message)}`;
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
