// From chunks to whole lines in bounded memory, however the chunks were cut. Knows nothing of what the lines are for.
import { copyString } from '../../copy-string.ts';
import { withLineFeeds } from './visible-text.ts';

/**
 * Receives whole lines with line feeds between them and none after the last; or, where characters were dropped, the
 * beginning of one line and how many they were.
 */
export type OnLines = (text: string, droppedChars: number) => void;

/** Collects chunks into lines. */
export interface LineSplitter {
  /** Hands on the lines that this chunk completes; the unfinished rest waits for more. */
  push(chunk: string): void;
  /** Hands on the unfinished last line, if there is one. */
  end(): void;
}

/** Makes a splitter that remembers at most `maxChars` characters (UTF-16 units) of an unfinished line. */
export function createLineSplitter(maxChars: number, onLines: OnLines): LineSplitter {
  let pending = '';
  let droppedChars = 0;
  let afterCarriageReturn = false;

  function complete(piece: string): void {
    const text = pending + piece;
    const dropped = droppedChars;
    pending = '';
    droppedChars = 0;
    onLines(text, dropped);
  }

  function carryOver(piece: string): void {
    const room = maxChars - pending.length;
    droppedChars += Math.max(0, piece.length - room);
    pending += copyString(piece.slice(0, room));
  }

  return {
    push(chunk) {
      if (chunk === '') return;
      // A carriage return at the end of the last chunk has ended its line; its line feed is not a second end.
      const text = withLineFeeds(afterCarriageReturn && chunk.startsWith('\n') ? chunk.slice(1) : chunk);
      afterCarriageReturn = chunk.endsWith('\r');
      const lastEnd = text.lastIndexOf('\n');
      if (lastEnd === -1) return carryOver(text);
      let start = 0;
      if (droppedChars > 0) {
        // The cut is reported for this line alone, so it is passed on by itself.
        const firstEnd = text.indexOf('\n');
        droppedChars += firstEnd;
        complete('');
        start = firstEnd + 1;
      }
      if (start <= lastEnd) complete(text.slice(start, lastEnd));
      carryOver(text.slice(lastEnd + 1));
    },
    end() {
      if (pending !== '') complete('');
    },
  };
}
