// Lines that others wrote, made fit to be shown: redacted, visible, without commands, of bounded length.
// The order of these steps is the subject; the steps themselves live elsewhere.
import type { Redactor } from './redaction.ts';
import { breakCommands, firstChars, isPlain, linesFit, visibleText, withLineFeeds } from './visible-text.ts';

/** The longest line that is shown, in characters, with the note about a cut. */
export const MAX_LINE_CHARS = 4096;

/** What is kept of a line before cleaning; the excess is room for what cleaning removes. */
export const MAX_RAW_LINE_CHARS = 4 * MAX_LINE_CHARS;

const ROOM_FOR_CUT_NOTE_CHARS = 40;

/** Cleans lines; the same again when applied again. */
export interface LineCleaner {
  /** One line as shown; `droppedChars` characters that followed it were not kept. */
  line(text: string, droppedChars?: number): string;
  /** Any number of lines as shown, joined by line feeds: the same as each by itself. */
  lines(text: string): string;
  /** Any text as one line, its white space collapsed, of any length. */
  singleLine(text: string): string;
}

/** Makes a cleaner that removes the secrets of this redactor. */
export function createLineCleaner(redactor: Redactor): LineCleaner {
  // Before cleaning, which could take a part of a secret with it, and after, which could have joined one.
  function redactedAndVisible(text: string): string {
    const redacted = redactor.redact(text);
    return isPlain(redacted) ? redacted : redactor.redact(visibleText(redacted));
  }

  function line(text: string, droppedChars = 0): string {
    const kept = text.slice(0, MAX_RAW_LINE_CHARS);
    const missingChars = droppedChars + text.length - kept.length;
    const shown = breakCommands(redactedAndVisible(kept));
    if (missingChars === 0) return shortened(shown);
    // The missing part may have begun inside a secret, a sequence or a surrogate pair: step back before all of them.
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
