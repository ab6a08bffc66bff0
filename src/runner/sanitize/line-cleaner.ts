// Cleans untrusted lines: redacts secrets, removes or escapes invisible characters, breaks workflow commands and limits
// the length, in this order.
import type { Redactor } from './redaction.ts';
import { breakCommands, firstChars, linesFit, visibleLine, withLineFeeds } from './visible-text.ts';

declare const clean: unique symbol;

/** Lines without secrets, invisible characters and workflow commands, each of at most 4096 characters. */
export type CleanText = string & { readonly [clean]: true };

/** Marks text as clean, so that it is not cleaned again. Only for sanitizers, and for parts or joins of clean lines. */
export function asClean(text: string): CleanText {
  // oxlint-disable-next-line no-unsafe-type-assertion -- a brand exists for the compiler alone
  return text as CleanText;
}

/** The longest line that is shown, including the note about truncation. */
const MAX_LINE_CHARS = 4096;

/** Characters of a line that are cleaned; more than are shown, since cleaning removes some. */
const MAX_RAW_LINE_CHARS = 4 * MAX_LINE_CHARS;

const ROOM_FOR_CUT_NOTE_CHARS = 40;

/** Cleans lines. Idempotent. */
export interface LineCleaner {
  /** Cleans lines, with the same result as one by one; each line end becomes a line feed. */
  lines(text: string): string;
  /** Cleans any text to one line of any length, with white space collapsed and invisible characters escaped. */
  singleLine(text: string): string;
}

export function createLineCleaner(redactor: Redactor): LineCleaner {
  function shownLines(raw: string): string {
    return breakCommands(redactor.redactVisible(raw));
  }

  function line(text: string): string {
    const kept = text.slice(0, MAX_RAW_LINE_CHARS);
    const missingChars = text.length - kept.length;
    const shown = shownLines(kept);
    if (missingChars === 0) return shortened(shown);
    // The text may be truncated inside a secret, an escape sequence or a surrogate pair: drop that much of its end.
    const safeChars = Math.max(0, shown.length - Math.max(redactor.longestForm, 2));
    return cut(firstChars(shown, safeChars), shown.length + missingChars);
  }

  function lines(text: string): string {
    const raw = withLineFeeds(text);
    if (!linesFit(raw, MAX_RAW_LINE_CHARS)) return eachLine(raw, line);
    const shown = shownLines(raw);
    return linesFit(shown, MAX_LINE_CHARS) ? shown : eachLine(shown, shortened);
  }

  return {
    lines,
    singleLine: (text) => breakCommands(visibleLine(redactor.redact(text))),
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
