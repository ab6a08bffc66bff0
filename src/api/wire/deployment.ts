// Readers for deployments: the list, a single one with its build log, and the response to a deploy request.
import { type Acceptance, type Deployment, type DeploymentDetail, isFinal, type List } from '../model.ts';
import { NO_STATUS, normalizeStatus, type Remark } from '../model.ts';
import { asArray, asRecord, asText, type Content, type Fields, fieldsOf, plainLine, WireError } from './search/json.ts';
import { DEPLOYMENT, isListed, readStatusText, statusInObject, statusTextOf } from './kinds.ts';
import { findList, readItems } from './search/list.ts';
import { readBuildLog } from './log.ts';
import {
  asId,
  findRecord,
  idsOf,
  ownNodesIn,
  type JsonNode,
  nodesIn,
  recordOfItem,
  reportsFailure,
} from './search/search.ts';
import { pathTo, type Trace } from './search/trace.ts';

/** The deployments of a resource in the order sent, latest first. Throws a `WireError` when there is no list. */
export function readDeployments(body: unknown, trace: Trace): List<Deployment> {
  const found = findList(body, { name: 'deployments', isItem: (item) => isListed(item, DEPLOYMENT) });
  if (found !== undefined) trace.read('deployments', found.path);
  return readItems(found, 'a list of deployments', {
    read: (item, path) => readListed(recordOfItem(item, path, DEPLOYMENT), item, trace),
    keyOf: ({ id }) => id,
  });
}

function readListed(node: JsonNode | undefined, item: unknown, trace: Trace): Deployment {
  if (node === undefined) {
    trace.unrecognised('deployment', item);
    return { id: undefined, status: NO_STATUS, remarks: [] };
  }
  const [id, ...otherIds] = idsOf(node.fields, DEPLOYMENT);
  if (id === undefined) trace.unrecognised('deployment', item);
  return { id, ...(otherIds.length > 0 && { otherIds }), ...stateOf(node, trace) };
}

/** What a record shows of a deployment beside its ids and its log. */
function stateOf(node: JsonNode, trace: Trace): Omit<Deployment, 'id' | 'otherIds'> {
  const { fields, path } = node;
  const text = readStatusText(node, 'deployment status', trace);
  const status = text === undefined ? statusInObject(fields) : normalizeStatus(text);
  const commit = commitOf(node);
  if (commit !== undefined) trace.read('commit', commit.path);
  const remarks = remarksOf(fields);
  const cause = remarks.find(({ isError }) => isError);
  if (cause !== undefined) trace.read('cause', pathTo(path, cause.name));
  return { status: status ?? NO_STATUS, ...(commit !== undefined && { commit: commit.value }), remarks };
}

const COMMIT_NAME = /commit|sha|revision/;
const NOT_THIS_COMMIT = /previous|parent|base|before|last|tree/;

/** The first commit in a deployment: hexadecimal digits, 7 to 40 of them, under a name of a commit. */
function commitOf(node: JsonNode): { value: string; path: string } | undefined {
  const found = ownNodesIn(node, DEPLOYMENT).flatMap(({ fields, path }) =>
    [...fields.values()].flatMap(({ name, value }) => {
      const named = pathTo(path, name);
      const below = named.slice(node.path.length).toLowerCase();
      const isNamed = COMMIT_NAME.test(below) && !NOT_THIS_COMMIT.test(below);
      const isCommit = isNamed && typeof value === 'string' && /^[\da-f]{7,40}$/i.test(value);
      return isCommit ? [{ value: value.toLowerCase(), path: named }] : [];
    }),
  );
  return found.find(({ value }) => value.length === 40) ?? found[0];
}

const ERROR_NAME = /error|failure/;
const REMARK_NAME = /(?:message|reason|title|cause)$/;

/** The texts beside a log that may say why a deployment failed, those named as errors first. */
function remarksOf(fields: Fields): readonly Remark[] {
  const remarks = [...fields].flatMap(([key, { name, value }]): Remark[] => {
    const isError = ERROR_NAME.test(key);
    const text = isError || REMARK_NAME.test(key) ? remarkOf(value) : undefined;
    return text === undefined ? [] : [{ name, text, isError }];
  });
  return [...remarks.filter(({ isError }) => isError), ...remarks.filter(({ isError }) => !isError)];
}

/** A text, the message of an object such as `{code, message}`, or the first of a list of these, on one line. */
function remarkOf(value: unknown): string | undefined {
  const [item] = asArray(value) ?? [value];
  const record = asRecord(item);
  const texts = [...(record === undefined ? [] : fieldsOf(record))].filter(([, field]) => asText(field.value));
  const inner = texts.find(([name]) => REMARK_NAME.test(name)) ?? texts[0];
  const text = record === undefined ? asText(item) : asText(inner?.[1].value);
  return text === undefined ? undefined : plainLine(text) || undefined;
}

/**
 * One deployment with its build log. `logPath`: where the log was read before. Throws a `WireError` when the response is not
 * about `deploymentId`.
 */
export function readDeployment(
  body: unknown,
  { deploymentId, logPath }: { deploymentId: string; logPath: string | undefined },
  trace: Trace,
): DeploymentDetail {
  const node = findRecord(body, deploymentId, DEPLOYMENT);
  trace.read('deployment', node.path);
  const state = stateOf(node, trace);
  const log = readBuildLog(node, { hasEnded: isFinal(state.status), path: logPath }, trace);
  return { id: deploymentId, ...state, log };
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
 * The deployment that a 2xx response to a deploy request names: `deploymentId`, else the id of an object named
 * `deployment`, else an id beside one of the five statuses. Nothing else names one; `resourceId` is never returned. Never
 * throws: an empty or unreadable body is an acceptance without an id.
 */
export function readAcceptance(json: unknown, resourceId: string): Acceptance {
  const nodes = reportsFailure(json) ? [] : nodesIn(json);
  const objects = nodes.filter(({ path, fields }) => /(?:^|\.)deployment$/i.test(path) && !DEPLOYMENT.isOther(fields));
  // Within a deployment that shows its id, another one may be named: `{deployment: {id, replaces: {deploymentId}}}`.
  const identified = new Set(objects.filter(({ fields }) => idsOf(fields, DEPLOYMENT).length > 0));
  const named = nodes
    .filter(({ ancestors }) => !ancestors.some((outer) => identified.has(outer)))
    .flatMap(({ fields }) => DEPLOYMENT.idEnds.flatMap((name) => asId(fields.get(name)?.value) ?? []));
  const stated = nodes.filter(({ fields }) => DEPLOYMENT.is(fields) && !idsOf(fields, DEPLOYMENT).includes(resourceId));
  const ofObject = [...objects, ...stated].flatMap(({ fields }) => idsOf(fields, DEPLOYMENT).slice(0, 1));
  const deploymentId = [...named, ...ofObject].find((id) => id !== resourceId);
  if (deploymentId === undefined) return {};
  const [status] = stated
    .filter(({ fields }) => idsOf(fields, DEPLOYMENT).includes(deploymentId))
    .map(({ fields }) => statusTextOf(fields));
  return status === undefined ? { deploymentId } : { deploymentId, status: normalizeStatus(status.value) };
}
