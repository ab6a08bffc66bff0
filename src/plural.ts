// Counts with the right plural.

/** `1 line`, `2 lines`, for words that just add an `s`. */
export function pluralize(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? '' : 's'}`;
}
