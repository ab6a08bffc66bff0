// Secrets: no sanitizer lets one through, in any form that a service or a build may write.
import { describe, expect, test } from '@jest/globals';
import { cleanLines } from '../../support/runner/clean-lines.ts';
import { createSanitizers } from '../../../src/runner/sanitize/sanitizers.ts';
import type { Sanitizers } from '../../../src/runner/sanitize/sanitizers.ts';

/** Every encoder has something to change in it. */
const CANARY = 'canary-Key_~42/+&<"\'\\%=e:;?#|`xyz';
const PLAIN_KEY = 'dsk_live_0123456789abcdefABCDEF';

const NEIGHBOURS = ['', 'x', 'xy', 'xyz'];

function base64(text: string): string {
  return Buffer.from(text).toString('base64');
}

/** The characters of a base64 text that encode only the secret, without its neighbours. */
function ownBase64(before: string, secret: string, after: string): string {
  const first = Math.ceil((before.length * 8) / 6);
  const end = Math.floor(((before.length + secret.length) * 8) / 6);
  return base64(before + secret + after).slice(first, end);
}

const HTML_NAMES: Readonly<Record<string, string>> = { '+': '&plus;', '/': '&sol;', '=': '&equals;', '&': '&amp;' };

/** Texts that hold the secret in some form, each with what must be gone. */
function echoes(secret: string): { form: string; text: string; gone: string }[] {
  const json = JSON.stringify(secret).slice(1, -1);
  const url = encodeURIComponent(secret);
  const xml = secret.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
  const simple = {
    raw: secret,
    url,
    'url as a whole': encodeURI(secret),
    'url in lower case': url.replaceAll(/%../g, (code) => code.toLowerCase()),
    'form field': new URLSearchParams({ key: secret }).toString().slice('key='.length),
    json,
    'json in json': JSON.stringify(json).slice(1, -1),
    'json with escaped slashes': json.replaceAll('/', '\\/'),
    xml,
    'xml with apostrophes': xml.replaceAll("'", '&apos;'),
    'xml with numbers': xml.replaceAll("'", '&#39;'),
    'xml of numbers': secret.replaceAll(/\W/g, (sign) => `&#x${sign.charCodeAt(0).toString(16).toUpperCase()};`),
    'xml in xml': xml.replaceAll('&', '&amp;'),
    'html with names': secret.replaceAll(/\W/g, (sign) => HTML_NAMES[sign] ?? sign),
    'json of numbers': secret.replaceAll(/\W/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`),
    'url in url': encodeURIComponent(url),
    hexadecimal: Buffer.from(secret).toString('hex'),
  };
  return [
    ...Object.entries(simple).map(([form, gone]) => ({ form, text: `before ${gone} after`, gone })),
    ...NEIGHBOURS.flatMap((before) =>
      NEIGHBOURS.flatMap((after) => {
        const gone = ownBase64(before, secret, after);
        const text = base64(before + secret + after);
        const shift = `base64 behind ${before.length}, before ${after.length} bytes`;
        return [
          { form: shift, text, gone },
          {
            form: `${shift}, for URLs`,
            text: text.replace(/=+$/, '').replaceAll('+', '-').replaceAll('/', '_'),
            gone: gone.replaceAll('+', '-').replaceAll('/', '_'),
          },
        ];
      }),
    ),
  ];
}

const SINGLE = ['line', 'code', 'text', 'htmlCode', 'redact'] as const;

/** What every sanitizer makes of a text, in two chunks where the sanitizer takes chunks. */
function fromEverySanitizer(sanitizers: Sanitizers, text: string, border: number): string[] {
  const chunks = [text.slice(0, border), text.slice(border)];
  const [log, file] = [sanitizers.log(), sanitizers.file()];
  const logged = [...chunks.map((chunk) => log.push(chunk)), log.end()];
  return [
    ...SINGLE.map((sanitizer) => sanitizers[sanitizer](text)),
    cleanLines(text, sanitizers).join('\n'),
    sanitizers.link(text),
    sanitizers.link(`https://host.example/${text}`),
    sanitizers.link('https://host.example/', text),
    sanitizers.log(text).push('x\n').printable(),
    logged.map(({ printable }) => printable()).join(''),
    logged.map(({ text: shown }) => shown).join(''),
    [...chunks.map((chunk) => file.push(chunk)), file.end()].join(''),
  ];
}

function swappedCase(text: string): string {
  return text
    .split('')
    .map((letter) => (letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase()))
    .join('');
}

describe.each([
  { kind: 'a key of letters and digits', secret: PLAIN_KEY },
  { kind: 'a key of everything', secret: CANARY },
])('$kind', ({ secret }) => {
  const sanitizers = createSanitizers({ secrets: [secret] });

  test.each(echoes(secret))('is in no output when echoed as $form', ({ text, gone }) => {
    expect(text).toContain(gone);
    for (const border of [1, Math.floor(text.length / 2), text.length - 1]) {
      for (const output of fromEverySanitizer(sanitizers, text, border)) expect(output).not.toContain(gone);
    }
  });

  test('is found wherever the text is divided into chunks', () => {
    const text = `before ${secret} after\n`;
    for (let border = 1; border < text.length; border += 1) {
      for (const output of fromEverySanitizer(sanitizers, text, border)) expect(output).not.toContain(secret);
    }
  });

  test('is replaced by three asterisks', () => {
    expect(sanitizers.redact(`a ${secret}, ${secret}`)).toBe('a ***, ***');
    expect(sanitizers.redact(`Basic ${base64(secret)}`)).toBe('Basic ***');
  });

  test('is found with colours, invisible characters or a title inside', () => {
    for (const between of ['\u200b', '\u001b[0m', '\u0000', '\u{e0041}', '\u001b]0;t\u0007']) {
      const text = `${secret.slice(0, 5)}${between}${secret.slice(5)}\n`;
      expect(sanitizers.line(text)).toBe('***');
      const logged = sanitizers.log().push(text);
      const printable = logged.printable();
      expect({ ...logged, printable }).toEqual({ text: '***\n', lineCount: 1, printable: '  | ***\n' });
    }
  });

  test('is found in any letter case, by every sanitizer and in the file', () => {
    for (const form of [secret.toUpperCase(), secret.toLowerCase(), swappedCase(secret)]) {
      const text = `before ${form} after\n`;
      for (const output of fromEverySanitizer(sanitizers, text, 12)) {
        expect(output.toLowerCase()).not.toContain(secret.toLowerCase());
      }
    }
  });

  test('is found in a file with terminal codes inside, and other lines keep their codes', () => {
    const interrupted = secret.split('').join('\u001b[0m');
    const file = sanitizers.file();
    const written =
      file.push(`\u001b[1mbold\u001b[0m\n\u001b[31mkey ${interrupted} end\n`) + file.push('last') + file.end();
    expect(written).toBe('\u001b[1mbold\u001b[0m\nkey *** end\nlast');
  });

  test('is found after the beginning of a terminal sequence', () => {
    expect(sanitizers.line(`x\u001b[${secret}`)).not.toContain(secret.slice(1));
  });

  test('leaves no part where a long line is cut', () => {
    const shown = secret.slice(0, 6);
    for (let start = 4096 - 60 - secret.length; start < 4096 + 2; start += 1) {
      expect(
        sanitizers
          .log()
          .push(`${'x'.repeat(start)}${secret} and more\n`)
          .printable(),
      ).not.toContain(shown);
    }
    // After so many invisible characters that the beginning of the secret is the last thing that is kept.
    for (let start = 4 * 4096 - secret.length; start < 4 * 4096 + 2; start += 1) {
      expect(
        sanitizers
          .log()
          .push(`${'\u200b'.repeat(start)}${secret} and more\n`)
          .printable(),
      ).not.toContain(shown);
    }
    for (let start = 500 - secret.length; start < 502; start += 1) {
      expect(sanitizers.line(`${'x'.repeat(start)}${secret} and more`)).not.toContain(shown);
    }
  });

  test('is found in a file across the limit up to which a line without an end is held back', () => {
    const heldChars = (1 << 16) + 1;
    for (let start = heldChars - secret.length - 1; start < heldChars + 2; start += 1) {
      const text = 'x'.repeat(start) + secret + 'y'.repeat(100);
      const sanitizer = sanitizers.file();
      const written =
        sanitizer.push(text.slice(0, heldChars)) + sanitizer.push(text.slice(heldChars)) + sanitizer.end();
      expect(written === `${'x'.repeat(start)}***${'y'.repeat(100)}`).toBe(true);
    }
  });
});

describe('secrets', () => {
  test('of any number are removed, a longer one before a part of it', () => {
    const sanitizers = createSanitizers({ secrets: ['part-of-it', 'the-part-of-it-all', 'another-one'] });
    expect(sanitizers.redact('the-part-of-it-all part-of-it another-one')).toBe('*** *** ***');
  });

  test.each([
    ["it's(a)*key!", 'it%27s%28a%29%2Akey%21'],
    ["it's(a)*key!", 'it%27s%28a%29%2akey%21'],
    ["a'b>c'd-secret", 'a&#x27;b&gt;c&#x27;d-secret'],
    ["a'b>c'd-secret", "a'b&gt;c'd-secret"],
    ['Mixed-Case-Secret', 'mixed-case-secret'],
    ['secret-of-16-chr', base64('secret-of-16-chr')],
    ['secret-of-16-chr', base64('secret-of-16-chr').replaceAll('=', '')],
    ['a/bc', 'a%2Fbc'],
    ["it's<a>&b+c-key", String.raw`it\u0027s\u003ca\u003e\u0026b\u002bc-key`],
    ["it's<a>&b+c-key", String.raw`it\u0027s\u003Ca\u003E\u0026b\u002Bc-key`],
    ["it's<a>&b+c-key", String.raw`it's\u003ca\u003e\u0026b+c-key`],
    ['secret>>>of 18 chr', base64('secret>>>of 18 chr').replaceAll('+', '%2b')],
  ])('such as %j are found as %j', (secret, form) => {
    expect(createSanitizers({ secrets: [secret] }).redact(`<${form}>`)).toBe('<***>');
  });

  test('of three characters are found as they are, but not in an ambiguous form', () => {
    expect(createSanitizers({ secrets: ['a/b'] }).redact('a/b YS9i')).toBe('*** YS9i');
  });

  test('that are empty or blank do not change the text', () => {
    expect(createSanitizers({ secrets: ['', ' '] }).redact('a b')).toBe('a b');
  });

  test('do not change text without secrets', () => {
    const text = 'canary-key, dsk_live, Y2FuYXJ5, %2F & &amp; "\\"';
    expect(createSanitizers({ secrets: [CANARY, PLAIN_KEY] }).redact(text)).toBe(text);
  });
});
