// From chunks to whole lines in bounded memory, however the chunks were cut. Knows nothing of what the lines are for.
import { detached } from '../detached.ts';
import { LINE_END } from './visible-text.ts';

/** Receives the beginning of a line, at most `maxChars` long, and how many characters of it were dropped. */
export type OnLine = (text: string, droppedChars: number) => void;

/** Collects chunks into lines. */
export interface LineSplitter {
  /** Hands on every line that this chunk completes; the unfinished rest waits for more. */
  push(chunk: string): void;
  /** Hands on the unfinished last line, if there is one. */
  end(): void;
}

/** Makes a splitter that remembers at most `maxChars` characters (UTF-16 units) of an unfinished line. */
export function createLineSplitter(maxChars: number, onLine: OnLine): LineSplitter {
  let pending = '';
  let droppedChars = 0;
  let afterCarriageReturn = false;

  function complete(piece: string): void {
    const line = pending + piece;
    const dropped = droppedChars + Math.max(0, line.length - maxChars);
    pending = '';
    droppedChars = 0;
    onLine(line.slice(0, maxChars), dropped);
  }

  function carryOver(piece: string): void {
    const room = maxChars - pending.length;
    droppedChars += Math.max(0, piece.length - room);
    pending += detached(piece.slice(0, room));
  }

  return {
    push(chunk) {
      if (chunk === '') return;
      // A carriage return at the end of the last chunk has ended its line; its line feed is not a second end.
      const text = afterCarriageReturn && chunk.startsWith('\n') ? chunk.slice(1) : chunk;
      afterCarriageReturn = chunk.endsWith('\r');
      const pieces = text.split(text.includes('\r') ? LINE_END : '\n');
      const unfinished = pieces.pop() ?? '';
      for (const piece of pieces) complete(piece);
      carryOver(unfinished);
    },
    end() {
      if (pending !== '') complete('');
    },
  };
}
