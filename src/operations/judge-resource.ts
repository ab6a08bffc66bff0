// What the status of a resource means after a deployment, and after start, stop and restart: pure
// functions of samples.
import { classOf, isSameStatus, type ResourceClass } from '../api/status-words.ts';
import type { Sample, Wait } from './poll-until.ts';

/** A status of a resource; undefined when none is shown. */
export type StatusSample = Sample<string | undefined>;

/** How the resource is after the work. `warning` says how its state differs from the usual one. */
export type Settled =
  | {
      readonly kind: 'reached';
      readonly warning?: string;
      readonly note?: string;
      readonly asBefore?: string;
    }
  | { readonly kind: 'wrong' };

const POLL_MS = 3_000;
/** Reads this far apart must both show an asleep or unknown status. */
const ASLEEP_MS = 5_000;
/** Reads this far apart must both show a resource that is down. */
const DOWN_MS = 20_000;
/** For so long a resource may be moving, unhealthy or, where it is read, unreadable. */
export const SETTLE_TIMEOUT_MS = 60_000;
/** For so long an app may restart. */
const RESTARTING_MS = 180_000;

/**
 * Judges the status of a resource since its deployment has finished; `before` is its status before
 * the POST.
 */
export function judgeAfterDeploy(
  { before, sinceMs }: { before: string | undefined; sinceMs: number },
  samples: readonly StatusSample[],
): Settled | Wait {
  const last = samples.at(-1);
  if (last === undefined) return { kind: 'wait', ms: 0 };
  const elapsedMs = last.atMs - sinceMs;
  const status = last.value;
  const wait: Wait = { kind: 'wait', ms: POLL_MS };
  const still = (limitMs: number, verdict: Settled): Settled | Wait =>
    elapsedMs >= limitMs ? verdict : wait;
  if (status === undefined)
    return before === undefined
      ? { kind: 'reached' }
      : still(SETTLE_TIMEOUT_MS, passWith('no longer shows a status'));
  const kind = classOf(status);
  if (kind === 'up') return { kind: 'reached' };
  const isSame = isSameStatus(before, status);
  if (isSame && kind !== 'moving' && kind !== 'crashed') {
    const isUnchanged = status.toLowerCase() === before?.toLowerCase();
    const asBefore = isUnchanged
      ? `still ${status}, as before`
      : `${status}, and was ${before} before`;
    return { kind: 'reached', asBefore, ...(kind === 'down' && { warning: `is ${asBefore}` }) };
  }
  /** True if reads that are so far apart have shown one of these. */
  const isSeenFor = (ms: number, ...kinds: ResourceClass[]): boolean =>
    samples.some(({ atMs, value }) => kinds.includes(classOf(value)) && last.atMs - atMs >= ms);
  if (kind === 'asleep' || kind === 'unknown')
    return isSeenFor(ASLEEP_MS, 'asleep', 'unknown') ? passWith(`is ${status}`) : wait;
  if (kind === 'down' || kind === 'crashed') {
    if (isSame) return still(SETTLE_TIMEOUT_MS, { kind: 'wrong' });
    return isSeenFor(DOWN_MS, 'down', 'crashed') ? { kind: 'wrong' } : wait;
  }
  if (kind === 'unhealthy') return still(SETTLE_TIMEOUT_MS, passWith(`is ${status}`));
  if (/restarting/i.test(status)) return still(RESTARTING_MS, { kind: 'wrong' });
  return still(SETTLE_TIMEOUT_MS, passWith(`is still ${status}`));
}

function passWith(warning: string): Settled {
  return { kind: 'reached', warning };
}

/** What was asked of a resource. */
export type Goal = 'start' | 'stop' | 'restart';

/** True if the status is what was asked for. */
export function isWanted(goal: Goal, status: string | undefined): boolean {
  const wanted: readonly ResourceClass[] = goal === 'stop' ? ['asleep', 'down'] : ['up'];
  return wanted.includes(classOf(status));
}

/** The pauses before the first reads, which come soon after the acceptance. */
const FIRST_PAUSES_MS = [500, 500, 1_000, 1_000] as const;
/** A wanted status after a change must still be there so much later. */
const STABLE_FOR_MS = 2_000;
/** Without a change, start and stop that find what they ask for pass after this. */
const UNCHANGED_MS = 5_000;
/**
 * A restart of an app that is up at every read passes after this; so does a strange status that
 * holds.
 */
const UNSEEN_MS = 20_000;
/** Another known state after a change is the wrong one after this. */
const WRONG_MS: Readonly<Record<Goal, number>> = { stop: 5_000, start: 20_000, restart: 20_000 };

/** The pause before the read number `count`, counted from 0. */
export function pauseBefore(count: number): Wait {
  const ms = FIRST_PAUSES_MS[count];
  return ms === undefined ? { kind: 'wait', ms: POLL_MS } : { kind: 'wait', ms, isQuick: true };
}

/**
 * Judges the status of a resource after start, stop or restart was accepted; `before` is its status
 * before the POST.
 */
export function judgeLifecycle(
  { goal, before, acceptedAtMs }: { goal: Goal; before: string | undefined; acceptedAtMs: number },
  samples: readonly StatusSample[],
): Settled | Wait {
  const wait = pauseBefore(samples.length);
  const last = samples.at(-1);
  if (last === undefined) return wait;
  const status = last.value;
  const kind = classOf(status);
  // Where no status is known from before, the first read takes its place.
  const reference = before ?? samples[0]?.value;
  const change = samples.findIndex(
    ({ value }) => value !== reference || classOf(value) === 'moving',
  );
  const changed = change === -1 ? [] : samples.slice(change);
  const lastOther = changed.findLastIndex(({ value }) => classOf(value) !== kind);
  const heldMs = last.atMs - (changed[lastOther + 1]?.atMs ?? acceptedAtMs);
  if (kind === 'none') return heldMs >= UNSEEN_MS ? passWith('shows no status') : wait;
  if (changed.length === 0) {
    if (goal !== 'restart' && isWanted(goal, status))
      return heldMs >= UNCHANGED_MS ? { kind: 'reached' } : wait;
    if (goal === 'restart' && (kind === 'up' || kind === 'unknown')) {
      const note = `it was ${status} at every read: no change was seen`;
      return heldMs >= UNSEEN_MS ? { kind: 'reached', note } : wait;
    }
    return heldMs >= RESTARTING_MS ? { kind: 'wrong' } : wait;
  }
  if (isWanted(goal, status)) {
    if (heldMs >= STABLE_FOR_MS) return { kind: 'reached' };
    return { ...wait, ms: Math.min(wait.ms, STABLE_FOR_MS - heldMs) };
  }
  if (kind === 'moving') return wait;
  if (kind === 'unknown') return heldMs >= UNSEEN_MS ? passWith(`is ${status}`) : wait;
  return heldMs >= WRONG_MS[goal] ? { kind: 'wrong' } : wait;
}
