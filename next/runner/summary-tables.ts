// The tables of the summary: the facts of one resource or a row for each of several, and the tables of operations. Pure.
import { nameOf, type Outcome } from '../outcome.ts';
import { formatDuration, pluralize } from '../text.ts';
import type { Sanitizers } from './sanitize/sanitizers.ts';
import type { SummaryPage } from './summary.ts';

/** More rows of a table are counted. */
const MAX_ROWS = 2_000;

/** Facts of one resource, or a row for each of several; then the tables of the operations. */
export function tablesOf(page: SummaryPage): string[] {
  const { outcomes, sanitizers } = page;
  const tables = outcomes.flatMap((outcome) => outcome.tables);
  return [
    ...(outcomes.length > 1 ? tableOfMany(page) : tableOfFacts(page)),
    ...tables.flatMap(({ title, columns, rows }) => {
      const shown = [columns, ...rows.slice(0, MAX_ROWS)];
      const cells = shown.map((row) => row.map((value) => (value === '' ? '' : sanitizers.text(value))));
      const more = rows.length > MAX_ROWS ? [`… and ${pluralize(rows.length - MAX_ROWS, 'more row')}.`] : [];
      return [`### ${sanitizers.prose(title)}`, markdownTable(cells), ...more];
    }),
  ];
}

/** What became of a resource, in a few words of which some may be the service's. */
function stateOf({ failure, skipped, status, resourceStatus, ...outcome }: Outcome): string {
  if (failure !== undefined) return status === 'failed' || status === 'cancelled' ? status : failure.code;
  if (skipped !== undefined) return `skipped: ${skipped}`;
  return status ?? resourceStatus ?? (outcome.headline === undefined ? 'not started' : 'done');
}

/** A label and a value that is already Markdown; '' for none. */
type Row = readonly [label: string, value: string];

function tableOfFacts(page: SummaryPage): string[] {
  const { outcomes, failure, sanitizers } = page;
  const [only] = outcomes;
  const rows: readonly Row[] = [
    ...(only === undefined ? [] : resourceRows(only, page)),
    ['Error code', failure === undefined || page.isRunning === true ? '' : sanitizers.code(failure.code)],
    ['Started by', runText(page)],
  ];
  const given = rows.filter(([, value]) => value !== '');
  // The first fact is the header: GitHub renders an empty header as an empty row.
  return given.length === 0 ? [] : [markdownTable(given)];
}

function resourceRows(outcome: Outcome, page: SummaryPage): readonly Row[] {
  const { sanitizers } = page;
  const { resourceId, name, deploymentId, adopted, status, resourceStatus, url, endedAtMs, facts } = outcome;
  const shown = (value: string | undefined): string => (value ? sanitizers.text(value) : '');
  const id = resourceId === '' ? '' : sanitizers.code(resourceId);
  const adoption = adopted ? ' (adopted: found in the list after the answer to the request was lost)' : '';
  return [
    ['Resource', name === undefined ? id : `${sanitizers.text(name)} (${id})`],
    ['Deployment', deploymentId === undefined ? '' : sanitizers.code(deploymentId) + adoption],
    ['Status', shown(status)],
    ['Resource status', shown(resourceStatus)],
    ['App', url === undefined ? '' : appLink(url, sanitizers)],
    [endedAtMs === undefined ? 'Duration so far' : 'Duration', durationOf(outcome, page)],
    [status === 'finished' ? 'Deployed commit' : 'Commit', commitText(outcome, page)],
    ...facts.map(({ label, value }): Row => [sanitizers.text(label), value === '' ? '' : sanitizers.prose(value)]),
  ];
}

/** Two columns of short lines, which fit a phone. */
function tableOfMany(page: SummaryPage): string[] {
  const { outcomes, sanitizers } = page;
  const rows = outcomes.map((outcome) => {
    const { deploymentId, adopted, url, facts } = outcome;
    const duration = durationOf(outcome, page);
    const commit = commitText(outcome, page);
    const left = [`${markOf(outcome, page)} ${sanitizers.text(nameOf(outcome))}`, url && appLink(url, sanitizers)];
    const right = [
      sanitizers.text(stateOf(outcome)) + (duration === '' ? '' : `, ${duration}`),
      deploymentId && sanitizers.code(deploymentId) + (adopted ? ' (adopted)' : ''),
      commit && `commit: ${commit}`,
      ...facts.map(({ label, value }) => `${sanitizers.text(label)}: ${sanitizers.prose(value)}`),
    ];
    return [left, right].map((lines) => lines.filter(Boolean).join('<br>'));
  });
  const end = [runText(page), `${formatDuration(page.tookMs)} in all`].filter(Boolean).join(', ');
  return [markdownTable([['Resource', 'Result'], ...rows]), end.replace(/^run/, 'Run')];
}

function markOf({ failure, skipped, needsAttention, ...outcome }: Outcome, { isRunning }: SummaryPage): string {
  if (failure !== undefined) return '❌';
  if (skipped !== undefined || needsAttention) return '⚠️';
  if (outcome.headline !== undefined || outcome.endedAtMs !== undefined) return '✅';
  return isRunning === true ? '⏳' : '⚪';
}

/** From the acceptance to the end, or until now. */
function durationOf({ acceptedAtMs, endedAtMs }: Outcome, { nowMs }: SummaryPage): string {
  // Spaces that do not break, for narrow columns.
  return acceptedAtMs === undefined
    ? ''
    : formatDuration((endedAtMs ?? nowMs) - acceptedAtMs).replaceAll(' ', '\u00A0');
}

/** The commit that the deployment shows; never that of the run in its place. */
function commitText({ deploymentId, commit }: Outcome, { run, sanitizers }: SummaryPage): string {
  if (deploymentId === undefined) return '';
  if (commit === undefined) return 'not shown by the service';
  const ours = run.commits.find((sha) => sha.startsWith(commit) || commit.startsWith(sha));
  if (ours !== undefined) return commitLink(ours, { run, sanitizers });
  return sanitizers.code(commit.slice(0, 7)) + (run.commits.length === 0 ? '' : ', not a commit of this run');
}

/** Such as "run of 4f6c21d on main by octocat". */
function runText({ run, sanitizers }: SummaryPage): string {
  const [commit] = run.commits;
  const parts = [
    commit && `of ${commitLink(commit, { run, sanitizers })}`,
    run.branch && `on ${sanitizers.text(run.branch)}`,
    run.actor && `by ${sanitizers.text(run.actor)}`,
  ].filter(Boolean);
  return parts.length === 0 ? '' : `run ${parts.join(' ')}`;
}

function commitLink(commit: string, { run, sanitizers }: Pick<SummaryPage, 'run' | 'sanitizers'>): string {
  const short = commit.slice(0, 7);
  const { repositoryUrl } = run;
  return repositoryUrl ? sanitizers.link(`${repositoryUrl}/commit/${commit}`, short) : sanitizers.code(short);
}

/** A link under its host and path alone, for narrow screens. */
function appLink(address: string, sanitizers: Sanitizers): string {
  const url = URL.parse(address);
  const isBare = url?.protocol === 'https:' && url.search === '' && url.hash === '';
  return isBare ? sanitizers.link(address, `${url.host}${url.pathname.replace(/\/$/, '')}`) : sanitizers.link(address);
}

/** A table of cells that are already Markdown; the first row is the header. */
function markdownTable([header = [], ...rows]: readonly (readonly string[])[]): string {
  return [header, header.map(() => ':---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
