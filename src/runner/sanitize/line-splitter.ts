// Splits chunks of text into whole lines, in bounded memory.
import { copyString } from '../../copy-string.ts';
import { withLineFeeds } from './visible-text.ts';

/**
 * Receives whole lines joined by line feeds; or the beginning of a single line, and how many of its characters were
 * dropped.
 */
type OnLines = (text: string, droppedChars: number) => void;

interface LineSplitter {
  /** Passes on the lines that this chunk completes; the unfinished rest is kept. */
  push(chunk: string): void;
  /** Passes on the unfinished last line, if any. */
  end(): void;
}

/** Creates a splitter that keeps at most `maxChars` UTF-16 units of an unfinished line. */
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
      // A line feed after a carriage return at the end of the previous chunk belongs to the same line end.
      const text = withLineFeeds(afterCarriageReturn && chunk.startsWith('\n') ? chunk.slice(1) : chunk);
      afterCarriageReturn = chunk.endsWith('\r');
      const lastEnd = text.lastIndexOf('\n');
      if (lastEnd === -1) return carryOver(text);
      let start = 0;
      if (droppedChars > 0) {
        // A truncated line is passed on by itself, with the number of dropped characters.
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
