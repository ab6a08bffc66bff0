// Finds resources and deployments in a reply, alone or in a list, under any names.
import { asArray, asText, firstOf, isRecord, type JsonNode, nodeOf, toLine, walk } from './json.ts';

/** A list in the service's order. */
export interface List<T> {
  readonly items: readonly T[];
  /** False if the reply holds no such list, or the list cannot be read; it has no items then. */
  readonly isRecognised: boolean;
  /** There are more items: the service says so, or the name of a variable could not be read. */
  readonly isCut: boolean;
}

/** A reply without a list that is recognised. */
export const NO_LIST = { items: [], isRecognised: false, isCut: false } as const;

/** Types of a resource, and normalized names of the fields that only resources have (API 2). */
const RESOURCE_TYPES: ReadonlySet<unknown> = new Set(['app', 'worker', 'database', 'service']);
const RESOURCE_FIELD = /^(?:domains|cpumillicores|memorymb|diskgb)$/;

/** True for an object with a type or field that only resources have. */
export function isResource({ fields }: JsonNode): boolean {
  return fields.some(
    ({ normalizedName, value }) =>
      (value !== null && RESOURCE_FIELD.test(normalizedName)) ||
      (normalizedName === 'type' && RESOURCE_TYPES.has(value)),
  );
}

/** Longer ids do not fit into the path of a request. */
const MAX_ID_CHARS = 4096;

/** An id as text, from a text or a whole number; `.` and `..` cannot be part of a path. */
export function asId(value: unknown): string | undefined {
  const text = Number.isSafeInteger(value) ? String(value) : asText(value);
  return text !== undefined && text.length <= MAX_ID_CHARS && !/^\.\.?$/.test(text)
    ? text
    : undefined;
}

export type Kind = 'resource' | 'deployment';

/** Normalized names of the ids that a record may show, the clearest first. */
const ID_NAMES = {
  resource: ['id', 'uuid', 'resourceid'],
  deployment: ['id', 'uuid', 'deploymentid', 'deploymentuuid'],
} as const satisfies Record<Kind, readonly string[]>;

export function idOf(node: JsonNode, kind: Kind): string | undefined {
  return firstOf(node, ID_NAMES[kind], asId);
}

/** A longer text is not a status. */
const MAX_STATUS_CHARS = 1_000;

/** The fields that hold a status, the clearest first. */
const STATUS_NAMES = ['status', 'state'];

/** The status that a record shows, on one line. */
export function readStatus(node: JsonNode): string | undefined {
  return firstOf(node, STATUS_NAMES, (value) => {
    const line = toLine(value);
    return line !== undefined && line.length <= MAX_STATUS_CHARS ? line : undefined;
  });
}

/**
 * The outermost object of a reply that has the requested id and can be of this kind. A deployment
 * has a status.
 */
export function findRecord(reply: unknown, id: string, kind: Kind): JsonNode | undefined {
  const isNamed = (value: unknown): true | undefined => asId(value) === id || undefined;
  const named = walk(reply).filter((node) => firstOf(node, ID_NAMES[kind], isNamed));
  if (kind === 'resource') return named.find(isResource) ?? named[0];
  const records = named.filter((node) => !isResource(node));
  // An envelope may repeat the id of a deployment, and a part of it may refer to that.
  const isWhole = (node: JsonNode): boolean =>
    readStatus(node) !== undefined && firstOf(node, ['id', 'uuid'], isNamed) === true;
  return records.find(isWhole) ?? records[0];
}

/**
 * The list of a reply: the array under one of the names, otherwise the array whose items all
 * satisfy `isItem`, otherwise the only array of the reply if it is empty. Undefined if several such
 * arrays stand on one level: none of them is then the whole list.
 */
export function findList(
  reply: unknown,
  names: readonly string[],
  isItem: (item: unknown) => boolean,
): { readonly items: readonly unknown[]; readonly isCut: boolean } | undefined {
  const bare = asArray(reply);
  if (bare !== undefined) return bare.every(isItem) ? { items: bare, isCut: false } : undefined;
  const lists = walk(reply).flatMap((node) =>
    node.fields.flatMap(({ normalizedName, value }) => {
      const items = asArray(value);
      return items === undefined ? [] : [{ items, normalizedName, node }];
    }),
  );
  const isFilled = ({ items }: { items: readonly unknown[] }): boolean => items.length > 0;
  let shown = lists.filter(({ normalizedName }) => names.includes(normalizedName));
  if (shown.length === 0)
    shown = lists.filter((list) => isFilled(list) && list.items.every((item) => isItem(item)));
  if (lists.length === 1 && !lists.some(isFilled)) shown = lists;
  const [found, ...others] = shown;
  if (found === undefined) return undefined;
  const hasRival = others.some((list) => isFilled(list) && list.node.level === found.node.level);
  return hasRival ? undefined : { items: found.items, isCut: hasNextPage(found.node) };
}

/** True when `hasMore`, or a `next…` that leads to another page, stands beside the list. */
function hasNextPage({ fields }: JsonNode): boolean {
  return fields.some(({ normalizedName, value }) => {
    if (/^has(?:more|next)/.test(normalizedName)) return value === true;
    const isLink = isRecord(value) || (value !== 0 && asId(value) !== undefined);
    return normalizedName.startsWith('next') && isLink;
  });
}

/**
 * Reads the list of resources or deployments in a reply. A list with an item that cannot be read is
 * not recognised.
 */
export function parseList<T>(
  reply: unknown,
  kind: Kind,
  read: (id: string, at: { node: JsonNode; index: number }) => T,
): List<T> {
  const nodeIn = (item: unknown): JsonNode => nodeOf(isRecord(item) ? item : {});
  const isItem = (item: unknown): boolean => {
    const node = nodeIn(item);
    if (idOf(node, kind) === undefined) return false;
    return isResource(node) ? kind === 'resource' : readStatus(node) !== undefined;
  };
  const found = findList(reply, [`${kind}s`], isItem);
  if (found === undefined) return NO_LIST;
  const items = found.items.flatMap((item, index) => {
    const node = nodeIn(item);
    const id = idOf(node, kind);
    return id === undefined ? [] : [read(id, { node, index })];
  });
  if (items.length < found.items.length) return NO_LIST;
  return { items, isRecognised: true, isCut: found.isCut };
}
