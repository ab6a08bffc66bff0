// Which deployment is ours, when the answer to the POST does not say so: pure functions over the
// samples of the list.
import type { Deployment } from '../api/deployments.ts';
import type { List } from '../api/records.ts';
import { endingOf, isKnownStatus } from '../api/status-words.ts';
import type { Sample, Wait } from './poll-until.ts';

/** The deployments of a resource before our POST. */
export interface Baseline {
  readonly ids: ReadonlySet<string>;
  /** Those in progress: the service may join a request to one of them. */
  readonly inProgress: ReadonlySet<string>;
  /** False if the list was a 404 or not recognised: there may have been others. */
  readonly isReliable: boolean;
}

/** The deployments before a POST; ids of an earlier list stay known. */
export function baselineFrom(
  { items, isRecognised }: List<Deployment>,
  earlier?: Baseline,
): Baseline {
  return {
    ids: new Set([...(earlier?.ids ?? []), ...items.map(({ id }) => id)]),
    inProgress: new Set(inProgressIn(items).map(({ id }) => id)),
    isReliable: isRecognised,
  };
}

/**
 * The entries of a list, latest first, that are in progress. An unknown status counts as in
 * progress only for the latest entry.
 */
export function inProgressIn(items: readonly Deployment[]): readonly Deployment[] {
  return items.filter(
    ({ status }, index) => endingOf(status) === undefined && (index === 0 || isKnownStatus(status)),
  );
}

/**
 * The new entries of a list: above all entries of the baseline, or below one of them. Without a
 * reliable baseline only those in progress count: the others may be old.
 */
export function newEntries(
  { ids, isReliable }: Baseline,
  { items }: List<Deployment>,
): { above: readonly Deployment[]; below: readonly Deployment[] } {
  const firstKnown = items.findIndex(({ id }) => ids.has(id));
  if (firstKnown === -1) return { above: isReliable ? items : inProgressIn(items), below: [] };
  const shown = new Set(items.map(({ id }) => id));
  // When a known entry has left the list, an older one may have moved up into it.
  const isListComplete = [...ids].every((id) => shown.has(id));
  const below = items.slice(firstKnown).filter(({ id }) => !ids.has(id));
  return { above: items.slice(0, firstKnown), below: isListComplete ? below : [] };
}

/** What a list shows of our deployment. Samples keep this, since the whole list may be long. */
export function seenIn(baseline: Baseline, list: List<Deployment>) {
  const { items, isRecognised } = list;
  const { above, below } = newEntries(baseline, list);
  const isShown = baseline.ids.size === 0 || items.some(({ id }) => baseline.ids.has(id));
  return {
    candidates: above,
    /** The first new entry below an older one. */
    firstBelow: below[0],
    /** Work is in progress; ours may be queued behind it. */
    isWorkInProgress: inProgressIn(items).length > 0,
    /** The list shows what was there before, so it would show ours, too. */
    isGoodRead: isRecognised && isShown,
  };
}

type Seen = ReturnType<typeof seenIn>;

/** The result of a search for our deployment. */
export type Search =
  | { readonly kind: 'ours'; readonly deployment: Deployment }
  | { readonly kind: 'ambiguous'; readonly deployments: readonly Deployment[] }
  /** The lost POST has created nothing: it may be sent once again. */
  | { readonly kind: 'repost' }
  /** The list leaves it open. */
  | { readonly kind: 'unknown'; readonly why: string };

/** What a search depends on besides the samples. */
export interface SearchFacts {
  /** The list before the POST was recognised. */
  readonly isReliable: boolean;
  /** How many POSTs were lost: 0 if one was accepted. */
  readonly lostCount: number;
  /** When the answer came, or was lost. */
  readonly answeredAtMs: number;
  /** The search ends once the list has shown nothing new and nothing in progress for this long. */
  readonly timeoutMs: number;
  /** No id is needed (`wait: false`), so other work in progress does not prolong the search. */
  readonly isOptional?: boolean;
}

/** A lost POST had no effect only if this many good reads of the list show nothing. */
const GOOD_READS = 3;

/** Judges the samples of the list after a POST. */
export function judgeSearch(
  facts: SearchFacts,
  samples: readonly Sample<Seen>[],
  last: Sample<Seen>,
): Search | Wait {
  const { isReliable, lostCount } = facts;
  const { candidates } = last.value;
  const [first, ...others] = candidates;
  if (others.length > 0) return { kind: 'ambiguous', deployments: candidates };
  const doubt = whyNotOurs(last.value);
  if (lostCount > 0 && doubt !== undefined) return { kind: 'unknown', why: doubt };
  if (first !== undefined) return { kind: 'ours', deployment: first };
  const { isOver, untilMs } = endOfSearch(facts, samples, last.atMs);
  if (!isOver) {
    const what = lostCount > 0 ? 'an effect of the lost request' : 'our deployment';
    const text = `Looking for ${what} in the list of deployments`;
    return { kind: 'wait', ms: 0, text, untilMs };
  }
  if (!isReliable) return { kind: 'unknown', why: 'No list of deployments is recognised.' };
  if (lostCount === 1) return { kind: 'repost' };
  return { kind: 'unknown', why: doubt ?? 'The list shows no new deployment.' };
}

/** Why the new deployment in the list may not come from our POST. */
function whyNotOurs({ candidates: [first], firstBelow }: Seen): string | undefined {
  const named = ({ id, status }: Deployment) => `The new deployment ${id} (${status})`;
  if (first === undefined)
    return (
      firstBelow && `${named(firstBelow)} is in the list below older ones: it may not be ours.`
    );
  if (endingOf(first.status) === undefined) return undefined;
  return `${named(first)} had ended when first seen: it may be somebody else's.`;
}

/**
 * When the search ends. The time starts anew when work in progress has ended. After a lost POST,
 * if the baseline is reliable, the search also needs `GOOD_READS` good reads since then.
 */
function endOfSearch(
  { isReliable, lostCount, answeredAtMs, timeoutMs, isOptional = false }: SearchFacts,
  samples: readonly Sample<Seen>[],
  nowMs: number,
) {
  const quiet = samples.slice(samples.findLastIndex(({ value }) => value.isWorkInProgress) + 1);
  const isQuiet = isOptional || quiet.length === samples.length;
  const fromMs = isQuiet ? answeredAtMs : (quiet[0]?.atMs ?? Infinity);
  const goodReads = quiet.filter(({ value }) => value.isGoodRead).length;
  const isCertain = lostCount === 0 || !isReliable || goodReads >= GOOD_READS;
  const untilMs = fromMs + timeoutMs;
  const isTimeUp = nowMs >= untilMs;
  // Without enough good reads, the search goes on to the deadline.
  return { isOver: isCertain && isTimeUp, untilMs: isTimeUp ? Infinity : untilMs };
}

/** The other new entries of a list that was read after ours was found: above ours, or below. */
export function otherNewEntries(
  baseline: Baseline,
  ourId: string,
  list: List<Deployment>,
): ReturnType<typeof newEntries> {
  const { above, below } = newEntries(baseline, list);
  const ours = above.findIndex(({ id }) => id === ourId);
  if (ours === -1) return { above, below };
  return { above: above.slice(0, ours), below: [...above.slice(ours + 1), ...below] };
}
