// Readers for resources: the list, and a single one with its domains.
import type { Identified, List, Resource } from '../model.ts';
import { hostsOf } from './hosts.ts';
import { asName, firstOf, type JsonRecord, MAX_TEXT_CHARS } from './search/json.ts';
import { isListed, readStatusText, RESOURCE, unreadStatusOf } from './kinds.ts';
import { findList, readItems } from './search/list.ts';
import { findRecord, idsOf, type JsonNode, recordOfItem } from './search/search.ts';
import { pathTo, type Trace } from './search/trace.ts';

/** The resources of a list, in the order sent. Throws a `WireError` when there is no list. */
export function readResources(body: unknown, trace: Trace): List<Resource> {
  const found = findList(body, { name: 'resources', isItem: (item) => isListed(item, RESOURCE) });
  if (found !== undefined) trace.read('resources', found.path);
  return readItems(found, 'a list of resources', {
    read: (item, path) => {
      const node = recordOfItem(item, path, RESOURCE);
      const [id] = node === undefined ? [] : idsOf(node.fields, RESOURCE);
      if (id === undefined) trace.unrecognised('resource', item);
      return { id, ...(node === undefined ? { domains: [], fields: {} } : detailsOf(node, trace)) };
    },
    // Resources of two types may have the same number.
    keyOf: (resource) => resource.id && JSON.stringify(resource),
  });
}

/** One resource. Throws a `WireError` when the response is not about `resourceId`. */
export function readResource(body: unknown, resourceId: string, trace: Trace): Identified<Resource> {
  const node = findRecord(body, resourceId, RESOURCE);
  trace.read('resource', node.path);
  return { id: resourceId, ...detailsOf(node, trace) };
}

function detailsOf(node: JsonNode, trace: Trace): Omit<Resource, 'id'> {
  const { fields, record, path } = node;
  const name = firstOf(fields, ['name'], asName);
  const type = firstOf(fields, ['type'], asName);
  if (name !== undefined) trace.read('name', pathTo(path, name.name));
  const status = readStatusText(node, 'resource status', trace);
  return {
    ...(name !== undefined && { name: name.value }),
    ...(type !== undefined && { type: type.value }),
    ...(status !== undefined && { status }),
    ...(status === undefined && unreadStatusOf(fields) !== undefined && { hasUnreadStatus: true }),
    domains: hostsOf(node, trace),
    fields: scalarsOf(record),
  };
}

/** The fields with a single value, under the service's own names; those longer than anything that is shown are left out. */
function scalarsOf(record: JsonRecord): Resource['fields'] {
  const scalars: [string, string | number | boolean | null][] = [];
  for (const [name, value] of Object.entries(record)) {
    // Assigning a field of this name would change the prototype.
    if (name === '__proto__' || name.length > MAX_TEXT_CHARS || !isScalar(value)) continue;
    if (String(value).length <= MAX_TEXT_CHARS) scalars.push([name, value]);
  }
  return Object.fromEntries(scalars);
}

function isScalar(value: unknown): value is string | number | boolean | null {
  if (typeof value === 'number') return Number.isFinite(value);
  return value === null || typeof value === 'string' || typeof value === 'boolean';
}
