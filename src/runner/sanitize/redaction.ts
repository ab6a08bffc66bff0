// Finds secrets in text, also in encoded forms (URL, JSON, XML, base64). Works in addition to the runner's own masking.

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
  const forms = secrets.filter((secret) => secret.trim() !== '').map(formsOf);
  const patterns = [
    // Case-insensitive: host names, headers and some tools change the case of letters.
    patternFor(
      forms.flatMap(({ readable }) => readable),
      'gi',
    ),
    patternFor(
      forms.flatMap(({ encoded }) => encoded),
      'g',
    ),
  ].filter((pattern) => pattern !== undefined);
  return {
    longestForm: Math.max(
      0,
      ...forms.flatMap((found) => [...found.readable, ...found.encoded].map((form) => form.length)),
    ),
    redact: (text) => patterns.reduce((rest, pattern) => rest.replace(pattern, MASK), text),
  };
}

/** Longest form first: a shorter one would match inside it and leave the rest. */
function patternFor(forms: readonly string[], flags: string): RegExp | undefined {
  const longestFirst = [...new Set(forms)].toSorted((a, b) => b.length - a.length);
  return forms.length === 0 ? undefined : new RegExp(longestFirst.map((form) => RegExp.escape(form)).join('|'), flags);
}

/** The forms of a secret in which case does not matter, and the case-sensitive ones (base64). */
function formsOf(secret: string): { readable: string[]; encoded: string[] } {
  const derived = [...urlForms(secret), ...jsonForms(secret), ...xmlForms(secret)];
  const long = (forms: string[]) => forms.filter((form) => form.length >= SHORTEST_DERIVED_FORM);
  return { readable: [secret, ...long(derived)], encoded: long(base64Forms(secret)) };
}

function urlForms(secret: string): string[] {
  const component = encodeURIComponent(secret.toWellFormed());
  const strict = component.replaceAll(/[!'()*]/g, percentEncoded);
  const form = new URLSearchParams({ '': secret }).toString().slice('='.length);
  return [component, strict, form, encodeURI(secret.toWellFormed())];
}

function percentEncoded(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}

function withLowerCaseHex(encoded: string): string {
  return encoded.replaceAll(/%[0-9A-F]{2}/g, (code) => code.toLowerCase());
}

function jsonForms(secret: string): string[] {
  const once = jsonEscaped(secret);
  // Encoders that are safe for HTML escape some characters as \uXXXX: Go three, Jinja four, .NET six.
  const numbered = [/[&<>]/g, /[&<>']/g, /[&<>'+`]/g].map((signs) => once.replaceAll(signs, unicodeEscaped));
  // JSON inside JSON, as in structured logs, is escaped twice; some encoders escape the slash.
  const usual = [once, jsonEscaped(once), once.replaceAll('/', '\\/')];
  return [...usual, ...numbered];
}

function unicodeEscaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`;
}

function jsonEscaped(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

function xmlForms(secret: string): string[] {
  const text = secret.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  const quoted = text.replaceAll('"', '&quot;');
  return [text, quoted, ...['&apos;', '&#39;', '&#x27;'].map((quote) => quoted.replaceAll("'", quote))];
}

/** The encoding of the secret, and its part in the encoding of a longer text, for each of the three byte offsets. */
function base64Forms(secret: string): string[] {
  const bytes = Buffer.from(secret, 'utf8');
  const padded = bytes.toString('base64');
  const forms = [padded, padded.replaceAll('=', ''), ...[0, 1, 2].map((shift) => base64Inside(bytes, shift))];
  return forms.flatMap((form) => {
    const urlEncoded = encodeURIComponent(form);
    return [form, form.replaceAll('+', '-').replaceAll('/', '_'), urlEncoded, withLowerCaseHex(urlEncoded)];
  });
}

/** The base64 characters that depend only on these bytes, when they start `shift` bytes after a multiple of three. */
function base64Inside(bytes: Buffer, shift: number): string {
  const encoded = Buffer.concat([Buffer.alloc(shift), bytes]).toString('base64');
  const firstOwn = Math.ceil((shift * 8) / 6);
  const afterLastOwn = Math.floor(((shift + bytes.length) * 8) / 6);
  return encoded.slice(firstOwn, afterLastOwn);
}
