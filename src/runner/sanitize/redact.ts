// Finds secrets in text, also in encoded forms and with invisible characters inside. Works in
// addition to the runner's own masking.
import { visibleText } from './clean.ts';

const MASK = '***';

/** Finds and replaces the secrets of one step. */
export type Redactor = ReturnType<typeof createRedactor>;

/** Creates a redactor for these secrets of printable ASCII characters; empty ones are ignored. */
export function createRedactor(secrets: readonly string[]) {
  // Longest first: a shorter one would match inside it and leave the rest.
  const given = secrets
    .filter((secret) => secret.trim() !== '')
    .toSorted((a, b) => b.length - a.length);
  const plain = given.map((secret) => secret.replaceAll(/./g, characterForms));
  const hexadecimal = given.map((secret) => Buffer.from(secret).toString('hex'));
  const base64 = given.flatMap((secret) => [0, 1, 2].map((shift) => base64Form(secret, shift)));
  // Host names, headers and some tools change the case of letters; base64 would be another text.
  const patterns = [anyOf(plain, 'gi'), anyOf(hexadecimal, 'gi'), anyOf(base64, 'g')];

  function replaced(text: string): string {
    return patterns.reduce((rest, pattern) => rest.replace(pattern, MASK), text);
  }

  function isHiding(text: string): boolean {
    const visible = visibleText(text);
    return patterns.some((pattern) => visible.search(pattern) !== -1);
  }

  function redact(text: string): string {
    const redacted = replaced(text);
    if (!isHiding(redacted)) return redacted;
    return redacted
      .split(/(?<=\n)/)
      .map((line) => (isHiding(line) ? replaced(visibleText(line)) : line))
      .join('');
  }

  return {
    /**
     * Replaces every secret in each encoding by `***`. Of a line in which invisible characters
     * interrupt a secret, only the visible text stays. Takes linear time.
     */
    redact,
    /** The visible text of these lines, redacted. */
    redactVisible(lines: string): string {
      // A terminal sequence could take the first character of a secret after it, or stand inside a
      // secret.
      return replaced(visibleText(replaced(lines)));
    },
  };
}

/** A pattern of these forms; without any it matches nothing. */
function anyOf(forms: readonly string[], flags: 'g' | 'gi'): RegExp {
  return new RegExp(forms.length === 0 ? '(?!)' : forms.join('|'), flags);
}

/**
 * Raw, URL-encoded or JSON-escaped. Encoders differ in which characters other than letters and
 * digits they encode, so each may be in any form.
 */
function characterForms(character: string): string {
  if (/[a-z\d]/i.test(character)) return character;
  const hex = character.charCodeAt(0).toString(16).padStart(2, '0');
  const raw = RegExp.escape(character);
  return String.raw`(?:\\(?:${raw}|u00${hex})|%${hex}|${raw})`;
}

/**
 * The characters of base64, in either alphabet, that depend only on the secret when it begins
 * `shift` bytes after a multiple of three; at the end of the encoded text also those with padding.
 */
function base64Form(secret: string, shift: number): string {
  const encoded = Buffer.concat([Buffer.alloc(shift), Buffer.from(secret)]).toString('base64');
  const firstOwn = Math.ceil((shift * 8) / 6);
  const afterLastOwn = Math.floor(((shift + secret.length) * 8) / 6);
  const own = encoded.slice(firstOwn, afterLastOwn).replaceAll('+', '[+-]').replaceAll('/', '[/_]');
  const [last = '', ...padding] = encoded.slice(afterLastOwn);
  return last === '' ? own : `${own}(?:${RegExp.escape(last)}(?:${padding.join('')})?)?`;
}
