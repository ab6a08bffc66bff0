// Deployments: lists, one by itself with its build log, and what a response to a deploy request shows of the new one.
import { deploymentStatuses, isFinal, isIdentified, normalizeStatus, NO_STATUS } from '../model.ts';
import type { Acceptance, Deployment, DeploymentDetail, List } from '../model.ts';
import { asId, candidates, findSubject, readItems, reportsFailure, searchList } from './envelope.ts';
import type { Note, Subject, SubjectNames } from './envelope.ts';
import { asStatus, asArray, fieldsOf, firstOf, hasAny, isRecord, parseIfJson } from './json.ts';
import type { Fields } from './json.ts';
import { findLog } from './log.ts';
import { isResourceLike } from './resource.ts';
import { shapeOf } from './shape.ts';

const ID_NAMES = ['id', 'deploymentId', 'uuid', 'deploymentUuid'];
const LOG_NAMES = ['buildLog', 'buildLogs', 'log', 'logs', 'logText', 'logLines', 'buildOutput', 'output'];

const DEPLOYMENT: SubjectNames = {
  what: 'a deployment',
  wrappers: ['deployment'],
  ids: ID_NAMES,
  isUnmistakable: (fields) => knownStatusOf(fields) !== undefined,
};

/** The deployments of a resource in the order sent, which is the latest first. Throws a `WireError` without a list. */
export function readDeployments(body: unknown, note: Note): List<Deployment> {
  return readItems(searchList(body, ['deployments']), 'a list of deployments', {
    read: (item) => readListed(item, note),
    keyOf: ({ id }) => id,
  });
}

function readListed(item: unknown, note: Note): Deployment {
  const fields = isRecord(item) ? fieldsOf(item) : new Map<string, unknown>();
  const id = firstOf(fields, ID_NAMES, asId);
  if (id === undefined) note('the id of a deployment', item);
  const createdAtMs = firstOf(fields, ['createdAt'], asTimeMs);
  const status = statusOf(fields, note) ?? NO_STATUS;
  return { id, status, ...(createdAtMs === undefined ? {} : { createdAtMs }) };
}

/** An ISO 8601 time with its zone, as the API page shows for resources, or a number of milliseconds of this century. */
function asTimeMs(value: unknown): number | undefined {
  const isIso = typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:?\d\d)$/.test(value);
  const ms = isIso ? Date.parse(value) : value;
  return typeof ms === 'number' && ms >= Date.UTC(2000) ? ms : undefined;
}

/** One deployment with its build log. Throws a `WireError` when the response is not about the one asked for. */
export async function readDeployment(body: unknown, deploymentId: string, note: Note): Promise<DeploymentDetail> {
  const { fields, around } = findSubject(body, deploymentId, DEPLOYMENT);
  const log = await findLog([fields, ...around], { names: LOG_NAMES, what: 'the build log', note });
  const status = statusOf(fields, note) ?? statusBeside(around) ?? NO_STATUS;
  // While a build is queued its log may be missing; at its end, a log under an unknown name is likelier.
  const unknown = log.kind === 'absent' && isFinal(status) ? unknownLog(fields) : undefined;
  if (unknown === undefined) return { id: deploymentId, status, log };
  note('the build log', unknown);
  return { id: deploymentId, status, log: { kind: 'unrecognised', shape: shapeOf(unknown) } };
}

/** Fields of a deployment that are never its log, under their folded names. */
const NO_LOG =
  /^(?:commit|source|trigger|git|user|author|createdby|by|error|labels?|tags|links?|urls?|meta(?:data)?|config|domains?|resource|app|previous)$/;

/** The fields that could be a log: lists, objects and texts of several lines under names that are not known. */
function unknownLog(fields: Fields): Record<string, unknown> | undefined {
  const found = [...fields].filter(([name, value]) => {
    const isLarge = typeof value === 'string' ? value.includes('\n') : typeof value === 'object' && value !== null;
    return isLarge && !NO_LOG.test(name) && !LOG_NAMES.some((known) => known.toLowerCase() === name);
  });
  return found.length === 0 ? undefined : Object.fromEntries(found);
}

/** The status of a deployment; `undefined` when it shows none. */
function statusOf(fields: Fields, note: Note): string | undefined {
  const status = firstOf(fields, ['status'], asStatus);
  if (status === undefined && hasAny(fields, ['status'])) note('the status of a deployment', fields.get('status'));
  return status === undefined ? undefined : normalizeStatus(status);
}

/** A status beside the deployment may be that of the request (`success`): only the five can be the deployment's. */
function statusBeside(around: readonly Fields[]): string | undefined {
  return around.map(knownStatusOf).find((status) => status !== undefined);
}

/**
 * What the raw body of a 2xx response to a deploy request shows of the deployment. Never throws: an empty or unreadable
 * body is an acceptance without an id. `resourceId` is never taken for the id of a deployment.
 */
export function readAcceptance(body: string, resourceId: string): Acceptance {
  const parsed = parseIfJson(body);
  if (reportsFailure(parsed)) return {};
  const found = candidates(parsed, ['deployment']).flatMap((subject) => {
    const deploymentId = acceptedId(subject, resourceId);
    if (deploymentId === undefined) return [];
    const status = knownStatusOf(subject.fields) ?? statusBeside(subject.around);
    return [{ subject, acceptance: status === undefined ? { deploymentId } : { deploymentId, status } }];
  });
  // The outermost id counts, unless a `deployment` inside has a status of its own and the outside has none.
  const [outermost] = found;
  const isBare =
    outermost !== undefined &&
    outermost.acceptance.status === undefined &&
    !hasAny(outermost.subject.fields, ['deploymentId', 'deploymentUuid']);
  const named = found.find(
    ({ subject }) => isBare && knownStatusOf(subject.fields) !== undefined && subject.around.length > 0,
  );
  return (named ?? outermost)?.acceptance ?? {};
}

function acceptedId({ fields }: Subject, resourceId: string): string | undefined {
  const asOther = (value: unknown): string | undefined => {
    const id = asId(value);
    return id === resourceId ? undefined : id;
  };
  const named = firstOf(fields, ['deploymentId', 'deploymentUuid', 'deployment'], asOther);
  if (named !== undefined) return named;
  const listed = firstOf(fields, ['deployments'], asArray) ?? [];
  const only = listed.length === 1 ? readListed(listed[0], () => undefined) : undefined;
  if (only !== undefined && isIdentified(only) && only.id !== resourceId) return only.id;
  // `{id: …, type: 'app'}` is the resource, which may be known under another id than the one in the path.
  return isResourceLike(fields) ? undefined : firstOf(fields, ['id', 'uuid'], asOther);
}

function knownStatusOf(fields: Fields): string | undefined {
  return firstOf(fields, ['status'], (value) => {
    const status = normalizeStatus(asStatus(value) ?? '');
    return deploymentStatuses.find((known) => known === status);
  });
}
