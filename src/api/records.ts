// Finds resources and deployments in a reply, alone or in a list, whatever the objects around them
// are called.
import {
  asArray,
  toLine,
  asText,
  firstOf,
  isRecord,
  type JsonNode,
  nodeOf,
  pathTo,
  shapeOf,
  walk,
} from './json.ts';

/**
 * Receives, for the operation `check` and debug lines, where a part of a reply was read: the path
 * of its field, empty for the whole reply, or what {@link unrecognised} says.
 */
export type Trace = (part: string, field: string) => void;

/** The shape of a part that is not recognised. */
export function unrecognised(value: unknown): string {
  return `not recognised: ${shapeOf(value)}`;
}

/** A list in the service's order. */
export interface List<T> {
  readonly items: readonly T[];
  /** False: the reply holds no such list, or none that can be read. There are no items then. */
  readonly isRecognised: boolean;
  /** There are more: the service says so, or an entry could not be read. */
  readonly isCut: boolean;
}

/** What is read of a reply without a list. */
export const NO_LIST = { items: [], isRecognised: false, isCut: false } as const;

/** Types and sizes of a resource (API page, section 2), and the domains that belong to it. */
const RESOURCE_TYPES: ReadonlySet<unknown> = new Set(['app', 'worker', 'database', 'service']);
const RESOURCE_FIELDS: ReadonlySet<string> = new Set([
  'domains',
  'cpumillicores',
  'memorymb',
  'diskgb',
]);

/** True for a record that shows by itself that it is a resource. */
export function isResource({ fields }: JsonNode): boolean {
  return fields.some(
    ({ normalizedName, value }) =>
      RESOURCE_FIELDS.has(normalizedName) ||
      (normalizedName === 'type' && RESOURCE_TYPES.has(value)),
  );
}

/** Longer ids do not fit into the path of a request. */
const MAX_ID_CHARS = 4096;

/** An id as text, from a text or a whole number; `.` and `..` cannot be part of a path. */
export function asId(value: unknown): string | undefined {
  const text = Number.isSafeInteger(value) ? String(value) : asText(value);
  return text === undefined || text.length > MAX_ID_CHARS || text === '.' || text === '..'
    ? undefined
    : text;
}

/** The ids that a record shows, the clearest first. */
export function idsOf(node: JsonNode, kind: Kind): readonly string[] {
  return ['id', 'uuid', `${kind}id`].flatMap((name) => firstOf(node, [name], asId)?.value ?? []);
}

export type Kind = 'resource' | 'deployment';

/** Longer text is no status. */
const MAX_STATUS_CHARS = 1_000;

/**
 * The status that a record shows, on one line; what stands there and is no status is traced as not
 * recognised.
 */
export function readStatus(node: JsonNode, kind: Kind, trace?: Trace): string | undefined {
  const status = firstOf(node, ['status', 'state'], (value) => {
    const line = toLine(value);
    return line !== undefined && line.length <= MAX_STATUS_CHARS ? line : undefined;
  });
  const unread = firstOf(node, ['status', 'state'], (value) => (value === '' ? undefined : value));
  if (status !== undefined) trace?.(`${kind} status`, pathTo(node.path, status.name));
  else if (unread !== undefined) trace?.(`${kind} status`, unrecognised(unread.value));
  return status?.value;
}

/**
 * The record of a reply about one resource or deployment: the outermost one that bears the
 * requested id.
 */
export function findRecord(
  reply: unknown,
  id: string,
  { kind, trace }: { kind: Kind; trace: Trace },
): JsonNode | undefined {
  const named = walk(reply).filter((node) => idsOf(node, kind).includes(id));
  const found =
    kind === 'resource'
      ? (named.find(isResource) ?? named[0])
      : named.find((node) => !isResource(node));
  if (found === undefined) trace(kind, unrecognised(reply));
  return found;
}

/** A list in a reply. */
interface FoundList {
  readonly items: readonly unknown[];
  readonly path: string;
  readonly isCut: boolean;
}

/**
 * The list of a reply: the array under one of the names; else one whose items all satisfy `isItem`;
 * an empty one under a name, bare, or as the only array of the reply. None where several stand side
 * by side: each is only a part.
 */
export function findList(
  reply: unknown,
  names: readonly string[],
  isItem: (item: unknown) => boolean,
): FoundList | undefined {
  const bare = asArray(reply);
  if (bare !== undefined)
    return bare.every(isItem) ? { items: bare, path: '', isCut: false } : undefined;
  const lists = walk(reply).flatMap((node) =>
    node.fields.flatMap(({ name, normalizedName, value }) => {
      const items = asArray(value);
      return items === undefined
        ? []
        : [{ normalizedName, items, path: pathTo(node.path, name), isCut: saysMore(node) }];
    }),
  );
  const named = lists.filter(({ normalizedName }) => names.includes(normalizedName));
  const shown = lists.filter(({ items }) => items.length > 0 && items.every(isItem));
  const only = lists.length === 1 ? lists.filter(({ items }) => items.length === 0) : [];
  const [found, ...others] = [named, shown, only].find(({ length }) => length > 0) ?? [];
  const depthOf = ({ path }: FoundList): number => path.split('.').length;
  const isBeside = (other: (typeof lists)[number]): boolean =>
    other.items.length > 0 &&
    depthOf(other) === depthOf(found ?? other) &&
    (named.length === 0 || other.normalizedName === found?.normalizedName);
  return others.some(isBeside) ? undefined : found;
}

/** True when `hasMore`, or a `next…` that leads somewhere, stands beside a list. */
function saysMore({ fields }: JsonNode): boolean {
  return fields.some(({ normalizedName, value }) => {
    if (/^has(?:more|next)/.test(normalizedName)) return value === true;
    return (
      normalizedName.startsWith('next') &&
      (isRecord(value) || (value !== 0 && asId(value) !== undefined))
    );
  });
}

/**
 * Reads the list of resources or deployments in a reply; one with an item that cannot be read is
 * not recognised.
 */
export function readList<T>(
  reply: unknown,
  { kind, read, trace }: { kind: Kind; read: (id: string, node: JsonNode) => T; trace: Trace },
): List<T> {
  const nodeIn = (item: unknown, path = ''): JsonNode => nodeOf(isRecord(item) ? item : {}, path);
  const isItem = (item: unknown): boolean => {
    const node = nodeIn(item);
    if (idsOf(node, kind).length === 0) return false;
    return isResource(node) ? kind === 'resource' : readStatus(node, kind) !== undefined;
  };
  const part = `${kind}s`;
  const found = findList(reply, [part], isItem);
  const items = found?.items.flatMap((item) => {
    const node = nodeIn(item, `${found.path}[]`);
    const [id] = idsOf(node, kind);
    return id === undefined ? [] : [read(id, node)];
  });
  const isRecognised = items !== undefined && items.length === found?.items.length;
  trace(part, isRecognised ? found.path : unrecognised(reply));
  return isRecognised ? { items, isRecognised, isCut: found.isCut } : NO_LIST;
}
