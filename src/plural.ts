// Counts with the right plural.

/** `1 line`, `2 lines`; pass `plural` for words that do not just add an `s`. */
export function pluralize(count: number, word: string, plural = `${word}s`): string {
  return `${count} ${count === 1 ? word : plural}`;
}
