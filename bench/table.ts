// What every benchmark prints and keeps: aligned tables, a few statistics, JSON. No measuring here.

import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/** A table of text; a row has a cell for each column. */
export interface Table {
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** Lays a table out in aligned text: the first column to the left, the others to the right. */
export function layOut({ title, columns, rows }: Table): string {
  const lines = [columns, ...rows];
  const widths = columns.map((_, at) => Math.max(...lines.map((line) => (line[at] ?? '').length)));
  const [head = '', ...body] = lines.map((line) =>
    widths
      .map((width, at) => (at === 0 ? (line[at] ?? '').padEnd(width) : (line[at] ?? '').padStart(width)))
      .join('  ')
      .trimEnd(),
  );
  const rule = widths.map((width) => '-'.repeat(width)).join('  ');
  return [title, '', head, rule, ...body, ''].map((line) => `${line}\n`).join('');
}

/** The value below which this part of the values lies, between neighbours in proportion; NaN where there are none. */
export function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const position = part * (sorted.length - 1);
  const below = sorted[Math.floor(position)] ?? Number.NaN;
  const above = sorted[Math.ceil(position)] ?? Number.NaN;
  return below + (above - below) * (position - Math.floor(position));
}

/** NaN where there are no values. */
export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** NaN where there are no values. */
export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Writes results as JSON, making the folder where it is missing. */
export async function writeJson(path: string, results: unknown): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, `${JSON.stringify(results, undefined, 2)}\n`);
}
