// The end of a log for the summary, and how much is left out before it. Takes clean lines; memory is bounded.
import { copyString } from '../../copy-string.ts';
import { pluralize } from '../../plural.ts';
import { asClean, type CleanText, type LogText } from '../sanitize/index.ts';

/**
 * Limit of a log in the summary, about 1,250 lines: GitHub renders the summaries of all steps of a run at once, and the
 * step log and the file have more. Several logs also share the budget of the summary.
 */
const MAX_BYTES = 128 * 1024;

/** Room for the line about lines that are left out. */
const MARKER_BYTES = 64;

/** The shown part of a log. */
interface Excerpt {
  /** The lines, joined by line feeds; where some are left out, the first line gives their number. */
  readonly text: CleanText;
  readonly isWhole: boolean;
}

export interface LogExcerpt {
  /** Clean lines, each ended by a line feed. */
  push(lines: Pick<LogText, 'text' | 'lineCount'>): void;
  /** Bytes that `excerpt` could use at most. */
  wantedBytes(): number;
  /** The last lines that fit into `maxBytes` of UTF-8, which on Windows has two bytes for each line end. */
  excerpt(options: { maxBytes: number }): Excerpt;
}

export function createLogExcerpt(): LogExcerpt {
  /** The end of the log: more than is ever shown. */
  let kept = '';
  let totalLines = 0;

  const keptLines = (): string[] => kept.split('\n').slice(0, -1);

  return {
    push({ text, lineCount }) {
      totalLines += lineCount;
      kept += copyString(text);
      // Now and then: each time would cost more than what is new. A line whose beginning is cut off here never fits, since
      // a character has a byte at least, and a line end two.
      if (kept.length > 2 * MAX_BYTES) kept = kept.slice(-MAX_BYTES);
    },
    wantedBytes: () =>
      Math.min(
        MAX_BYTES,
        keptLines().reduce((sum, line) => sum + bytesOf(line), 0),
      ),
    excerpt({ maxBytes }) {
      const roomBytes = Math.min(maxBytes, MAX_BYTES);
      const lines = keptLines();
      const whole = lastFitting(lines, roomBytes);
      if (whole.length === totalLines) return { text: asClean(whole.join('\n')), isWhole: true };
      if (roomBytes < MARKER_BYTES) return { text: asClean(''), isWhole: false };
      const shown = lastFitting(lines, roomBytes - MARKER_BYTES);
      const omitted = pluralize(totalLines - shown.length, 'earlier line');
      return { text: asClean([`... ${omitted} left out here ...`, ...shown].join('\n')), isWhole: false };
    },
  };
}

/** The last lines that fit. */
function lastFitting(lines: readonly string[], maxBytes: number): readonly string[] {
  let leftBytes = maxBytes;
  const start = lines.findLastIndex((line) => (leftBytes -= bytesOf(line)) < 0) + 1;
  return lines.slice(start);
}

/** Size of a line with its line end. */
function bytesOf(line: string): number {
  return Buffer.byteLength(line) + 2;
}
