// Finds the new part of a log that is served as a whole each time. It may grow, lose its beginning or middle, restart
// or be rewritten: then it is shown anew, once. An unfinished last line is held back until it is complete.
import { containsText } from '../../../contains-text.ts';

/** What a new copy of the log adds. */
interface Unseen {
  /** Whole lines to show; empty when there is nothing new. */
  readonly text: string;
  /** The new copy does not continue the old one: lines are missing, or the log was restarted or rewritten. */
  readonly isDiscontinuous: boolean;
  /** It does so again, and is not shown: a log that is rewritten at every read would be shown each time. */
  readonly isHeld?: true;
  /** The unfinished last line of the old copy, if the new one neither continues nor contains it. */
  readonly lost?: string;
}

/** Remembers what of a log has been seen. */
export interface LogCursor {
  /** Takes the whole log and returns what is new. Takes linear time. */
  advance(log: string): Unseen;
  /** What was held back: the unfinished last line, or the last copy if it was not shown. Ends like the log. */
  end(): string;
}

const NOTHING: Unseen = { text: '', isDiscontinuous: false };
const HELD: Unseen = { ...NOTHING, isHeld: true };

/** Creates a cursor at the start of a log. */
export function createLogCursor(): LogCursor {
  let seen = '';
  let unfinished = '';
  let wasDiscontinuous = false;
  let held: string | undefined;

  function unseenIn(log: string): Unseen {
    const complete = completeLinesOf(log);
    if (complete.startsWith(seen)) return { text: complete.slice(seen.length), isDiscontinuous: false };
    const isLost = unfinished !== '' && !containsText(log, unfinished);
    const next = unseenOf(seen, complete);
    return isLost ? { ...next, lost: unfinished } : next;
  }

  return {
    advance(log) {
      const complete = completeLinesOf(log);
      // An older copy, from a replica that is behind.
      if (complete !== seen && seen.startsWith(complete)) return NOTHING;
      const next = unseenIn(log);
      if (next.isDiscontinuous && wasDiscontinuous) {
        held = log;
        return HELD;
      }
      held = undefined;
      wasDiscontinuous ||= next.isDiscontinuous;
      seen = complete;
      unfinished = log.slice(complete.length);
      return next;
    },
    end() {
      if (held === undefined) return unfinished;
      const { text, lost } = unseenIn(held);
      return (lost === undefined ? '' : `${lost}\n`) + text + held.slice(completeLinesOf(held).length);
    },
  };
}

function completeLinesOf(log: string): string {
  return log.slice(0, log.lastIndexOf('\n') + 1);
}

/** What a copy adds that does not begin with all that was seen. */
function unseenOf(seen: string, complete: string): Unseen {
  const before = linesOf(seen);
  const now = linesOf(complete);
  const same = now.findIndex((line, at) => line !== before[at]);
  const from = same < 0 ? now.length : same;
  const again = lastLinesAgain(before, now);
  if (again !== undefined && again.end > from) {
    // In a log by parts, lines are added before the end, too; without the same beginning, lines were missed.
    const known = new Set(from > 0 ? before : []);
    const inserted = now.slice(from, again.start).filter((line) => !known.has(line));
    return { text: textOf([...inserted, ...now.slice(again.end)]), isDiscontinuous: false };
  }
  // The last line alone is other: it was overwritten in place, as progress bars do.
  return { text: textOf(now.slice(from)), isDiscontinuous: from < before.length - 1 };
}

/** Fewer characters could be equal by coincidence, unless the line occurs only once. */
const SHORTEST_OVERLAP_CHARS = 16;
const SHORTEST_LINE_CHARS = 3;
/** Lines of an overlap that are compared. */
const OVERLAP_LINES = 500;

/** Where the last lines of a log stand in another copy: the longest run that ends with the last line. */
function lastLinesAgain(before: readonly string[], now: readonly string[]): { start: number; end: number } | undefined {
  const last = before.at(-1);
  let best = { start: 0, end: 0 };
  let isOnlyRun = true;
  for (let end = now.length; end > 0; end -= 1) {
    if (now[end - 1] !== last) continue;
    let length = 1;
    while (length < OVERLAP_LINES && length < end && now[end - 1 - length] === before.at(-1 - length)) length += 1;
    const bestLength = best.end - best.start;
    if (length === bestLength) isOnlyRun = false;
    if (length <= bestLength) continue;
    best = { start: end - length, end };
    isOnlyRun = true;
  }
  const chars = textOf(now.slice(best.start, best.end)).length;
  const isOnly = (lines: readonly string[]): boolean => lines.indexOf(last ?? '') === lines.lastIndexOf(last ?? '');
  const isCertain = chars >= SHORTEST_OVERLAP_CHARS || (chars > SHORTEST_LINE_CHARS && isOnly(before) && isOnly(now));
  // Of repeated runs none is certain, unless the copy begins with it.
  return isCertain && (isOnlyRun || best.start === 0) ? best : undefined;
}

/** The lines of a text that ends with a line end. */
function linesOf(text: string): readonly string[] {
  return text.split('\n').slice(0, -1);
}

function textOf(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join('');
}
