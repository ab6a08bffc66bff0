// What to do after a deploy request whose response was lost: the list of deployments decides. Pure.
import type { Deployment } from '../../api/model.ts';
import { inProgressIn } from './ended.ts';
import { type Claim, claim, type Known, newSince } from './ownership.ts';

/** A read of the list. */
export interface ListRead {
  readonly atMs: number;
  readonly items: readonly Deployment[];
}

/** What is known after a lost request. */
export interface LostRequestSeen {
  /** The deployments before the request. */
  readonly known: Known;
  /** When the last lost request failed. */
  readonly lostAtMs: number;
  /** Whether the service may still be working on it: after a timeout, or a page of a gateway. */
  readonly mayStillStart: boolean;
  /** The successful reads of the list since then, in their order. */
  readonly reads: readonly ListRead[];
}

/** The decision: our deployment or why there is none for certain, request another one, give up, or read the list again. */
export type AfterLostRequest =
  | { readonly kind: 'found'; readonly claim: Claim }
  | { readonly kind: 'post' }
  | { readonly kind: 'give up'; readonly why: 'queue' | 'no list' | 'empty list' }
  | { readonly kind: 'read' };

/** For so long the list must show no new deployment before another one may be requested. */
export const SEARCH_MS = 15_000;
/** The same where the service may still be working on the request. */
const LONG_SEARCH_MS = 90_000;
/** In at least so many reads. */
const READS = 3;
/** A queue without any change for so long is not waited for any longer. */
const LONGEST_QUEUE_MS = 600_000;

/** How long the list is searched. */
export function searchMs({ mayStillStart }: Pick<LostRequestSeen, 'mayStillStart'>): number {
  return mayStillStart ? LONG_SEARCH_MS : SEARCH_MS;
}

/** Decides after the last of the reads. */
export function afterLostRequest(seen: LostRequestSeen): AfterLostRequest {
  const { known, reads, lostAtMs } = seen;
  const last = reads.at(-1);
  if (last === undefined) return { kind: 'read' };
  const found = claim(known, last.items, { isAccepted: false, appeared: appearedIn(reads, known) });
  if (found.kind === 'ours' || found.kind === 'ambiguous') return { kind: 'found', claim: found };
  // The queue may hide ours behind a build of somebody else, so the time begins anew when that has ended.
  const lastQueue = reads.findLastIndex(({ items }) => hasQueue(items, known));
  const sinceMs = reads[lastQueue]?.atMs ?? lostAtMs;
  if (!isSearched(reads.slice(lastQueue + 1), known, { sinceMs, forMs: searchMs(seen) })) {
    const isStuck = last.atMs - lastChangeMs(reads, lostAtMs) >= LONGEST_QUEUE_MS;
    if (!isStuck) return { kind: 'read' };
    return { kind: 'give up', why: hasQueue(last.items, known) ? 'queue' : 'empty list' };
  }
  if (found.kind !== 'none') return { kind: 'found', claim: found };
  return known.isReliable ? { kind: 'post' } : { kind: 'give up', why: 'no list' };
}

/** True once reads have shown the list for so long. One that has become empty proves nothing. */
export function isSearched(
  reads: readonly ListRead[],
  known: Known,
  { sinceMs, forMs }: { sinceMs: number; forMs: number },
): boolean {
  const conclusive = reads.filter(({ items }) => items.length > 0 || known.ids.size === 0);
  const lastMs = reads.at(-1)?.atMs ?? sinceMs;
  return conclusive.length >= READS && lastMs - sinceMs >= forMs;
}

/** New deployments of all reads: a later list may show them below older ones. */
export function appearedIn(reads: readonly ListRead[], known: Known): ReadonlySet<string> {
  return new Set(reads.flatMap(({ items }) => newSince(known, items).deployments.map(({ id }) => id)));
}

function hasQueue(items: readonly Deployment[], known: Known): boolean {
  return inProgressIn(items).some(({ id }) => id === undefined || known.ids.has(id));
}

/** When the list last changed. */
function lastChangeMs(reads: readonly ListRead[], fromMs: number): number {
  const shown = ({ items }: ListRead): string => JSON.stringify(items.map(({ id, status }) => [id, status]));
  const changed = reads.findLastIndex((read, at) => at > 0 && shown(read) !== shown(reads[at - 1] ?? read));
  return reads[changed]?.atMs ?? reads[0]?.atMs ?? fromMs;
}
