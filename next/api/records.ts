// Finds resources and deployments in a reply, alone or in a list, whatever the objects around them are called.
import { asArray, asText, firstOf, fieldsOf, isRecord, type JsonNode, pathTo, walk } from './json.ts';
import { isKnownStatus } from './status-words.ts';

/** What a reader reports beside its result, for the operation `check` and debug lines. */
export interface Trace {
  /** `part` was read from the field at `path`; empty for the whole reply. */
  read(part: string, path: string): void;
  /** `value` should be `part` and is not recognised. Only its shape is passed on. */
  unrecognised(part: string, value: unknown): void;
}

/** A list in the service's order. */
export interface List<T> {
  readonly items: readonly T[];
  /** False: the reply holds no such list, or an entry without an id. There are no items then. */
  readonly isRecognised: boolean;
  /** The service says that there are more, or an entry of a recognised list could not be read. */
  readonly isCut: boolean;
}

/** What distinguishes the records of one kind. */
export interface Kind {
  readonly name: 'resource' | 'deployment';
  /** Folded names of the fields that hold its id, the clearest first. */
  readonly idNames: readonly string[];
  /** True for a record that shows by itself that it is of this kind. */
  readonly is: (node: Fields) => boolean;
}

type Fields = Pick<JsonNode, 'fields'>;

/** Types and sizes of a resource (API page, section 2), and the domains that belong to it. */
const RESOURCE_TYPES: ReadonlySet<unknown> = new Set(['app', 'worker', 'database', 'service']);
const RESOURCE_FIELDS: ReadonlySet<string> = new Set(['domains', 'cpumillicores', 'memorymb', 'diskgb']);

export const RESOURCE: Kind = {
  name: 'resource',
  idNames: ['id', 'uuid', 'resourceid'],
  is: ({ fields }) =>
    fields.some(({ folded, value }) => RESOURCE_FIELDS.has(folded) || (folded === 'type' && RESOURCE_TYPES.has(value))),
};

export const DEPLOYMENT: Kind = {
  name: 'deployment',
  idNames: ['id', 'uuid', 'deploymentid'],
  is: (node) => isKnownStatus(statusIn(node)?.value ?? '') && !RESOURCE.is(node),
};

/** Longer ids do not fit into the path of a request. */
const MAX_ID_CHARS = 4096;

/** An id as text, from a text or a whole number; `.` and `..` cannot be part of a path. */
export function asId(value: unknown): string | undefined {
  const text = Number.isSafeInteger(value) ? String(value) : asText(value);
  const isId = text !== undefined && text.length <= MAX_ID_CHARS && text !== '.' && text !== '..';
  return isId ? text : undefined;
}

/** The ids that a record shows, the clearest first. */
function idsOf(node: Fields, { idNames }: Kind): readonly string[] {
  return idNames.flatMap((name) => firstOf(node, [name], asId)?.value ?? []);
}

/** Longer text, or text of several lines, is no status. */
const STATUS = /^[^\p{Cc}\p{Zl}\p{Zp}]{1,64}$/u;

/** The status that a record shows, as the service writes it. */
export function statusIn(node: Fields): { readonly name: string; readonly value: string } | undefined {
  return firstOf(node, ['status', 'state'], (value) => {
    const text = asText(value)?.trim() ?? '';
    return STATUS.test(text) ? text : undefined;
  });
}

/** The same, reported to the trace; what stands there and is no status is reported as not recognised. */
export function readStatus(node: JsonNode, part: string, trace: Trace): string | undefined {
  const status = statusIn(node);
  const unread = firstOf(node, ['status', 'state'], (value) => (value === '' ? undefined : value));
  if (status !== undefined) trace.read(part, pathTo(node.path, status.name));
  else if (unread !== undefined) trace.unrecognised(part, unread.value);
  return status?.value;
}

/**
 * The record of a reply about one resource or deployment: the outermost one that bears the requested id. In a reply that
 * shows no id at all, the outermost one that is of this kind. Undefined if there is none.
 */
export function findRecord(reply: unknown, id: string, kind: Kind): JsonNode | undefined {
  const nodes = walk(reply);
  const [outermost, ...others] = nodes.filter((node) => idsOf(node, kind).includes(id) && !isOther(node, kind));
  if (outermost !== undefined) {
    const isOwn = (node: JsonNode): boolean =>
      firstOf(node, ['id'], asId)?.value === id && statusIn(node) !== undefined;
    // A wrapper may repeat the id: `{deploymentId, log, deployment: {id, status}}`.
    const isWrapper = firstOf(outermost, ['id', 'uuid'], asId)?.value !== id && statusIn(outermost) === undefined;
    return (isWrapper ? others.find(isOwn) : undefined) ?? outermost;
  }
  return nodes.every((node) => idsOf(node, kind).length === 0) ? nodes.find(kind.is) : undefined;
}

/** The other kind may bear the same id, or name it: `{resource: {…}, latest: {id, status, resourceId}}`. */
function isOther(node: JsonNode, kind: Kind): boolean {
  if (kind === DEPLOYMENT) return RESOURCE.is(node);
  // An app may have a status such as `failed`, too, but then it has a name.
  return DEPLOYMENT.is(node) && firstOf(node, ['name'], asText) === undefined;
}

/** A list in a reply. */
interface FoundList {
  readonly items: readonly unknown[];
  readonly path: string;
  readonly isCut: boolean;
}

/**
 * The list of a reply: the array called `name`; else one whose items satisfy `isItem`; an empty one under that name, bare,
 * or as the only array of the reply.
 */
export function findList(
  reply: unknown,
  { names, isItem }: { names: readonly string[]; isItem: (item: unknown) => boolean },
): FoundList | undefined {
  const bare = asArray(reply);
  if (bare !== undefined) return bare.every(isItem) ? { items: bare, path: '', isCut: false } : undefined;
  const nodes = walk(reply);
  for (const node of nodes) {
    const named = firstOf(node, names, asArray);
    if (named !== undefined) return listIn(node, named.name, named.value);
  }
  const lists = nodes.flatMap((node) =>
    node.fields.flatMap(({ name, value }) => {
      const items = asArray(value);
      return items === undefined ? [] : [listIn(node, name, items)];
    }),
  );
  const shown = lists.find(({ items }) => items.length > 0 && items.every(isItem));
  return shown ?? (lists.length === 1 && lists[0]?.items.length === 0 ? lists[0] : undefined);
}

function listIn(node: JsonNode, name: string, items: readonly unknown[]): FoundList {
  const isCut = [node, ...(node.parent === undefined ? [] : [node.parent])].some((one) => saysMore(one));
  return { items, path: pathTo(node.path, name), isCut };
}

/** Objects beside a list that describe its pages, and may hold one another: `meta`, `pagination`, `links`. */
const PAGING = /^(?:meta|pag\w*|links?)$/;
const MAX_PAGING_DEPTH = 3;

/** True when `hasMore`, or a `next…` that leads somewhere, stands beside a list. */
function saysMore(node: Fields, depth = 0): boolean {
  return node.fields.some(({ folded, value }) => {
    if (/^has(?:more|next)/.test(folded)) return value === true;
    if (folded.startsWith('next')) return leadsOn(value);
    const isPaging = PAGING.test(folded) && isRecord(value) && depth < MAX_PAGING_DEPTH;
    return isPaging && saysMore({ fields: fieldsOf(value) }, depth + 1);
  });
}

function leadsOn(value: unknown): boolean {
  return isRecord(value) || asText(value) !== undefined || (typeof value === 'number' && value > 0);
}

/** Reads the list of a reply; one with an entry without an id is not recognised. */
export function readList<T>(
  reply: unknown,
  kind: Kind,
  { read, trace }: { read: (id: string, node: JsonNode) => T; trace: Trace },
): List<T> {
  const part = `${kind.name}s`;
  const nodeOf = (item: unknown, path: string): JsonNode | undefined =>
    isRecord(item) ? { record: item, fields: fieldsOf(item), path, parent: undefined } : undefined;
  const isItem = (item: unknown): boolean => {
    const node = nodeOf(item, '');
    return node !== undefined && idsOf(node, kind).length > 0 && statusIn(node) !== undefined && !isOther(node, kind);
  };
  const found = findList(reply, { names: [part], isItem });
  const nodes = found?.items.map((item) => nodeOf(item, `${found.path}[]`)) ?? [];
  const items: T[] = [];
  for (const node of nodes) {
    const id = node && idsOf(node, kind)[0];
    if (id !== undefined && node !== undefined) items.push(read(id, node));
  }
  if (found === undefined || items.length < nodes.length) {
    trace.unrecognised(part, reply);
    return { items: [], isRecognised: false, isCut: false };
  }
  trace.read(part, found.path);
  return { items, isRecognised: true, isCut: found.isCut };
}
