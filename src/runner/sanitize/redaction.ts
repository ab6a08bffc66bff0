// Finds secrets in text, also in encoded forms (URL, JSON, XML, base64, hexadecimal). Works in addition to the runner's
// own masking.

/** Replaces a secret; the same mask as the runner's. */
const MASK = '***';

/** Shorter encoded forms are not replaced: they could occur in unrelated text. */
const SHORTEST_DERIVED_FORM = 6;

/** Removes secrets from text. */
export interface Redactor {
  /** Length in characters of the longest form that `redact` replaces; 0 without secrets. */
  readonly longestForm: number;
  /** Replaces every form of every secret by `***`. Takes linear time. */
  redact(text: string): string;
}

/** Creates a redactor for these secrets; empty ones are ignored. */
export function createRedactor(secrets: readonly string[]): Redactor {
  const given = secrets.filter((secret) => secret.trim() !== '').toSorted((a, b) => b.length - a.length);
  const hex = given.flatMap(hexForms);
  const base64 = given.flatMap(base64Forms);
  const patterns = [
    // Case-insensitive: host names, headers and some tools change the case of letters.
    patternFor([...given.map((secret) => secret.split('').map(anyForm).join('')), ...hex], 'gi'),
    // Longest form first: a shorter one would match inside it and leave the rest.
    patternFor(
      base64.toSorted((a, b) => b.length - a.length).map((form) => RegExp.escape(form)),
      'g',
    ),
  ].filter((pattern) => pattern !== undefined);
  return {
    longestForm: Math.max(
      0,
      ...[...given.map((secret) => secret.replaceAll(/[^a-z\d]/gi, LONGEST_CHARACTER)), ...hex, ...base64].map(
        ({ length }) => length,
      ),
    ),
    redact: (text) => patterns.reduce((rest, pattern) => rest.replace(pattern, MASK), text),
  };
}

function patternFor(forms: readonly string[], flags: string): RegExp | undefined {
  return forms.length === 0 ? undefined : new RegExp(forms.join('|'), flags);
}

const LONGEST_CHARACTER = '&amp;amp;#x00002b;';

/**
 * A pattern for a character of a secret as it is, or escaped up to three times for a URL, JSON or XML. Any name of a
 * character in XML or HTML, such as `&plus;`, stands for it.
 */
function anyForm(character: string): string {
  if (/^[a-z\d]$/i.test(character)) return character;
  const code = character.charCodeAt(0);
  const hex = code.toString(16);
  const url = `%(?:25){0,2}${hex}`;
  const json = `\\\\{0,4}(?:u${hex.padStart(4, '0')}|${RegExp.escape(character)})`;
  const xml = `&(?:amp;){0,2}(?:#0{0,4}${code}|#x0{0,4}${hex}|[a-z]{2,8});`;
  return `(?:${url}|${xml}|${json})`;
}

function hexForms(secret: string): string[] {
  const form = Buffer.from(secret).toString('hex');
  return form.length < SHORTEST_DERIVED_FORM ? [] : [form];
}

function withLowerCaseHex(encoded: string): string {
  return encoded.replaceAll(/%[0-9A-F]{2}/g, (code) => code.toLowerCase());
}

/** The encoding of the secret, and its part in the encoding of a longer text, for each of the three byte offsets. */
function base64Forms(secret: string): string[] {
  const bytes = Buffer.from(secret, 'utf8');
  const padded = bytes.toString('base64');
  const forms = [padded, padded.replaceAll('=', ''), ...[0, 1, 2].map((shift) => base64Inside(bytes, shift))];
  const all = forms.flatMap((form) => {
    const urlEncoded = encodeURIComponent(form);
    return [form, form.replaceAll('+', '-').replaceAll('/', '_'), urlEncoded, withLowerCaseHex(urlEncoded)];
  });
  return all.filter((form) => form.length >= SHORTEST_DERIVED_FORM);
}

/** The base64 characters that depend only on these bytes, when they start `shift` bytes after a multiple of three. */
function base64Inside(bytes: Buffer, shift: number): string {
  const encoded = Buffer.concat([Buffer.alloc(shift), bytes]).toString('base64');
  const firstOwn = Math.ceil((shift * 8) / 6);
  const afterLastOwn = Math.floor(((shift + bytes.length) * 8) / 6);
  return encoded.slice(firstOwn, afterLastOwn);
}
