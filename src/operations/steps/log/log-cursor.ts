// The unseen part of a log that is served whole each time: it may grow, lose its beginning or its middle, start again or
// be rewritten. Complete lines are compared with those seen, by hash; an unfinished last line waits until it is complete.
import { copyString } from '../../../copy-string.ts';
import { endOf, hashLines, type Lines, longestTail, noLines } from './lines.ts';

/** What a new copy of the log adds to what was seen. */
export interface Unseen {
  /** Whole lines to show; empty when there is nothing new. */
  readonly text: string;
  /** The new copy does not continue the old one: lines were left out, or the log was started again or rewritten. */
  readonly seam: boolean;
}

/** Remembers how far a log has been seen. */
export interface LogCursor {
  /** Takes the log as it is now, whole, and resolves with what was not seen before. Takes time linear in its length. */
  advance(log: string): Promise<Unseen>;
  /** The unfinished last line that was held back, without a line end; empty when there is none. */
  end(): string;
}

/** An overlap of fewer characters could be chance. */
const SHORTEST_OVERLAP_CHARS = 16;
const SHORTEST_LINE_CHARS = 4;
/** So many lines of an overlap are compared. */
const OVERLAP_LINES = 500;

const ANCHOR_CHARS = 2_048;

const NOTHING: Unseen = { text: '', seam: false };

/** Starts before the first character of a log. `pause` lets other work run; it is called at least once per MB. */
export function createLogCursor(pause: () => Promise<void>): LogCursor {
  let seen = noLines;
  /** The end of what was seen: a copy that has it at the same place is taken to be the same up to there. */
  let anchor = '';
  let unfinished = '';

  return {
    async advance(log) {
      const isLonger = log.startsWith(anchor, endOf(seen) - anchor.length);
      const lines = await hashLines(log, isLonger ? seen : noLines, pause);
      const next = firstUnseen(seen, lines);
      if (next === undefined) return NOTHING;
      const complete = endOf(lines);
      seen = lines;
      anchor = copyString(log.slice(Math.max(0, complete - ANCHOR_CHARS), complete));
      unfinished = log.slice(complete);
      const added = log.slice(startOf(lines, next.line), complete);
      return { text: log.slice(0, startOf(lines, next.linesOnTop)) + added, seam: next.seam };
    },
    end: () => unfinished,
  };
}

interface Continuation {
  /** The first line after those that were seen. */
  readonly line: number;
  /** New lines before all that were seen: the service lists the newest first. */
  readonly linesOnTop: number;
  readonly seam: boolean;
}

/** Where the unseen part of a copy begins; undefined when an older or shorter copy shows nothing new. */
function firstUnseen(seen: Lines, now: Lines): Continuation | undefined {
  const [before, count] = [seen.hashes.length, now.hashes.length];
  const same = commonPrefix(seen.hashes, now.hashes);
  if (same === before) return { line: before, linesOnTop: 0, seam: false };
  if (same === count) return undefined;
  // The last line was overwritten in place, as progress bars do.
  if (same === before - 1) return { line: same, linesOnTop: 0, seam: false };

  const overlap = longestTail(seen.hashes, now.hashes, OVERLAP_LINES);
  if (isCertain(seen, now, overlap)) {
    const isWhole = overlap.end > before && isAt(seen.hashes, now.hashes, overlap.end - before);
    return { line: overlap.end, linesOnTop: isWhole ? overlap.end - before : 0, seam: false };
  }
  // A copy that was cut in its middle, and is older than what was seen.
  const older = longestTail(now.hashes.subarray(same), seen.hashes, OVERLAP_LINES);
  const isOlder = older.length >= Math.min(count - same, OVERLAP_LINES) - 1;
  if (isOlder && charsOf(seen, older) >= SHORTEST_OVERLAP_CHARS) return undefined;
  return { line: same, linesOnTop: 0, seam: true };
}

/** An overlap that is long, or a line that occurs once only. */
function isCertain(seen: Lines, now: Lines, overlap: { end: number; length: number }): boolean {
  const chars = charsOf(now, overlap);
  if (chars >= SHORTEST_OVERLAP_CHARS || chars < SHORTEST_LINE_CHARS) return chars >= SHORTEST_OVERLAP_CHARS;
  const last = seen.hashes.at(-1);
  return [seen, now].every(({ hashes }) => hashes.filter((hash) => hash === last).length === 1);
}

function isAt(hashes: Uint32Array, within: Uint32Array, from: number): boolean {
  return hashes.every((hash, index) => within[from + index] === hash);
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
