// The tables of the summary: what is known about each resource, the run, and the tables of the
// operations. Everything that others wrote is sanitized here.
import type { Outcome } from '../outcome.ts';
import { formatDuration } from '../text.ts';
import { durationMs, hasEnded, type Phase } from '../phase.ts';
import type { Report } from './report.ts';

/** A paragraph, list or table, whose last lines may be left out. A code block is one line. */
export type Block = readonly string[];

/** The rest of a longer table is left out: sanitizing all of it would take seconds. */
const MAX_ROWS = 5_000;

/** The facts of the resource; the run; the tables of operations. */
export function tablesOf(report: Report): Block[] {
  const { outcomes, sanitizers } = report;
  const resources = outcomes.map((outcome) => tableOf(factsOf(outcome, report)));
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

/**
 * Cells are Markdown. The first row is the header, since GitHub would render an empty header as an
 * empty row. Without rows there is no table.
 */
function tableOf([header, ...rows]: readonly (readonly string[])[]): Block {
  if (header === undefined) return [];
  return [header, header.map(() => ':---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
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
    [status === 'finished' ? 'Deployed commit' : 'Commit', commitText(outcome, report)],
    ...outcome.facts.map(({ label, value }): Fact => [sanitizers.text(label), text(value)]),
    ['Error code', errorText(report)],
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

/** The commit that the deployment shows or the health check has proved, never just the run's. */
function commitText({ deploymentId, commit }: Outcome, report: Report): string {
  if (!deploymentId || commit === undefined) return '';
  const { commits } = report.github.run;
  const own = commits.find((candidate) => candidate.startsWith(commit));
  if (own !== undefined) return commitLink(own, report);
  const shown = report.sanitizers.code(commit.slice(0, 7));
  return commits.length === 0 ? shown : `${shown}, not a commit of this run`;
}

function errorText({ failure, sanitizers }: Report): string {
  return failure === undefined ? '' : sanitizers.code(failure.code);
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
