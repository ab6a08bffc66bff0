// The sanitizer of the step log: lines of others behind a gutter, where the runner finds no command. Two walls: the gutter
// with broken marks, which needs no state, and stop-commands round what could be read as a command.

/** The shortest token that is trusted; longer than every name of a command, so that it can be none. */
const SAFE_TOKEN = /^[A-Za-z0-9-]{16,}$/;

const TOKEN_TRIES = 3;

const LOOKS_LIKE_COMMAND = /::|## \[/;

/**
 * The space at its beginning keeps problem matchers that are anchored to the line from taking the line for their own;
 * the bar keeps `::` away from the first visible column.
 */
export function gutter(label: string): string {
  return label === '' ? '  | ' : `  ${label} | `;
}

/** Text to print for these clean lines: '' without lines, else whole lines with a line end after the last. */
export function printable(lines: readonly string[], options: { gutter: string; token: () => string }): string {
  if (lines.length === 0) return '';
  const body = `${options.gutter}${lines.join(`\n${options.gutter}`)}\n`;
  if (!LOOKS_LIKE_COMMAND.test(body)) return body;
  const token = freshToken(body, options.token);
  // Without a token that can be trusted, the first wall stands alone rather than with a hole in it.
  return token === undefined ? body : `::stop-commands::${token}\n${body}::${token}::\n`;
}

/** A token that the text does not hold, in any case of its letters, as the runner compares them. */
function freshToken(text: string, nextToken: () => string): string | undefined {
  const lowerCase = text.toLowerCase();
  for (let tries = 0; tries < TOKEN_TRIES; tries += 1) {
    const token = nextToken();
    if (SAFE_TOKEN.test(token) && !lowerCase.includes(token.toLowerCase())) return token;
  }
  return undefined;
}
