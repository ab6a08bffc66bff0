// More unusual than another shape: ids, statuses, lists and logs as some real service may have them. Data in, data out.
import { createHash } from 'node:crypto';
import type { DeploymentRecord } from '../../state/index.ts';
import { linesOf } from './shapes.ts';

/** What is unusual in a dialect; what is left out is as usual. */
export interface Traits {
  /** How deployments are called. */
  readonly ids?: keyof typeof idForms;
  /** Resource statuses with details, or deployment statuses in upper case. */
  readonly statuses?: 'detailed' | 'upper';
  /** The list ends after five items with a flag for more, or holds the log of every deployment. */
  readonly list?: 'capped' | 'withLogs';
  /** The form of a build log. */
  readonly log?: keyof typeof logForms;
  /** A resource without deployments answers 404 to the request for their list. */
  readonly noneYet?: boolean;
  /** How long the 202 of a deploy takes, in milliseconds; the deployment begins at once. */
  readonly acceptanceMs?: number;
}

const LISTED = 5;
const KEPT_AT_EACH_END = 20;
const LINE_MS = 1000;

function hashOf(id: string): Buffer {
  return createHash('sha256').update(id).digest();
}

const idForms = {
  /** As nanoid makes them: 21 characters, which may begin with `_` or `-`. */
  nanoid: (id: string) =>
    `${Number(id.slice(-1)) % 2 === 0 ? '_' : '-'}${hashOf(id).toString('base64url').slice(0, 20)}`,
  /** With `/`, `+` and `=`. */
  base64: (id: string) => Buffer.concat([Buffer.of(0xff, 0xef, 0xbe), hashOf(id).subarray(0, 10)]).toString('base64'),
  number: (id: string) => Number(id.slice(id.indexOf('_') + 1)),
  /** With braces, spaces and letters beyond ASCII. */
  spaced: (id: string) => `{déploiement ${Number(id.slice(id.indexOf('_') + 1))}}`,
} as const satisfies Record<string, (id: string) => string | number>;

interface Entry {
  readonly timestamp: string;
  readonly message: string;
}

function entriesOf(log: string, startMs: number): readonly Entry[] {
  return linesOf(log).map((message, index) => ({
    timestamp: new Date(startMs + index * LINE_MS).toISOString(),
    message,
  }));
}

const logForms = {
  /** Entries with timestamps, the latest first. */
  newestFirst: (log: string, startMs: number) => entriesOf(log, startMs).toReversed(),
  /** The beginning and the end; the middle is removed. */
  headAndTail: (log: string) => {
    const lines = linesOf(log);
    const removed = lines.length - 2 * KEPT_AT_EACH_END;
    if (removed <= 0) return log;
    const head = lines.slice(0, KEPT_AT_EACH_END);
    return [...head, `[... ${removed} lines removed ...]`, ...lines.slice(-KEPT_AT_EACH_END), ''].join('\n');
  },
  /** The text of a JSON list as a string of the JSON response. */
  jsonInJson: (log: string, startMs: number) => JSON.stringify(entriesOf(log, startMs)),
  /** By phase and step. */
  phases: (log: string) => {
    const [first, ...rest] = linesOf(log);
    return [
      { phase: 'prepare', steps: [{ name: 'clone', lines: first === undefined ? [] : [first] }] },
      { phase: 'build', steps: [{ name: 'compile', lines: rest }] },
    ];
  },
  /** Each line overwritten in place by the next, as progress bars do. */
  overwritten: (log: string) => log.replaceAll(/\n(?=.)/g, '\r'),
} as const satisfies Record<string, (log: string, startMs: number) => unknown>;

/** The id that a deployment is shown with. */
export function shownId(id: string, { ids }: Traits): string | number {
  return ids === undefined ? id : idForms[ids](id);
}

/** The status that a deployment is shown with. */
export function shownStatus(status: string, { statuses }: Traits): string {
  return statuses === 'upper' ? status.toUpperCase() : status;
}

/** The status that a resource is shown with. */
export function shownResourceStatus(status: string, { statuses }: Traits): string {
  if (statuses !== 'detailed') return status;
  return { running: 'running (healthy)', crashed: 'exited (1)', stopped: 'exited (0)' }[status] ?? status;
}

/** The build log as it is shown; undefined where the dialect's usual form applies. */
export function shownLog({ log, createdAtMs }: DeploymentRecord, { log: form }: Traits): unknown {
  return form === undefined ? undefined : logForms[form](log, createdAtMs);
}

/** The list of deployments as it is shown; undefined where the dialect's usual shape applies. */
export function shownList(items: readonly object[], { list }: Traits): unknown {
  if (list !== 'capped') return undefined;
  const hasMore = items.length > LISTED;
  return {
    deployments: items.slice(0, LISTED),
    total: items.length,
    hasMore,
    nextCursor: hasMore ? `after-${LISTED}` : null,
  };
}
