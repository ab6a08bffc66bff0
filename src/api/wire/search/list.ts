// Finds a list in a response by its name or its items, and reads its items; detects further pages.
import type { List } from '../../model.ts';
import { asArray, asText, type Field, isRecord, normalizeName, WireError } from './json.ts';
import { type JsonNode, nodesIn, reportsFailure } from './search.ts';
import { pathTo } from './trace.ts';

/** A list in a response. */
export interface FoundList {
  readonly items: readonly unknown[];
  readonly path: string;
  readonly isComplete: boolean;
}

/** How a list is recognised. */
interface ListSearch {
  /** Under this name it may hold anything, and may be `null` when it is empty. */
  readonly name: string;
  /** True for an item that shows by itself what the list is. */
  readonly isItem: (item: unknown) => boolean;
}

/**
 * The list under its name, else the outermost one whose items all show what it is. An empty list counts under its name, if
 * it is the body, or if the response has no other.
 */
export function findList(body: unknown, { name, isItem }: ListSearch): FoundList | undefined {
  if (Array.isArray(body)) {
    const items = body as readonly unknown[];
    return items.every(isItem) ? { items, path: '', isComplete: true } : undefined;
  }
  if (reportsFailure(body)) return undefined;
  const nodes = nodesIn(body);
  for (const node of nodes) {
    const named = Object.entries(node.record).find(([key]) => normalizeName(key) === name);
    const items = named === undefined ? undefined : named[1] === null ? [] : asArray(named[1]);
    if (items !== undefined) return foundIn(node, name, items);
  }
  const all = nodes.flatMap((node) => [...node.fields.values()].flatMap((field) => listIn(node, field)));
  const shown = all.find(({ items }) => items.length > 0 && items.every(isItem));
  return shown ?? (all.length === 1 && all[0]?.items.length === 0 ? all[0] : undefined);
}

function listIn(node: JsonNode, { name, value }: Field): readonly FoundList[] {
  const items = asArray(value);
  return items === undefined ? [] : [foundIn(node, name, items)];
}

function foundIn(node: JsonNode, name: string, items: readonly unknown[]): FoundList {
  return { items, path: pathTo(node.path, name), isComplete: !showsMore(node, items.length) };
}

/** Objects beside a list that describe its pages: `meta`, `pagination`, `links`. */
const PAGING = /^(?:meta|pag|links?$)/;
const TOTAL = /^(?:count|total(?:count|results|items|elements|records|entries)?)$/;
const HAS_MORE = /^has(?:more|next)/;
/** `next`, `nextCursor`, `nextPageToken`, but no time such as `nextRunAt`. */
const NEXT = /^next(?!.*(?:at|time|run|date)$)/;

/** True when the fields beside a list, or one level above it, show that it is only a part. */
export function showsMore({ fields, ancestors: [outer] }: JsonNode, length: number): boolean {
  const beside = [fields, ...(outer === undefined ? [] : [outer.fields])];
  const inner = beside.flatMap((one) =>
    [...one].flatMap(([name, { value }]) => (PAGING.test(name) ? nodesIn(value).map((node) => node.fields) : [])),
  );
  return [...beside, ...inner].some((one) =>
    [...one].some(([name, { value }]) => {
      if (TOTAL.test(name)) return typeof value === 'number' && value > length;
      return HAS_MORE.test(name) ? value === true : NEXT.test(name) && isLink(value);
    }),
  );
}

/** True for a value that leads to another page. */
function isLink(value: unknown): boolean {
  if (isRecord(value)) return Object.values(value).some((inner) => asText(inner) !== undefined);
  return asText(value) !== undefined || (typeof value === 'number' && value > 0);
}

/**
 * The items of a list in order, without duplicate keys (the first wins); items without a key are all kept. Throws a
 * {@link WireError} when there is no list.
 */
export function readItems<T>(
  found: FoundList | undefined,
  what: string,
  { read, keyOf }: { read: (item: unknown, path: string) => T; keyOf: (item: T) => string | undefined },
): List<T> {
  if (found === undefined) throw new WireError(`expected ${what}`);
  const keys = new Set<string>();
  const items = found.items
    .map((item) => read(item, `${found.path}[]`))
    .filter((item) => {
      const key = keyOf(item);
      if (key === undefined) return true;
      const isFirst = !keys.has(key);
      keys.add(key);
      return isFirst;
    });
  return { items, isComplete: found.isComplete };
}
