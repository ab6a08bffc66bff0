// What the status of a resource means after a deployment, and after start, stop and restart: pure functions of readings.
import { classOf, isSameStatus, type ResourceClass } from '../api/status-words.ts';
import type { Reading, Wait } from './read-until.ts';

/** A status of a resource; undefined when none is shown, `unreadable` when the resource could not be read. */
export type StatusRead = string | undefined | { readonly kind: 'unreadable' };
export type StatusReading = Reading<StatusRead>;

/** How the resource is after the work. `warning` says how its state differs from the usual one. */
export type Settled =
  | { readonly kind: 'reached'; readonly warning?: string; readonly note?: string; readonly isAsBefore?: true }
  | { readonly kind: 'wrong' };

const POLL_MS = 3_000;
/** Reads this far apart must both show an asleep or unknown status. */
const ASLEEP_MS = 5_000;
/** Reads this far apart must both show a resource that is down. */
const DOWN_MS = 20_000;
/** For so long a resource may be moving, unhealthy or unreadable. */
const PATIENCE_MS = 60_000;
/** For so long an app may restart. */
const RESTARTING_MS = 180_000;

/** Statuses that may be as they were before a deployment, without a reason to wait. */
const MAY_STAY: readonly ResourceClass[] = ['asleep', 'unknown', 'unhealthy', 'down'];

/** Judges the status of a resource since its deployment has finished; `before` is its status before the POST. */
export function judgeAfterDeploy(
  { before, sinceMs }: { before: string | undefined; sinceMs: number },
  readings: readonly StatusReading[],
): Settled | Wait {
  const last = readings.at(-1);
  if (last === undefined) return { kind: 'wait', ms: 0 };
  const elapsedMs = last.atMs - sinceMs;
  const status = last.value;
  const wait: Wait = { kind: 'wait', ms: POLL_MS };
  const still = (limitMs: number, verdict: Settled): Settled | Wait => (elapsedMs >= limitMs ? verdict : wait);
  if (isUnreadable(status)) return still(PATIENCE_MS, passWith('could not be read'));
  if (status === undefined && before === undefined) return { kind: 'reached' };
  if (status === undefined) return still(PATIENCE_MS, passWith('no longer shows a status'));
  const kind = classOf(status);
  if (kind === 'up') return { kind: 'reached' };
  const isSame = isSameStatus(before, status);
  if (isSame && MAY_STAY.includes(kind)) {
    const warning = `is still ${status}, as before`;
    return { kind: 'reached', isAsBefore: true, ...(kind === 'down' ? { warning } : {}) };
  }
  /** True if reads that are so far apart have shown one of these. */
  const isSeenFor = (ms: number, ...kinds: ResourceClass[]): boolean =>
    readings.some(
      ({ atMs, value }) => !isUnreadable(value) && kinds.includes(classOf(value)) && last.atMs - atMs >= ms,
    );
  switch (kind) {
    case 'asleep':
    case 'unknown':
      return isSeenFor(ASLEEP_MS, 'asleep', 'unknown') ? passWith(`is ${status}`) : wait;
    case 'crashed':
    case 'down':
      if (isSame) return still(PATIENCE_MS, { kind: 'wrong' });
      return isSeenFor(DOWN_MS, 'down', 'crashed') ? { kind: 'wrong' } : wait;
    case 'moving':
      if (isRestarting(status)) return still(RESTARTING_MS, { kind: 'wrong' });
      return still(PATIENCE_MS, passWith(`is still ${status}`));
    case 'unhealthy':
      return still(PATIENCE_MS, passWith(`is ${status}`));
    case 'none':
      return { kind: 'reached' };
  }
}

function passWith(warning: string): Settled {
  return { kind: 'reached', warning };
}

function isRestarting(status: string): boolean {
  return /restarting/i.test(status);
}

export function isUnreadable(status: StatusRead): status is { readonly kind: 'unreadable' } {
  return typeof status === 'object';
}

/** What was asked of a resource. */
export type Goal = 'start' | 'stop' | 'restart';

/** Statuses that show that the goal is reached. */
const WANTED: Readonly<Record<Goal, readonly ResourceClass[]>> = {
  start: ['up'],
  restart: ['up'],
  stop: ['asleep', 'down'],
};

/** True if the status is what was asked for. */
export function isWanted(goal: Goal, status: string | undefined): boolean {
  return WANTED[goal].includes(classOf(status));
}

/** When the first reads are sent, counted from the acceptance; then one every three seconds. */
const FIRST_READS_MS = [500, 1_000, 2_000, 3_000] as const;
/** A wanted status after a change must still be there so much later. */
const CONFIRM_MS = 2_000;
/** Without a change, start and stop that find what they ask for pass after this. */
const UNCHANGED_MS = 5_000;
/** A restart of an app that is up at every read passes after this; so does a strange status that holds. */
const UNSEEN_MS = 20_000;
/** Another known state after a change is the wrong one after this. */
const WRONG_MS: Readonly<Record<Goal, number>> = { stop: 5_000, start: 20_000, restart: 20_000 };

/** What the judge of start, stop and restart depends on besides the readings. */
export interface LifecycleFacts {
  readonly goal: Goal;
  /** The status before the POST; undefined when it is not known. */
  readonly before: string | undefined;
  /** When the POST was accepted. */
  readonly acceptedAtMs: number;
}

/** The pause before the read number `count`, counted from 0: the first ones come soon after the acceptance. */
export function pauseBefore(count: number): Wait {
  const atMs = FIRST_READS_MS[count];
  return atMs === undefined
    ? { kind: 'wait', ms: POLL_MS }
    : { kind: 'wait', ms: atMs - (FIRST_READS_MS[count - 1] ?? 0), isQuick: true };
}

/** Judges the status of a resource after start, stop or restart was accepted. */
export function judgeLifecycle(
  { goal, before, acceptedAtMs }: LifecycleFacts,
  readings: readonly StatusReading[],
): Settled | Wait {
  const wait = pauseBefore(readings.length);
  const last = readings.at(-1);
  if (last === undefined || isUnreadable(last.value)) return wait;
  const status = last.value;
  const kind = classOf(status);
  const shown = readings.filter(({ value }) => !isUnreadable(value));
  const changed = shown.slice(firstChange(before, shown));
  const heldMs = last.atMs - heldSinceMs(changed);
  const sinceMs = last.atMs - acceptedAtMs;
  if (changed.length === 0) {
    if (kind === 'none') return sinceMs >= UNSEEN_MS ? passWith('shows no status') : wait;
    if (goal !== 'restart' && isWanted(goal, status)) return sinceMs >= UNCHANGED_MS ? { kind: 'reached' } : wait;
    if (goal === 'restart' && (kind === 'up' || kind === 'unknown')) {
      const note = `it was ${status} at every read: no change was seen`;
      return sinceMs >= UNSEEN_MS ? { kind: 'reached', note } : wait;
    }
    return sinceMs >= RESTARTING_MS ? { kind: 'wrong' } : wait;
  }
  if (isWanted(goal, status)) {
    if (heldMs >= CONFIRM_MS) return { kind: 'reached' };
    return { ...wait, ms: Math.min(wait.ms, CONFIRM_MS - heldMs) };
  }
  if (kind === 'moving') return wait;
  if (kind === 'none') return heldMs >= UNSEEN_MS ? passWith('shows no status') : wait;
  if (kind === 'unknown') return heldMs >= UNSEEN_MS ? passWith(`is ${status}`) : wait;
  return heldMs >= WRONG_MS[goal] ? { kind: 'wrong' } : wait;
}

/**
 * The index of the first reading that shows a change: a moving status, or one that differs from before; without one
 * before, from the first read. The number of readings if there is none.
 */
function firstChange(before: string | undefined, readings: readonly StatusReading[]): number {
  const [first] = readings;
  const reference = before ?? first?.value;
  const index = readings.findIndex(({ value }) => value !== reference || kindOf(value) === 'moving');
  return index === -1 ? readings.length : index;
}

function kindOf(value: StatusRead): ResourceClass {
  return classOf(isUnreadable(value) ? undefined : value);
}

/** Since when each read showed the class of the last one. */
function heldSinceMs(readings: readonly StatusReading[]): number {
  const last = readings.at(-1);
  if (last === undefined) return 0;
  const kind = kindOf(last.value);
  const before = readings.findLastIndex((reading) => kindOf(reading.value) !== kind);
  return readings[before + 1]?.atMs ?? last.atMs;
}
