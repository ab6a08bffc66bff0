// The unseen part of a log that is served whole each time: it may grow, be cut at the front, be rewritten or shortened.
// Memory stays the same however long the log grows.
import { copyString } from '../../copy-string.ts';

/** What a new copy of the log adds to what was seen. */
export interface Unseen {
  /** Text to show; empty when there is nothing new. */
  readonly text: string;
  /** The new copy does not continue the old one: lines were missed, or the log was written anew. */
  readonly seam: boolean;
}

/** Remembers how far a log has been seen. */
export interface LogCursor {
  /** Takes the log as it is now, whole, and hands back what was not seen before. */
  advance(log: string): Unseen;
}

/** How much of the end (and the beginning) of what was seen is kept to recognise it by. */
const ANCHOR_CHARS = 2048;
/** An overlap shorter than this could be chance. */
const SHORTEST_OVERLAP_CHARS = 16;

/** Starts before the first character of a log. */
export function createLogCursor(): LogCursor {
  let seenChars = 0;
  let head = '';
  let anchor = '';

  function remember(log: string): void {
    seenChars = log.length;
    head = copyString(log.slice(0, ANCHOR_CHARS));
    anchor = copyString(log.slice(-ANCHOR_CHARS));
  }

  function advance(log: string): Unseen {
    if (continues(log)) {
      const text = log.slice(seenChars);
      if (text !== '') remember(log);
      return { text, seam: false };
    }
    // A copy that is only shorter shows nothing new; the next longer one is compared with what was seen.
    if (log.length < seenChars && head.startsWith(log.slice(0, head.length))) return { text: '', seam: false };
    const overlapEnd = endOfOverlap(log, anchor);
    const onFreshLine = anchor === '' || anchor.endsWith('\n');
    remember(log);
    if (overlapEnd !== undefined) return { text: log.slice(overlapEnd), seam: false };
    return { text: onFreshLine ? log : `\n${log}`, seam: true };
  }

  function continues(log: string): boolean {
    return log.length >= seenChars && log.slice(seenChars - anchor.length, seenChars) === anchor;
  }

  return { advance };
}

/** Where, in a log that has lost its beginning, the text after `anchor` starts; undefined when they do not meet. */
function endOfOverlap(log: string, anchor: string): number | undefined {
  const at = log.lastIndexOf(anchor);
  if (at >= 0) return at + anchor.length;
  const longest = Math.min(anchor.length, log.length);
  for (let chars = longest; chars >= SHORTEST_OVERLAP_CHARS; chars -= 1) {
    if (anchor.endsWith(log.slice(0, chars))) return chars;
  }
  return undefined;
}
