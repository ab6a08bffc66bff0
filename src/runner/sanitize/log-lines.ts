// The lines of a log: cut into pieces, cleaned, and printed so that the runner finds no workflow
// command in them.
import { breakCommands, firstChars, LINE_END } from './clean.ts';
import type { Redactor } from './redact.ts';

/** Longest line that is shown, with the note about truncation. */
const MAX_LINE_CHARS = 4096;
const CUT_NOTE_CHARS = 40;

/**
 * Redacts secrets, removes what is invisible, breaks workflow commands and truncates long lines, in
 * this order. Each line end becomes a line feed. Idempotent; lines together give the same result as
 * one by one.
 */
export function cleanLines(text: string, redactor: Redactor): string {
  const visible = redactor.redactVisible(text.replaceAll(/\r\n?/g, '\n'));
  return breakCommands(visible).split('\n').map(truncateLine).join('\n');
}

function truncateLine(line: string): string {
  if (line.length <= MAX_LINE_CHARS) return line;
  const kept = firstChars(line, MAX_LINE_CHARS - CUT_NOTE_CHARS);
  return `${kept} … (${line.length - kept.length} characters cut)`;
}

/**
 * Sanitizing a long log at once would take many times its size in memory, and delay the deadline.
 */
const PIECE_CHARS = 64 * 1024;

/** Cuts a long log into pieces of about 64 KiB, at line ends. */
export function* piecesOf(text: string): Generator<string> {
  const lineEnd = new RegExp(LINE_END, 'g');
  for (let start = 0, end = 0; start < text.length; start = end) {
    lineEnd.lastIndex = start + PIECE_CHARS;
    end = lineEnd.test(text) ? lineEnd.lastIndex : text.length;
    yield text.slice(start, end);
  }
}

const LOOKS_LIKE_COMMAND = /::|## \[/;

/**
 * What to print for clean lines, each with its line feed. It must be printed at the beginning of a
 * line. Two independent measures keep commands from being run: a gutter before every line, and
 * `stop-commands` around text that looks like a command. The leading space of the gutter keeps
 * anchored problem matchers from matching; its bar keeps `::` away from the start of the line.
 * `token` returns a new unguessable string, so that no line of the log can end `stop-commands`.
 */
export function printable(lines: string, token: () => string): string {
  const gutter = '  | ';
  const body = `${gutter}${lines.slice(0, -1).split('\n').join(`\n${gutter}`)}\n`;
  if (!LOOKS_LIKE_COMMAND.test(body)) return body;
  const resume = token();
  return `::stop-commands::${resume}\n${body}::${resume}::\n`;
}
