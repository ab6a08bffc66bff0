// Reads deployments: one with its build log, the list, and the answer to the request for one.
import {
  asArray,
  asText,
  type Field,
  firstOf,
  isRecord,
  type JsonNode,
  nodeOf,
  pathTo,
  toLine,
  walk,
} from './json.ts';
import { firstLog, isLogField, levelsOf, type LogText, NO_LOG } from './log.ts';
import { asId, findRecord, idOf, isResource, type List, parseList, readStatus } from './records.ts';
import { endingOf, isKnownStatus, normalizeStatus } from './status-words.ts';

/** One deployment of a resource. All texts are untrusted. */
export interface Deployment {
  readonly id: string;
  /** See `normalizeStatus`; `unknown` when none is shown. */
  readonly status: string;
  /** 7 to 40 hexadecimal digits, in lower case. Fewer than 40 may be something else. */
  readonly commit?: string;
  /**
   * Why it failed: texts of fields such as `error` and `failureReason`, one line each, sentences
   * before code words, and JSON last.
   */
  readonly reasons: readonly string[];
}

/** One deployment with its build log; it may show no status. */
export type DeploymentDetail = Omit<Deployment, 'id' | 'status'> & {
  readonly status?: string;
  readonly log: LogText;
};

/** What the answer to an accepted request shows; any field may be missing. */
export interface Accepted {
  readonly deploymentId?: string | undefined;
  /** From a list or `Location`, which may name an older deployment. */
  readonly candidateId?: string | undefined;
  /** The status of `deploymentId`. */
  readonly status?: string | undefined;
  /** The service's own sentence, such as `already up to date`; untrusted. */
  readonly serviceMessage?: string | undefined;
}

const NO_STATUS = 'unknown';

/** Only this many entries of a list are read in full; of the others, only id and status are. */
const MAX_DETAILED = 100;

/**
 * The deployments of a list reply. If a deployment appears twice, because the list changed while
 * the service composed it, it counts once, at its lowest place.
 */
export function parseDeployments(reply: unknown): List<Deployment> {
  const list = parseList(reply, 'deployment', (id, { node, index }) => ({
    id,
    status: NO_STATUS,
    ...stateOf(node, index < MAX_DETAILED ? ownObjectsOf(node) : []),
  }));
  const byId = new Map(list.items.toReversed().map((item) => [item.id, item]));
  return { ...list, items: [...byId.values()].toReversed() };
}

/** One deployment; without status and log when the reply is not about `id`. */
export function parseDeployment(reply: unknown, id: string): DeploymentDetail {
  const node = findRecord(reply, id, 'deployment');
  if (node === undefined) return { reasons: [], log: NO_LOG };
  const parts = ownObjectsOf(node);
  const outer = outerOf(node).map((holder) => [holder]);
  const log = firstLog([[node], ...outer, ...levelsOf(parts.slice(1))]) ?? NO_LOG;
  return { ...stateOf(node, parts), log };
}

function outerOf({ parent }: JsonNode): readonly JsonNode[] {
  return parent === undefined ? [] : [parent, ...outerOf(parent)];
}

function stateOf(node: JsonNode, parts: readonly JsonNode[]): Omit<DeploymentDetail, 'log'> {
  const status = readStatus(node);
  const commit = commitOf(parts);
  return {
    ...(status !== undefined && { status: normalizeStatus(status) }),
    ...(commit !== undefined && { commit }),
    reasons: reasonsOf(parts),
  };
}

/** Names of an object that describes another deployment or commit. */
const ANOTHER = /previous|parent|base|before|last|tree|replac/;
/** Names of a list whose objects are parts of a deployment, although they have ids and statuses. */
const STEPS = /^(?:steps|stages|phases)$/;

/** The record and the objects in it that are about the same deployment, outermost first. */
function ownObjectsOf({ record }: JsonNode): readonly JsonNode[] {
  return walk(record, (field) => {
    const { normalizedName, value } = field;
    if (ANOTHER.test(normalizedName) || isLogField(field)) return false;
    if (!isRecord(value) || STEPS.test(normalizedName)) return true;
    const node = nodeOf(value);
    // Any other object with its own id and status is another deployment.
    return idOf(node, 'deployment') === undefined || readStatus(node) === undefined;
  });
}

const COMMIT_NAME = /commit|revision|sha1?(?:\.|$)/;
/** Not `liveCommit` or `imageSha`, which may be of something else. */
const PLAIN_NAME = /^(?:git|github|head|source|target|build|new|to)?_?(?:commit|revision|sha)/;

/**
 * The commit that the record or an object in it shows, outside lists: one under a plain name before
 * others, and 40 digits before fewer.
 */
function commitOf(parts: readonly JsonNode[]): string | undefined {
  const single = parts.filter(({ path }) => !path.includes('['));
  const commits = single.flatMap((node) =>
    node.fields.flatMap(({ name, normalizedName, value }) => {
      const path = pathTo(node.path, name).toLowerCase();
      const isNamed = COMMIT_NAME.test(path) && !ANOTHER.test(normalizedName);
      const commit = asText(value)?.toLowerCase() ?? '';
      if (!isNamed || !/^[\da-f]{7,40}$/.test(commit)) return [];
      const part = path.split('.').find((one) => COMMIT_NAME.test(one));
      return [{ commit, isPlain: PLAIN_NAME.test(part ?? '') }];
    }),
  );
  const plain = commits.filter(({ isPlain }) => isPlain);
  const found = plain.length > 0 ? plain : commits;
  return (found.find(({ commit }) => commit.length === 40) ?? found[0])?.commit;
}

/** Normalized names such as `error`, `buildErrors` and `failureReason`. */
const REASON = new RegExp(
  '^(?:build|deploy|deployment|last)?(?:error|failure|fail)s?' +
    '(?:message|reason|detail|text|code)?s?$',
);
/** Paths of variables and settings, whose names may hold the same words. */
const SETTINGS = /env|vars|variable|secret|setting|config|option|args/i;

/**
 * The texts that say why a deployment failed, in the record and the objects in it without an id:
 * first sentences, then code words, then JSON.
 */
function reasonsOf(parts: readonly JsonNode[]): readonly string[] {
  const own = parts.filter(
    (node) =>
      node.parent === undefined ||
      (idOf(node, 'deployment') === undefined && !SETTINGS.test(node.path)),
  );
  const reasons = own
    .flatMap(({ fields }) => fields)
    .flatMap((field) => (REASON.test(field.normalizedName) ? reasonIn(field) : []));
  const rank = (text: string): number =>
    /^[[{].*[\]}]$/s.test(text) ? 2 : Number(!text.includes(' '));
  return reasons.toSorted((a, b) => rank(a) - rank(b));
}

/** The texts of a field, or of the first entry of a list. */
function reasonIn({ value }: Field): readonly string[] {
  const [first] = asArray(value) ?? [value];
  if (!isRecord(first)) return [first].flatMap((text) => toLine(text) ?? []);
  const names = ['message', 'reason', 'description', 'detail', 'details', 'code'];
  return names.flatMap((name) => firstOf(nodeOf(first), [name], toLine) ?? []);
}

/**
 * The deployment that the answer to a request names: `deploymentId`, otherwise the id of an object
 * named `deployment`, otherwise the `id` of the whole reply. Ids under other names, and the id of
 * the resource, are ignored. The candidate is the only entry of a list `deployments`, otherwise the
 * id at the end of the header `Location`.
 */
export function parseAccepted(reply: unknown, resourceId: string, location?: string): Accepted {
  const nodes = walk(reply).filter(({ path }) => !ANOTHER.test(path.toLowerCase()));
  const whole = nodes.find(({ path }) => path === '');
  const listed = nodes.flatMap((node) => firstOf(node, ['deployments'], asArray) ?? []);
  const ids = nodes.flatMap((node) => {
    // Of several entries, each may be somebody else's.
    if (listed.length > 1 && /\bdeployments\[/i.test(node.path)) return [];
    const isDeployment = /(?:^|\.)deployment$/i.test(node.path) && !isResource(node);
    const names = ['deploymentid', 'deploymentuuid', ...(isDeployment ? ['id', 'uuid'] : [])];
    const id = firstOf(node, names, asId);
    return id === undefined ? [] : [{ id, node }];
  });
  const wholeId = whole && !isResource(whole) ? firstOf(whole, ['id'], asId) : undefined;
  if (whole !== undefined && wholeId !== undefined) ids.push({ id: wholeId, node: whole });
  const found = ids.find(({ id }) => id !== resourceId);
  const [only] = listed.filter(isRecord).map((item) => idOf(nodeOf(item), 'deployment'));
  return {
    deploymentId: found?.id,
    candidateId: listed.length === 1 ? only : idIn(location),
    status: found && deploymentStatus(found.node),
    serviceMessage: whole && firstOf(whole, ['message', 'reason'], toLine),
  };
}

/** One of the five statuses, or another word for an end; anything else may be about the request. */
function deploymentStatus(node: JsonNode): string | undefined {
  const status = normalizeStatus(readStatus(node) ?? '');
  return isKnownStatus(status) || endingOf(status) !== undefined ? status : undefined;
}

/** The single segment after `/deployments/`. */
function idIn(location = ''): string | undefined {
  const segment = /\/deployments\/([^/?#]+)\/?(?:[?#]|$)/.exec(location)?.[1];
  try {
    return asId(segment && decodeURIComponent(segment));
  } catch {
    return undefined;
  }
}
