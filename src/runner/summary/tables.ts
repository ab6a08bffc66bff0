// The tables of the summary: facts and timeline of one resource, a row for each of several, sections. Pure; sanitizes
// untrusted text.
import { errorCodeText } from '../../api/errors.ts';
import { isUnsuccessful, isUpAndHealthy } from '../../api/model.ts';
import { formatDuration } from '../../duration.ts';
import type { Blocker, Outcome, Section } from '../../operations/operation.ts';
import type { Sanitizers } from '../sanitize/index.ts';
import { labelOf, onlyResource, type Progress, type ResourceProgress } from './progress.ts';
import { liveAt, proofText } from './proof.ts';
import type { SummaryData } from './summary-data.ts';
import { barOf, DEPLOYMENT, durationsOf, isWorthShowing, spanOf, timedPhasesOf, waitedMs } from './timeline.ts';

/**
 * The tables in order: facts and timeline of one resource, or a row for each of several; then the report's sections.
 */
export function tablesOf(data: SummaryData, sanitizers: Sanitizers): string[] {
  const { report, progress } = data;
  const only = onlyResource(progress);
  const rows = [
    ...(only === undefined ? [] : resourceRows(only, data, sanitizers)),
    ...(report?.facts ?? []).map(({ label, value }): Row => [label, sanitizers.text(value)]),
  ];
  return [
    ...factTable(rows),
    ...(only === undefined ? [] : timelineTable(only, data, sanitizers)),
    ...(progress.size > 1 ? tablesOfMany(data, sanitizers) : []),
    ...(report?.sections ?? []).map((section) => sectionTable(section, sanitizers)),
  ];
}

/** A label and a value that is already Markdown. */
type Row = readonly [label: string, value: string];

/** The facts that are not in the heading. */
function resourceRows(resource: ResourceProgress, data: SummaryData, sanitizers: Sanitizers): Row[] {
  const { outcome, blocker } = resource;
  const { url, deploymentId, commit, status, resourceStatus, errorCode, skipped, cause } = outcome;
  const shown = (form: 'text' | 'code' | 'prose', value = ''): string => (value === '' ? '' : sanitizers[form](value));
  const address = liveAt(data);
  const isLive = address !== undefined;
  const isKnownUp = isLive && deploymentId !== undefined && isUpAndHealthy(resourceStatus);
  const isInHeading = errorCode === 'deployment_failed' || errorCode === 'deployment_cancelled';
  const finalCode = data.report && errorCode && errorCodeText(errorCode);
  const rows: Row[] = [
    ['Resource', resourceCell(outcome, sanitizers)],
    ['Address', url === undefined || url === address ? '' : addressLink(url, sanitizers)],
    ['Health check', proofText(outcome, (value) => sanitizers.code(value)) ?? ''],
    ['Deployment', isInHeading ? '' : shown('code', deploymentId)],
    ['Commit', shown('code', commit)],
    ['Status', isLive || isInHeading ? '' : shown('text', status)],
    ['Resource status', isKnownUp ? '' : shown('text', resourceStatus)],
    ['Waiting for', blocker === undefined ? '' : blockerCell(blocker, sanitizers)],
    ['Waited', waitedCell(resource, data.nowMs, sanitizers)],
    ['Error code', shown('code', finalCode)],
    ['Reason', skipped === undefined ? '' : shown('prose', cause)],
  ];
  return rows.filter(([, value]) => value !== '');
}

function resourceCell({ name, resourceId }: Outcome, sanitizers: Sanitizers): string {
  return name === undefined ? sanitizers.code(resourceId) : `${sanitizers.text(name)} (${sanitizers.code(resourceId)})`;
}

function blockerCell({ id, status }: Blocker, sanitizers: Sanitizers): string {
  return `${id === undefined ? 'a deployment without an id' : sanitizers.code(id)} (${sanitizers.text(status)})`;
}

/** A link to the full address under a short label, for narrow screens. */
export function addressLink(address: string, sanitizers: Sanitizers): string {
  const url = URL.parse(address);
  const isBare = url?.protocol === 'https:' && url.search === '' && url.hash === '';
  return isBare ? sanitizers.link(address, `${url.host}${url.pathname.replace(/\/$/, '')}`) : sanitizers.link(address);
}

/** How long the step waited for a busy resource, and for which deployments. */
function waitedCell(resource: ResourceProgress, nowMs: number, sanitizers: Sanitizers): string {
  const ms = waitedMs(timedPhasesOf(resource, nowMs));
  if (ms === 0) return '';
  const { waitedFor, blocker } = resource;
  // The current blocker has a row of its own.
  const ids = blocker === undefined ? waitedFor.map((id) => sanitizers.code(id)) : [];
  return formatDuration(ms) + (ids.length === 0 ? '' : ` for ${ids.join(', ')}`);
}

/** The first fact is the header: GitHub renders an empty header as an empty row. */
function factTable([first, ...rest]: readonly Row[]): string[] {
  if (first === undefined) return [];
  return [tableOf(first, { align: [':---', ':---'], rows: rest })];
}

function timelineTable(resource: ResourceProgress, { nowMs }: SummaryData, sanitizers: Sanitizers): string[] {
  const phases = timedPhasesOf(resource, nowMs);
  if (!isWorthShowing(phases)) return [];
  const span = spanOf(phases);
  const rows = phases.map((phase) => [
    sanitizers.text(phase.label),
    unbroken(formatDuration(phase.endMs - phase.startMs)),
    barOf([phase], span),
  ]);
  const sum = ['**total**', `**${unbroken(formatDuration(span.endMs - span.startMs))}**`, ''];
  return [TIMELINE, tableOf(['Phase', 'Time', ''], { align: [':---', '---:', ':---'], rows: [...rows, sum] })];
}

/** Two columns of short lines, which fit a phone: mark, name and address; outcome, durations and health check. */
function tablesOfMany(data: SummaryData, sanitizers: Sanitizers): string[] {
  const { progress, nowMs } = data;
  const rows = [...progress.values()].map((resource) => {
    const { resourceId, url } = resource.outcome;
    return [
      [`${markOf(resource)} ${sanitizers.text(labelOf(progress, resourceId))}`, url && addressLink(url, sanitizers)],
      [...outcomeLines(resource, data, sanitizers), proofText(resource.outcome, (value) => sanitizers.code(value))],
    ].map((lines) => lines.filter((line) => line !== undefined && line !== '').join(LINE_BREAK));
  });
  const table = tableOf(['Resource', 'Outcome'], { align: [':---', ':---'], rows });
  return [table, ...timelineOfMany(progress, nowMs, sanitizers)];
}

/** State and deployment with the durations; that of a deployment beside another state than its own stands after its id. */
function outcomeLines(resource: ResourceProgress, data: SummaryData, sanitizers: Sanitizers): string[] {
  const { deploymentId, status } = resource.outcome;
  const state = stateOf(resource);
  const [first, ...others] = durationsOf(resource, data).map(({ label, ms }) => {
    const time = unbroken(formatDuration(ms));
    return label === DEPLOYMENT ? time : `${label} ${time}`;
  });
  const time = first === undefined ? '' : `, ${first}`;
  if (deploymentId === undefined) return [sanitizers.text(state) + time, ...others];
  return state === status
    ? [sanitizers.text(state) + time, sanitizers.code(deploymentId), ...others]
    : [sanitizers.text(state), sanitizers.code(deploymentId) + time, ...others];
}

/** A cell of a table has no other way to hold two lines. */
const LINE_BREAK = '<br>';

/** A separate table: next to the other columns it would be cut off in a narrow window. */
function timelineOfMany(progress: Progress, nowMs: number, sanitizers: Sanitizers): string[] {
  const timed = [...progress.values()].map((resource) => ({
    name: labelOf(progress, resource.outcome.resourceId),
    phases: timedPhasesOf(resource, nowMs),
  }));
  const span = spanOf(timed.flatMap(({ phases }) => phases));
  if (span.endMs === span.startMs) return [];
  const rows = timed
    .filter(({ phases }) => phases.length > 0)
    .map(({ name, phases }) => [
      sanitizers.text(name),
      barOf(phases, span),
      waitedMs(phases) === 0 ? '' : unbroken(formatDuration(waitedMs(phases))),
    ]);
  const isBusy = rows.some(([, , waited]) => waited !== '');
  // Identical bars carry no information.
  if (!isBusy && new Set(rows.map(([, bar]) => bar)).size === 1) return [];
  const columns = ['Resource', `0 to ${formatDuration(span.endMs - span.startMs)}`, ...(isBusy ? ['Waited'] : [])];
  const align = columns.map((column) => (column === 'Waited' ? '---:' : ':---'));
  return [TIMELINE, tableOf(columns, { align, rows: rows.map((cells) => cells.slice(0, columns.length)) })];
}

const TIMELINE = '**Timeline**, as seen by this step';

function markOf({ outcome, endedAtMs }: ResourceProgress): string {
  if (outcome.errorCode !== undefined) return '❌';
  if (outcome.skipped !== undefined) return '⏭️';
  if (endedAtMs === undefined) return '⏳';
  return outcome.status !== undefined && isUnsuccessful(outcome.status) ? '⚠️' : '✅';
}

function stateOf({ outcome, phases, endedAtMs }: ResourceProgress): string {
  const { skipped, errorCode, status, resourceStatus } = outcome;
  if (skipped !== undefined) return `skipped: ${skipped}`;
  if (errorCode === 'deployment_failed' || errorCode === 'deployment_cancelled') return status ?? errorCode;
  if (errorCode !== undefined) return errorCodeText(errorCode);
  if (endedAtMs !== undefined) return status ?? resourceStatus ?? 'done';
  return status ?? phases.at(-1)?.label ?? 'not started';
}

/** A duration with non-breaking spaces, for narrow columns. */
function unbroken(text: string): string {
  return text.replaceAll(' ', '\u00A0');
}

/** A table of cells that are already Markdown. */
function tableOf(
  columns: readonly string[],
  { align, rows }: { align: readonly string[]; rows: readonly (readonly string[])[] },
): string {
  return [columns, align, ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function sectionTable({ title, columns, rows }: Section, sanitizers: Sanitizers): string {
  const cells = rows.map((row) => row.map((value) => (value === '' ? '' : sanitizers.text(value))));
  return [`### ${title}`, tableOf(columns, { align: columns.map(() => ':---'), rows: cells })].join('\n\n');
}
