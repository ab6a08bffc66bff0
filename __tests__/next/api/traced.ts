// What a reader reports to its trace, as lines.
import type { Trace } from '../../../next/api/records.ts';
import { shapeOf } from '../../../next/api/json.ts';

/** A trace whose reports nobody reads. */
export const noTrace: Trace = { read: () => undefined, unrecognised: () => undefined };

/** The reports of a read: `part ← path`, or `part: shape` of what was not recognised. */
export function reportsOf(read: (trace: Trace) => unknown): readonly string[] {
  const lines: string[] = [];
  read({
    read: (part, path) => void lines.push(`${part} ← ${path}`),
    unrecognised: (part, value) => void lines.push(`${part}: ${shapeOf(value)}`),
  });
  return lines;
}
