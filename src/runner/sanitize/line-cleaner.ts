// Cleans untrusted lines: redacts secrets, removes invisible characters, breaks workflow commands and limits the
// length, in the right order.
import type { Redactor } from './redaction.ts';
import { breakCommands, firstChars, isPlain, linesFit, visibleText, withLineFeeds } from './visible-text.ts';

/** The longest line that is shown, including the note about truncation. */
const MAX_LINE_CHARS = 4096;

/** Characters of a line that are cleaned; more than are shown, since cleaning removes some. */
export const MAX_RAW_LINE_CHARS = 4 * MAX_LINE_CHARS;

const ROOM_FOR_CUT_NOTE_CHARS = 40;

/** Cleans lines. Idempotent. */
export interface LineCleaner {
  /** Cleans one line; `droppedChars`: how many characters after it were already dropped. */
  line(text: string, droppedChars?: number): string;
  /** Cleans lines joined by line feeds, with the same result as line by line. */
  lines(text: string): string;
  /** Cleans any text to one line of any length, with white space collapsed. */
  singleLine(text: string): string;
}

/** Creates a cleaner that uses this redactor. */
export function createLineCleaner(redactor: Redactor): LineCleaner {
  // Redacts before cleaning, which could remove part of a secret, and after it, which could have joined one.
  function redactedAndVisible(text: string): string {
    const redacted = redactor.redact(text);
    return isPlain(redacted) ? redacted : redactor.redact(visibleText(redacted));
  }

  function line(text: string, droppedChars = 0): string {
    const kept = text.slice(0, MAX_RAW_LINE_CHARS);
    const missingChars = droppedChars + text.length - kept.length;
    const shown = breakCommands(redactedAndVisible(kept));
    if (missingChars === 0) return shortened(shown);
    // The text may be truncated inside a secret, an escape sequence or a surrogate pair: drop that much of its end.
    const safeChars = Math.max(0, shown.length - Math.max(redactor.longestForm, 2));
    return cut(firstChars(shown, safeChars), shown.length + missingChars);
  }

  function lines(text: string): string {
    const raw = withLineFeeds(text);
    if (!linesFit(raw, MAX_RAW_LINE_CHARS)) return eachLine(raw, line);
    const shown = breakCommands(redactedAndVisible(raw));
    return linesFit(shown, MAX_LINE_CHARS) ? shown : eachLine(shown, shortened);
  }

  return {
    line,
    lines,
    singleLine(text) {
      const visible = redactedAndVisible(text.replaceAll(/[\r\n\t]/g, ' '));
      return breakCommands(redactor.redact(visible.replaceAll(/\s+/g, ' ').trim()));
    },
  };
}

function eachLine(text: string, shown: (line: string) => string): string {
  return text
    .split('\n')
    .map((line) => shown(line))
    .join('\n');
}

function shortened(shown: string): string {
  return shown.length <= MAX_LINE_CHARS ? shown : cut(shown, shown.length);
}

function cut(shown: string, fullChars: number): string {
  const kept = firstChars(shown, MAX_LINE_CHARS - ROOM_FOR_CUT_NOTE_CHARS);
  return `${kept} … (${fullChars - kept.length} characters cut)`;
}
