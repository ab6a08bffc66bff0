// Which deployment is ours, when the answer to the POST does not say so: pure functions of the lists
// before the POST and of a list after it.
import type { Deployment } from '../service/replies.ts';
import { type DeploymentList, isInProgress, workIn } from './list.ts';

/** The deployments of a resource before our POST. */
export interface Baseline {
  /** The list that was read last. */
  readonly list: DeploymentList;
  /** The ids of all lists so far. */
  readonly ids: ReadonlySet<string>;
}

/** The deployments before a POST; ids of an earlier list stay known. */
export function baselineFrom(list: DeploymentList, earlier?: Baseline): Baseline {
  return { list, ids: new Set([...(earlier?.ids ?? []), ...list.items.map(({ id }) => id)]) };
}

/** What the list from before says about an id in the answer to the POST. */
export function ageOf(id: string, { list, ids }: Baseline): 'new' | 'in progress' | 'ended' {
  if (!ids.has(id)) return 'new';
  const listed = list.items.find((item) => item.id === id);
  return listed !== undefined && isInProgress(listed) ? 'in progress' : 'ended';
}

/** What a list after the POST says about our deployment. */
export type SearchResult =
  /** It is not recognised, or shows no entry from before; so it may not show ours either. */
  | { readonly kind: 'cut'; readonly list: DeploymentList }
  | { readonly kind: 'none' }
  /** Nothing new; work in progress may keep ours from being listed or started. */
  | { readonly kind: 'hidden'; readonly by: Deployment }
  | { readonly kind: 'one'; readonly deployment: Deployment }
  /** The only new one stands below an entry from before. */
  | { readonly kind: 'below'; readonly deployment: Deployment }
  | { readonly kind: 'several'; readonly deployments: readonly Deployment[] };

/** Looks for entries that were not there before. */
export function searchIn(list: DeploymentList, before: Baseline): SearchResult {
  const { kind, items } = list;
  // A list that was there before and now is a 404 says nothing.
  const isGone = kind === 'missing' && before.list.kind === 'read';
  const isCut = before.ids.size > 0 && !items.some(({ id }) => before.ids.has(id));
  if (kind === 'unknown' || isGone || isCut) return { kind: 'cut', list };
  const fresh = items.filter(({ id }) => !before.ids.has(id));
  const [deployment, ...others] = fresh;
  if (others.length > 0) return { kind: 'several', deployments: fresh };
  if (deployment !== undefined)
    return { kind: deployment === items[0] ? 'one' : 'below', deployment };
  const by = workIn(items);
  return by === undefined ? { kind: 'none' } : { kind: 'hidden', by };
}
