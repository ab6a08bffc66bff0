// Replaces secrets in text, also in encoded forms and with invisible characters inside. The runner
// masks them as well.
import { visibleText } from './clean.ts';

const MASK = '***';

export type Redactor = ReturnType<typeof createRedactor>;

/** How many characters one character takes when escaped in JSON within JSON: `\\\u0022`. */
const LONGEST_ESCAPE_CHARS = 8;

/** A shorter beginning of a secret stands at the end of many texts. */
const MIN_BEGINNING_CHARS = 3;

/** A backslash, raw, URL-encoded or JSON-escaped. */
const BACKSLASH = String.raw`(?:\\|%5c|u005c)`;

/** A longer secret is searched part by part: its pattern could be too large. */
const MAX_PATTERN_CHARS = 500;

/** Parts of about the same length, so that none is so short that it stands in other texts. */
function partsOf(secret: string): readonly string[] {
  const count = Math.ceil(secret.length / MAX_PATTERN_CHARS);
  const chars = Math.ceil(secret.length / count);
  return Array.from({ length: count }, (_, at) => secret.slice(at * chars, (at + 1) * chars));
}

/** Escapes of JSON and of URLs. They may stand for invisible characters inside a secret. */
const ESCAPES = /\\u[\da-f]{4}|(?:%[\da-f]{2})+/gi;

function decode(escape: string): string {
  if (escape.startsWith('\\')) return String.fromCharCode(Number.parseInt(escape.slice(2), 16));
  try {
    return decodeURIComponent(escape);
  } catch {
    return escape;
  }
}

/**
 * Creates a redactor, which replaces the secrets of one step by `***`, in all their encodings and
 * in linear time. Secrets are printable ASCII; empty ones are ignored.
 */
export function createRedactor(secrets: readonly string[]) {
  // Longest first: redacting a part of a longer secret first would expose the rest of it.
  const given = secrets.filter((one) => one.trim() !== '').toSorted((a, b) => b.length - a.length);
  const short = given.filter(({ length }) => length <= MAX_PATTERN_CHARS);
  const long = given.filter(({ length }) => length > MAX_PATTERN_CHARS);
  // Host names, headers and some tools change the case of letters.
  const patterns = [short, ...long.flatMap(partsOf)].flatMap((parts) => [
    anyOf([parts].flat().map(plainPattern)),
    anyOf([parts].flat().map((secret) => Buffer.from(secret).toString('hex'))),
    anyOf(
      [parts].flat().flatMap((secret) => [0, 1, 2].map((shift) => base64Pattern(secret, shift))),
    ),
  ]);

  const forms = given.flatMap(formsOf).map((form) => form.toLowerCase());

  function mask(text: string): string {
    return patterns.reduce((rest, pattern) => rest.replace(pattern, MASK), text);
  }

  function withoutInvisible(text: string): string {
    return visibleText(text.replaceAll(ESCAPES, decode));
  }

  /** True if a secret appears once invisible characters are removed. */
  function hasHiddenSecret(text: string): boolean {
    const visible = withoutInvisible(text);
    return patterns.some((pattern) => visible.search(pattern) !== -1);
  }

  /**
   * Changes nothing else, except that a line in which invisible characters interrupt a secret keeps
   * only its visible text.
   */
  function redact(text: string): string {
    const redacted = mask(text);
    if (!hasHiddenSecret(redacted)) return redacted;
    return redacted
      .split(/(?<=\n)/)
      .map((line) => (hasHiddenSecret(line) ? mask(withoutInvisible(line)) : line))
      .join('');
  }

  return {
    redact,
    /** The visible text of these lines, redacted. */
    // Before: a terminal sequence may swallow the first character of the secret that follows it.
    // After: a terminal sequence may stand inside a secret.
    redactVisible: (lines: string): string => mask(visibleText(redact(lines))),
    /** The text without an end that could be the beginning of a secret. */
    withoutBeginnings(text: string): string {
      const longest = forms.map((form) => beginningAtEnd(text, form));
      return text.slice(0, text.length - Math.max(0, ...longest));
    },
    /** Length of the longest form of a secret: dropped at the end of a text that is not whole. */
    longestSecretChars: LONGEST_ESCAPE_CHARS * (given[0]?.length ?? 0),
  };
}

/** The forms in which the beginning of a secret is recognised. */
function formsOf(secret: string): readonly string[] {
  return [
    secret,
    encodeURIComponent(secret),
    JSON.stringify(secret).slice(1, -1),
    Buffer.from(secret).toString('hex'),
    Buffer.from(secret).toString('base64'),
  ];
}

/** How many characters at the end of a text are the beginning of `form`. */
function beginningAtEnd(text: string, form: string): number {
  const end = text.slice(-form.length).toLowerCase();
  for (let chars = Math.min(end.length, form.length); chars >= MIN_BEGINNING_CHARS; chars -= 1)
    if (end.endsWith(form.slice(0, chars))) return chars;
  return 0;
}

/** Matches any of these patterns; nothing if there are none. */
function anyOf(patterns: readonly string[]): RegExp {
  return new RegExp(patterns.length === 0 ? '(?!)' : patterns.join('|'), 'gi');
}

/**
 * The pattern of a secret: each character raw, URL-encoded or JSON-escaped, in JSON within JSON,
 * too. Encoders differ in the characters that they encode, so each may have any form. For linear
 * time, backslashes are matched together with those that escape what follows them, and a match
 * never begins within a run of them.
 */
function plainPattern(secret: string): string {
  const pattern = secret.replaceAll(/(\\*)([^\\]?)/g, (_all, backslashes: string, next: string) => {
    const run = `${BACKSLASH}{${backslashes.length},}`;
    if (next === '') return backslashes && `${BACKSLASH}{${backslashes.length}}`;
    const hex = next.charCodeAt(0).toString(16);
    // `%25` first: a raw `%` would leave its digits.
    return `${run}(?:%${hex}|u00${hex}|${RegExp.escape(next)})`;
  });
  // The next copy of the secret may begin with backslashes, which the last run must leave to it.
  const copies = secret.endsWith('\\') ? `(?:${pattern})+${BACKSLASH}*` : pattern;
  return `(?<!${BACKSLASH})${copies}`;
}

/**
 * The pattern of a secret in base64, in either alphabet, when it begins `shift` bytes after a
 * multiple of three. Only characters that depend on the secret alone; the last one, with its
 * padding, is optional, since it also depends on what follows the secret.
 */
function base64Pattern(secret: string, shift: number): string {
  const encoded = Buffer.concat([Buffer.alloc(shift), Buffer.from(secret)]).toString('base64');
  const firstOwn = Math.ceil((shift * 8) / 6);
  const afterLastOwn = Math.floor(((shift + secret.length) * 8) / 6);
  const own = encoded
    .slice(firstOwn, afterLastOwn)
    .replaceAll('+', '(?:[+-]|%2b)')
    .replaceAll('/', String.raw`(?:\\?[/_]|%2f)`);
  const [last = '', ...padding] = encoded.slice(afterLastOwn);
  return `${own}(?:${RegExp.escape(last)}(?:${padding.join('')})?)?`;
}
