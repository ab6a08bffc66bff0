// What a reader reports to its trace, as lines.
import type { Trace } from '../../src/api/records.ts';

/** A trace whose reports nobody reads. */
export const noTrace: Trace = () => undefined;

/** The reports of a read: `part ← field`. */
export function reportsOf(read: (trace: Trace) => unknown): readonly string[] {
  const lines: string[] = [];
  read((part, field) => void lines.push(`${part} ← ${field}`));
  return lines;
}
