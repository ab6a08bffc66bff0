// Finds a secret in text, in whatever form it stands there. Written apart from the redaction of the
// action: it decodes the text and drops what may interrupt a secret in it.
import type { StepRun } from './run-step.ts';

/** The names of what a step shows with the secret in it: log, summary, outputs and the like. */
export function leaksIn(run: StepRun, secret: string): string[] {
  const places: Readonly<Record<string, string>> = {
    'the step log': run.log,
    'a summary': run.summaries.join('\n'),
    'an output': Object.values(run.outputs).join('\n'),
    'a file': Object.entries(run.files).flat().join('\n'),
    'an annotation': run.annotations.map(({ title, message }) => `${title}\n${message}`).join('\n'),
  };
  return Object.entries(places).flatMap(([place, text]) =>
    shows(text, secret) ? [`the key is shown in ${place}`] : [],
  );
}

/** Shorter ones would be found by chance. */
const MIN_LETTERS = 8;

/**
 * True if the text shows the secret: as it is; escaped for URLs, JSON, HTML or Markdown, also
 * twice; in hexadecimal or base64; with markup, terminal sequences or anything but letters and
 * digits between its characters. Only letters and digits are compared, without case.
 */
export function shows(text: string, secret: string): boolean {
  const bytes = Buffer.from(secret);
  const forms = [
    secret,
    bytes.toString('hex'),
    ...[0, 1, 2].map((shift) => base64Of(bytes, shift)),
  ].map(lettersOf);
  if (lettersOf(secret).length < MIN_LETTERS) return false;
  const once = decoded(text);
  const views = [text, once, decoded(once)].flatMap((view) => [view, withoutMarkup(view)]);
  return [...new Set(views)].some((view) => {
    const letters = lettersOf(view);
    return forms.some((form) => letters.includes(form));
  });
}

const lettersOf = (text: string): string => text.replaceAll(/[^A-Za-z\d]/g, '').toLowerCase();

/** The characters in base64 that do not depend on what stands around the bytes. */
export function base64Of(bytes: Buffer, shift: number): string {
  const [before, after] = [Buffer.alloc(shift), Buffer.alloc(3)];
  const encoded = Buffer.concat([before, bytes, after]).toString('base64');
  return encoded.slice(Math.ceil((shift * 4) / 3), Math.floor(((shift + bytes.length) * 4) / 3));
}

/** Names of the entities that stand for a character of a key; others are dropped. */
const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
};

function decoded(text: string): string {
  const character = (code: string, base: number): string =>
    Number.parseInt(code, base) <= 0x10ffff
      ? String.fromCodePoint(Number.parseInt(code, base))
      : '';
  return text
    .replaceAll(/&#x([\da-f]{1,6});/gi, (_, code: string) => character(code, 16))
    .replaceAll(/&#(\d{1,7});/g, (_, code: string) => character(code, 10))
    .replaceAll(/&([a-z]{2,31});/gi, (_, name: string) => ENTITIES[name.toLowerCase()] ?? '')
    .replaceAll(/%([\da-f]{2})/gi, (_, code: string) => character(code, 16))
    .replaceAll(/\\u\{([\da-f]{1,6})\}/gi, (_, code: string) => character(code, 16))
    .replaceAll(/\\u([\da-f]{4})/gi, (_, code: string) => character(code, 16))
    .replaceAll(/\\x([\da-f]{2})/gi, (_, code: string) => character(code, 16))
    .replaceAll(/\\[bfnrt]/g, '');
}

function withoutMarkup(text: string): string {
  return text
    .replaceAll(/\p{Cc}\[[\d;]*[A-Za-z]/gu, '')
    .replaceAll(/<\/?[a-z][^<>]*>/gi, '')
    .replaceAll(/\]\([^()]*\)/g, '');
}
