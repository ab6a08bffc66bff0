// Finds the new lines of a log that the service sends as a whole each time.

/** What has been printed of a log. */
export interface Printed {
  /** The log at the last reading, oldest line first, each with `\n`. */
  readonly lines: string;
  /** The service shows the newest line first. */
  readonly isNewestFirst: boolean;
  /**
   * `once`: a reading did not continue the one before, and was printed whole. `final`: another one
   * had no known line at all; nothing is printed until the end, and then the whole log.
   */
  readonly broken?: 'once' | 'final';
}

/** What a further reply adds to a log. */
export interface NewLines {
  /** Whole lines, each with `\n`. */
  readonly lines: string;
  /** To pass to the next call. */
  readonly printed: Printed;
}

export const NOTHING_PRINTED: Printed = { lines: '', isNewestFirst: false };

/**
 * The new lines of a log: the lines after the same beginning, before everything printed, or after
 * the last lines printed. Otherwise the log is broken: the first time, all lines count as new, and
 * after that only those that the last reading did not hold. An unfinished last line counts once the
 * log has ended, and again if it has grown since. Takes linear time.
 */
export function newLines(last: Printed, reply: string, { ended }: { ended: boolean }): NewLines {
  const now = last.isNewestFirst ? reversed(reply) : reply;
  const wholeLines = now.slice(0, now.lastIndexOf('\n') + 1);
  // Nothing is new, or the reply comes from a replica that is behind.
  const isKnown = last.lines.startsWith(ended ? now : wholeLines);
  if (isKnown || (last.broken === 'final' && !ended)) return { lines: '', printed: last };
  const all = now.endsWith('\n') ? now : `${now}\n`;
  const lines = ended ? all : wholeLines;
  const printed = { ...last, lines };
  const sameEnd = endOfSameBeginning(last.lines, lines);
  if (sameEnd !== undefined) return { lines: lines.slice(sameEnd), printed };
  const older = [wholeLines, all].find((text) => text.endsWith(`\n${last.lines}`));
  if (older !== undefined && last.lines.trim() !== '') {
    const newer = reversed(older.slice(0, -last.lines.length));
    const isNewestFirst = !last.isNewestFirst;
    const flipped = { ...last, lines: reversed(all), isNewestFirst };
    return { lines: all.slice(older.length) + newer, printed: flipped };
  }
  const continuesAt = endOfLastLines(last.lines, lines);
  if (continuesAt !== undefined) return { lines: lines.slice(continuesAt), printed };
  if (last.broken === undefined) return { lines, printed: { ...printed, broken: 'once' } };
  return linesAfterBreak(last, printed, { ended });
}

/** Of a log that was broken before, only the lines that the last reading did not hold. */
function linesAfterBreak(last: Printed, printed: Printed, { ended }: { ended: boolean }): NewLines {
  // At least one line of the last reading is still there.
  const isContinued = linesNotIn(printed.lines, last.lines) !== last.lines;
  if (isContinued) return { lines: linesNotIn(last.lines, printed.lines), printed };
  const final = { ...printed, broken: 'final' } as const;
  if (!ended) return { lines: '', printed: { ...final, lines: '' } };
  return { lines: last.broken === 'final' ? '' : printed.lines, printed: final };
}

/** The lines that `known` does not hold, and all blank lines. */
export function linesNotIn(known: string, lines: string): string {
  const held = new Set(known.split('\n').filter((line) => line.trim() !== ''));
  return lines
    .split(/(?<=\n)/)
    .filter((line) => !held.has(line.slice(0, -1)))
    .join('');
}

function reversed(lines: string): string {
  const whole = lines.endsWith('\n') ? lines.slice(0, -1) : lines;
  return whole === '' ? '' : `${whole.split('\n').toReversed().join('\n')}\n`;
}

/** Where a log with the same beginning continues: before the last line if that has grown. */
function endOfSameBeginning(printed: string, log: string): number | undefined {
  if (log.startsWith(printed)) return printed.length;
  const withoutEnd = printed.slice(0, -1);
  return log.startsWith(withoutEnd) ? withoutEnd.lastIndexOf('\n') + 1 : undefined;
}

/** How many of the last lines must be found again. */
const OVERLAP_LINES = 5;

/**
 * Where the last lines printed end in a log with another beginning. Undefined if the log does not
 * hold them.
 */
function endOfLastLines(printed: string, log: string): number | undefined {
  const last = printed
    .split('\n')
    .slice(-OVERLAP_LINES - 1)
    .join('\n');
  const start = last.trim() === '' ? -1 : `\n${log}`.lastIndexOf(`\n${last}`);
  return start === -1 ? undefined : start + last.length;
}
