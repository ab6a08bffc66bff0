// "Did you mean …?": the allowed word closest to a mistyped one.

/** Largest edit distance of a suggestion, as a share of the longer word's length. */
const MAX_CHANGED_SHARE = 0.4;
/** Longer words are not compared: the comparison takes time proportional to the product of the lengths. */
const MAX_CHARS = 40;

/** The allowed word with the smallest edit distance, ignoring case; undefined when none is close enough. */
export function nearest(word: string, allowed: readonly string[]): string | undefined {
  if (word.length > MAX_CHARS) return undefined;
  const candidates = allowed
    .filter((candidate) => candidate.length <= MAX_CHARS)
    .map((candidate) => ({ candidate, changes: changesBetween(word.toLowerCase(), candidate.toLowerCase()) }))
    .filter(({ candidate, changes }) => changes <= Math.max(word.length, candidate.length) * MAX_CHANGED_SHARE)
    .toSorted((a, b) => a.changes - b.changes);
  return candidates[0]?.candidate;
}

/** Levenshtein distance. */
function changesBetween(from: string, to: string): number {
  let previous = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [row, character] of Array.from(from).entries()) {
    const current = [row + 1];
    for (const [column, other] of Array.from(to).entries()) {
      const replaced = (previous[column] ?? 0) + (character === other ? 0 : 1);
      const removed = (previous[column + 1] ?? 0) + 1;
      const inserted = (current[column] ?? 0) + 1;
      current.push(Math.min(replaced, removed, inserted));
    }
    previous = current;
  }
  return previous.at(-1) ?? 0;
}
