// Output of the benchmarks: aligned tables, a few statistics.

/** Prints a table; the first column is aligned to the left, the others to the right. */
export function printTable(title: string, lines: readonly (readonly string[])[]): void {
  const widths = (lines[0] ?? []).map((_, at) =>
    Math.max(...lines.map((line) => (line[at] ?? '').length)),
  );
  const rows = lines.map((line) =>
    line
      .map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)))
      .join('  '),
  );
  process.stdout.write(`${title}\n\n${rows.join('\n')}\n\n`);
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
