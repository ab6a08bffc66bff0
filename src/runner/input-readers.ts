// Readers of input values: each returns the value of a text, or why it is invalid. All accept the
// default of their input.
import { nameSome, nearest, parseDurationMs, pluralize } from '../text.ts';
import { addressProblem } from '../url.ts';
import { LINE_END, truncate } from './sanitize/clean.ts';

/** Why a value is invalid, for a line that begins with the name of the input. */
export class Invalid {
  readonly reason: string;
  constructor(reason: string) {
    this.reason = reason;
  }
}

/** Longest quote of an invalid value. */
const MAX_QUOTED_CHARS = 60;

/**
 * The invalid value is quoted, unless it may hold a secret: a user name or a query in an address.
 */
function mustBe(allowed: string, text: string, suggestion?: string): Invalid {
  const value = truncate(text.replaceAll(/\r?\n/g, '↵'), MAX_QUOTED_CHARS);
  const seen = /:\/\/.*[@?#]/.test(text) ? '' : `, not "${value}"`;
  return new Invalid(
    `must be ${allowed}${seen}${suggestion === undefined ? '' : `; did you mean "${suggestion}"?`}`,
  );
}

/** Masking a shorter value would mask unrelated text all over the job log. */
const SHORTEST_SECRET_CHARS = 8;
export const SECRET_RULE = `must be at least ${SHORTEST_SECRET_CHARS} printable ASCII characters without spaces`;

/** True for a key or token that can be masked and sent. */
export function isSecret(value: string): boolean {
  return value.length >= SHORTEST_SECRET_CHARS && /^[\x21-\x7e]+$/.test(value);
}

/**
 * The lines to mask, since the runner masks line by line; without a prefix that does not belong to
 * the key.
 */
export function secretLines(secret: string): string[] {
  const lines = secret.split(LINE_END).map((line) => line.trim().replace(/^bearer\s+/i, ''));
  return lines.filter(({ length }) => length >= SHORTEST_SECRET_CHARS);
}

export function apiKey(text: string): string | Invalid {
  if (/^bearer(?:\s|$)/i.test(text))
    return new Invalid('must be the key alone, without "Bearer" before it');
  return text === '' || isSecret(text)
    ? text
    : new Invalid(`${SECRET_RULE}: is it cut off, or two lines?`);
}

const ADDRESS_RULES = {
  malformed: 'an address such as https://host/api/v1',
  insecure: 'an address with https: (http: is for loopback hosts only)',
  credentials: 'without a user name and password',
} as const;

/** The API root without a slash at its end. */
export function baseUrl(text: string): string | Invalid {
  if (text === '') return text;
  const problem = addressProblem(text);
  if (problem !== undefined) return mustBe(ADDRESS_RULES[problem], text);
  if (/[?#]/.test(text)) return mustBe('without a query and a fragment', text);
  const { origin, pathname } = new URL(text);
  const path = pathname.replace(/\/+$/, '');
  return path === ''
    ? mustBe('the API root, which ends with its version', text, `${origin}/api/v1`)
    : origin + path;
}

/** A path on a domain of the resource, or an address. */
export function healthCheck(text: string): string | undefined | Invalid {
  const isPath = /^\/(?!\/)[!-~]*$/.test(text) && !text.includes('\\');
  if (text === '') return undefined;
  return isPath || addressProblem(text) === undefined
    ? text
    : mustBe('a path such as /health, or an https: URL', text);
}

export function id(text: string): string | undefined | Invalid {
  if (text === '') return undefined;
  const isValid = text.length <= 256 && !/^\.\.?$|[\s\p{Cc}]/u.test(text);
  return isValid
    ? text
    : mustBe('an id: up to 256 characters without white space and control characters', text);
}

/** A comma, a line end, or one of each. Two in a row leave an empty entry. */
const ID_SEPARATOR = /,[^\S\n]*\n|\n[^\S\n]*,|[,\n]/;

/** Ids without duplicates, which `note` names. */
export function ids(
  text: string,
  { note }: { note: (text: string) => void },
): readonly string[] | Invalid {
  if (text === '') return [];
  const lines = text.replace(/\n$/, '');
  const entries = lines.split(ID_SEPARATOR).map((entry) => entry.trim());
  const emptyAt = entries.flatMap((entry, index) => (entry === '' ? [index + 1] : []));
  if (emptyAt.length > 0) {
    const word = lines.includes(',') ? 'entry' : 'line';
    return new Invalid(
      `${nameSome(emptyAt.map((at) => `${word} ${at} is empty`))}: is its variable set?`,
    );
  }
  const unique = [...new Set(entries)];
  const repeated = unique.filter((entry) => entries.indexOf(entry) !== entries.lastIndexOf(entry));
  if (repeated.length > 0) {
    note(
      `resource-id names ${nameSome(repeated)} more than once; ${pluralize(unique.length, 'resource')} used`,
    );
  }
  return entries.map(id).find((entry) => entry instanceof Invalid) ?? unique;
}

export function optional(given: string): string | undefined {
  return given === '' ? undefined : given;
}

/** Words with commas or white space between them. */
export function words(given: string): readonly string[] {
  return [...new Set(given.split(/[\s,]+/).filter((word) => word !== ''))];
}

export function flag(given: string): boolean | Invalid {
  const word = oneOf(['true', 'false'])(given.toLowerCase());
  return word instanceof Invalid ? word : word === 'true';
}

export function oneOf<const T extends string | number>(
  allowed: readonly T[],
): (given: string) => T | Invalid {
  const names = allowed.map(String);
  return (given) =>
    allowed[names.indexOf(given)] ??
    mustBe(`one of ${names.join(', ')}`, given, nearest(given, names));
}

/** `fallback` is for an empty text. */
export function countOr(fallback: number): (given: string) => number | Invalid {
  return (given) => {
    if (given === '') return fallback;
    return /^[1-9]\d{0,5}$/.test(given)
      ? Number(given)
      : mustBe('a whole number from 1 to 999999', given);
  };
}

/** Milliseconds. */
export function duration(given: string): number | Invalid {
  const ms = parseDurationMs(given);
  return ms === undefined || ms === 0
    ? mustBe('a duration above 0 such as 90, 90s, 15m or 1h30m', given)
    : ms;
}

const FILTER_KEYS = ['type', 'status', 'name', 'catalogKey'] as const;

/**
 * `key=glob` pairs with spaces between them; in a glob `*` matches any characters, `?` any single
 * one.
 */
export function filter(given: string) {
  const conditions: { readonly key: (typeof FILTER_KEYS)[number]; readonly glob: string }[] = [];
  for (const pair of given.split(/\s+/).filter((word) => word !== '')) {
    const [, name, glob] = /^([^=]*)=([^=].*(?<!,))$/.exec(pair) ?? [];
    const key = FILTER_KEYS.find((known) => known === name);
    if (key === undefined || glob === undefined) {
      return mustBe(
        `pairs such as type=app name=web-*, with the keys ${FILTER_KEYS.join(', ')}`,
        pair,
      );
    }
    conditions.push({ key, glob });
  }
  return conditions;
}
