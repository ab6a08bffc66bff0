// Whether a list is only one page of several, by the fields beside it and by headers.
import type { IncomingHttpHeaders } from 'node:http';
import type { List } from '../model.ts';
import { asArray, asRecord, asText, fieldsOf, firstOf, type Fields, type JsonRecord, normalizeName } from './json.ts';

/** Records beside a list that hold paging data, up to two levels deep: `meta.pagination.nextPage`. */
const META_NAMES = ['meta', 'metadata', 'pagination', 'paging', 'pageInfo', 'page', 'links', 'cursors', 'cursor'];

const TOTALS =
  /^(?:@odata\.)?(?:total|total(?:count|size|items|results|records|elements|resources|deployments)|count)$/;
const PAGES = /^(?:pages|totalpages|pagecount|lastpage)$/;
const MORE =
  /^(?:(?:has|is)?(?:more|next|nextpage|truncated|partial|incomplete)|(?:has|more|incomplete|partial)(?:results|items|pages))$/;
const WHOLE = /^(?:(?:is)?(?:last|lastpage|complete|end)|exhausted)$/;

/** `next`, `nextCursor`, `nextPageToken`, `@odata.nextLink`, but no time such as `nextRunAt`. */
const NEXT = /^(?:@odata\.)?next(?!.*(?:at|time|run)$)/;
const CURSOR = /^(?:cursor|endcursor|continue|continuation|continuationtoken|pagetoken|after|lastevaluatedkey)$/;

/** `truncated`, `logTruncated` or `hasMoreLines` beside a log or in it. */
const MORE_OF_LOG = /^(?:(?:build)?(?:logs?|output))?(?:is|has)?(?:truncated|more(?:lines|logs|entries)?)$/;

/** Headers that mean the same as the fields: `X-Total-Count`, `X-Next-Page`, `Next-Range`. */
const HEADER = /^(?:x-)?(?:pagination-)?(total|total-(?:count|pages)|next-(?:page|cursor|range)|has-more)$/;

/** True when the records around a list of `length` items show that there are more. */
export function showsMore(places: readonly Fields[], length: number): boolean {
  const metas = places.flatMap(metasOf);
  const all = [...places, ...metas, ...metas.flatMap(metasOf)].flatMap((fields) => [...fields]);
  const endsHere = all.some(([name, value]) => (MORE.test(name) ? isFalse(value) : WHOLE.test(name) && isTrue(value)));
  return all.some(([name, value]) => {
    if (TOTALS.test(name)) return numberOf(value) > length;
    if (PAGES.test(name)) return numberOf(value) > 1;
    if (WHOLE.test(name)) return isFalse(value);
    if (NEXT.test(name) || MORE.test(name)) return isToken(value);
    return CURSOR.test(name) && !endsHere && isToken(value);
  });
}

/** True when the records around a log show that it has more lines. Their totals are about something else. */
export function showsMoreOfLog(places: readonly Fields[]): boolean {
  return places.some((fields) => [...fields].some(([name, value]) => MORE_OF_LOG.test(name) && isTrue(value)));
}

function metasOf(fields: Fields): Fields[] {
  return META_NAMES.flatMap((name) => {
    const record = firstOf(fields, [name], asRecord) ?? firstOf(fields, [name], asLinks);
    return record === undefined ? [] : [fieldsOf(record)];
  });
}

/** Links listed as `{rel: 'next', href: …}`, under their names. */
function asLinks(value: unknown): JsonRecord | undefined {
  const links = asArray(value)?.map((item) => asRecord(item) ?? {});
  return links && Object.fromEntries(links.map(({ rel, href }) => [asText(rel) ?? '', href]));
}

/** True unless its fields, as read, or the headers of the response show that the service has more items. */
export function isWhole({ items, isComplete }: List<unknown>, headers: IncomingHttpHeaders): boolean {
  return isComplete && !headersShowMore(headers, items.length);
}

/** True when `Link`, `Content-Range` or a header such as {@link HEADER} shows that there are more than `length` items. */
function headersShowMore(headers: IncomingHttpHeaders, length: number): boolean {
  const text = (name: string): string => {
    const value = headers[name];
    return Array.isArray(value) ? value.join(',') : (value ?? '');
  };
  const ranged = /\/(\d{1,15})$/.exec(text('content-range'))?.[1] ?? '';
  const fields = Object.keys(headers).flatMap((name): [string, string][] => {
    const field = HEADER.exec(name)?.[1];
    return field === undefined ? [] : [[normalizeName(field), text(name)]];
  });
  return (
    /;\s*rel\s*=\s*(?:"(?:[^"]*\s)?next(?:\s[^"]*)?"|next\b)/i.test(text('link')) ||
    numberOf(ranged) > length ||
    showsMore([new Map(fields)], length)
  );
}

function isTrue(value: unknown): boolean {
  return /^(?:true|yes|1)$/i.test(String(value));
}

function isFalse(value: unknown): boolean {
  return /^(?:false|no|0)$/i.test(String(value));
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
