// Changes that somebody asked for: kept with their line in the activity record before they are acknowledged, or refused.
import type { Clock } from '../clock/index.ts';
import type { Refusal } from '../refusals.ts';
import { refuse } from '../refusals.ts';
import type { ActivityRecord, Actor, State } from './state.ts';
import type { Change, Store } from './store.ts';

/** Deployments and lines of activity that are kept; older ones are forgotten. */
const KEPT_DEPLOYMENTS = 20_000;
const KEPT_ACTIVITY = 20_000;

/** What a change is kept in. */
export interface ChangeParts {
  readonly state: State;
  readonly store: Store;
  readonly clock: Clock;
}

/** What the activity record shows of a change, and who made it. */
export type ActivityEntry = Actor & Pick<ActivityRecord, 'action' | 'target' | 'deploymentId'>;

/**
 * Saves a change and its line of activity (undefined: none) as one. A refusal means that nothing of it was saved: the
 * caller, who changes its records in memory afterwards, leaves them alone then.
 */
export function saveChange(
  { state, store, clock }: ChangeParts,
  change: Change,
  entry: ActivityEntry | undefined,
): Refusal | undefined {
  const activity = entry === undefined ? undefined : { atMs: clock.wallTime(), ...entry };
  if (!store.save(activity === undefined ? change : { ...change, activity })) {
    return refuse('internal_error', 'The change cannot be kept, so it was not made.');
  }
  if (activity !== undefined) state.activity.push(activity);
  trimState(state, store);
  return undefined;
}

/** Forgets the oldest deployments that have ended, and the oldest activity, beyond what is kept. */
export function trimState(state: State, store: Store): void {
  while (state.deployments.length > KEPT_DEPLOYMENTS) {
    const oldest = state.deployments.findIndex(({ finishedAtMs }) => finishedAtMs !== null);
    if (oldest === -1) break;
    const [gone] = state.deployments.splice(oldest, 1);
    if (gone !== undefined) store.removeDeployment(gone.id);
  }
  if (state.activity.length > KEPT_ACTIVITY) {
    state.activity.splice(0, state.activity.length - KEPT_ACTIVITY);
    store.trimActivity(KEPT_ACTIVITY);
  }
}
