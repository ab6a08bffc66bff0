// Which deployment is ours, when the answer to the POST does not say so: pure functions of the list
// before the POST and of a list after it.
import type { Deployment } from '../service/replies.ts';
import { endingOf } from '../service/statuses.ts';

/** A list of deployments, latest first. */
export type DeploymentList = readonly Deployment[];

/** The deployments of a resource before our POST. */
export interface Baseline {
  readonly ids: ReadonlySet<string>;
  /** Those in progress: the service may join a request to one of them. */
  readonly inProgress: ReadonlySet<string>;
  /**
   * `read`: all are known. `missing`: the service had no list (404), so it counts as empty.
   * `unknown`: the list was not recognised.
   */
  readonly kind: 'read' | 'missing' | 'unknown';
}

/** What a read of the list has shown: undefined if not recognised, `missing` for a 404. */
export type ListRead = DeploymentList | 'missing' | undefined;

/** The deployments before a POST; ids of an earlier list stay known. */
export function baselineFrom(list: ListRead, earlier?: Baseline): Baseline {
  const items = itemsOf(list);
  return {
    ids: new Set([...(earlier?.ids ?? []), ...items.map(({ id }) => id)]),
    inProgress: new Set(items.filter(isInProgress).map(({ id }) => id)),
    kind: kindOf(list),
  };
}

function kindOf(list: ListRead): Baseline['kind'] {
  if (list === undefined) return 'unknown';
  return list === 'missing' ? 'missing' : 'read';
}

/** The entries of a list; none if it could not be read. */
export function itemsOf(list: ListRead): DeploymentList {
  return list === 'missing' || list === undefined ? [] : list;
}

/** True until the deployment has ended. */
export function isInProgress({ status = '' }: Deployment): boolean {
  return endingOf(status) === undefined;
}

/** The newest deployment that was not cancelled. */
export function newestIn(list: ListRead): Deployment | undefined {
  return itemsOf(list).find(({ status = '' }) => endingOf(status) !== 'cancelled');
}

/**
 * Work in progress: the newest entry that was not cancelled, until it has ended. What is stuck below
 * newer ones is in nobody's way.
 */
export function workIn(list: ListRead): Deployment | undefined {
  const newest = newestIn(list);
  return newest !== undefined && isInProgress(newest) ? newest : undefined;
}

/** What a list after the POST says about our deployment. */
export type Search =
  /**
   * It is not recognised, or shows none of the entries from before; so it may not show ours either.
   */
  | {
      readonly kind: 'cut';
      readonly isRecognised: boolean;
      readonly newest: Deployment | undefined;
    }
  | { readonly kind: 'none' }
  /** Nothing new; work in progress may keep ours from being listed or started. */
  | { readonly kind: 'hidden'; readonly by: Deployment }
  /** `isBelow`: it stands below an entry from before. */
  | { readonly kind: 'one'; readonly deployment: Deployment; readonly isBelow: boolean }
  | { readonly kind: 'several'; readonly deployments: DeploymentList };

/** Looks for entries that were not there before. */
export function searchIn(list: ListRead, { ids, kind }: Baseline): Search {
  const items = itemsOf(list);
  const firstKnown = items.findIndex(({ id }) => ids.has(id));
  // A list that was there before and now is a 404 says nothing.
  const isGone = list === 'missing' && kind === 'read';
  if (list === undefined || isGone || (ids.size > 0 && firstKnown === -1))
    return { kind: 'cut', isRecognised: list !== undefined, newest: items[0] };
  const fresh = items.filter(({ id }) => !ids.has(id));
  const [deployment, ...others] = fresh;
  if (others.length > 0) return { kind: 'several', deployments: fresh };
  if (deployment !== undefined) {
    const isBelow = firstKnown !== -1 && items.indexOf(deployment) > firstKnown;
    return { kind: 'one', deployment, isBelow };
  }
  const by = workIn(list);
  return by === undefined ? { kind: 'none' } : { kind: 'hidden', by };
}
