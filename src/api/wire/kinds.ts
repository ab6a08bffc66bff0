// How resources and deployments are told apart in a response.
import { isKnownStatus, normalizeStatus } from '../model.ts';
import { type Fields, firstOf, isRecord } from './search/json.ts';
import { idsOf, type JsonNode, type Kind, recordOfItem } from './search/search.ts';
import { pathTo, type Trace } from './search/trace.ts';

/** The types of a resource (API page, section 2). */
const RESOURCE_TYPES: ReadonlySet<unknown> = new Set(['app', 'worker', 'database', 'service']);

/** A resource shows its type or its size; domains alone count unless it has a status of a deployment. */
function isResource(fields: Fields): boolean {
  if (RESOURCE_TYPES.has(fields.get('type')?.value)) return true;
  if (['cpumillicores', 'memorymb', 'diskgb'].some((name) => fields.has(name))) return true;
  return fields.has('domains') && !hasDeploymentStatus(fields);
}

function isDeployment(fields: Fields): boolean {
  return hasDeploymentStatus(fields) && !isResource(fields);
}

function hasDeploymentStatus(fields: Fields): boolean {
  return isKnownStatus(normalizeStatus(statusTextOf(fields)?.value ?? ''));
}

export const RESOURCE: Kind = {
  what: 'a resource',
  idEnds: ['resourceid', 'resourceuuid'],
  is: isResource,
  // The status of an app may be one of the five words, too.
  isOther: (fields) => isDeployment(fields) && !fields.has('name'),
};

export const DEPLOYMENT: Kind = {
  what: 'a deployment',
  idEnds: ['deploymentid', 'deploymentuuid'],
  is: isDeployment,
  isOther: isResource,
};

/** 1 to 64 characters, without control characters and line separators. */
const STATUS_PATTERN = /^[^\p{Cc}\p{Zl}\p{Zp}]{1,64}$/u;

/** Fields that hold a status, the clearest first. */
const STATUS_NAMES = ['status', 'state'];

/** The status of a record as the service writes it. */
export function statusTextOf(fields: Fields): { readonly name: string; readonly value: string } | undefined {
  return firstOf(fields, STATUS_NAMES, (value) => {
    const text = typeof value === 'string' && STATUS_PATTERN.test(value) ? value.trim() : '';
    return text === '' ? undefined : text;
  });
}

/** What is under the name of a status and is not one: an object, a long text. */
export function unreadStatusOf(fields: Fields): unknown {
  return firstOf(fields, STATUS_NAMES, (value) => (value === '' ? undefined : value))?.value;
}

/** The status of a record as the service writes it; reports where it was read, or that it was not recognised. */
export function readStatusText(
  { fields, path }: JsonNode,
  part: 'resource status' | 'deployment status',
  trace: Trace,
): string | undefined {
  const status = statusTextOf(fields);
  const unread = unreadStatusOf(fields);
  if (status !== undefined) trace.read(part, pathTo(path, status.name));
  else if (unread !== undefined) trace.unrecognised(part, unread);
  return status?.value;
}

/** A text in an object under the name of a status can only mean that the work is in progress. */
export function statusInObject(fields: Fields): string | undefined {
  const inner = unreadStatusOf(fields);
  if (!isRecord(inner)) return undefined;
  const words = Object.values(inner).map((value) => (typeof value === 'string' ? normalizeStatus(value) : ''));
  return words.find((word) => word === 'queued' || word === 'building');
}

/** True for an item that shows by itself that it is of this kind: it has an id, and a status if nothing else shows it. */
export function isListed(item: unknown, kind: Kind): boolean {
  const node = recordOfItem(item, '', kind);
  if (node === undefined || kind.isOther(node.fields) || idsOf(node.fields, kind).length === 0) return false;
  return kind.is(node.fields) || statusTextOf(node.fields) !== undefined;
}
