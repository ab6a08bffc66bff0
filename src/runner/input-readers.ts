// Readers of input values. Each returns the value of a text, or why it is invalid, and accepts the
// default of its input.
import { parseDurationMs } from '../text.ts';
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
function mustBe(allowed: string, text: string): Invalid {
  const isQuoted = text.length <= MAX_QUOTED_CHARS && !/[@?#]/.test(text);
  const seen = isQuoted ? `, not "${text.replaceAll(/\r?\n/g, '\u2028')}"` : '';
  return new Invalid(`must be ${allowed}${seen}`);
}

/** Masking a shorter value would mask unrelated text in the whole job log. */
const SHORTEST_SECRET_CHARS = 8;
const SECRET_CHARACTERS = 'printable ASCII characters without spaces';
/** The condition of {@link isSecret}, in words. */
const SECRET_RULE = `must be at least ${SHORTEST_SECRET_CHARS} ${SECRET_CHARACTERS}`;

/** True for a key or token that can be masked and sent. */
function isSecret(value: string): boolean {
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
  const isRoot = path !== '' && !/\/openapi\.json$/i.test(path);
  return isRoot ? origin + path : mustBe(BASE_URL_RULE, text);
}

/** A path on a domain of the resource, or an address; undefined if none is given. */
export function healthCheck(text: string): string | undefined | Invalid {
  const isPath = /^\/(?!\/)[!-~]*$/.test(text) && !text.includes('\\');
  if (text === '') return undefined;
  return isPath || isAllowedAddress(text)
    ? text
    : mustBe('a path such as /health, or an https: URL', text);
}

const ID_RULE = 'an id of up to 256 characters without white space, commas and control characters';
const ONE_RESOURCE = 'a step has one resource: use a matrix for several';
const isId = (text: string): boolean => /^(?!\.\.?$)[^\s\p{Cc}]{1,256}$/u.test(text);
/** The id of a deployment, or `latest` in any letter case; undefined if none is given. */
export function id(text: string): string | undefined | Invalid {
  if (text === '') return undefined;
  if (text.toLowerCase() === 'latest') return 'latest';
  return isId(text) ? text : mustBe(ID_RULE, text);
}

/** The id of a resource; empty if none is given. */
export function resourceId(text: string): string | Invalid {
  if (text === '' || (isId(text) && !text.includes(','))) return text;
  // The whole text is quoted: a part of it may be a part of a secret.
  const several = /[\s,]/.test(text) ? `; ${ONE_RESOURCE}` : '';
  return new Invalid(`${mustBe(ID_RULE, text).reason}${several}`);
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
  return (given) => allowed[names.indexOf(given)] ?? mustBe(`one of ${names.join(', ')}`, given);
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
