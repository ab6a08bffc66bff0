// Whether the status of a resource has settled after start, stop, restart or a finished deployment, judged by what was
// seen before. Pure.
import { isSameStatus, isUpButUnhealthy, type ResourceState, resourceStateOf } from '../../api/model.ts';

/** What was done to the resource. */
export type Goal = 'start' | 'stop' | 'restart' | 'deploy';

/** A successful read. */
export interface StatusRead {
  readonly atMs: number;
  /** Undefined when it showed none, or one that could not be read. */
  readonly status: string | undefined;
  readonly hasUnreadStatus?: boolean | undefined;
}

/** What is to be decided. Times are on one clock. */
export interface SettleQuestion {
  readonly goal: Goal;
  /** The read before the request; undefined when there was no successful one. */
  readonly before: Omit<StatusRead, 'atMs'> | undefined;
  /** When the request was accepted, or the deployment finished. */
  readonly acceptedAtMs: number;
  /** The successful reads since then, in their order. */
  readonly reads: readonly StatusRead[];
  /** When a status in transition is no longer waited for; by default never. */
  readonly untilMs?: number;
}

/**
 * How it settled: `reached`: as asked; `unchanged`: as asked, without a change that was seen; `as before`: down or
 * unhealthy, as it was; `unshown`: this service shows no status; `uncertain`: on a status that says neither; `wrong`: on
 * another one, or on a broken one.
 */
export type SettledAs = 'reached' | 'unchanged' | 'as before' | 'unshown' | 'uncertain' | 'wrong';

/** The decision: settled, or when to read again. */
export type Settled = { readonly as: SettledAs } | { readonly readAtMs: number };

/** The first reads after start, stop and restart come quickly, so that a short restart is seen. */
const FIRST_READS_MS = [500, 1_000, 2_000, 3_000];
const READ_GAP_MS = 3_000;
/** How often the app is read after its deployment, beginning at once. */
const APP_READ_GAP_MS = 5_000;

/** After a change, the wanted state counts once a read this much later shows it, too: a crash loop is up for a moment. */
const STABLE_MS = 2_000;
/** Any other status counts once two reads this far apart show it. */
const LONG_STABLE_MS = 5_000;
/** How long a restart must show no change, or a new unknown status must hold. */
const NO_CHANGE_MS = 20_000;
/** How long an unchanged status other than the wanted one must hold, and for how long there may be none. */
const UNCHANGED_MS = 60_000;

/** Decides after the last of the reads. */
export function settled(question: SettleQuestion): Settled {
  const { goal, before, acceptedAtMs, reads, untilMs = Infinity } = question;
  const last = reads.at(-1);
  if (last === undefined)
    return { readAtMs: goal === 'deploy' ? acceptedAtMs : acceptedAtMs + (FIRST_READS_MS[0] ?? 0) };
  if (before !== undefined && [before, ...reads].every(showsNone)) return { as: 'unshown' };
  const seen = { last, before: before?.status, reads, acceptedAtMs };
  const next = goal === 'deploy' ? afterDeploy(seen) : afterAction(seen, goal);
  if ('as' in next) return next;
  if (last.atMs >= untilMs) return { as: resourceStateOf(last.status) === 'broken' ? 'wrong' : 'uncertain' };
  return { readAtMs: Math.min(next.readAtMs, nextReadMs(question), Math.max(untilMs, last.atMs)) };
}

/** What was seen so far. */
interface Seen extends Pick<SettleQuestion, 'reads' | 'acceptedAtMs'> {
  readonly last: StatusRead;
  readonly before: string | undefined;
}

function showsNone({ status, hasUnreadStatus }: Omit<StatusRead, 'atMs'>): boolean {
  return status === undefined && hasUnreadStatus !== true;
}

function afterDeploy({ last, before, reads }: Seen): Settled {
  const { status } = last;
  const state = resourceStateOf(status);
  const isAsBefore = before !== undefined && isSameStatus(status, before);
  const isUnhealthy = isUpButUnhealthy(status);
  if (state === 'up' && !isUnhealthy) return { as: 'reached' };
  if (isAsBefore && state === 'unknown') return { as: 'reached' };
  if (isUnhealthy) return isUpButUnhealthy(before) ? { as: 'as before' } : LATER;
  if (isAsBefore && (state === 'down' || /^\P{L}*unhealthy/iu.test(before))) return { as: 'as before' };
  if (state === 'transition' || (state === 'broken' && isAsBefore)) return LATER;
  if (last.atMs < heldSince(reads, (other) => isSameStatus(other, status)) + LONG_STABLE_MS) return LATER;
  return { as: state === 'broken' ? 'wrong' : 'uncertain' };
}

function afterAction({ last, before, reads, acceptedAtMs }: Seen, goal: Exclude<Goal, 'deploy'>): Settled {
  const { status } = last;
  if (status === undefined) {
    const lastShown = reads.findLast((read) => read.status !== undefined)?.atMs ?? acceptedAtMs;
    return at(lastShown + UNCHANGED_MS, last, 'wrong');
  }
  const state = resourceStateOf(status);
  if (state === 'transition') return LATER;
  const isAsBefore = isSameStatus(status, before);
  const isWanted = (other: string | undefined): boolean =>
    resourceStateOf(other) === wantedState[goal] ||
    (goal === 'restart' && resourceStateOf(other) === 'unknown' && isSameStatus(other, before));
  const sameSince = heldSince(reads, (other) => isSameStatus(other, status));
  if (state === 'unknown' && !isAsBefore) return at(sameSince + NO_CHANGE_MS, last, 'uncertain');
  const changed = reads.findIndex((read) => isChange(read, before));
  if (changed >= 0) {
    return isWanted(status)
      ? at(heldSince(reads.slice(changed), isWanted) + STABLE_MS, last, 'reached')
      : at(sameSince + LONG_STABLE_MS, last, 'wrong');
  }
  if (!isWanted(status)) return at(Math.max(acceptedAtMs + UNCHANGED_MS, sameSince + LONG_STABLE_MS), last, 'wrong');
  if (goal === 'restart') return at(acceptedAtMs + NO_CHANGE_MS, last, 'unchanged');
  return at(sameSince + LONG_STABLE_MS, last, 'reached');
}

const wantedState: Readonly<Record<Exclude<Goal, 'deploy'>, ResourceState>> = {
  start: 'up',
  stop: 'down',
  restart: 'up',
};

/** Read again at the usual time. */
const LATER: Settled = { readAtMs: Infinity };

/** Settled if the last read came at that time or later. */
function at(ms: number, last: StatusRead, as: SettledAs): Settled {
  return last.atMs >= ms ? { as } : { readAtMs: ms };
}

/** True for a read that shows a transition, or another status than before. */
function isChange({ status }: StatusRead, before: string | undefined): boolean {
  if (status === undefined) return false;
  return resourceStateOf(status) === 'transition' || (before !== undefined && !isSameStatus(status, before));
}

/** The time of the first of the last reads that all pass the test. */
function heldSince(reads: readonly StatusRead[], test: (status: string | undefined) => boolean): number {
  const other = reads.findLastIndex(({ status }) => !test(status));
  return reads[other + 1]?.atMs ?? Infinity;
}

/** When the next read comes: after start, stop and restart quickly at first, counted from the acceptance. */
function nextReadMs({ goal, acceptedAtMs, reads }: SettleQuestion): number {
  const lastMs = reads.at(-1)?.atMs ?? acceptedAtMs;
  if (goal === 'deploy') return lastMs + APP_READ_GAP_MS;
  const early = FIRST_READS_MS.map((ms) => acceptedAtMs + ms).find((ms) => ms > lastMs);
  return early ?? lastMs + READ_GAP_MS;
}
