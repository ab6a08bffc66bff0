// What the invariants ask of a trial: what the step could see of it (answers that arrived whole and can be read), what it
// did, and what may be its own.
import type { Deployed } from './service/hosting.ts';
import type { Served } from './service/service.ts';
import { isPartial, type Story } from './story.ts';
import type { Trial } from './trial.ts';

/** Returns a description of what is wrong, or undefined when the invariant holds. */
export type Invariant = (trial: Trial) => string | undefined;

export const passed = ({ run }: Trial): boolean => run.exitCode === 0;

export const isSkipped = ({ run }: Trial): boolean => (run.outputs['skipped'] ?? '') !== '';

/** A request that changes something, unlike a read. */
export const isChange = ({ endpoint }: Pick<Served, 'endpoint'>): boolean =>
  ['deploy', 'start', 'stop', 'restart'].includes(endpoint);

/** Whether this fault leaves it open if the service accepted the request. */
export const isLost = (fault: string): boolean =>
  /^(reset|cut|hang|stall|50\d|\d\d\d page|504 page after 50 s|404 text|redirect|gzip|503)/.test(fault);

/** Faults whose answer is still a good one. */
const READABLE = new Set<string | undefined>([undefined, 'slow 8 s', 'slow 12 s', 'gzip', 'stale', 'joined']);

/** True for an answer that arrived whole and was sent as it is. */
export function isReadable({ delivery, fault }: Served): boolean {
  return delivery?.kind === 'answered' && READABLE.has(fault);
}

/** Readable answers of one endpoint, in the order in which they arrived. */
export function seenOf({ served }: Pick<Trial, 'served'>, endpoint: Served['endpoint']): Served[] {
  return served
    .filter((one) => one.endpoint === endpoint && isReadable(one))
    .toSorted((one, other) => (one.endedAtMs ?? 0) - (other.endedAtMs ?? 0));
}

/** True for a 404 to the list of deployments: the service says that there is none yet, whatever it knows. */
export function saysThatThereIsNone({ endpoint, delivery, fault }: Served): boolean {
  return endpoint === 'deployments' && delivery?.kind === 'answered' && fault === 'not found';
}

/** A list was read before this request. A 404 may be a mistake: it shows nothing of what was there. */
export function hasListBefore({ served }: Pick<Trial, 'served'>, request: Served): boolean {
  return served
    .slice(0, served.indexOf(request))
    .some((one) => one.endpoint === 'deployments' && isReadable(one) && statusOf(one) === 200);
}

const statusOf = ({ delivery }: Served): number => (delivery?.kind === 'answered' ? delivery.status : 0);

/** The deployment that the outputs name. */
export function claimedOf({ run, hosting }: Trial): Deployed | undefined {
  return hosting.all().find(({ id }) => String(id) === run.outputs['deployment-id']);
}

/** The service answered that it does not know this id, and never listed it: it may not be a deployment's id. */
export function isUnknown({ served }: Trial, id: string): boolean {
  const reads = served.filter(({ endpoint }) => endpoint === 'deployment' || endpoint === 'deployments');
  return reads.some(({ fault }) => fault === 'not found') && !reads.some(({ shown }) => shown.has(id));
}

/** No response named our deployment, and there was no list before the POST: only one in progress could be ours. */
export function isUnclaimable(trial: Trial): boolean {
  const post = trial.served.findLast(({ endpoint }) => endpoint === 'deploy');
  return post !== undefined && post.named === undefined && !hasListBefore(trial, post);
}

/** The list of variables is incomplete, or one of its names cannot be read. */
export function hidesVariables({ env, unreadable }: Story): boolean {
  return isPartial(env.more) || unreadable.includes('name of a variable');
}

/** A status word as the contract writes it. */
export function normalStatus(word: string): string {
  const lower = word.toLowerCase();
  if (lower === 'canceled') return 'cancelled';
  if (['queued', 'building', 'finished', 'failed', 'cancelled'].includes(lower)) return lower;
  return /^[A-Za-z0-9 _.:()/-]{1,64}$/.test(word) ? word : 'unknown';
}

/**
 * The last status of a deployment that the step could see; `beforeTheLast` leaves out the last request, which may have been
 * given up. Undefined when it saw none.
 */
export function lastStatusSeen(trial: Trial, id: string, { beforeTheLast = false } = {}): string | undefined {
  const last = beforeTheLast ? trial.served.at(-1) : undefined;
  const word = trial.served
    .filter((one) => isReadable(one) && one !== last)
    .toSorted((one, other) => (one.endedAtMs ?? 0) - (other.endedAtMs ?? 0))
    .findLast(({ shown }) => shown.has(id))
    ?.shown.get(id);
  return word === undefined ? undefined : normalStatus(word);
}

/** The deployments that requests of the step created. */
export function oursOf({ hosting }: Trial): Deployed[] {
  return hosting.all().filter(({ by }) => by === 'us');
}

/** The step log without annotations, the groups around logs kept. */
export function plainLog({ run }: Trial): string {
  return run.log
    .split('\n')
    .filter((line) => !/^::(error|warning|notice|debug)/.test(line))
    .join('\n');
}
