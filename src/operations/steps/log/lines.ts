// The lines of a text as hashes, and the search for the end of one text in another. Pure except for pauses.
import { SLICE_CHARS } from '../../../event-loop.ts';

/** The complete lines of a text. */
export interface Lines {
  /** A hash per line that ends with `\n`. */
  readonly hashes: Uint32Array;
  /** Where each line begins, in characters; one more entry is where the unfinished rest begins. */
  readonly starts: Uint32Array;
}

/** FNV-1a, 32 bits. */
const OFFSET = 0x811c9dc5;
const PRIME = 0x01000193;
/** Looking up the global `Math` for every character of a log is slow in some contexts. */
const { imul } = Math;

/** The lines of an empty text. */
export const noLines: Lines = { hashes: new Uint32Array(), starts: new Uint32Array([0]) };

/**
 * Hashes every complete line in linear time. `before`: hashes of the lines that the text is known to begin with.
 * `pause` is awaited at least once per MB.
 */
export async function hashLines(text: string, before: Lines, pause: () => Promise<void>): Promise<Lines> {
  // An array per slice: one for the whole text would be copied as it grows, and take several times the room.
  const slices = [before];
  let hash = OFFSET;
  for (let from = endOf(before); from < text.length; from += SLICE_CHARS) {
    await pause();
    const to = Math.min(from + SLICE_CHARS, text.length);
    const hashes: number[] = [];
    const starts: number[] = [];
    for (let at = from; at < to; at += 1) {
      const code = text.charCodeAt(at);
      if (code !== 10) {
        hash = imul(hash ^ code, PRIME);
        continue;
      }
      hashes.push(hash >>> 0);
      starts.push(at + 1);
      hash = OFFSET;
    }
    slices.push({ hashes: new Uint32Array(hashes), starts: new Uint32Array(starts) });
  }
  return {
    hashes: joined(slices.map(({ hashes }) => hashes)),
    starts: joined(slices.map(({ starts }) => starts)),
  };
}

/** Where the last complete line ends, in characters. */
export function endOf({ starts }: Lines): number {
  return starts.at(-1) ?? 0;
}

function joined(parts: readonly Uint32Array[]): Uint32Array {
  const whole = new Uint32Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/**
 * The longest suffix of `tail`, of at most `maxLines`, that occurs in `lines`. `end` is the index after its last
 * occurrence. Takes linear time (Z algorithm on the reversed lines).
 */
export function longestSuffix(
  tail: Uint32Array,
  lines: Uint32Array,
  maxLines: number,
): { readonly end: number; readonly length: number } {
  const pattern = tail.slice(-maxLines).toReversed();
  // -1 separates the two: no hash is negative. An array of numbers would take seconds to fill.
  const both = new Float64Array(pattern.length + 1 + lines.length).fill(-1);
  both.set(pattern);
  both.set(lines.toReversed(), pattern.length + 1);
  const matches = new Uint32Array(both.length);
  let best = { end: 0, length: 0 };
  let left = 0;
  let right = 0;
  for (let at = 1; at < both.length; at += 1) {
    let length = at < right ? Math.min(right - at, matches[at - left] ?? 0) : 0;
    while (at + length < both.length && both[length] === both[at + length]) length += 1;
    matches[at] = length;
    if (at + length > right) [left, right] = [at, at + length];
    if (at > pattern.length && length > best.length) best = { end: lines.length - (at - pattern.length - 1), length };
  }
  return best;
}
