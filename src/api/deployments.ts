// Reads deployments: one with its build log, the list, and the answer to the request for one.
import {
  asArray,
  asText,
  firstOf,
  isRecord,
  type JsonNode,
  nodeOf,
  pathTo,
  toLine,
  walk,
} from './json.ts';
import { type LogText, NO_LOG, readBuildLog } from './log.ts';
import {
  asId,
  findRecord,
  hasUnreadStatus,
  idsOf,
  isResource,
  type List,
  readList,
  readStatus,
} from './records.ts';
import { isKnownStatus, normalizeStatus } from './status-words.ts';

/** One deployment of a resource. All texts are untrusted. */
export interface Deployment {
  readonly id: string;
  /** See `normalizeStatus`; `unknown` when none is shown. */
  readonly status: string;
  /** 7 to 40 hexadecimal digits, in lower case. Fewer than 40 may be something else. */
  readonly commit?: string;
  /**
   * Why it failed: texts under a name with `error` or `fail`, one line each, sentences before code
   * words.
   */
  readonly reasons: readonly string[];
}

/** One deployment with its build log; it may show no status. */
export type DeploymentDetail = Omit<Deployment, 'status'> & {
  readonly status?: string;
  readonly log: LogText;
  /** Parts that are not recognised: `status`, `log`, or `deployment` for the whole reply. */
  readonly unread: readonly string[];
};

/** What the answer to an accepted request shows; any field may be missing. */
export interface Accepted {
  readonly deploymentId?: string | undefined;
  /** Of that deployment. */
  readonly status?: string | undefined;
  /** The service's own sentence, such as `already up to date`; untrusted. */
  readonly serviceMessage?: string | undefined;
}

const NO_STATUS = 'unknown';

/** The deployments of a list reply. */
export function readDeployments(reply: unknown): List<Deployment> {
  return readList(reply, 'deployment', (id, node) => ({
    id,
    status: NO_STATUS,
    ...stateOf(node),
  }));
}

/** One deployment; without status and log when the reply is not about `id`. */
export function readDeployment(reply: unknown, id: string): DeploymentDetail {
  const node = findRecord(reply, id, 'deployment');
  if (node === undefined) return { id, reasons: [], log: NO_LOG, unread: ['deployment'] };
  const log = readBuildLog([node, ...outerOf(node), ...partsOf(node).slice(1)]);
  const unread = [
    ...(hasUnreadStatus(node) ? ['status'] : []),
    ...(log.unread === undefined ? [] : ['log']),
  ];
  return { id, ...stateOf(node), log, unread };
}

function outerOf({ parent }: JsonNode): readonly JsonNode[] {
  return parent === undefined ? [] : [parent, ...outerOf(parent)];
}

function stateOf(node: JsonNode): Omit<DeploymentDetail, 'id' | 'log' | 'unread'> {
  const status = readStatus(node);
  const commit = commitOf(node);
  return {
    ...(status !== undefined && { status: normalizeStatus(status) }),
    ...(commit !== undefined && { commit }),
    reasons: reasonsOf(node),
  };
}

/** Names of an object that describes another deployment or commit. */
const ANOTHER = /previous|parent|base|before|last|tree|replac/;

/** The record and the objects in it that are about the same deployment, outermost first. */
function partsOf({ record }: JsonNode): readonly JsonNode[] {
  const isEntered = (value: unknown): boolean => {
    if (!isRecord(value)) return false;
    const node = nodeOf(value);
    // An object with its own id and status is another deployment, or a part with its own state.
    return idsOf(node, 'deployment').length === 0 || readStatus(node) === undefined;
  };
  return walk(record, (field) => !ANOTHER.test(field.normalizedName) && isEntered(field.value));
}

const COMMIT_NAME = /commit|revision|sha1?(?:\.|$)/;

/** The commit that the record or an object in it shows; 40 digits before fewer. */
function commitOf(record: JsonNode): string | undefined {
  const commits = partsOf(record).flatMap((node) =>
    node.fields.flatMap(({ name, normalizedName, value }) => {
      const path = pathTo(node.path, name).toLowerCase();
      const isNamed = COMMIT_NAME.test(path) && !ANOTHER.test(normalizedName);
      return (isNamed && /^[\da-f]{7,40}$/.exec(asText(value)?.toLowerCase() ?? '')?.[0]) || [];
    }),
  );
  return commits.find((commit) => commit.length === 40) ?? commits[0];
}

/** A time, such as the value of `failedAt`, is no reason. */
const TIME = /^\d{4}-\d\d-\d\dT/;

/** The texts that say why a deployment failed: first sentences, then code words. */
function reasonsOf({ fields }: JsonNode): readonly string[] {
  const reasons = fields.flatMap(({ normalizedName, value }) => {
    if (!/error|fail/.test(normalizedName) || /(?:by|url)$/.test(normalizedName)) return [];
    const [first] = asArray(value) ?? [value];
    const text = isRecord(first)
      ? firstOf(nodeOf(first), ['message', 'reason', 'detail', 'code'], toLine)
      : toLine(first);
    return text === undefined || TIME.test(text) ? [] : [text];
  });
  return reasons.toSorted((a, b) => Number(b.includes(' ')) - Number(a.includes(' ')));
}

/**
 * The deployment that the answer to a request names: `deploymentId`, else the id of an object named
 * `deployment`, else the `id` of the whole reply. Never `resourceId`, nor an id under another name.
 */
export function readAccepted(reply: unknown, resourceId: string): Accepted {
  const nodes = walk(reply).filter(({ path }) => !ANOTHER.test(path.toLowerCase()));
  const [whole] = nodes;
  if (whole === undefined) return {};
  const ids = nodes.flatMap((node) => {
    const isDeployment = /(?:^|\.)deployment$/i.test(node.path) && !isResource(node);
    const id = firstOf(
      node,
      isDeployment ? ['deploymentid', 'id', 'uuid'] : ['deploymentid'],
      asId,
    );
    return id === undefined ? [] : [{ id, node }];
  });
  const wholeId = isResource(whole) ? undefined : firstOf(whole, ['id'], asId);
  if (wholeId !== undefined) ids.push({ id: wholeId, node: whole });
  const found = ids.find(({ id }) => id !== resourceId);
  const status = normalizeStatus((found && readStatus(found.node)) ?? '');
  return {
    deploymentId: found?.id,
    status: isKnownStatus(status) ? status : undefined,
    serviceMessage: firstOf(whole, ['message'], toLine),
  };
}
