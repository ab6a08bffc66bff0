// A log on its way out of the middle: piece by piece, each when the one before has been read.
import type { Context, StepEvent } from '../../operation.ts';

/** How much text is in work at once: the lines of a whole log, and what is made of them, are many times its size. */
const PIECE_CHARS = 1 << 16;
/** Timers and signals get their turn at least so often. */
const PAUSE_CHARS = 1 << 19;

/** What to show, and whose it is. */
type Log = Omit<Extract<StepEvent, { kind: 'log' }>, 'kind'>;

/**
 * Emits a log of any length. Resolves when it has been read, so that none of it waits in memory for a slow reader.
 * Rejects with the reason of a stop, between two pieces.
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
