// One line that others wrote, made fit to be shown: redacted, visible, without commands, of bounded length.
// The order of these steps is the subject; the steps themselves live elsewhere.
import type { Redactor } from './redaction.ts';
import { breakCommands, firstChars, isPlain, isPlainLines, LINE_END, visibleText } from './visible-text.ts';

/** The longest line that is shown, in characters, with the words that tell of a cut. */
export const MAX_LINE_CHARS = 4096;

/** What is kept of a line before cleaning; the excess is room for what cleaning removes. */
export const MAX_RAW_LINE_CHARS = 4 * MAX_LINE_CHARS;

const ROOM_FOR_CUT_NOTE_CHARS = 40;

/** Cleans single lines; the same again when applied again. */
export interface LineCleaner {
  /** One line as shown; `droppedChars` characters that followed it were not kept. */
  clean(line: string, droppedChars?: number): string;
  /** Several lines as shown, joined by line feeds. */
  cleanAll(text: string): string;
  /** Any text as one line, its white space collapsed, of any length. */
  singleLine(text: string): string;
}

/** Makes a cleaner that removes the secrets of this redactor. */
export function createLineCleaner(redactor: Redactor): LineCleaner {
  // Before cleaning, which could take a part of a secret with it, and after, which could have joined one.
  function redactedAndVisible(line: string): string {
    const redacted = redactor.redact(line);
    return isPlain(redacted) ? redacted : redactor.redact(visibleText(redacted));
  }

  function clean(line: string, droppedChars = 0): string {
    const shown = breakCommands(redactedAndVisible(line));
    if (droppedChars === 0) return shown.length <= MAX_LINE_CHARS ? shown : cut(shown, shown.length);
    // The dropped part may have begun inside a secret, a sequence or a surrogate pair: step back before all of them.
    const safeChars = Math.max(0, shown.length - Math.max(redactor.longestForm, 2));
    return cut(firstChars(shown, safeChars), shown.length + droppedChars);
  }

  return {
    clean,
    cleanAll(text) {
      if (isPlainLines(text) && isShort(text) && breakCommands(redactor.redact(text)) === text) return text;
      const lines = text.split(LINE_END).map((line) => clean(line));
      return lines.join('\n');
    },
    singleLine(text) {
      const visible = redactedAndVisible(text.replaceAll(/[\r\n\t]/g, ' '));
      return breakCommands(redactor.redact(visible.replaceAll(/\s+/g, ' ').trim()));
    },
  };
}

/** True when no line is too long to be shown. */
function isShort(text: string): boolean {
  for (let start = 0; start < text.length;) {
    const end = text.indexOf('\n', start);
    const next = end === -1 ? text.length : end;
    if (next - start > MAX_LINE_CHARS) return false;
    start = next + 1;
  }
  return true;
}

function cut(shown: string, fullChars: number): string {
  const kept = firstChars(shown, MAX_LINE_CHARS - ROOM_FOR_CUT_NOTE_CHARS);
  return `${kept} … (${fullChars - kept.length} characters cut)`;
}
