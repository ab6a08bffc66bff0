// Readers of input values. Each returns the value of a text, or why it is invalid, and accepts the
// default of its input.
import { LINE_END } from '../report/sanitize/clean.ts';
import { parseDurationMs } from '../text.ts';
import { isAllowedAddress } from '../url.ts';

/** A value is invalid. `reason` continues a line that begins with the name of the input. */
export class Invalid {
  readonly reason: string;
  constructor(reason: string) {
    this.reason = reason;
  }
}

/** A longer value is not quoted, and never cut: a part of a secret would escape redaction. */
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

/**
 * What to mask of a given key: each line, since the runner masks line by line, without `Bearer`
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
  const isKey = text.length >= SHORTEST_SECRET_CHARS && /^[\x21-\x7e]+$/.test(text);
  if (text === '' || isKey) return text;
  const characters = `${SHORTEST_SECRET_CHARS} printable ASCII characters without spaces`;
  return new Invalid(`must be at least ${characters}. Is it truncated, or split over two lines?`);
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

const ID_RULE = 'an id of up to 256 characters without control characters';

/** The id of a resource; empty if none is given. */
export function resourceId(text: string): string | Invalid {
  if (/^[[{]/.test(text)) return new Invalid('must be the id alone, not JSON');
  if (/[\s,]/.test(text))
    return new Invalid(
      'must be one id: a step has one resource. For several, use a matrix or steps',
    );
  return text === '' || isId(text) ? text : mustBe(ID_RULE, text);
}

/** The id of a deployment, or `latest` in any letter case; undefined if none is given. */
export function deploymentId(text: string): string | undefined | Invalid {
  if (text === '') return undefined;
  if (text.toLowerCase() === 'latest') return 'latest';
  if (/^[[{]/.test(text)) return new Invalid('must be the id alone, not JSON');
  return isId(text) ? text : mustBe(`${ID_RULE} or white space, or latest`, text);
}

function isId(text: string): boolean {
  return /^(?!\.\.?$)[^\s\p{Cc}]{1,256}$/u.test(text);
}

/** Any text; undefined if none is given. */
export function optional(text: string): string | undefined {
  return text === '' ? undefined : text;
}

/** Names between commas and white space, without duplicates. A value beside one may be a secret. */
export function variableNames(text: string): readonly string[] | Invalid {
  // GitHub passes a block of YAML as text, with its dashes.
  if (/^\s*-\s/m.test(text))
    return new Invalid('must be names with commas or white space between them, not a list of YAML');
  if (/["'$=;[\]{}]/.test(text))
    return new Invalid(
      'must be names alone, such as PORT, DATABASE_URL, without values, quotes or brackets',
    );
  return [...new Set(text.split(/[\s,]+/).filter((name) => name !== ''))];
}

/** `true` or `false`, in any letter case. */
export function flag(text: string): boolean | Invalid {
  const word = oneOf(['true', 'false'])(text.toLowerCase());
  return word instanceof Invalid ? word : word === 'true';
}

/** Creates the reader of a value that must be one of `allowed`. */
export function oneOf<const T extends string | number>(
  allowed: readonly T[],
): (text: string) => T | Invalid {
  const names = allowed.map(String);
  return (text) => allowed[names.indexOf(text)] ?? mustBe(`one of ${names.join(', ')}`, text);
}

/** A positive whole number; 1 if none is given. */
export function count(text: string): number | Invalid {
  if (text === '') return 1;
  return /^[1-9]\d{0,5}$/.test(text)
    ? Number(text)
    : mustBe('a whole number from 1 to 999999', text);
}

/** A duration above zero, in milliseconds. */
export function duration(text: string): number | Invalid {
  const ms = parseDurationMs(text);
  return ms === undefined || ms === 0
    ? mustBe('a duration above 0 such as 90, 90s, 15m or 1h30m', text)
    : ms;
}
