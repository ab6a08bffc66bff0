// Deployments in a reply: one with its build log, the list, and the answer to the request for one.
import { asArray, asText, fieldsOf, firstOf, isRecord, type JsonNode, oneLine, pathTo, walk } from './json.ts';
import { type LogText, NO_LOG, readBuildLog } from './log.ts';
import {
  asId,
  DEPLOYMENT,
  findRecord,
  type List,
  readList,
  readStatus,
  RESOURCE,
  statusIn,
  type Trace,
} from './records.ts';
import { isKnownStatus, normalizeStatus } from './status-words.ts';

/** One deployment of a resource. All texts are untrusted. */
export interface Deployment {
  readonly id: string;
  /** See `normalizeStatus`; `unknown` when none is shown. */
  readonly status: string;
  /** The commit that it shows: 7 to 40 hexadecimal digits, in lower case. Fewer than 40 may be something else. */
  readonly commit?: string;
  /** Why it failed: texts under a name with `error` or `fail`, one line each, sentences before code words. */
  readonly reasons: readonly string[];
}

/** One deployment with its build log. */
export interface DeploymentDetail extends Deployment {
  readonly hasStatus: boolean;
  readonly log: LogText;
}

/** What the answer to an accepted request shows; any field may be missing. */
export interface Accepted {
  readonly deploymentId?: string;
  /** Of that deployment. */
  readonly status?: string;
  /** The service's own sentence, such as `already up to date`; untrusted. */
  readonly sentence?: string;
}

const NO_STATUS = 'unknown';

/** The deployments of a list reply. */
export function readDeployments(reply: unknown, trace: Trace): List<Deployment> {
  return readList(reply, DEPLOYMENT, { trace, read: (id, node) => ({ id, ...stateOf(node, trace) }) });
}

/** One deployment; without status and log when the reply is not about `id`. */
export function readDeployment(reply: unknown, id: string, trace: Trace): DeploymentDetail {
  const node = findRecord(reply, id, DEPLOYMENT);
  if (node === undefined) {
    trace.unrecognised('deployment', reply);
    return { id, status: NO_STATUS, hasStatus: false, reasons: [], log: NO_LOG };
  }
  trace.read('deployment', node.path);
  const hasStatus = statusIn(node) !== undefined;
  return {
    id,
    hasStatus,
    ...stateOf(node, trace),
    log: readBuildLog([node, ...outerOf(node), ...partsOf(node).slice(1)], trace),
  };
}

function outerOf({ parent }: JsonNode): readonly JsonNode[] {
  return parent === undefined ? [] : [parent, ...outerOf(parent)];
}

function stateOf(node: JsonNode, trace: Trace): Omit<Deployment, 'id'> {
  const status = readStatus(node, 'deployment status', trace);
  const commit = commitOf(node);
  if (commit !== undefined) trace.read('commit', commit.path);
  const reasons = reasonsOf(node, trace);
  return {
    status: status === undefined ? NO_STATUS : normalizeStatus(status),
    ...(commit !== undefined && { commit: commit.value }),
    reasons,
  };
}

/** Names of an object that describes another deployment or commit. */
const ANOTHER = /previous|parent|base|before|last|tree|replac/;

/** The record and the objects in it that are about the same deployment, outermost first, with paths from the whole reply. */
function partsOf({ record, path }: JsonNode): readonly JsonNode[] {
  const inner = walk(record, ({ folded, value }) => isRecord(value) && !ANOTHER.test(folded) && !isAnother(value));
  return inner.map((node) => ({ ...node, path: [path, node.path].filter((part) => part !== '').join('.') }));
}

/** An object with an id and a status of its own is another deployment, or a part that has its own state. */
function isAnother(value: Readonly<Record<string, unknown>>): boolean {
  const node = { fields: fieldsOf(value) };
  return firstOf(node, DEPLOYMENT.idNames, asId) !== undefined && statusIn(node) !== undefined;
}

const COMMIT_NAME = /commit|revision|sha1?(?:\.|$)/;

/** The commit under a name of one, in the record or an object in it; one of 40 digits before a shorter one. */
function commitOf(record: JsonNode): { value: string; path: string } | undefined {
  const found = partsOf(record).flatMap((node) =>
    node.fields.flatMap(({ name, folded, value }) => {
      const path = pathTo(node.path, name);
      const isNamed = COMMIT_NAME.test(path.slice(record.path.length).toLowerCase()) && !ANOTHER.test(folded);
      return isNamed && typeof value === 'string' && /^[\da-f]{7,40}$/i.test(value)
        ? [{ value: value.toLowerCase(), path }]
        : [];
    }),
  );
  return found.find(({ value }) => value.length === 40) ?? found[0];
}

/** A time such as that of `failedAt` is no reason. */
const TIME = /^\d{4}-\d\d-\d\dT/;

/** The texts that say why a deployment failed. */
function reasonsOf({ fields, path }: JsonNode, trace: Trace): readonly string[] {
  const reasons = fields.flatMap(({ name, folded, value }) => {
    if (!/error|fail/.test(folded)) return [];
    const [first] = asArray(value) ?? [value];
    const text = isRecord(first) ? firstOf({ fields: fieldsOf(first) }, ['message'], asText)?.value : asText(first);
    const line = oneLine(text ?? '');
    return line === '' || TIME.test(line) ? [] : [{ line, path: pathTo(path, name) }];
  });
  const [cause, ...others] = [
    ...reasons.filter(({ line }) => line.includes(' ')),
    ...reasons.filter(({ line }) => !line.includes(' ')),
  ];
  if (cause === undefined) return [];
  trace.read('cause', cause.path);
  return [cause, ...others].map(({ line }) => line);
}

/**
 * The deployment that the answer to a request names: `deploymentId`, else the id of an object named `deployment`, else
 * the `id` of the whole reply. Never `resourceId`, nor an id under another name.
 */
export function readAccepted(reply: unknown, resourceId: string): Accepted {
  const nodes = walk(reply).filter(({ path }) => !ANOTHER.test(path.toLowerCase()));
  const [whole] = nodes;
  const sentence = oneLine((whole && firstOf(whole, ['message'], asText)?.value) ?? '');
  const places = [
    ...nodes.map((node) => ({ node, names: idNamesIn(node) })),
    ...(whole === undefined || RESOURCE.is(whole) ? [] : [{ node: whole, names: ['id'] }]),
  ];
  const found = places
    .map(({ node, names }) => ({ node, id: firstOf(node, names, asId)?.value }))
    .find(({ id }) => id !== undefined && id !== resourceId);
  const status = normalizeStatus((found && statusIn(found.node)?.value) ?? '');
  return {
    ...(found?.id !== undefined && { deploymentId: found.id }),
    ...(isKnownStatus(status) && { status }),
    ...(sentence !== '' && { sentence }),
  };
}

/** Under which names an object of an answer holds the id of the deployment. */
function idNamesIn(node: JsonNode): readonly string[] {
  const isDeployment = /(?:^|\.)deployment$/i.test(node.path) && !RESOURCE.is(node);
  return isDeployment ? ['deploymentid', 'id', 'uuid'] : ['deploymentid'];
}
