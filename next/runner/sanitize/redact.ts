// Finds secrets in text, also in encoded forms and with invisible characters inside. Works in addition to the runner's
// own masking.
import { isPlain, visibleText } from './clean.ts';

/** Replaces a secret; the same mask as the runner's. */
const MASK = '***';

export interface Redactor {
  /** No encoded secret is longer, in characters, without invisible ones inside; 0 without secrets. */
  readonly longestForm: number;
  /**
   * Replaces every secret in each encoding by `***`. Of a line in which invisible characters interrupt a secret, only
   * the visible text stays. Takes linear time.
   */
  redact(text: string): string;
  /** The visible text of these lines, redacted. */
  redactVisible(lines: string): string;
}

/** An encoding in which a secret is found: its pattern, and the flags of a regular expression. */
interface Encoding {
  readonly flags: 'g' | 'gi';
  readonly forms: (secret: string) => string[];
}

/** Every encoding once. Host names, headers and some tools change the case of letters; base64 would be another text. */
const encodings: Readonly<Record<string, Encoding>> = {
  'raw, URL-encoded or JSON-escaped': { flags: 'gi', forms: (secret) => [secret.replaceAll(/./g, characterForms)] },
  hexadecimal: { flags: 'gi', forms: (secret) => [Buffer.from(secret).toString('hex')] },
  base64: { flags: 'g', forms: (secret) => [0, 1, 2].map((shift) => base64Form(secret, shift)) },
};

/** The longest form of a character, in JSON: `\u002b`. No encoding needs more characters for one of a secret. */
const LONGEST_CHARACTER_FORM = 6;

/** Creates a redactor for these secrets of printable ASCII characters; empty ones are ignored. */
export function createRedactor(secrets: readonly string[]): Redactor {
  // Longest first: a shorter one would match inside it and leave the rest.
  const given = secrets.filter((secret) => secret.trim() !== '').toSorted((a, b) => b.length - a.length);
  const [longest] = given;
  if (longest === undefined) return { longestForm: 0, redact: (text) => text, redactVisible: visibleText };
  const patterns = Object.values(encodings).map(
    ({ forms, flags }) => new RegExp(given.flatMap((secret) => forms(secret)).join('|'), flags),
  );

  function replaced(text: string): string {
    return patterns.reduce((rest, pattern) => rest.replace(pattern, MASK), text);
  }

  function isHiding(text: string): boolean {
    const visible = visibleText(text);
    return patterns.some((pattern) => visible.search(pattern) !== -1);
  }

  function redact(text: string): string {
    const redacted = replaced(text);
    if (isPlain(redacted) || !isHiding(redacted)) return redacted;
    return redacted
      .split(/(?<=\n)/)
      .map((line) => (isHiding(line) ? replaced(visibleText(line)) : line))
      .join('');
  }

  return {
    longestForm: LONGEST_CHARACTER_FORM * longest.length,
    redact,
    redactVisible(lines) {
      // A terminal sequence could take the first character of a secret after it, or stand inside a secret.
      const redacted = replaced(lines);
      return isPlain(redacted) ? redacted : replaced(visibleText(redacted));
    },
  };
}

/** Encoders differ in which characters other than letters and digits they encode, so each may be in any form. */
function characterForms(character: string): string {
  if (/[a-z\d]/i.test(character)) return character;
  const hex = character.charCodeAt(0).toString(16).padStart(2, '0');
  const raw = RegExp.escape(character);
  return String.raw`(?:\\(?:${raw}|u00${hex})|%${hex}|${raw})`;
}

/**
 * The characters of base64, in either alphabet, that depend only on the secret when it begins `shift` bytes after a
 * multiple of three; at the end of the encoded text also those with padding.
 */
function base64Form(secret: string, shift: number): string {
  const encoded = Buffer.concat([Buffer.alloc(shift), Buffer.from(secret)]).toString('base64');
  const firstOwn = Math.ceil((shift * 8) / 6);
  const afterLastOwn = Math.floor(((shift + secret.length) * 8) / 6);
  const own = encoded.slice(firstOwn, afterLastOwn).replaceAll('+', '[+-]').replaceAll('/', '[/_]');
  const [last = '', ...padding] = encoded.slice(afterLastOwn);
  return last === '' ? own : `${own}(?:${RegExp.escape(last)}(?:${padding.join('')})?)?`;
}
