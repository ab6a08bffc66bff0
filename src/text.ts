// Words for people: durations, plurals, lists of names, "did you mean", and the message of a thrown value.

const UNIT_MS = { h: 3_600_000, m: 60_000, s: 1_000 } as const;

/**
 * Milliseconds of a written duration such as `90`, `15m` or `1h30m`; undefined when `text` is not one. A bare number is
 * seconds; each unit occurs at most once, largest first.
 */
export function parseDurationMs(text: string): number | undefined {
  if (/^\d{1,9}$/.test(text)) return Number(text) * UNIT_MS.s;
  const parts = /^(?:(\d{1,6})h)?(?:(\d{1,6})m)?(?:(\d{1,9})s)?$/i.exec(text);
  if (parts === null || text === '') return undefined;
  const [, hours = '0', minutes = '0', seconds = '0'] = parts;
  return Number(hours) * UNIT_MS.h + Number(minutes) * UNIT_MS.m + Number(seconds) * UNIT_MS.s;
}

/** A duration for people, such as `4.2 s`, `1m 12s` or `2h 5m`: one decimal below ten seconds, else whole seconds. */
export function formatDuration(ms: number): string {
  if (ms < 9_950) return `${Number((ms / UNIT_MS.s).toFixed(1))} s`;
  const totalSeconds = Math.round(ms / UNIT_MS.s);
  if (totalSeconds < 60) return `${totalSeconds} s`;
  const hours = Math.floor(totalSeconds / 3600);
  const minutes = Math.floor((totalSeconds % 3600) / 60);
  const seconds = totalSeconds % 60;
  if (hours > 0) return minutes > 0 ? `${hours}h ${minutes}m` : `${hours}h`;
  return seconds > 0 ? `${minutes}m ${seconds}s` : `${minutes}m`;
}

/** `1 line`, `2 lines`, for words that just add an `s`. */
export function pluralize(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? '' : 's'}`;
}

/** Names at most this many; the rest is counted. */
const MAX_NAMED = 5;

/** `a, b and 3 more`. */
export function nameSome(names: readonly string[]): string {
  const named = names.slice(0, MAX_NAMED).join(', ');
  return names.length > MAX_NAMED ? `${named} and ${names.length - MAX_NAMED} more` : named;
}

/** The message of a thrown value. Never throws, even if the value cannot be converted to a string. */
export function errorMessage(thrown: unknown): string {
  const message = typeof thrown === 'object' && thrown !== null && 'message' in thrown ? thrown.message : thrown;
  return typeof message === 'object' && message !== null ? 'something without a message was thrown' : String(message);
}

/** Largest edit distance of a suggestion, as a share of the longer word's length. */
const MAX_CHANGED_SHARE = 0.4;
/** No more is compared: it takes time proportional to the product of the lengths. */
const MAX_COMPARED_CHARS = 40;

/** The allowed word with the smallest edit distance, ignoring case; undefined when none is close enough. */
export function nearest(given: string, allowed: readonly string[]): string | undefined {
  const word = given.slice(0, MAX_COMPARED_CHARS).toLowerCase();
  const candidates = allowed
    .map((candidate) => ({ candidate, changes: changesBetween(word, candidate.toLowerCase()) }))
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
