// Copies of substrings: V8 keeps the whole parent string in memory while a slice of it is referenced.

/** V8 copies substrings shorter than this and references longer ones. */
const SHORTEST_SLICE_CHARS = 13;

const WIDE = /[^\0-\u00ff]/;

/** A copy that does not reference its parent string; one byte per character for Latin-1 text. */
export function copyString(text: string): string {
  if (text.length < SHORTEST_SLICE_CHARS) return text;
  const encoding = WIDE.test(text) ? 'utf16le' : 'latin1';
  return Buffer.from(text, encoding).toString(encoding);
}
