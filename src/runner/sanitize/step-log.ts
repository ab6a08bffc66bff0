// Formats untrusted lines for the step log so that the runner finds no workflow command in them. Two independent
// measures: a gutter before every line, and `stop-commands` around text that looks like a command.
import type { CleanText } from './line-cleaner.ts';

const LOOKS_LIKE_COMMAND = /::|## \[/;

/**
 * The gutter of a log line. Its leading space keeps anchored problem matchers from matching; the bar keeps `::` from
 * the start of the line.
 */
export function gutter(label: string): string {
  return label === '' ? '  | ' : `  ${label} | `;
}

/**
 * The text to print for clean lines, each with its line feed. `token` returns a new unguessable string, so that no line,
 * which was written before, can end `stop-commands`.
 */
export function printable(lines: CleanText, options: { gutter: string; token: () => string }): string {
  const body = `${options.gutter}${lines.slice(0, -1).split('\n').join(`\n${options.gutter}`)}\n`;
  if (!LOOKS_LIKE_COMMAND.test(body)) return body;
  const token = options.token();
  return `::stop-commands::${token}\n${body}::${token}::\n`;
}
