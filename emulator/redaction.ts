// Keys in texts of others: whatever of a request is kept or shown goes through here first.
import type { IncomingHttpHeaders } from 'node:http';
import { decodeSegment } from './addresses.ts';

/** What stands in the place of a key. */
const HIDDEN = '(a key)';
/** Shorter ones are no keys, and would be found everywhere. */
const SHORTEST = 8;
const LONGEST = 256;
/** What follows a name under which keys are sent, in a query, a form, JSON or a header. */
const NAMED =
  /((?<![a-z])(?:api|access|auth|refresh|secret)?[_-]?(?:key|token|secret|password|authorization)["']?\s*[=:]\s*["']?)(?!\(a key\))(?:(?:Bearer|Basic) +)?[^\s"'&,;}]+/gi;
const SECRET_HEADER = /(?<!idempotency-)key$|token$|secret|password|cookie|authorization/i;
/** Parts of a text that may be a key as a whole: in JSON, then in a query or a list. */
const TOKENS = [/[^\s"]+/g, /[^\s"'&=,;:?#/{}[\]()<>]+/g];

/** Takes keys out of a text. */
export type Redact = (text: string) => string;

/**
 * Makes the redaction for one request. Hidden are the credentials that it brought (in plain, percent-encoded and in JSON),
 * every value that `isKey` recognises, and what stands under a name such as `api_key` or `token`.
 */
export function createRedaction(authorization: string | undefined, isKey: (value: string) => boolean): Redact {
  const brought = authorization?.replace(/^\w+ +/, '').trim() ?? '';
  const spellings = [brought, encodeURIComponent(brought.toWellFormed()), JSON.stringify(brought).slice(1, -1)];
  const hideKey = (token: string): string =>
    isKeyLike(token) && [token, decodeSegment(token)].some(isKey) ? HIDDEN : token;
  return (text) => {
    const withoutBrought =
      brought.length < SHORTEST ? text : spellings.reduce((left, one) => left.replaceAll(one, HIDDEN), text);
    return TOKENS.reduce((left, token) => left.replaceAll(token, hideKey), withoutBrought).replaceAll(
      NAMED,
      `$1${HIDDEN}`,
    );
  };
}

/** The headers of a request without keys. */
export function redactHeaders(headers: IncomingHttpHeaders, redact: Redact): IncomingHttpHeaders {
  const redacted: IncomingHttpHeaders = {};
  for (const [name, value] of Object.entries(headers)) {
    const shown = Array.isArray(value) ? value.map(redact) : redact(value ?? '');
    redacted[name] = SECRET_HEADER.test(name) ? HIDDEN : shown;
  }
  return redacted;
}

function isKeyLike({ length }: string): boolean {
  return length >= SHORTEST && length <= 3 * LONGEST;
}
