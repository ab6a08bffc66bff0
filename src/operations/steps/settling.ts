// When the status of a resource has settled after start, stop or restart, compared with the status before. Pure.
import { type ResourceState, resourceStateOf } from '../../api/model.ts';
import type { Action } from '../operation.ts';

/** start, stop and restart. */
export type LifecycleAction = Exclude<Action, 'deploy'>;

/** How the status settled: as asked for, on something that we do not know, or wrongly. */
export type Settled = 'reached' | 'unchanged' | 'unknown' | 'wrong';

/** Two reads at least so far apart show the same status: it counts. */
const STANDING_MS = 5_000;
/** A restart that shows no change for so long is accepted; an unknown status counts after the same time. */
const NO_CHANGE_MS = 20_000;
/** An unchanged status that is not the one asked for counts after so long. */
const UNCHANGED_MS = 60_000;

/** Follows the reads of one resource, from the moment its request was accepted. */
export function createSettling(action: LifecycleAction, before: string | undefined, acceptedAtMs: number) {
  const goal: ResourceState = action === 'stop' ? 'down' : 'up';
  let hasChanged = false;
  let standing: { status: string; sinceMs: number } | undefined;

  /** Takes a read; returns how the status settled, undefined while it has not. */
  return function next(status: string, nowMs: number): Settled | undefined {
    const state = resourceStateOf(status);
    hasChanged ||= state === 'transition' || (before !== undefined && status !== before);
    if (standing?.status !== status) standing = { status, sinceMs: nowMs };
    if (state === 'transition') return undefined;
    const stoodMs = nowMs - standing.sinceMs;
    const isGoal = state === goal;
    if (state === 'unknown' && status !== before) return stoodMs >= NO_CHANGE_MS ? 'unknown' : undefined;
    if (stoodMs < STANDING_MS) return undefined;
    if (hasChanged) return isGoal ? 'reached' : 'wrong';
    if (!isGoal) return nowMs - acceptedAtMs >= UNCHANGED_MS ? 'wrong' : undefined;
    if (action !== 'restart') return 'reached';
    return nowMs - acceptedAtMs >= NO_CHANGE_MS ? 'unchanged' : undefined;
  };
}
