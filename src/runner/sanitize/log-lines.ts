// The lines of a log, piece by piece, cleaned, and as they are printed: the runner finds no
// workflow command in them.
import { breakCommands, firstChars } from './clean.ts';
import type { Redactor } from './redact.ts';

/** The longest line that is shown, including the note about truncation. */
const MAX_LINE_CHARS = 4096;
const CUT_NOTE_CHARS = 40;

/**
 * Redacts, removes what is invisible, breaks workflow commands, and limits the length of a line, in
 * this order; each line end becomes a line feed. Idempotent, and the same for lines together as one
 * by one.
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
 * Sanitizing a long log at once would need many times its size in memory, and hold up the deadline.
 */
const PIECE_CHARS = 64 * 1024;

/** The pieces of a long log: whole lines of some 64 KiB. */
export function* piecesOf(text: string): Generator<string> {
  for (let start = 0, end = 0; start < text.length; start = end) {
    end = text.indexOf('\n', start + PIECE_CHARS) + 1 || text.length;
    yield text.slice(start, end);
  }
}

const LOOKS_LIKE_COMMAND = /::|## \[/;

/**
 * The text to print for clean lines, each with its line feed, at the beginning of a line of
 * standard output. Two independent measures against commands: a gutter before every line, and
 * `stop-commands` around what looks like one. The gutter's leading space keeps anchored problem
 * matchers from matching; its bar keeps `::` from the start of the line. `token` returns a new
 * unguessable string, so that no line, which was written before, can end `stop-commands`.
 */
export function printable(
  lines: string,
  { label, token }: { label: string; token: () => string },
): string {
  const gutter = label === '' ? '  | ' : `  ${label} | `;
  const body = `${gutter}${lines.slice(0, -1).split('\n').join(`\n${gutter}`)}\n`;
  if (!LOOKS_LIKE_COMMAND.test(body)) return body;
  const resume = token();
  return `::stop-commands::${resume}\n${body}::${resume}::\n`;
}
