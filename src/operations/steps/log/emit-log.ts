// Emits a log in pieces, each after the previous one has been read.
import type { Context, StepEvent } from '../../operation.ts';

/** Piece size: sanitizing a whole log at once would need many times its size in memory. */
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
  for (let at = 0; at < text.length; at += PIECE_CHARS) {
    emit({ kind: 'log', ...of, text: text.slice(at, at + PIECE_CHARS) });
    await flushed();
    if (signal.aborted) return;
  }
}
