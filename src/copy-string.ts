// Copies of pieces of larger texts: V8 keeps a whole text in memory as long as a slice of it lives.

/** V8 makes slices of larger texts from this length on; shorter ones are copies already. */
const SHORTEST_SLICE_CHARS = 13;

const WIDE = /[^\0-\u00ff]/;

/** The same text in memory of its own, in one byte a character where that is enough. */
export function copyString(text: string): string {
  if (text.length < SHORTEST_SLICE_CHARS) return text;
  const encoding = WIDE.test(text) ? 'utf16le' : 'latin1';
  return Buffer.from(text, encoding).toString(encoding);
}
