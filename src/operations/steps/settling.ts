// Decides when the status of a resource has settled after start, stop or restart. Pure.
import { isSameStatus, type ResourceState, resourceStateOf } from '../../api/model.ts';
import type { Action } from '../operation.ts';

/** start, stop and restart. */
export type LifecycleAction = Exclude<Action, 'deploy'>;

/**
 * How the status settled: as requested, as requested without a visible change, on an unknown status, or on a wrong one.
 */
export type Settled = 'reached' | 'unchanged' | 'unknown' | 'wrong';

/** A status counts once reads at least this far apart show it. */
const STABLE_MS = 5_000;
/** How long a restart must show no change, or an unknown status must persist, before it counts. */
const NO_CHANGE_MS = 20_000;
/** How long an unchanged status other than the requested one must persist before it counts. */
const UNCHANGED_MS = 60_000;

/**
 * Creates the state of one resource; `before` is its status before the request, `acceptedAtMs` when that was accepted.
 */
export function createSettling(action: LifecycleAction, before: string | undefined, acceptedAtMs: number) {
  const goal: ResourceState = action === 'stop' ? 'down' : 'up';
  let hasChanged = false;
  let current: { status: string; sinceMs: number } | undefined;
  let readAtMs = acceptedAtMs;

  /**
   * Takes a read; returns how the status settled, undefined while it has not. No claim is based on a status that could not
   * be read (undefined), unless none can be read for a minute: that is like one that stays wrong.
   */
  return function next(status: string | undefined, nowMs: number): Settled | undefined {
    if (status === undefined) return nowMs - readAtMs >= UNCHANGED_MS ? 'wrong' : undefined;
    readAtMs = nowMs;
    const state = resourceStateOf(status);
    hasChanged ||= state === 'transition' || (before !== undefined && !isSameStatus(status, before));
    if (current === undefined || !isSameStatus(status, current.status)) current = { status, sinceMs: nowMs };
    if (state === 'transition') return undefined;
    const stableMs = nowMs - current.sinceMs;
    const isGoal = state === goal;
    if (state === 'unknown' && !isSameStatus(status, before)) return stableMs >= NO_CHANGE_MS ? 'unknown' : undefined;
    if (stableMs < STABLE_MS) return undefined;
    if (hasChanged) return isGoal ? 'reached' : 'wrong';
    if (!isGoal) return nowMs - acceptedAtMs >= UNCHANGED_MS ? 'wrong' : undefined;
    if (action !== 'restart') return 'reached';
    return nowMs - acceptedAtMs >= NO_CHANGE_MS ? 'unchanged' : undefined;
  };
}
