// The lines of a log, cleaned, and as they are printed: the runner finds no workflow command in them.
import { breakCommands, firstChars, linesFit, withLineFeeds } from './clean.ts';
import type { Redactor } from './redact.ts';

/** The longest line that is shown, including the note about truncation. */
const MAX_LINE_CHARS = 4096;

/** Characters of a line that are cleaned; more than are shown, since cleaning removes some. */
const MAX_RAW_LINE_CHARS = 4 * MAX_LINE_CHARS;

const ROOM_FOR_CUT_NOTE_CHARS = 40;

/** Cleans lines, with the same result as one by one; each line end becomes a line feed. Idempotent. */
export type LineCleaner = (text: string) => string;

/** Redacts, removes what is invisible, breaks workflow commands, and limits the length of a line, in this order. */
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

  return (text) => {
    const raw = withLineFeeds(text);
    if (!linesFit(raw, MAX_RAW_LINE_CHARS)) return eachLine(raw, line);
    const shown = shownLines(raw);
    return linesFit(shown, MAX_LINE_CHARS) ? shown : eachLine(shown, shortened);
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

const LOOKS_LIKE_COMMAND = /::|## \[/;

/**
 * The text to print for clean lines, each with its line feed, at the beginning of a line of standard output. Two
 * independent measures against commands: a gutter before every line, and `stop-commands` around what looks like one. The
 * gutter's leading space keeps anchored problem matchers from matching; its bar keeps `::` from the start of the line.
 * `token` returns a new unguessable string, so that no line, which was written before, can end `stop-commands`.
 */
export function printable(lines: string, { label, token }: { label: string; token: () => string }): string {
  const gutter = label === '' ? '  | ' : `  ${label} | `;
  const body = `${gutter}${lines.slice(0, -1).split('\n').join(`\n${gutter}`)}\n`;
  if (!LOOKS_LIKE_COMMAND.test(body)) return body;
  const resume = token();
  return `::stop-commands::${resume}\n${body}::${resume}::\n`;
}
