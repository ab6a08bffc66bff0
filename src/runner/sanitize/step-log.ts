// Formats untrusted lines for the step log so that the runner finds no workflow command in them. Two independent
// measures: a gutter before every line, and `stop-commands` around text that looks like a command.
import type { CleanText } from './line-cleaner.ts';

/** Valid tokens are longer than every command name, so that none can be one. */
const SAFE_TOKEN = /^[A-Za-z0-9-]{16,}$/;

const TOKEN_TRIES = 3;

const LOOKS_LIKE_COMMAND = /::|## \[/;

/**
 * The gutter of a log line. Its leading space keeps anchored problem matchers from matching; the bar keeps `::` from
 * the start of the line.
 */
export function gutter(label: string): string {
  return label === '' ? '  | ' : `  ${label} | `;
}

/** The text to print for clean lines, each with its line feed. */
export function printable(lines: CleanText, options: { gutter: string; token: () => string }): string {
  if (lines === '') return '';
  const body = `${options.gutter}${lines.slice(0, -1).split('\n').join(`\n${options.gutter}`)}\n`;
  if (!LOOKS_LIKE_COMMAND.test(body)) return body;
  const token = unusedToken(body, options.token);
  // Without a valid token only the gutter protects: an invalid token could be ended by the text.
  return token === undefined ? body : `::stop-commands::${token}\n${body}::${token}::\n`;
}

/** A token that the text does not contain; compared without case, as the runner does. */
function unusedToken(text: string, nextToken: () => string): string | undefined {
  const lowerCase = text.toLowerCase();
  for (let tries = 0; tries < TOKEN_TRIES; tries += 1) {
    const token = nextToken();
    if (SAFE_TOKEN.test(token) && !lowerCase.includes(token.toLowerCase())) return token;
  }
  return undefined;
}
