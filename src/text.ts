// Text for people: durations, plurals, lists of names, the message of a thrown
// value, and how much fits.

const UNIT_MS = { h: 3_600_000, m: 60_000, s: 1_000 } as const;

/**
 * Milliseconds of a duration such as `90`, `15m` or `1h30m`; undefined for any other text. A bare
 * number is seconds. Each unit occurs at most once, the largest first.
 */
export function parseDurationMs(text: string): number | undefined {
  if (/^\d{1,9}$/.test(text)) return Number(text) * UNIT_MS.s;
  const parts = /^(?:(\d{1,6})h)?(?:(\d{1,6})m)?(?:(\d{1,9})s)?$/i.exec(text);
  if (parts === null || text === '') return undefined;
  const [, hours = '0', minutes = '0', seconds = '0'] = parts;
  return Number(hours) * UNIT_MS.h + Number(minutes) * UNIT_MS.m + Number(seconds) * UNIT_MS.s;
}

/**
 * A duration for people, such as `4.2 s`, `1m 12s` or `2h 5m`: one decimal below ten seconds, whole
 * seconds above.
 */
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

/** `1 line`, `2 lines`; for words whose plural only adds an `s`. */
export function pluralize(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? '' : 's'}`;
}

/** A list names at most this many; the others are counted. */
const MAX_NAMED = 5;

/** Such as `a, b, c, d, e and 3 more`. */
export function nameSome(names: readonly string[]): string {
  const named = names.slice(0, MAX_NAMED).join(', ');
  return names.length > MAX_NAMED ? `${named} and ${names.length - MAX_NAMED} more` : named;
}

/** The message of a thrown value, which may be anything. */
export function errorMessage(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}

/** How many items from the beginning have a total size of at most `limit`. */
export function countThatFit<T>(
  items: readonly T[],
  { limit, sizeOf }: { limit: number; sizeOf: (item: T) => number },
): number {
  let total = 0;
  for (const [index, item] of items.entries()) {
    total += sizeOf(item);
    if (total > limit) return index;
  }
  return items.length;
}
