// What a decision is asked with: lists, reads, and every sequence of what may be seen.
import type { Deployment, List, Remark } from '../../src/api/model.ts';

/** Entries written as `id status`, the latest first; `-` for an entry without an id. */
export function deployments(...entries: string[]): Deployment[] {
  return entries.map((entry) => {
    const [, id = '-', status = 'finished'] = /^(\S+)(?: (.*))?$/.exec(entry) ?? [];
    return { id: id === '-' ? undefined : id, status, remarks: [] };
  });
}

/** The same as a list that was read completely. */
export function listOfAll(...entries: string[]): List<Deployment> {
  return { items: deployments(...entries), isComplete: true };
}

/** The list of a resource where the service answered 404, or nothing in time. */
export const NO_LIST: List<Deployment> = { items: [], isComplete: false };

/** A text beside a log. */
export function remark(name: string, text: string): Remark {
  return { name, text, isError: /error|failure/i.test(name) };
}

/** Every sequence of one to `length` of these items. */
export function* sequences<T>(items: readonly T[], length: number): Generator<readonly T[]> {
  if (length === 0) return;
  for (const item of items) {
    yield [item];
    for (const rest of sequences(items, length - 1)) yield [item, ...rest];
  }
}
