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

/** The entries that were not there before: above all earlier entries, or below one of them. */
interface NewEntries {
  readonly above: readonly Deployment[];
  readonly below: readonly Deployment[];
}

/** The new entries of a list. Those below count only while the list shows all known ones. */
export function newEntries(baseline: Baseline, { items }: List<Deployment>): NewEntries {
  const firstKnown = items.findIndex(({ id }) => baseline.ids.has(id));
  if (firstKnown === -1) return { above: items, below: [] };
  const shown = new Set(items.map(({ id }) => id));
  const isListComplete = [...baseline.ids].every((id) => shown.has(id));
  // When a known entry has left the list, an older one may have moved up into it.
  const below = items.slice(firstKnown).filter(({ id }) => !baseline.ids.has(id));
  return { above: items.slice(0, firstKnown), below: isListComplete ? below : [] };
}

/**
 * New entries above all earlier ones. Without a reliable baseline, only those in progress: the
 * others may be old.
 */
export function candidatesIn(baseline: Baseline, list: List<Deployment>): readonly Deployment[] {
  const { above } = newEntries(baseline, list);
  if (baseline.isReliable) return above;
  const working = new Set(inProgressIn(list.items));
  return above.filter((entry) => working.has(entry));
}

/** The result of a search for our deployment. */
export type Search =
  | { readonly kind: 'ours'; readonly deployment: Deployment }
  | { readonly kind: 'ambiguous'; readonly deployments: readonly Deployment[] }
  /** The lost POST has created nothing: it may be sent once again. */
  | { readonly kind: 'repost' }
  /**
   * It cannot be known: the new entry had ended when first seen, or stands below older ones, or
   * there is none.
   */
  | {
      readonly kind: 'unknown';
      readonly why: 'ended' | 'below' | 'nothing';
      readonly deployment?: Deployment | undefined;
    };

/** What a search depends on besides the samples. */
export interface SearchFacts {
  readonly baseline: Baseline;
  /** True: the POST was accepted. False: its answer was lost. */
  readonly isAccepted: boolean;
  /** When the answer came, or was lost. */
  readonly sinceMs: number;
  /** The search ends once the list has shown nothing new and nothing in progress for this long. */
  readonly timeoutMs: number;
}

/** A lost POST had no effect only if this many good reads of the list show nothing. */
const GOOD_READS = 3;

/** Judges the samples of the list after a POST. */
export function judgeSearch(
  facts: SearchFacts,
  samples: readonly Sample<List<Deployment>>[],
): Search | Wait {
  const { baseline, isAccepted } = facts;
  const last = samples.at(-1);
  if (last === undefined) return { kind: 'wait', ms: 0 };
  const { below } = newEntries(baseline, last.value);
  const candidates = candidatesIn(baseline, last.value);
  const [first, ...others] = candidates;
  if (first !== undefined && others.length > 0)
    return { kind: 'ambiguous', deployments: candidates };
  if (first !== undefined) {
    if (!isAccepted && endingOf(first.status) !== undefined)
      return { kind: 'unknown', why: 'ended', deployment: first };
    return { kind: 'ours', deployment: first };
  }
  const [found] = below;
  if (!isAccepted && found !== undefined)
    return { kind: 'unknown', why: 'below', deployment: found };
  if (!isSearched(facts, samples)) return searchFurther(facts);
  if (isAccepted || !baseline.isReliable)
    return { kind: 'unknown', why: found === undefined ? 'nothing' : 'below', deployment: found };
  return { kind: 'repost' };
}

function searchFurther({ isAccepted, sinceMs, timeoutMs }: SearchFacts): Wait {
  const of = isAccepted ? 'the deployment' : 'an effect of the lost request';
  const text = `The list of deployments is searched for ${of}`;
  const reason = { key: 'search', text, untilMs: sinceMs + timeoutMs };
  return { kind: 'wait', ms: 0, reason };
}

/**
 * True once no read of the list has shown work in progress for `timeoutMs`. After a lost POST,
 * enough of these reads must be good: recognised, and with a deployment of the baseline.
 */
function isSearched(
  { baseline, isAccepted, sinceMs, timeoutMs }: SearchFacts,
  samples: readonly Sample<List<Deployment>>[],
): boolean {
  // Ours may follow work in progress: the time starts anew when that has ended.
  const lastWork = samples.findLastIndex(({ value }) => inProgressIn(value.items).length > 0);
  const quiet = samples.slice(lastWork + 1);
  const fromMs = lastWork === -1 ? sinceMs : (quiet[0]?.atMs ?? Infinity);
  const good = quiet.filter(
    ({ value }) =>
      value.isRecognised &&
      (baseline.ids.size === 0 || value.items.some(({ id }) => baseline.ids.has(id))),
  );
  const lastMs = samples.at(-1)?.atMs ?? sinceMs;
  const isCertain = isAccepted || !baseline.isReliable || good.length >= GOOD_READS;
  return isCertain && lastMs - fromMs >= timeoutMs;
}

/** The other new entries of a list that was read after ours was found: above ours, or below. */
export function othersBeside(
  baseline: Baseline,
  ourId: string,
  list: List<Deployment>,
): NewEntries {
  const { below } = newEntries(baseline, list);
  const others = candidatesIn(baseline, list);
  const ours = others.findIndex(({ id }) => id === ourId);
  if (ours === -1) return { above: others, below };
  return { above: others.slice(0, ours), below: [...others.slice(ours + 1), ...below] };
}
