// Readers of input values. Each returns the value of a text, or why it is invalid, and accepts the
// default of its input.
import { nameSome, nearest, parseDurationMs, pluralize } from '../text.ts';
import { isAllowedAddress } from '../url.ts';
import { LINE_END } from './sanitize/clean.ts';

/** A value is invalid. `reason` continues a line that begins with the name of the input. */
export class Invalid {
  readonly reason: string;
  constructor(reason: string) {
    this.reason = reason;
  }
}

/** A longer value is not quoted: a secret that is cut would escape redaction. */
const MAX_QUOTED_CHARS = 60;

/**
 * Quotes the value, except with `@`, `?` or `#`: part of an address that may be a secret. A line
 * end becomes a line separator, which the sanitizers fold once they have redacted secrets.
 */
function mustBe(allowed: string, text: string, suggestion?: string): Invalid {
  const isQuoted = text.length <= MAX_QUOTED_CHARS && !/[@?#]/.test(text);
  const seen = isQuoted ? `, not "${text.replaceAll(/\r?\n/g, '\u2028')}"` : '';
  const hint = isQuoted && suggestion !== undefined ? `; did you mean "${suggestion}"?` : '';
  return new Invalid(`must be ${allowed}${seen}${hint}`);
}

/** Masking a shorter value would mask unrelated text in the whole job log. */
const SHORTEST_SECRET_CHARS = 8;
const SECRET_CHARACTERS = 'printable ASCII characters without spaces';
/** The condition of {@link isSecret}, in words. */
export const SECRET_RULE = `must be at least ${SHORTEST_SECRET_CHARS} ${SECRET_CHARACTERS}`;

/** True for a key or token that can be masked and sent. */
export function isSecret(value: string): boolean {
  return value.length >= SHORTEST_SECRET_CHARS && /^[\x21-\x7e]+$/.test(value);
}

/**
 * What to mask of a given secret: each line, since the runner masks line by line, without `Bearer`
 * before it.
 */
export function secretLines(secret: string): string[] {
  const lines = secret.split(LINE_END).map((line) => line.trim().replace(/^bearer\s+/i, ''));
  return lines.filter(({ length }) => length >= SHORTEST_SECRET_CHARS);
}

/** A key that can be masked and sent; empty if none is given. */
export function apiKey(text: string): string | Invalid {
  if (/^bearer(?:\s|$)/i.test(text))
    return new Invalid('must be the key alone, without "Bearer" before it');
  return text === '' || isSecret(text)
    ? text
    : new Invalid(`${SECRET_RULE}. Is it truncated, or split over two lines?`);
}

const BASE_URL_RULE =
  'the root of the API, an https: address such as https://host/api/v1, without user name, ' +
  'password, query and fragment (http: is for loopback hosts only)';

/** The API root without a trailing slash; empty if none is given. */
export function baseUrl(text: string): string | Invalid {
  if (text === '') return text;
  if (!isAllowedAddress(text) || /[?#]/.test(text)) return mustBe(BASE_URL_RULE, text);
  const { origin, pathname } = new URL(text);
  const path = pathname.replace(/\/+$/, '');
  // The description of the API is what people open in a browser to find the root.
  const rootPath = path.replace(/\/openapi\.json$/i, '') || '/api/v1';
  const root = origin + rootPath;
  return path === rootPath ? root : mustBe(BASE_URL_RULE, text, root);
}

/** A path on a domain of the resource, or an address; undefined if none is given. */
export function healthCheck(text: string): string | undefined | Invalid {
  const isPath = /^\/(?!\/)[!-~]*$/.test(text) && !text.includes('\\');
  if (text === '') return undefined;
  return isPath || isAllowedAddress(text)
    ? text
    : mustBe('a path such as /health, or an https: URL', text);
}

const ID_RULE = 'an id of up to 256 characters without white space and control characters';
const isId = (text: string): boolean => /^(?!\.\.?$)[^\s\p{Cc}]{1,256}$/u.test(text);
/** The client sets these itself. */
const RESERVED_HEADERS = new Set(['content-length', 'connection', 'transfer-encoding']);

/** A line `Name: value`; without a colon, all of it counts as a value that may be secret. */
function headerOf(line: string): { name: string; value: string } {
  const colonAt = line.indexOf(':');
  return { name: line.slice(0, Math.max(colonAt, 0)), value: line.slice(colonAt + 1).trim() };
}

/** What to mask of given headers: each value, also without its scheme. */
export function headerSecrets(given: string): string[] {
  const lines = given.split(LINE_END).map((line) => headerOf(line.trim()));
  const values = lines.flatMap(({ name, value }) =>
    name.toLowerCase() === 'host' ? [] : [value, value.replace(/^\w+\s+/, '')],
  );
  return [...new Set(values)].filter(({ length }) => length >= SHORTEST_SECRET_CHARS);
}

/** Headers by their names in lower case; undefined if none are given. Values are never quoted. */
export function headers(text: string): Readonly<Record<string, string>> | undefined | Invalid {
  const found = new Map<string, string>();
  for (const [index, line] of text.split(LINE_END).entries()) {
    if (line.trim() === '') continue;
    const { name, value } = headerOf(line.trim());
    const key = name.toLowerCase();
    const invalid = (reason: string): Invalid => new Invalid(`line ${index + 1} ${reason}`);
    if (!/^[\w!#$%&'*+.^`|~-]{1,60}$/.test(name)) return invalid('must be of the form Name: value');
    if (/^(?:basic|bearer)?$/i.test(value))
      return invalid(`(${name}) has no value: is its secret set?`);
    if (!/^[ -~]+$/.test(value)) return invalid(`(${name}) must be printable ASCII characters`);
    if (RESERVED_HEADERS.has(key)) return invalid(`(${name}) is a header that cannot be set`);
    if (found.has(key)) return invalid(`(${name}) repeats a header`);
    found.set(key, value);
  }
  return found.size === 0 ? undefined : Object.fromEntries(found);
}

/** The id of a deployment, or `latest` in any letter case; undefined if none is given. */
export function id(text: string): string | undefined | Invalid {
  if (text === '') return undefined;
  if (text.toLowerCase() === 'latest') return 'latest';
  return isId(text) ? text : mustBe(ID_RULE, text);
}

/** A comma, a line end, or one of each. Two in a row enclose an empty entry. */
const ID_SEPARATOR = /,[^\S\n]*\n|\n[^\S\n]*,|[,\n]/;

/** Ids without duplicates; `info` is called with a sentence that names the duplicates. */
export function ids(
  text: string,
  { info }: { info: (text: string) => void },
): readonly string[] | Invalid {
  if (text === '') return [];
  const lines = text.replace(/\n$/, '');
  const entries = lines.split(ID_SEPARATOR).map((entry) => entry.trim());
  const emptyAt = entries.flatMap((entry, index) => (entry === '' ? [index + 1] : []));
  if (emptyAt.length > 0) {
    const word = lines.includes(',') ? 'entry' : 'line';
    const which = nameSome(emptyAt.map((at) => `${word} ${at} is empty`));
    return new Invalid(`${which}: is its variable set?`);
  }
  const unique = [...new Set(entries)];
  const repeated = unique.filter((entry) => entries.indexOf(entry) !== entries.lastIndexOf(entry));
  if (repeated.length > 0) {
    const used = `${pluralize(unique.length, 'resource')} used`;
    info(`resource-id names ${nameSome(repeated)} more than once; ${used}`);
  }
  // The whole text is quoted: an entry may be a part of a secret that holds a comma.
  return unique.every(isId) ? unique : mustBe(`${ID_RULE} (use commas between ids)`, text);
}

/** Any text; undefined if none is given. */
export function optional(given: string): string | undefined {
  return given === '' ? undefined : given;
}

/** Names between commas and white space, without duplicates. A value beside one may be a secret. */
export function variableNames(given: string): readonly string[] | Invalid {
  if (/["'$=;]/.test(given))
    return new Invalid('must be names alone, such as PORT, DATABASE_URL, without values or quotes');
  return [...new Set(given.split(/[\s,]+/).filter((name) => name !== ''))];
}

/** `true` or `false`, in any letter case. */
export function flag(given: string): boolean | Invalid {
  const word = oneOf(['true', 'false'])(given.toLowerCase());
  return word instanceof Invalid ? word : word === 'true';
}

/** Creates the reader of a value that must be one of `allowed`. */
export function oneOf<const T extends string | number>(
  allowed: readonly T[],
): (given: string) => T | Invalid {
  const names = allowed.map(String);
  return (given) =>
    allowed[names.indexOf(given)] ??
    mustBe(`one of ${names.join(', ')}`, given, nearest(given, names));
}

/** Creates the reader of a positive whole number; an empty text means `fallback`. */
export function countOr(fallback: number): (given: string) => number | Invalid {
  return (given) => {
    if (given === '') return fallback;
    return /^[1-9]\d{0,5}$/.test(given)
      ? Number(given)
      : mustBe('a whole number from 1 to 999999', given);
  };
}

/** A duration above zero, in milliseconds. */
export function duration(given: string): number | Invalid {
  const ms = parseDurationMs(given);
  return ms === undefined || ms === 0
    ? mustBe('a duration above 0 such as 90, 90s, 15m or 1h30m', given)
    : ms;
}

const FILTER_KEYS = ['type', 'status', 'name', 'catalogKey'] as const;
const FILTER_RULE = `pairs such as type=app name=web-*, with the keys ${FILTER_KEYS.join(', ')}`;

/**
 * Pairs `key=glob` with spaces between them. In a glob `*` stands for any characters, `?` for one.
 */
export function filter(given: string) {
  const conditions: { readonly key: (typeof FILTER_KEYS)[number]; readonly glob: string }[] = [];
  for (const pair of given.split(/\s+/).filter((word) => word !== '')) {
    const [, name = '', glob = ''] = /^([^=]*)=([^=].*)$/.exec(pair) ?? [];
    const key = FILTER_KEYS.find((known) => known === name);
    // White space separates the pairs.
    const hasComma = glob.endsWith(',') || /,\w+=/.test(glob);
    if (key === undefined) return mustBe(FILTER_RULE, given, nearest(name, FILTER_KEYS));
    if (glob === '' || hasComma) return mustBe(FILTER_RULE, given);
    conditions.push({ key, glob });
  }
  return conditions;
}
