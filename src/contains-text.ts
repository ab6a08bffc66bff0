// Whether a text contains another, in linear time.

/** The built-in search takes quadratic time for a longer text such as `....F....` in one of dots. */
const LONGEST_SEARCH_CHARS = 200;

/** True if `text` contains `part`; may miss one of which only the first {@link LONGEST_SEARCH_CHARS} occur twice. */
export function containsText(text: string, part: string): boolean {
  const at = text.indexOf(part.slice(0, LONGEST_SEARCH_CHARS));
  return at >= 0 && text.startsWith(part, at);
}
