// Counts as people read them.

/** `1 line`, `2 lines`; words that take more than an `s` bring their plural. */
export function counted(count: number, word: string, plural = `${word}s`): string {
  return `${count} ${count === 1 ? word : plural}`;
}
