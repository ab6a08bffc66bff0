// "Did you mean …?": the nearest of the words that are allowed. Pure.

/** Single-character edits from one word to the other (Levenshtein distance). */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let line = 0; line < from.length; line += 1) {
    const next = [line + 1];
    for (let column = 0; column < to.length; column += 1) {
      const replaced = (row[column] ?? 0) + (to[column] === from[line] ? 0 : 1);
      next.push(Math.min(replaced, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}

/** The allowed word that is most like the given one, in any letter case; undefined when none is like it. */
export function nearest(given: string, allowed: readonly string[]): string | undefined {
  const word = given.slice(0, 64).toLowerCase();
  const ranked = allowed
    .map((name) => ({ name, edits: distance(word, name.toLowerCase()) }))
    .toSorted((one, other) => one.edits - other.edits);
  const [best] = ranked;
  return best !== undefined && best.edits <= Math.max(1, Math.floor(word.length / 3)) ? best.name : undefined;
}

/** `; did you mean "deploy"?`, or nothing when no allowed word is like the given one. */
export function didYouMean(given: string, allowed: readonly string[]): string {
  const name = nearest(given, allowed);
  return name === undefined ? '' : `; did you mean ${JSON.stringify(name)}?`;
}
