// Output of the benchmarks: aligned tables, a few statistics, JSON.

import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

export interface Table {
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** The first column is aligned to the left, the others to the right. */
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

/** Linear interpolation between adjacent values; NaN where there are none. */
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

/** Creates the folder if it is missing. */
export async function writeJson(path: string, results: unknown): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, `${JSON.stringify(results, undefined, 2)}\n`);
}
