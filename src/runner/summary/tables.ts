// The tables of the summary page: facts, phases, resources, sections. Pure. Text that others wrote comes in through its
// sanitizer alone; logs and the verdict stay outside.
import { errorCodeText } from '../../api/errors.ts';
import { formatMs } from '../../duration.ts';
import type { Fact, Outcome, Report, Section } from '../../operations/operation.ts';
import type { Track, Tracks } from './progress.ts';
import { barOf, spanOf, stretchesOf, waitedMs } from './timeline.ts';
import type { Sanitizers } from '../sanitize/index.ts';

/** What the tables are drawn from. */
export interface TableData {
  readonly tracks: Tracks;
  readonly report: Report | undefined;
  readonly nowMs: number;
}

/** The tables of the page in order: facts and phases of one resource, or a row for each of several; then the report's. */
export function tablesOf(data: TableData, sanitizers: Sanitizers): string[] {
  const { report, tracks } = data;
  const found = [...tracks.values()];
  const [only, ...others] = found;
  const single = others.length === 0 ? only : undefined;
  const rows = [
    ...(single === undefined ? [] : trackRows(single, data, sanitizers)),
    ...(report?.facts ?? []).map(({ label, value, form = 'text' }): Row => [label, sanitizers[form](value)]),
  ];
  return [
    ...factTable(rows),
    ...(single === undefined ? [] : timeline(single, data, sanitizers)),
    ...(others.length === 0 ? [] : tableOfMany(found, data, sanitizers)),
    ...(report?.sections ?? []).map((section) => table(section, sanitizers)),
  ];
}

/** A label of ours and a value that is already Markdown. */
type Row = readonly [label: string, value: string];

function trackRows(track: Track, { nowMs }: TableData, sanitizers: Sanitizers): Row[] {
  const { outcome, blocker } = track;
  const row = (label: string, value: string | undefined, form: NonNullable<Fact['form']> = 'text'): Row[] =>
    value === undefined || value === '' ? [] : [[label, sanitizers[form](value)]];
  return [
    ['Resource', resourceCell(outcome, sanitizers)],
    ...(outcome.url === undefined ? [] : [['Address', addressCell(outcome.url, sanitizers)] as const]),
    ...row('Deployment', outcome.deploymentId, 'code'),
    ...row('Status', outcome.status),
    ...row('Resource status', outcome.resourceStatus),
    ...row('Duration', outcome.durationMs === undefined ? undefined : formatMs(outcome.durationMs)),
    ...row('Waiting for', blocker && `${blocker.id} (${blocker.status})`, 'code'),
    ...waited(track, nowMs, sanitizers),
    ...row('Error code', outcome.errorCode && errorCodeText(outcome.errorCode), 'code'),
    ...row('Why', outcome.skipped === undefined ? undefined : outcome.cause),
  ];
}

function resourceCell({ name, resourceId }: Outcome, sanitizers: Sanitizers): string {
  return name === undefined ? sanitizers.code(resourceId) : `${sanitizers.text(name)} (${sanitizers.code(resourceId)})`;
}

/** The address as short as it can be said, for narrow screens; the link is the whole of it. */
function addressCell(address: string, sanitizers: Sanitizers): string {
  const url = URL.parse(address);
  const isBare = url?.protocol === 'https:' && url.search === '' && url.hash === '';
  return isBare ? sanitizers.link(address, `${url.host}${url.pathname.replace(/\/$/, '')}`) : sanitizers.link(address);
}

/** How long other work was in the way, and which. */
function waited(track: Track, nowMs: number, sanitizers: Sanitizers): Row[] {
  const ms = waitedMs(stretchesOf(track, nowMs));
  if (ms === 0) return [];
  const behind =
    track.behind.length === 0 ? '' : `, behind ${track.behind.map((id) => sanitizers.code(id)).join(', ')}`;
  return [['Time in line', `${formatMs(ms)}${behind}`]];
}

/** The first fact stands in the header: GitHub draws a header without words as an empty row. */
function factTable([first, ...rest]: readonly Row[]): string[] {
  if (first === undefined) return [];
  return [tableOf(first, { align: [':---', ':---'], rows: rest })];
}

/** The phases with their lengths; nothing to see in fewer than two. */
function timeline(track: Track, { nowMs }: TableData, sanitizers: Sanitizers): string[] {
  const stretches = stretchesOf(track, nowMs);
  if (stretches.length < 2) return [];
  const span = spanOf(stretches);
  const rows = stretches.map((stretch) => [
    sanitizers.text(stretch.label),
    unbroken(formatMs(stretch.endMs - stretch.startMs)),
    barOf([stretch], span),
  ]);
  const sum = ['**in all**', `**${unbroken(formatMs(span.endMs - span.startMs))}**`, ''];
  return [tableOf(['Phase', 'Took', 'Timeline'], { align: [':---', '---:', ':---'], rows: [...rows, sum] })];
}

function tableOfMany(tracks: readonly Track[], { nowMs }: TableData, sanitizers: Sanitizers): string[] {
  const stretches = tracks.map((track) => stretchesOf(track, nowMs));
  const span = spanOf(stretches.flat());
  const hasTimes = span.endMs > span.startMs;
  const rows = tracks.map((track, index) => {
    const { outcome } = track;
    const own = stretches[index] ?? [];
    return [
      `${markOf(track)} ${sanitizers.text(outcome.name ?? outcome.resourceId)}`,
      sanitizers.text(stateOf(track)),
      outcome.durationMs === undefined ? '' : unbroken(formatMs(outcome.durationMs)),
      ...(hasTimes ? [own.length === 0 ? '' : barOf(own, span)] : []),
      outcome.deploymentId === undefined ? '' : sanitizers.code(outcome.deploymentId),
      outcome.url === undefined ? '' : addressCell(outcome.url, sanitizers),
    ];
  });
  const columns = ['Resource', 'Outcome', 'Duration', ...(hasTimes ? ['Timeline'] : []), 'Deployment', 'Address'];
  const align = columns.map((column) => (column === 'Duration' ? '---:' : ':---'));
  const longestMs = Math.max(...stretches.map((own) => waitedMs(own)));
  const inLine = `The light part of a bar is time spent waiting in line, ${formatMs(longestMs)} at the longest.`;
  return [tableOf(columns, { align, rows }), ...(longestMs === 0 ? [] : [inLine])];
}

function markOf({ outcome, endedAtMs }: Track): string {
  if (outcome.errorCode !== undefined) return '❌';
  if (outcome.skipped !== undefined) return '⏭️';
  if (endedAtMs === undefined) return '⏳';
  return outcome.status === 'failed' || outcome.status === 'cancelled' ? '⚠️' : '✅';
}

function stateOf({ outcome, phases, endedAtMs }: Track): string {
  const awaitedState = endedAtMs === undefined ? undefined : outcome.resourceStatus;
  return (
    outcome.skipped ??
    (outcome.errorCode && errorCodeText(outcome.errorCode)) ??
    outcome.status ??
    awaitedState ??
    phases.at(-1)?.label ??
    (endedAtMs === undefined ? 'not started' : 'done')
  );
}

/** A length of time that a narrow column does not break in two. */
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

function table({ title, columns, rows }: Section, sanitizers: Sanitizers): string {
  const cells = rows.map((row) => row.map((value) => (value === '' ? '' : sanitizers.text(value))));
  return [`### ${title}`, tableOf(columns, { align: columns.map(() => ':---'), rows: cells })].join('\n\n');
}
