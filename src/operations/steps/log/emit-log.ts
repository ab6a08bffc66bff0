// Emits a log in pieces, each after the previous one has been read.
import type { Context, StepEvent } from '../../operation.ts';

/** Piece size: sanitizing a whole log at once would need many times its size in memory. */
const PIECE_CHARS = 1 << 16;
/** Yields to timers and signals after this many characters. */
const PAUSE_CHARS = 1 << 19;

/** The text and source of a log. */
type Log = Omit<Extract<StepEvent, { kind: 'log' }>, 'kind'>;

/**
 * Emits a log of any length. Resolves when it has been read, so that it does not pile up in memory for a slow reader.
 * Rejects with the signal's reason between two pieces.
 */
export async function emitLog(
  { text, ...of }: Log,
  { clock, emit, flushed, signal }: Pick<Context, 'clock' | 'emit' | 'flushed' | 'signal'>,
): Promise<void> {
  for (let at = 0; at < text.length; at += PIECE_CHARS) {
    if (at > 0 && at % PAUSE_CHARS === 0) await clock.sleep(0, signal);
    emit({ kind: 'log', ...of, text: text.slice(at, at + PIECE_CHARS) });
    await flushed();
  }
}
