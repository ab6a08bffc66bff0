// Readers for deployments: the list, a single one with its build log, and the response to a deploy request.
import { deploymentStatuses, isFinal, isIdentified, normalizeStatus, NO_STATUS } from '../model.ts';
import type { Acceptance, Deployment, DeploymentDetail, List, Reading } from '../model.ts';
import { asId, candidates, findSubject, readItems, reportsFailure, findList } from './envelope.ts';
import type { Note, Subject, SubjectNames } from './envelope.ts';
import { asStatus, asArray, asRecord, fieldsOf, firstOf, hasAny, isRecord, normalizeName, WireError } from './json.ts';
import type { Content, Fields, JsonRecord } from './json.ts';
import { messageOf } from './error.ts';
import { findLog } from './log.ts';
import { showsMoreOfLog } from './paging.ts';
import { isResourceLike } from './resource.ts';
import { shapeOf } from './shape.ts';

const ID_NAMES = ['id', 'deploymentId', 'uuid', 'deploymentUuid'];
const LOG_NAME_GROUPS = [['buildLog', 'buildLogs', 'buildOutput'], ['log', 'logs', 'logText', 'logLines'], ['output']];
const LOG_NAMES = LOG_NAME_GROUPS.flat();

const STAGE_NAMES = [['stages'], ['phases'], ['steps']];

/** Fields that say why a deployment failed, the clearest first. */
const REASON_NAMES = [
  'failureReason',
  'failureMessage',
  'errorMessage',
  'errorReason',
  'statusReason',
  'statusMessage',
  'error',
  'failure',
  'cause',
  'reason',
  'message',
];

const DEPLOYMENT: SubjectNames = {
  what: 'a deployment',
  wrappers: ['deployment'],
  ids: ID_NAMES,
  isRecognisedWithoutId: (fields) => knownStatusOf(fields) !== undefined,
};

/** The deployments of a resource in the order sent, latest first. Throws a `WireError` when there is no list. */
export function readDeployments(body: unknown, note: Note): List<Deployment> {
  return readItems(findList(body, ['deployments']), 'a list of deployments', {
    read: (item) => readListed(item, note),
    keyOf: ({ id }) => id,
  });
}

function readListed(item: unknown, note: Note): Deployment {
  const fields = isRecord(item) ? fieldsOf(item) : new Map<string, unknown>();
  const id = firstOf(fields, ID_NAMES, asId);
  if (id === undefined) note('the id of a deployment', item);
  // An item without an id was noted as a whole.
  const status = statusOf(fields, note, id === undefined ? undefined : item) ?? NO_STATUS;
  const otherIds = ID_NAMES.flatMap((name) => firstOf(fields, [name], asId) ?? []).filter((other) => other !== id);
  return { id, ...(otherIds.length > 0 && { otherIds }), status, ...reasonOf(fields, status) };
}

/** The log, else what the stages of an ended deployment say; before its end that changes in place. */
async function buildLogIn(places: readonly Fields[], status: string, note: Note): Promise<Reading<string>> {
  const log = await findLog(places, { names: LOG_NAME_GROUPS, what: 'the build log', note });
  const groups = places.map((fields) => fieldsOf(firstOf(fields, LOG_NAMES, asRecord) ?? {}));
  if (log.kind === 'read' && showsMoreOfLog([...places, ...groups])) return { ...log, isPartial: true };
  if (log.kind !== 'absent' || !isFinal(status)) return log;
  const staged = await findLog(places, { names: STAGE_NAMES, what: 'the build log', note: () => undefined });
  return staged.kind === 'read' && staged.value !== '' ? staged : log;
}

/** Why a deployment failed or was cancelled; the same fields of another one mean something else. */
function reasonOf(fields: Fields, status: string, note?: Note): Pick<Deployment, 'reason'> {
  if (status !== 'failed' && status !== 'cancelled') return {};
  const reason = firstOf(fields, REASON_NAMES, messageOf);
  if (reason !== undefined) return { reason };
  const unread = firstOf(fields, REASON_NAMES, asRecord);
  if (unread !== undefined) note?.('the cause of a failure', unread);
  return {};
}

/** One deployment with its build log. Throws a `WireError` when the response is not about `deploymentId`. */
export async function readDeployment(body: unknown, deploymentId: string, note: Note): Promise<DeploymentDetail> {
  const { record, fields, ancestors } = findSubject(body, deploymentId, DEPLOYMENT);
  const status = statusOf(fields, note) ?? statusBeside(ancestors) ?? NO_STATUS;
  const log = await buildLogIn([fields, ...ancestors], status, note);
  // A deployment that has not ended may have no log yet; one that has ended may have it under an unknown name.
  const unknown = log.kind === 'absent' && isFinal(status) ? unknownLog(record, ancestors[0]) : undefined;
  const found = { id: deploymentId, status, ...reasonOf(fields, status, note) };
  if (unknown === undefined) return { ...found, log };
  note('the build log', unknown);
  return { ...found, log: { kind: 'unrecognised', shape: shapeOf(unknown) } };
}

/** Fields of a deployment that are never its log, as normalized names. */
const NOT_A_LOG =
  /^(?:commit|source|trigger|git|user|author|createdby|by|error|labels?|tags|links?|urls?|meta(?:data)?|config|domains?|resource|app|previous|request|pagination)$/;

/** Normalized names of strings that stand for a log: its address (`logUrl`) or an encoding of it (`logBase64`). */
const STANDS_FOR_A_LOG =
  /^(?:build|deploy|deployment|raw|full)?(?:logs?|output)(?:stream)?(?:url|uri|href|link|location|path|file|id|key|base64|b64|gzip|gz|data)$/;

/**
 * Fields in or beside a deployment that could be the log: lists, objects and multi-line strings under unknown names, and
 * what stands for a log.
 */
function unknownLog(record: JsonRecord, around: Fields = new Map()): JsonRecord | undefined {
  const beside = [...around].filter(([, value]) => value !== record);
  const found = [...Object.entries(record), ...beside].filter(([key, value]) => {
    const name = normalizeName(key);
    const mayBeLog =
      typeof value === 'string'
        ? value.includes('\n') || (value !== '' && STANDS_FOR_A_LOG.test(name))
        : typeof value === 'object' && value !== null;
    const isReason = hasName(REASON_NAMES, name) && messageOf(value) !== undefined;
    return mayBeLog && !NOT_A_LOG.test(name) && !hasName(LOG_NAMES, name) && !isReason;
  });
  return found.length === 0 ? undefined : Object.fromEntries(found);
}

function hasName(names: readonly string[], normalized: string): boolean {
  return names.some((name) => name.toLowerCase() === normalized);
}

/** The status of a deployment; `undefined` when there is none. */
function statusOf(fields: Fields, note: Note, whole?: unknown): string | undefined {
  const status = firstOf(fields, ['status'], asStatus);
  const unread = fields.get('status') ?? whole;
  if (status === undefined && unread !== undefined) note('the status of a deployment', unread);
  return status === undefined ? undefined : normalizeStatus(status);
}

/** A status outside the deployment may be that of the request (`success`), so only the five known ones are accepted. */
function statusBeside(ancestors: readonly Fields[]): string | undefined {
  return ancestors.map(knownStatusOf).find((status) => status !== undefined);
}

/**
 * Accepts a 2xx response to a POST: 202 with JSON, plain text or no body (API page, section 4), another 2xx with JSON.
 * Throws a {@link WireError} for a page, which does not show whether the service got the request.
 */
export function assertAccepted({ status, body, json }: Content & { readonly status: number }): void {
  const isPage = status === 202 ? body.trimStart().startsWith('<') : json === undefined;
  if (isPage) throw new WireError('expected JSON');
}

/**
 * The deployment in the JSON of a 2xx response to a deploy request. Never throws: an empty or unreadable body is an
 * acceptance without an id. `resourceId` is never returned as the id of a deployment.
 */
export function readAcceptance(json: unknown, resourceId: string): Acceptance {
  if (reportsFailure(json)) return {};
  const found = candidates(json, ['deployment']).flatMap((subject) => {
    const deploymentId = acceptedId(subject, resourceId);
    if (deploymentId === undefined) return [];
    const status = knownStatusOf(subject.fields) ?? statusBeside(subject.ancestors);
    return [{ subject, acceptance: status === undefined ? { deploymentId } : { deploymentId, status } }];
  });
  // The outermost id wins, unless only a nested record has a known status.
  const [outermost] = found;
  const isBare =
    outermost !== undefined &&
    outermost.acceptance.status === undefined &&
    !hasAny(outermost.subject.fields, ['deploymentId', 'deploymentUuid']);
  const named = found.find(
    ({ subject }) => isBare && knownStatusOf(subject.fields) !== undefined && subject.ancestors.length > 0,
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
  // `{id: …, type: 'app'}` is the resource, possibly under another id than the one in the path.
  return isResourceLike(fields) ? undefined : firstOf(fields, ['id', 'uuid'], asOther);
}

function knownStatusOf(fields: Fields): string | undefined {
  return firstOf(fields, ['status'], (value) => {
    const status = normalizeStatus(asStatus(value) ?? '');
    return deploymentStatuses.find((known) => known === status);
  });
}
