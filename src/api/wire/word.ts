// Status words and moments, as far as they can be believed. No clock: what is plausible does not depend on today.

/** No status is longer; what is, or has control characters in it, is not a word. */
const WORD_PATTERN = /^[^\p{Cc}\p{Zl}\p{Zp}]{1,64}$/u;

/** A status exactly as it was sent; `undefined` when it is missing, empty or no word. */
export function asStatus(value: unknown): string | undefined {
  return typeof value === 'string' && WORD_PATTERN.test(value) && value.trim() !== '' ? value : undefined;
}

/** Before this no deployment was made; a "zero" date is older. */
const EARLIEST_MS = Date.UTC(2010, 0);
const LATEST_MS = Date.UTC(2100, 0);

/** Smaller numbers are seconds (this one would be the year 5138), larger ones milliseconds. */
const SECONDS_BELOW = 1e11;

const ISO_PATTERN = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?) ?(Z|[+-]\d\d:?\d\d)?$/i;
const NUMBER_PATTERN = /^\d{1,15}(?:\.\d{1,9})?$/;

/**
 * A moment in milliseconds since the epoch, from ISO 8601 text (UTC where it names no zone) or a count of seconds or
 * milliseconds; `undefined` for anything else and for moments that cannot be meant.
 */
export function asMoment(value: unknown): number | undefined {
  const ms = typeof value === 'string' ? momentOfText(value) : momentOfNumber(value);
  return ms !== undefined && ms >= EARLIEST_MS && ms < LATEST_MS ? ms : undefined;
}

function momentOfText(text: string): number | undefined {
  if (NUMBER_PATTERN.test(text)) return momentOfNumber(Number(text));
  const parts = ISO_PATTERN.exec(text);
  if (parts === null) return undefined;
  const [, date, time, zone = 'Z'] = parts;
  return Date.parse(`${date}T${time}${zone.toUpperCase()}`);
}

function momentOfNumber(value: unknown): number | undefined {
  if (typeof value !== 'number') return undefined;
  return Math.round(value < SECONDS_BELOW ? value * 1000 : value);
}
