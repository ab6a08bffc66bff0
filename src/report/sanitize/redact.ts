// Replaces secrets in text, also in their usual encodings. The runner masks them as well, but not
// in all of these forms.
import { visibleText, withoutCutEnd, withoutEscapes } from './clean.ts';

const MASK = '***';

export type Redactor = ReturnType<typeof createRedactor>;

/**
 * Creates a redactor, which replaces the secrets of one step by `***`, in all their forms and
 * whatever the case of their letters. Secrets are printable ASCII of any length; empty ones are
 * ignored. Time grows with the length of the text, not with that of a secret.
 */
export function createRedactor(secrets: readonly string[]) {
  const given = secrets.filter((one) => one.trim() !== '');
  // Fixed strings: a pattern for a key of thousands of characters would be too large.
  const forms = [...new Set(given.flatMap(formsOf).map(lowerCase))];

  function replace(text: string): string {
    const lowered = lowerCase(text);
    const found = forms.flatMap((form) => placesOf(form, lowered));
    return found.length === 0 ? text : maskPlaces(text, found);
  }

  /**
   * The visible text of these lines, redacted before and after: a cut terminal sequence may swallow
   * the first character of the secret that follows it, and a whole one may stand inside a secret.
   */
  const redactVisible = (lines: string): string => redactHidden(visibleText(replace(lines)));

  /** JSON in a log may have escapes of what is invisible, also inside a secret. */
  function redactHidden(visible: string): string {
    const bare = withoutEscapes(visible);
    const redacted = replace(bare);
    return redacted === bare ? replace(visible) : redacted;
  }

  return {
    redactVisible,
    /** Changes nothing else, unless what is invisible interrupts a secret. */
    redact: (text: string): string => {
      const replaced = replace(text);
      const visible = visibleText(replaced);
      const redacted = redactHidden(visible);
      return redacted === visible ? replaced : redacted;
    },
    /**
     * A text that may go on, without what could be the beginning of a secret at its end. What is
     * invisible may stand within or behind that.
     */
    withoutOpenEnd(text: string): string {
      for (const view of [text, visibleText(text), visibleText(withoutCutEnd(text))]) {
        const lowered = lowerCase(view);
        const openChars = Math.max(0, ...forms.map((form) => openEndChars(form, lowered)));
        if (openChars > 0) return view.slice(0, -openChars);
      }
      return text;
    },
  };
}

/** What HTML-safe encoders of JSON escape besides quotes and backslashes: Go; .NET. */
const ESCAPED_BY_GO = /[<>&]/g;
const ESCAPED_BY_DOTNET = /[<>&'"+`]/g;

/** A secret as it is and as common encoders write it. */
function formsOf(secret: string): readonly string[] {
  const url = encodeURIComponent(secret);
  const json = JSON.stringify(secret).slice(1, -1);
  const toHex = (char: string): string => char.charCodeAt(0).toString(16).padStart(2, '0');
  const toUnicode = (char: string): string => `\\u00${toHex(char)}`;
  const jsonForms = [
    json,
    json.replaceAll('/', '\\/'),
    json.replaceAll(ESCAPED_BY_GO, toUnicode),
    secret.replaceAll('\\', '\\\\').replaceAll(ESCAPED_BY_DOTNET, toUnicode),
  ];
  const base64 = [0, 1, 2].map((shift) => base64Core(secret, shift));
  return [
    secret,
    url,
    url.replaceAll(/[!'()*]/g, (char) => `%${toHex(char)}`),
    ...jsonForms,
    // JSON within JSON, as the log of a container has it.
    ...jsonForms.map((form) => JSON.stringify(form).slice(1, -1)),
    Buffer.from(secret).toString('hex'),
    ...base64,
    ...base64.map((core) => core.replaceAll('+', '-').replaceAll('/', '_')),
    ...base64.map((core) => encodeURIComponent(core)),
  ];
}

/**
 * The characters of base64 that depend on the secret alone, when it begins `shift` bytes after a
 * multiple of three.
 */
function base64Core(secret: string, shift: number): string {
  const bytes = Buffer.concat([Buffer.alloc(shift), Buffer.from(secret)]);
  const firstOwn = Math.ceil((shift * 8) / 6);
  return bytes.toString('base64').slice(firstOwn, Math.floor((bytes.length * 8) / 6));
}

/** In lower case, with the same length: `İ` alone would become two characters. */
function lowerCase(text: string): string {
  return text.replaceAll('\u0130', 'i').toLowerCase();
}

interface Place {
  readonly start: number;
  readonly end: number;
}

function placesOf(form: string, text: string): readonly Place[] {
  const places: Place[] = [];
  for (let at = text.indexOf(form); at !== -1; at = text.indexOf(form, at + 1))
    places.push({ start: at, end: at + form.length });
  return places;
}

/** Places that overlap or touch become one mask. */
function maskPlaces(text: string, places: readonly Place[]): string {
  let masked = '';
  let endedAt = -1;
  for (const { start, end } of places.toSorted((a, b) => a.start - b.start)) {
    if (start > endedAt) masked += text.slice(Math.max(endedAt, 0), start) + MASK;
    endedAt = Math.max(endedAt, end);
  }
  return masked + text.slice(endedAt);
}

/** Fewer characters of a secret tell nothing, and stand at the end of many lines. */
const SHORTEST_OPEN_END = 3;

/** How many characters at the end of the text are a beginning of this form, but not all of it. */
function openEndChars(form: string, text: string): number {
  const longest = Math.min(form.length - 1, text.length);
  for (let length = longest; length >= SHORTEST_OPEN_END; length -= 1) {
    if (text.endsWith(form.slice(0, length))) return length;
  }
  return 0;
}
