// Searches a response for a record by what it is, outermost first, within limits of depth and size. The name of a wrapper
// does not matter.
import { isServiceId } from '../../model.ts';
import { asArray, asRecord, type Fields, fieldsOf, firstOf, isRecord, type JsonRecord, WireError } from './json.ts';
import { pathTo } from './trace.ts';

/** Objects that may contain an object that is searched: `{data: {result: {app: {resource: {…}}}}}`. */
const MAX_DEPTH = 4;
/** Objects that are searched. */
const MAX_NODES = 500;

/** An object in a response, with its path. */
export interface JsonNode {
  readonly record: JsonRecord;
  readonly fields: Fields;
  /** Such as `data.deployment`; empty for the body. */
  readonly path: string;
  /** The objects that contain it, nearest first. */
  readonly ancestors: readonly JsonNode[];
}

/**
 * The objects in a value, outermost first. A list of one item is searched as that item; longer lists are searched only
 * with `entersLists`.
 */
export function nodesIn(body: unknown, path = '', { entersLists = false } = {}): readonly JsonNode[] {
  const found: JsonNode[] = [];
  const queue: { value: unknown; path: string; ancestors: readonly JsonNode[] }[] = [
    { value: body, path, ancestors: [] },
  ];
  for (const next of queue) {
    const only = asArray(next.value)?.length === 1;
    const record = asRecord(only ? asArray(next.value)?.[0] : next.value);
    if (record === undefined) continue;
    const node = {
      record,
      fields: fieldsOf(record),
      path: only ? `${next.path}[0]` : next.path,
      ancestors: next.ancestors,
    };
    found.push(node);
    if (node.ancestors.length === MAX_DEPTH) continue;
    const ancestors = [node, ...node.ancestors];
    for (const { name, value } of node.fields.values()) {
      for (const inner of (entersLists ? asArray(value) : undefined) ?? [value]) {
        if (queue.length === MAX_NODES) break;
        if (typeof inner === 'object') queue.push({ value: inner, path: pathTo(node.path, name), ancestors });
      }
    }
  }
  return found;
}

/** What distinguishes the records of one kind. */
export interface Kind {
  /** For error messages: `a deployment`. */
  readonly what: string;
  /** Ends of the normalized names of its id, beside `id`, `uuid` and the like: `deploymentid`. */
  readonly idEnds: readonly string[];
  /** True for a record that is certainly of this kind, even without an id. */
  readonly is: (fields: Fields) => boolean;
  /** True for a record of another kind, even with the requested id. */
  readonly isOther: (fields: Fields) => boolean;
}

/** Longer text does not fit into a request path. */
const MAX_ID_CHARS = 4096;

/** An id as a string, from a string or a safe integer; `undefined` for anything else. */
export function asId(value: unknown): string | undefined {
  const text = Number.isSafeInteger(value) ? String(value) : value;
  return typeof text === 'string' && text.length <= MAX_ID_CHARS && isServiceId(text) ? text : undefined;
}

/**
 * The ids of a record of this kind: `id`, then one named after the kind, then `uuid` and the like. A longer name, such as
 * `previousDeploymentId`, may be that of another record, and counts only where there is no other.
 */
export function idsOf(fields: Fields, { idEnds }: Kind): readonly string[] {
  const idsUnder = (names: readonly string[]) => names.flatMap((name) => asId(fields.get(name)?.value) ?? []);
  const own = idsUnder(['id', ...idEnds, 'uuid', 'guid', 'uid']);
  if (own.length > 0) return [...new Set(own)];
  return idsUnder([...fields.keys()].filter((name) => idEnds.some((end) => name.endsWith(end)))).slice(0, 1);
}

/**
 * The outermost record of a kind with this id, else the outermost one that is certainly of that kind and shows no id.
 * Throws a {@link WireError} when there is none, or when the response reports a failure.
 */
export function findRecord(body: unknown, id: string, kind: Kind): JsonNode {
  const nodes = reportsFailure(body) ? [] : nodesIn(body).filter(({ fields }) => !kind.isOther(fields));
  const requested = nodes.filter(({ fields }) => idsOf(fields, kind).includes(id));
  const [outermost] = requested;
  if (outermost !== undefined) {
    // A wrapper may repeat the id, as in `{deploymentId, log, deployment: {id, status}}`.
    const isOwn = ({ fields }: JsonNode): boolean => asId(fields.get('id')?.value) === id;
    const inner = isOwn(outermost) || showsStatus(outermost.fields) ? undefined : requested.find(isOwn);
    return inner !== undefined && showsStatus(inner.fields) ? inner : outermost;
  }
  const certain = nodes.find(({ fields }) => kind.is(fields));
  if (certain === undefined) throw new WireError(`expected ${kind.what}`);
  if (idsOf(certain.fields, kind).length > 0) throw new WireError(`expected ${kind.what} with the requested id`);
  return certain;
}

function showsStatus(fields: Fields): boolean {
  return fields.has('status') || fields.has('state');
}

/** The value of `ok` or `success`, when it is a boolean. */
export function successFlagOf(fields: Fields): boolean | undefined {
  return firstOf(fields, ['ok', 'success'], (value) => (typeof value === 'boolean' ? value : undefined))?.value;
}

/** True when a body reports a failure (`ok: false`), regardless of the HTTP status. */
export function reportsFailure(body: unknown): boolean {
  return isRecord(body) && successFlagOf(fieldsOf(body)) === false;
}

/** The record that an item of a list is, or holds: `{deploy: {id, status}, cursor}`. Undefined if it shows none. */
export function recordOfItem(item: unknown, path: string, kind: Kind): JsonNode | undefined {
  const [own, ...others] = nodesIn(item, path);
  if (own === undefined || idsOf(own.fields, kind).length > 0) return own;
  const inner = others.filter(({ fields }) => idsOf(fields, kind).length > 0 && !kind.isOther(fields));
  const certain = inner.find(({ fields }) => kind.is(fields));
  return certain ?? (showsStatus(own.fields) ? own : (inner.find(({ fields }) => showsStatus(fields)) ?? own));
}

const EARLIER = /previous|parent|base|before|last/;

/** The objects in a record that belong to it, outermost first: not those that show an id or the name of an earlier one, and a status. */
export function ownNodesIn({ record, path }: JsonNode, kind: Kind): readonly JsonNode[] {
  const [own, ...inner] = nodesIn(record, path);
  if (own === undefined) return [];
  const isAnother = (node: JsonNode): boolean => {
    if (node.path === own.path || !showsStatus(node.fields)) return false;
    return idsOf(node.fields, kind).length > 0 || EARLIER.test(node.path.slice(own.path.length).toLowerCase());
  };
  return [own, ...inner.filter((node) => ![node, ...node.ancestors].some(isAnother))];
}
