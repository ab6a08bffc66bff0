// How resources and deployments are told apart in a response.
import { deploymentStatuses, normalizeStatus } from '../model.ts';
import { type Fields, firstOf, isRecord } from './json.ts';
import type { Kind } from './search.ts';

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
  const status = normalizeStatus(statusTextOf(fields)?.value ?? '');
  return deploymentStatuses.some((known) => known === status);
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

/** A text in an object under the name of a status can only mean that the work is in progress. */
export function statusInObject(fields: Fields): string | undefined {
  const inner = unreadStatusOf(fields);
  if (!isRecord(inner)) return undefined;
  const words = Object.values(inner).map((value) => (typeof value === 'string' ? normalizeStatus(value) : ''));
  return words.find((word) => word === 'queued' || word === 'building');
}
