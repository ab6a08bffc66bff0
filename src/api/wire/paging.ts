// Whether a list is only one page of several, by the fields beside it and by headers.
import type { IncomingHttpHeaders } from 'node:http';
import type { List } from '../model.ts';
import { asRecord, fieldsOf, firstOf, type Fields } from './json.ts';

/** Records beside a list that hold paging data. */
const META_NAMES = ['meta', 'metadata', 'pagination', 'paging', 'pageInfo', 'page', 'links', 'cursors', 'cursor'];

const TOTALS = /^(?:total|total(?:count|items|results|records|elements|resources|deployments)|count)$/;
const PAGES = /^(?:pages|totalpages|pagecount|lastpage)$/;
const MORE = /^(?:(?:has|is)?(?:more|next|nextpage|truncated|partial|incomplete)|(?:has|more)(?:results|items|pages))$/;
const WHOLE = /^(?:(?:is)?(?:last|lastpage|complete|end)|exhausted)$/;

/** `next`, `nextCursor`, `nextPageToken`, but no time such as `nextRunAt`. */
const NEXT = /^next(?!.*(?:at|time|run)$)/;
const CURSOR = /^(?:cursor|endcursor|continue|continuation|continuationtoken|pagetoken|after)$/;

/** True when the records around a list of `length` items show that there are more. */
export function showsMore(places: readonly Fields[], length: number): boolean {
  const metas = places.flatMap((fields) =>
    META_NAMES.flatMap((name) => {
      const record = firstOf(fields, [name], asRecord);
      return record === undefined ? [] : [fieldsOf(record)];
    }),
  );
  const all = [...places, ...metas].flatMap((fields) => [...fields]);
  const endsHere = all.some(([name, value]) => (MORE.test(name) ? isFalse(value) : WHOLE.test(name) && isTrue(value)));
  return all.some(([name, value]) => {
    if (TOTALS.test(name)) return numberOf(value) > length;
    if (PAGES.test(name)) return numberOf(value) > 1;
    if (WHOLE.test(name)) return isFalse(value);
    if (MORE.test(name)) return isTrue(value) || (name === 'next' && isToken(value));
    if (NEXT.test(name)) return isToken(value);
    return CURSOR.test(name) && !endsHere && isToken(value);
  });
}

/** True unless its fields, as read, or the headers of the response show that the service has more items. */
export function isWhole({ items, isComplete }: List<unknown>, headers: IncomingHttpHeaders): boolean {
  return isComplete && !headersShowMore(headers, items.length);
}

/** True when `Link`, `Content-Range` or a total shows that there are more than `length` items. */
function headersShowMore(headers: IncomingHttpHeaders, length: number): boolean {
  const text = (name: string): string => {
    const value = headers[name];
    return Array.isArray(value) ? value.join(',') : (value ?? '');
  };
  const totals = ['x-total-count', 'x-total', 'total-count', 'x-pagination-total-count'].map((name) => text(name));
  const ranged = /\/(\d{1,15})$/.exec(text('content-range'))?.[1] ?? '';
  return (
    /;\s*rel\s*=\s*(?:"(?:[^"]*\s)?next(?:\s[^"]*)?"|next\b)/i.test(text('link')) ||
    [...totals, ranged].some((total) => numberOf(total) > length)
  );
}

function isTrue(value: unknown): boolean {
  return value === true || value === 'true';
}

function isFalse(value: unknown): boolean {
  return value === false || value === 'false';
}

/** A count from a number or digits; 0 for anything else. */
function numberOf(value: unknown): number {
  if (typeof value === 'string' && /^\d{1,15}$/.test(value)) return Number(value);
  return typeof value === 'number' ? value : 0;
}

/** True for a value that can lead to the next page. */
function isToken(value: unknown): boolean {
  if (typeof value === 'string') return value !== '' && !isFalse(value);
  if (typeof value === 'object') return value !== null && Object.keys(value).length > 0;
  return value === true || (typeof value === 'number' && value > 0);
}
