// The tables of the summary: the facts of one resource or a row for each of several, and the tables of operations. Pure.
import type { Outcome, Table } from '../outcome.ts';
import { formatDuration, pluralize } from '../text.ts';
import type { Sanitizers } from './sanitize/sanitizers.ts';
import type { Block, SummaryPage } from './summary.ts';

/** More rows of a table are counted. */
const MAX_ROWS = 2_000;

/** The facts of one resource, or a row for each of several; then the tables of the operations. */
export function tablesOf(page: SummaryPage): Block[] {
  const { outcomes, run, sanitizers } = page;
  const [commit] = run.commits;
  const facts = [
    commit && `of ${commitLink(commit, page)}`,
    run.branch && `on ${sanitizers.text(run.branch)}`,
    run.actor && `by ${sanitizers.text(run.actor)}`,
  ].filter(Boolean);
  return [
    ...(outcomes.length > 1 ? [tableOfMany(page)] : outcomes.map((outcome) => tableOf(factsOf(outcome, page)))),
    ...(facts.length === 0 ? [] : [[`Run ${facts.join(' ')}`]]),
    ...outcomes.flatMap(({ tables }) => tables).flatMap((table) => tableOfOperation(table, sanitizers)),
  ];
}

function tableOfOperation({ title, columns, rows }: Table, sanitizers: Sanitizers): Block[] {
  const shown = [columns, ...rows.slice(0, MAX_ROWS)];
  const cells = shown.map((row) => row.map((value) => (value === '' ? '' : sanitizers.text(value))));
  const more = rows.length > MAX_ROWS ? [[`… and ${pluralize(rows.length - MAX_ROWS, 'more row')}.`]] : [];
  return [[`### ${sanitizers.prose(title)}`], tableOf(cells), ...more];
}

/** Two columns of short lines, which fit a phone. */
function tableOfMany(page: SummaryPage): Block {
  const rows = page.outcomes.map((outcome) => {
    const [[, resource] = [], ...facts] = factsOf(outcome, page);
    return [`${markOf(outcome)} ${resource}`, facts.map(([label, value]) => `${label}: ${value}`).join('<br>')];
  });
  return tableOf([['Resource', 'Result'], ...rows]);
}

function markOf({ failure, skipped, needsAttention, headline, endedAtMs }: Outcome): string {
  if (failure !== undefined) return '❌';
  if (skipped !== undefined || needsAttention) return '⚠️';
  return headline === undefined && endedAtMs === undefined ? '⏳' : '✅';
}

/** Labels, and values that are already Markdown; the resource comes first. */
function factsOf(outcome: Outcome, page: SummaryPage): (readonly [label: string, value: string])[] {
  const { outcomes, sanitizers } = page;
  const { resourceId, name, deploymentId, adopted, status, resourceStatus, url, skipped } = outcome;
  const { acceptedAtMs, endedAtMs } = outcome;
  const id = resourceId === '' ? '' : sanitizers.code(resourceId);
  const adoption = adopted ? ' (adopted: found in the list after the answer to the request was lost)' : '';
  const failure = outcomes.length > 1 ? outcome.failure : page.failure;
  const cause = outcomes.length > 1 && failure !== undefined ? ` ${sanitizers.prose(failure.message)}` : '';
  const duration = acceptedAtMs === undefined ? '' : formatDuration((endedAtMs ?? page.nowMs) - acceptedAtMs);
  const facts: readonly (readonly [label: string, value: string | undefined])[] = [
    ['Resource', name === undefined ? id : `${sanitizers.text(name)} (${id})`],
    ['Deployment', deploymentId && sanitizers.code(deploymentId) + adoption],
    ['Status', status && sanitizers.text(status)],
    ['Resource status', resourceStatus && sanitizers.text(resourceStatus)],
    ['App', url && sanitizers.link(url)],
    [endedAtMs === undefined ? 'Duration so far' : 'Duration', duration],
    [status === 'finished' ? 'Deployed commit' : 'Commit', deploymentId && commitText(outcome, page)],
    ...outcome.facts.map(({ label, value }) => [sanitizers.text(label), value && sanitizers.prose(value)] as const),
    ['Skipped', skipped],
    ['Error code', failure && sanitizers.code(failure.code) + cause],
  ];
  return facts.flatMap(([label, value]) => (value ? [[label, value] as const] : []));
}

/** The commit that the deployment shows; never that of the run in its place. */
function commitText({ commit }: Outcome, page: SummaryPage): string {
  if (commit === undefined) return 'not shown by the service';
  const { commits } = page.run;
  const ours = commits.find((sha) => sha.startsWith(commit) || commit.startsWith(sha));
  if (ours !== undefined) return commitLink(ours, page);
  return page.sanitizers.code(commit.slice(0, 7)) + (commits.length === 0 ? '' : ', not a commit of this run');
}

function commitLink(commit: string, { run: { repositoryUrl }, sanitizers }: SummaryPage): string {
  const short = commit.slice(0, 7);
  return repositoryUrl ? sanitizers.link(`${repositoryUrl}/commit/${commit}`, short) : sanitizers.code(short);
}

/** Cells are already Markdown; no rows, no table. The first row is the header: GitHub renders an empty header as an empty row. */
function tableOf([header, ...rows]: readonly (readonly string[])[]): Block {
  if (header === undefined) return [];
  return [header, header.map(() => ':---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
}
