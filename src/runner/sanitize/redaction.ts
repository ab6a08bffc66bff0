// Finding secrets in text, also in the forms that encoders give them. The only place that knows these forms; the
// runner's own masking works besides. No sinks and no cleaning in here.

/** What stands in the place of a secret; the same as in the runner's own log. */
const MASK = '***';

/** A derived form shorter than this is too common to belong to the secret alone and would hit innocent text. */
const SHORTEST_DERIVED_FORM = 6;

/** Removes secrets from text. */
export interface Redactor {
  /** Length in characters of the longest text that `redact` replaces; 0 without secrets. */
  readonly longestForm: number;
  /** Replaces every secret, in any of its forms, by `***`. The cost is linear in the text. */
  redact(text: string): string;
}

/** Makes a redactor for these secrets; empty ones are ignored. */
export function createRedactor(secrets: readonly string[]): Redactor {
  const forms = secrets.filter((secret) => secret.trim() !== '').map(formsOf);
  const patterns = [
    // Host names, headers and shouting tools change the case of letters.
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

/** Longest first: otherwise a short form would break up a longer one, whose rest would stay behind. */
function patternFor(forms: readonly string[], flags: string): RegExp | undefined {
  const longestFirst = [...new Set(forms)].toSorted((a, b) => b.length - a.length);
  return forms.length === 0 ? undefined : new RegExp(longestFirst.map((form) => RegExp.escape(form)).join('|'), flags);
}

/** The forms of a secret in which letters are still letters, and those in which their case carries meaning. */
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
  // Encoders that think of HTML write some signs as numbers: Go three, Jinja four, .NET six.
  const numbered = [/[&<>]/g, /[&<>']/g, /[&<>'+`]/g].map((signs) => once.replaceAll(signs, unicodeEscaped));
  // A JSON text inside a JSON text, as in a log of structured lines, is escaped twice; some encoders escape the slash.
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

/** The whole encoding, and what stands in the encoding of a longer text around the secret, which may begin at three places. */
function base64Forms(secret: string): string[] {
  const bytes = Buffer.from(secret, 'utf8');
  const padded = bytes.toString('base64');
  const forms = [padded, padded.replaceAll('=', ''), ...[0, 1, 2].map((shift) => base64Inside(bytes, shift))];
  return forms.flatMap((form) => {
    const urlEncoded = encodeURIComponent(form);
    return [form, form.replaceAll('+', '-').replaceAll('/', '_'), urlEncoded, withLowerCaseHex(urlEncoded)];
  });
}

/** The base64 characters that depend on these bytes alone when they begin `shift` bytes after a border of three. */
function base64Inside(bytes: Buffer, shift: number): string {
  const encoded = Buffer.concat([Buffer.alloc(shift), bytes]).toString('base64');
  const firstOwn = Math.ceil((shift * 8) / 6);
  const afterLastOwn = Math.floor(((shift + bytes.length) * 8) / 6);
  return encoded.slice(firstOwn, afterLastOwn);
}
