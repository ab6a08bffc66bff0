// Finds the new part of a log that is served as a whole each time. It may grow, lose its beginning or middle, restart
// or be rewritten. Complete lines are compared by hash; an unfinished last line is held back until it is complete.
import { containsText } from '../../../contains-text.ts';
import { copyString } from '../../../copy-string.ts';
import { endOf, hashLines, type Lines, longestSuffix, noLines } from './lines.ts';

/** What a new copy of the log adds. */
interface Unseen {
  /** Whole lines to show; empty when there is nothing new. */
  readonly text: string;
  /** The new copy does not continue the old one: lines are missing, or the log was restarted or rewritten. */
  readonly isDiscontinuous: boolean;
  /** The unfinished last line of the old copy, if the new one neither continues nor contains it. */
  readonly lost?: string | undefined;
}

/** Remembers how much of a log has been seen. */
export interface LogCursor {
  /** Takes the whole log and resolves with what is new. Takes linear time. */
  advance(log: string): Promise<Unseen>;
  /** The unfinished last line, without a line end; empty when there is none. */
  end(): string;
}

/** A shorter overlap could be a coincidence. */
const SHORTEST_OVERLAP_CHARS = 16;
const SHORTEST_LINE_CHARS = 4;
/** Lines of an overlap that are compared. */
const OVERLAP_LINES = 500;

const ANCHOR_CHARS = 2_048;

const NOTHING: Unseen = { text: '', isDiscontinuous: false };

/** Creates a cursor at the start of a log. `pause` is awaited at least once per MB. */
export function createLogCursor(pause: () => Promise<void>): LogCursor {
  let seen = noLines;
  /** The last characters seen; a copy with the same text at the same position is assumed to be equal up to there. */
  let anchor = '';
  let unfinished = '';

  return {
    async advance(log) {
      const isLonger = log.startsWith(anchor, endOf(seen) - anchor.length);
      const lines = await hashLines(log, isLonger ? seen : noLines, pause);
      const next = firstUnseen(seen, lines);
      if (next === undefined) return NOTHING;
      const isLost = !next.isGrown && unfinished !== '' && !containsText(log, unfinished);
      const lost = isLost ? unfinished : undefined;
      const complete = endOf(lines);
      seen = lines;
      anchor = copyString(log.slice(Math.max(0, complete - ANCHOR_CHARS), complete));
      unfinished = copyString(log.slice(complete));
      const parts = next.added.map(([from, to]) => log.slice(startOf(lines, from), startOf(lines, to)));
      return { text: parts.join(''), isDiscontinuous: next.isDiscontinuous, lost };
    },
    end: () => unfinished,
  };
}

/** The lines of a copy from the first index up to, but not including, the second. */
type Range = readonly [from: number, to: number];

interface Continuation {
  /** The new lines, in their order. */
  readonly added: readonly Range[];
  /** All lines that were seen are still there. */
  readonly isGrown: boolean;
  readonly isDiscontinuous: boolean;
}

/** The new part of a copy; undefined when an older or shorter copy adds nothing. */
function firstUnseen(seen: Lines, now: Lines): Continuation | undefined {
  const [before, count] = [seen.hashes.length, now.hashes.length];
  const same = commonPrefix(seen.hashes, now.hashes);
  if (same === count && same < before) return undefined;
  const grown = insertions(seen.hashes, now.hashes, same);
  if (grown !== undefined) return { added: grown, isGrown: true, isDiscontinuous: false };

  const changed = (added: readonly Range[], isDiscontinuous: boolean) => ({ added, isGrown: false, isDiscontinuous });
  const overlap = longestSuffix(seen.hashes, now.hashes, OVERLAP_LINES);
  const start = startOfOverlap(seen.hashes, now.hashes, overlap.end);
  const inserted = [Math.min(same, start), start] as const;
  // More new lines than equal ones before the end: the same last lines of another attempt.
  if (isCertain(seen, now, overlap) && start - same <= overlap.end - start)
    return changed([inserted, [overlap.end, count]], false);
  // The last line was overwritten in place, as progress bars do.
  const fromSame = [[same, count]] as const;
  if (same === before - 1) return changed(fromSame, false);
  // The copy lacks its middle and is older than what was seen.
  const older = longestSuffix(now.hashes.subarray(same), seen.hashes, OVERLAP_LINES);
  const isOlder = older.length >= Math.min(count - same, OVERLAP_LINES) - 1;
  if (isOlder && charsOf(seen, older) >= SHORTEST_OVERLAP_CHARS) return undefined;
  // Blank lines before the first text are no log that could be continued.
  return changed(fromSame, endOf(seen) >= SHORTEST_LINE_CHARS);
}

/** The lines of `now` that are not in `seen`, if it has all of those in their order; the first `same` are equal. */
function insertions(seen: Uint32Array, now: Uint32Array, same: number): Range[] | undefined {
  const ranges: Range[] = [];
  let from = same;
  let found = same;
  for (let at = same; at < now.length && found < seen.length; at += 1) {
    if (now[at] !== seen[found]) continue;
    if (from < at) ranges.push([from, at]);
    from = at + 1;
    found += 1;
  }
  return found < seen.length ? undefined : [...ranges, [from, now.length]];
}

/** Where the lines of `now` before `end` that equal the last ones of `seen` begin. */
function startOfOverlap(seen: Uint32Array, now: Uint32Array, end: number): number {
  let start = end;
  while (start > 0 && now[start - 1] === seen.at(start - 1 - end)) start -= 1;
  return start;
}

/** True for an overlap that is long, or a single line that occurs only once. */
function isCertain(seen: Lines, now: Lines, overlap: { end: number; length: number }): boolean {
  const chars = charsOf(now, overlap);
  if (chars >= SHORTEST_OVERLAP_CHARS || chars < SHORTEST_LINE_CHARS) return chars >= SHORTEST_OVERLAP_CHARS;
  const last = seen.hashes.at(-1);
  return [seen, now].every(({ hashes }) => hashes.filter((hash) => hash === last).length === 1);
}

function startOf({ starts }: Lines, line: number): number {
  return starts[line] ?? 0;
}

function charsOf(lines: Lines, { end, length }: { end: number; length: number }): number {
  return startOf(lines, end) - startOf(lines, end - length);
}

function commonPrefix(one: Uint32Array, other: Uint32Array): number {
  const length = Math.min(one.length, other.length);
  let same = 0;
  while (same < length && one[same] === other[same]) same += 1;
  return same;
}
