// Readers for resources: the list, and a single one with its domains.
import type { Identified, List, Resource } from '../model.ts';
import { asId, findList, findSubject, readItems } from './envelope.ts';
import type { Note, SubjectNames } from './envelope.ts';
import { asName, asStatus, fieldsOf, firstOf, hasAny, isRecord, MAX_TEXT_CHARS, valueOf } from './json.ts';
import type { Fields, JsonRecord } from './json.ts';
import { findHosts } from './host.ts';

const RESOURCE_TYPES: ReadonlySet<unknown> = new Set(['app', 'worker', 'database', 'service']);
const ID_NAMES = ['id', 'resourceId', 'uuid', 'resourceUuid'];

const RESOURCE: SubjectNames = {
  what: 'a resource',
  wrappers: ['resource', 'app', 'worker', 'database', 'service'],
  ids: ID_NAMES,
  isRecognisedWithoutId: isResourceLike,
};

/** True for a record with one of the four resource types. */
export function isResourceLike(fields: Fields): boolean {
  return RESOURCE_TYPES.has(valueOf(fields, 'type'));
}

/** The resources of a list, in the order sent. Throws a `WireError` when there is no list. */
export function readResources(body: unknown, note: Note): List<Resource> {
  return readItems(findList(body, ['resources']), 'a list of resources', {
    read: (item) => readListed(item, note),
    // Resources of two types may have the same number.
    keyOf: (resource) => resource.id && JSON.stringify(resource),
  });
}

function readListed(item: unknown, note: Note): Resource {
  const record = isRecord(item) ? item : {};
  const fields = fieldsOf(record);
  const id = firstOf(fields, ID_NAMES, asId);
  if (id === undefined) note('the id of a resource', item);
  return { id, ...detailsOf(record, [fields], note) };
}

/** One resource. Throws a `WireError` when the response is not about `resourceId`. */
export function readResource(body: unknown, resourceId: string, note: Note): Identified<Resource> {
  const { record, fields, ancestors } = findSubject(body, resourceId, RESOURCE);
  return { id: resourceId, ...detailsOf(record, [fields, ...ancestors], note) };
}

/** `places`: the fields of the resource, then those of the records around it, which may hold its domains too. */
function detailsOf(record: JsonRecord, places: readonly [Fields, ...Fields[]], note: Note): Omit<Resource, 'id'> {
  const [fields] = places;
  const name = firstOf(fields, ['name'], asName);
  const type = firstOf(fields, ['type'], asName);
  const status = firstOf(fields, ['status'], asStatus)?.trim();
  if (status === undefined && hasAny(fields, ['status'])) note('the status of a resource', valueOf(fields, 'status'));
  return {
    ...(name === undefined ? {} : { name }),
    ...(type === undefined ? {} : { type }),
    ...(status === undefined ? {} : { status }),
    domains: findHosts(places, note),
    fields: scalarsOf(record, note),
  };
}

function scalarsOf(record: JsonRecord, note: Note): Resource['fields'] {
  const scalars: [string, string | number | boolean | null][] = [];
  for (const [name, value] of Object.entries(record)) {
    // Assigning a field of this name would change the prototype.
    if (name === '__proto__' || !isScalar(value)) continue;
    const isTooLong = name.length > MAX_TEXT_CHARS || String(value).length > MAX_TEXT_CHARS;
    if (isTooLong) note('a field of a resource', { [name]: value }, `longer than ${MAX_TEXT_CHARS} characters`);
    else scalars.push([name, value]);
  }
  return Object.fromEntries(scalars);
}

function isScalar(value: unknown): value is string | number | boolean | null {
  if (typeof value === 'number') return Number.isFinite(value);
  return value === null || typeof value === 'string' || typeof value === 'boolean';
}
