// The table at the end of `check`: where each part of the responses was read, and what was not recognised. Pure.
import type { ReadPart } from '../../api/model.ts';
import { pluralize } from '../../plural.ts';
import type { Section } from '../operation.ts';

/** One row per request: `status ← data.state, domains ← domains`. */
export function readPartsSection(parts: readonly ReadPart[]): Section {
  const rows = [...Map.groupBy(parts, ({ request }) => request)].map(([request, ofRequest]) => {
    const read = ofRequest.flatMap(({ part, path }) => (path === undefined ? [] : [`${part} ← ${path}`]));
    const unread = ofRequest.flatMap(({ part, shape }) => (shape === undefined ? [] : [`${part}: ${shape}`]));
    return [request, distinct(read), distinct(unread)];
  });
  return { title: 'What was read', columns: ['Request', 'Read from', 'Not recognised'], rows };
}

/** The line for the step log; undefined when everything was recognised. */
export function unreadPartsNote(parts: readonly ReadPart[]): string | undefined {
  const names = new Set(parts.filter(({ path }) => path === undefined).map(({ part }) => part));
  if (names.size === 0) return undefined;
  return `${pluralize(names.size, 'part')} of the responses not recognised: ${[...names].join(', ')}; see the table`;
}

function distinct(texts: readonly string[]): string {
  return [...new Set(texts)].join(', ');
}
