// Which deployments are new since our request. Pure. An entry is new only if it is above all entries that were there
// before: an older one may appear at the end of a truncated list.
import {
  type Acceptance,
  type Deployment,
  type Identified,
  isFinal,
  isIdentified,
  type List,
} from '../../api/model.ts';
import { inProgressIn } from './ended.ts';

/** The deployments of a resource as they were before our request. */
export interface Known {
  readonly ids: ReadonlySet<string>;
  /** Their ids and any further ones: a response that names one of them does not name a new deployment. */
  readonly names: ReadonlySet<string>;
  /** Those in progress: the service may have joined our request to one of them. */
  readonly inProgress: ReadonlySet<string>;
  /** How many entries without an id were above the first one with an id. */
  readonly anonymousFirst: number;
  /** False where the list could not be read, or was a 404: it may have had others than these. */
  readonly isReliable: boolean;
}

/** The deployments listed before a request; `before` adds the ids of earlier lists. */
export function knownFrom({ items, isComplete }: List<Deployment>, before?: Known): Known {
  const listed = items.filter(isIdentified);
  return {
    ids: new Set([...(before?.ids ?? []), ...listed.map(({ id }) => id)]),
    names: new Set([...(before?.names ?? []), ...listed.flatMap(namesOf)]),
    inProgress: new Set(inProgressIn(items).filter(isIdentified).flatMap(namesOf)),
    anonymousFirst: items.length - itemsFrom(items, isIdentified).length,
    isReliable: isComplete || items.length > 0,
  };
}

/** Every id that an entry shows. */
export function namesOf({ id, otherIds = [] }: Identified<Deployment>): readonly string[] {
  return [id, ...otherIds];
}

/** The new entries of a list. */
export interface NewEntries {
  readonly deployments: readonly Identified<Deployment>[];
  /** There are unknown entries without an id or below older ones, so something may have been started. */
  readonly hasOthers: boolean;
  /** There are entries without an id above the known ones, new or not. */
  readonly hasAnonymous: boolean;
  /** New as well, but listed below older ones, so never ours for certain. */
  readonly below: readonly Identified<Deployment>[];
}

/** The new entries of a list since `known`. Ids that `appeared` above before stay new wherever a later list has them. */
export function newSince(
  known: Known,
  items: readonly Deployment[],
  appeared: ReadonlySet<string> = new Set(),
): NewEntries {
  const rest = itemsFrom(items, ({ id }) => id !== undefined && known.ids.has(id));
  const above = items.slice(0, items.length - rest.length);
  const identified = above.filter(isIdentified);
  const below = rest.filter(isIdentified).filter(({ id }) => !known.ids.has(id));
  const moved = below.filter(({ id }) => appeared.has(id));
  const others = below.filter((deployment) => !moved.includes(deployment));
  const anonymous = above.length - identified.length;
  return {
    deployments: [...identified, ...moved],
    below: hasAllKnown(known, items) ? others : [],
    hasOthers: anonymous > known.anonymousFirst || others.length > 0,
    hasAnonymous: anonymous > 0,
  };
}

/** True if no known entry has left the list: only then can no older one have taken its place. */
function hasAllKnown(known: Known, items: readonly Deployment[]): boolean {
  const ids = new Set(items.map(({ id }) => id));
  return [...known.ids].every((id) => ids.has(id));
}

function itemsFrom<T>(items: readonly T[], isFirst: (item: T) => boolean): readonly T[] {
  const at = items.findIndex(isFirst);
  return at < 0 ? [] : items.slice(at);
}

/** What can be concluded from the new entries of a list. */
export type Claim =
  | { readonly kind: 'ours'; readonly deployment: Identified<Deployment> }
  | { readonly kind: 'ambiguous'; readonly ids: readonly string[] }
  /** It had ended when first seen, so it may be an earlier one of somebody else that is listed late. */
  | { readonly kind: 'ended'; readonly deployment: Identified<Deployment> }
  /** Ours may be one that had ended when first seen, and there was no list before to compare with. */
  | { readonly kind: 'unreliable' }
  /** A new entry cannot be identified: it has no id, or is below older ones. */
  | { readonly kind: 'unclear' }
  | { readonly kind: 'none' };

/**
 * Concludes from a list what a request started. After an accepted request (`isAccepted`), a single new deployment in
 * progress is ours, even if others have ended; after a request of unknown fate, two new ones are ambiguous, and an entry
 * without an id may hide that it was carried out. `appeared`: see {@link newSince}.
 */
export function claim(
  known: Known,
  items: readonly Deployment[],
  { isAccepted, appeared }: { isAccepted: boolean; appeared?: ReadonlySet<string> },
): Claim {
  const { deployments, below, hasOthers, hasAnonymous } = newSince(known, items, appeared);
  const all = [...deployments, ...below];
  const inProgress = all.filter(({ status }) => !isFinal(status));
  const [first] = all;
  // Without a list from before, those that have ended may be earlier ones.
  const isHidden = isAccepted ? inProgress.length === 0 : all.length > inProgress.length;
  if (!known.isReliable && isHidden && first !== undefined) return { kind: 'unreliable' };
  const candidates = isAccepted && inProgress.length > 0 ? inProgress : all;
  const [only, ...others] = candidates;
  if (only === undefined) return { kind: hasOthers || (hasAnonymous && !isAccepted) ? 'unclear' : 'none' };
  if (deployments.length > 0 && others.length > 0) return { kind: 'ambiguous', ids: candidates.map(({ id }) => id) };
  if (!deployments.includes(only)) return { kind: 'unclear' };
  return { kind: isFinal(only.status) ? 'ended' : 'ours', deployment: only };
}

/** Which deployment an accepted request started, as far as the id in its response shows it. */
export type Named = { readonly ownership: 'response' | 'joined'; readonly deploymentId: string };

/**
 * The deployment that the response names: a new one, or one in progress, to which the service joined the request. Undefined
 * when it names none, or an earlier one that had ended.
 */
export function namedBy({ deploymentId }: Acceptance, known: Known): Named | undefined {
  if (deploymentId === undefined) return undefined;
  if (!known.names.has(deploymentId)) return { ownership: 'response', deploymentId };
  return known.inProgress.has(deploymentId) ? { ownership: 'joined', deploymentId } : undefined;
}

/**
 * The deployment of a commit that is in progress: on a re-run it is followed instead of requesting another one.
 * `commits`: those of this run.
 */
export function inProgressOf(
  items: readonly Deployment[],
  commits: readonly string[],
): Identified<Deployment> | undefined {
  return inProgressIn(items)
    .filter(isIdentified)
    .find(({ commit }) => commit !== undefined && commits.some((one) => one.startsWith(commit)));
}
