// Emits a log in pieces of whole lines, each after the previous one has been read.
import type { Context, StepEvent } from '../../operation.ts';

/** Usual size of a piece: sanitizing a whole log at once would need many times its size in memory. */
const PIECE_CHARS = 1 << 16;

/** The text and source of a log. */
type Log = Omit<Extract<StepEvent, { kind: 'log' }>, 'kind'>;

/**
 * Emits a log of any length. Resolves when it has been read, so that it does not pile up in memory for a slow reader; or
 * when the step was stopped, which the next request rejects with: how a deployment ended does not depend on its log.
 */
export async function emitLog(
  { text, ...of }: Log,
  { emit, flushed, signal }: Pick<Context, 'emit' | 'flushed' | 'signal'>,
): Promise<void> {
  let at = 0;
  while (at < text.length) {
    const end = endOfPiece(text, at);
    emit({ kind: 'log', ...of, text: text.slice(at, end) });
    at = end;
    await flushed();
    if (signal.aborted) return;
  }
}

/** Where a reader of the step log sees the end of a line. */
const LINE_END = /\r\n?|\n/;

/** The end of a piece: whole lines of {@link PIECE_CHARS} at most, or a single longer line. */
function endOfPiece(text: string, start: number): number {
  if (text.length - start <= PIECE_CHARS) return text.length;
  const piece = text.slice(start, start + PIECE_CHARS);
  // A line feed may follow a carriage return at the end.
  const end = Math.max(piece.lastIndexOf('\n'), piece.slice(0, -1).lastIndexOf('\r')) + 1;
  if (end > 0) return start + end;
  const lineEnd = LINE_END.exec(text.slice(start));
  return lineEnd === null ? text.length : start + lineEnd.index + lineEnd[0].length;
}
