// Deployments: lists, one by itself with its build log, and what a response to a deploy request says of the new one.
import { isKnownStatus } from '../model.ts';
import type { Acceptance, Deployment, DeploymentDetail } from '../model.ts';
import { asId, candidates, findSubject, readItems, saysFailure, searchList } from './envelope.ts';
import type { Subject, SubjectNames } from './envelope.ts';
import { asArray, asRecord, fieldsOf, firstOf, parseIfJson } from './json.ts';
import type { Fields } from './json.ts';
import { findLog } from './log.ts';
import { isResourceLike } from './resource.ts';
import { asMoment, asStatus } from './word.ts';

const ID_NAMES = ['id', 'deploymentId', 'uuid', 'deploymentUuid'];
const START_NAMES = ['startedAt', 'buildStartedAt', 'startTime', 'createdAt'];
const END_NAMES = ['finishedAt', 'endedAt', 'completedAt', 'buildFinishedAt', 'endTime'];
const LOG_NAMES = ['buildLog', 'buildLogs', 'log', 'logs', 'logText', 'logLines', 'buildOutput', 'output'];

const DEPLOYMENT: SubjectNames = {
  what: 'a deployment',
  wrappers: ['deployment'],
  ids: ID_NAMES,
  isUnmistakable: (fields) => knownStatusOf(fields) !== undefined,
};

/** The status of a deployment whose response shows none: not one of the five, so neither an end nor a success. */
const NO_STATUS = 'unknown';

/** The deployments of a resource in the order sent, which is the latest first. Throws a `WireError` without a list. */
export function readDeployments(body: unknown): Deployment[] {
  return readItems(searchList(body, ['deployments']), 'a list of deployments', {
    read: readListed,
    keyOf: ({ id }) => id,
  });
}

function readListed(item: unknown): Deployment | undefined {
  const record = asRecord(item);
  if (record === undefined) return undefined;
  const fields = fieldsOf(record);
  const id = firstOf(fields, ID_NAMES, asId);
  if (id === undefined) return undefined;
  return { id, status: firstOf(fields, ['status'], asStatus) ?? NO_STATUS, ...timesOf(fields) };
}

/** One deployment with its build log. Throws a `WireError` when the response is not about the one asked for. */
export function readDeployment(body: unknown, deploymentId: string): DeploymentDetail {
  const { fields, around } = findSubject(body, deploymentId, DEPLOYMENT);
  const log = findLog([fields, ...around], LOG_NAMES);
  return {
    id: deploymentId,
    status: firstOf(fields, ['status'], asStatus) ?? statusBeside(around) ?? NO_STATUS,
    ...timesOf(fields),
    ...(log === undefined ? {} : { log }),
  };
}

/** Words beside the deployment may speak of the request (`success`): only the five can be about the deployment. */
function statusBeside(around: readonly Fields[]): string | undefined {
  return around.map(knownStatusOf).find((status) => status !== undefined);
}

/**
 * What the raw body of a 2xx response to a deploy request says of the deployment. Never throws: an empty or unreadable
 * body is an acceptance without an id. `resourceId` is never taken for the id of a deployment.
 */
export function readAcceptance(body: string, resourceId: string): Acceptance {
  const parsed = parseIfJson(body);
  if (saysFailure(parsed)) return {};
  for (const subject of candidates(parsed, ['deployment']).toReversed()) {
    const deploymentId = acceptedId(subject, resourceId);
    if (deploymentId === undefined) continue;
    const status = knownStatusOf(subject.fields) ?? statusBeside(subject.around);
    return status === undefined ? { deploymentId } : { deploymentId, status };
  }
  return {};
}

function acceptedId({ fields }: Subject, resourceId: string): string | undefined {
  const asOther = (value: unknown): string | undefined => {
    const id = asId(value);
    return id === resourceId ? undefined : id;
  };
  const named = firstOf(fields, ['deploymentId', 'deploymentUuid', 'deployment'], asOther);
  if (named !== undefined) return named;
  const listed = firstOf(fields, ['deployments'], asArray);
  const only = listed?.length === 1 ? readListed(listed[0])?.id : undefined;
  if (only !== undefined && only !== resourceId) return only;
  // `{id: …, type: 'app'}` is the resource, which may be known under another id than the one in the path.
  return isResourceLike(fields) ? undefined : firstOf(fields, ['id', 'uuid'], asOther);
}

function knownStatusOf(fields: Fields): string | undefined {
  return firstOf(fields, ['status'], (value) =>
    typeof value === 'string' && isKnownStatus(value) ? value : undefined,
  );
}

function timesOf(fields: Fields): Pick<Deployment, 'startedAtMs' | 'endedAtMs'> {
  const startedAtMs = firstOf(fields, START_NAMES, asMoment);
  const endedAtMs = firstOf(fields, END_NAMES, asMoment);
  const isInOrder = endedAtMs !== undefined && endedAtMs >= (startedAtMs ?? endedAtMs);
  return { ...(startedAtMs === undefined ? {} : { startedAtMs }), ...(isInOrder ? { endedAtMs } : {}) };
}
