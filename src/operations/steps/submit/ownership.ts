// Which deployments are new since our request. Pure. An entry is new only above every entry that was there before: an
// old one may slide into a list that shows only so many.
import { type Deployment, type Identified, isFinal, isIdentified } from '../../../api/model.ts';

/** The deployments of a resource as they were before our request. */
export interface Known {
  readonly ids: ReadonlySet<string>;
  /** Those that were queued or building: the service may have joined our request to one of them. */
  readonly inProgress: ReadonlySet<string>;
  /** How many entries without an id stood above the first one with an id. */
  readonly anonymousFirst: number;
}

/** The deployments listed before a request; `before` adds what earlier lists showed. */
export function knownFrom(items: readonly Deployment[], before?: Known): Known {
  const listed = items.filter(isIdentified);
  return {
    ids: new Set([...(before?.ids ?? []), ...listed.map(({ id }) => id)]),
    inProgress: new Set(listed.filter(({ status }) => !isFinal(status)).map(({ id }) => id)),
    anonymousFirst: items.length - itemsFrom(items, isIdentified).length,
  };
}

/** What a list shows above everything that was there before. */
export interface New {
  readonly deployments: readonly Identified<Deployment>[];
  /** Another entry is new but has no id, or stands below older ones: nobody can say that nothing has started. */
  readonly hasOthers: boolean;
}

/** What is new in a list since `known`. */
export function newSince(known: Known, items: readonly Deployment[]): New {
  const rest = itemsFrom(items, ({ id }) => id !== undefined && known.ids.has(id));
  const above = items.slice(0, items.length - rest.length);
  const deployments = above.filter(isIdentified);
  const hasAnonymous = above.length - deployments.length > known.anonymousFirst;
  return { deployments, hasOthers: hasAnonymous || rest.some(({ id }) => id !== undefined && !known.ids.has(id)) };
}

function itemsFrom<T>(items: readonly T[], isFirst: (item: T) => boolean): readonly T[] {
  const at = items.findIndex(isFirst);
  return at < 0 ? [] : items.slice(at);
}

/** What a list lets us claim: one deployment is ours, several could be, one has ended already, or none is there yet. */
export type Claim =
  | { readonly kind: 'ours'; readonly deployment: Identified<Deployment> }
  | { readonly kind: 'ambiguous'; readonly ids: readonly string[] }
  /** It had ended when it was first seen, and may be somebody else's that shows late. */
  | { readonly kind: 'ended'; readonly deployment: Identified<Deployment> }
  /** Something is new that cannot be ours for certain: it has no id, or stands below older ones. */
  | { readonly kind: 'unclear' }
  | { readonly kind: 'none' };

/**
 * What the new entries of a list amount to. After an accepted request (`isAccepted`) one in progress is ours whatever
 * has ended beside it; after a request of unknown fate a second new one makes it ambiguous.
 */
export function claim({ deployments, hasOthers }: New, { isAccepted }: { isAccepted: boolean }): Claim {
  const inProgress = deployments.filter(({ status }) => !isFinal(status));
  const candidates = isAccepted && inProgress.length > 0 ? inProgress : deployments;
  const [only, ...others] = candidates;
  if (others.length > 0) return { kind: 'ambiguous', ids: candidates.map(({ id }) => id) };
  if (only === undefined) return { kind: hasOthers ? 'unclear' : 'none' };
  return { kind: isFinal(only.status) ? 'ended' : 'ours', deployment: only };
}
