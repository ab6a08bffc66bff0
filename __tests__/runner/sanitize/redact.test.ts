// No sanitizer passes on a secret, in any form that a service or a build may write.
import { describe, expect, test } from '@jest/globals';
import { growthOf, PROPORTIONAL } from '../../support/growth.ts';
import { createSanitizers, type Sanitizers } from '../../../src/runner/sanitize/sanitizers.ts';

/** Every encoder has something to change in it. */
const CANARY = 'canary-Key_~42/+&<"\'\\%=e:;?#|`xyz';
const PLAIN_KEY = 'dsk_live_0123456789abcdefABCDEF';

const NEIGHBOURS = ['', 'x', 'xy', 'xyz'];

const hexOf = (text: string): string => Buffer.from(text).toString('hex');

const base64 = (text: string): string => Buffer.from(text).toString('base64');

/** The characters of a base64 text that encode only the secret, without its neighbours. */
function ownBase64(before: string, secret: string, after: string): string {
  const first = Math.ceil((before.length * 8) / 6);
  const end = Math.floor(((before.length + secret.length) * 8) / 6);
  return base64(before + secret + after).slice(first, end);
}

/** Texts that hold the secret in some form, each with what must be gone. */
function echoes(secret: string): { form: string; text: string; gone: string }[] {
  const json = JSON.stringify(secret).slice(1, -1);
  const url = encodeURIComponent(secret);
  const simple = {
    raw: secret,
    url,
    'url as a whole': encodeURI(secret),
    'url in lower case': url.replaceAll(/%../g, (code) => code.toLowerCase()),
    'form field': new URLSearchParams({ key: secret }).toString().slice('key='.length),
    json,
    'json with escaped slashes': json.replaceAll('/', '\\/'),
    'json of numbers': secret.replaceAll(/./g, (sign) => `\\u00${hexOf(sign)}`),
    'url of numbers': secret.replaceAll(/./g, (sign) => `%${hexOf(sign)}`),
    hexadecimal: hexOf(secret),
    'hexadecimal in capitals': hexOf(secret).toUpperCase(),
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
          {
            form: `${shift}, with escaped slashes`,
            text: text.replaceAll('/', '\\/'),
            gone: gone.replaceAll('/', '\\/'),
          },
        ];
      }),
    ),
  ];
}

const SINGLE = ['safeLine', 'code', 'text', 'redact'] as const;

/** What every sanitizer makes of a text. */
function fromEverySanitizer(sanitizers: Sanitizers, text: string): string[] {
  const logged = sanitizers.log(text);
  return [
    ...SINGLE.map((sanitizer) => sanitizers[sanitizer](text)),
    sanitizers.output(text),
    sanitizers.json(JSON.stringify({ text, [text]: [text] })),
    sanitizers.block(text),
    sanitizers.link(text),
    sanitizers.link(`https://host.example/${text}`),
    sanitizers.link('https://host.example/', text),
    logged.printable(),
    logged.text,
  ];
}

/** What may stand between the characters of a secret without being seen. */
const between = [
  ['a zero-width space', '\u200b'],
  ['a soft hyphen', '\u00ad'],
  ['a bidi control', '\u202e'],
  ['a byte order mark', '\ufeff'],
  ['a tag character', '\u{e0041}'],
  ['a control character', '\u0000'],
  ['an escape', '\u001b'],
  ['a line end of other readers', '\u2028'],
  ['a form feed', '\f'],
  ['a C1 control', '\u0085'],
  ['a colour', '\u001b[0;1m'],
  ['the end of all colours', '\u001b(B\u001b[m'],
  ['a title', '\u001b]0;t\u0007'],
  ['an escaped zero-width space', String.raw`\u200b`],
  ['an escaped colour', String.raw`\u001b[0;1m`],
  ['an encoded byte order mark', '%EF%BB%BF'],
  ['several of them', '\u200b\u001b[1m\u200d\u0007'],
] as const;

const withoutEscapes = (text: string): string => text.replaceAll(/\\u[0-9a-f]{4}/g, '');

function swappedCase(text: string): string {
  return text
    .split('')
    .map((letter) =>
      letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase(),
    )
    .join('');
}

describe.each([
  { kind: 'a key of letters and digits', secret: PLAIN_KEY },
  { kind: 'a key of everything', secret: CANARY },
])('$kind', ({ secret }) => {
  const sanitizers = createSanitizers({ secrets: [secret] });

  test.each(echoes(secret))(
    'is in no output when echoed as $form (text/redaction-forms)',
    ({ text, gone }) => {
      expect(text).toContain(gone);
      for (const output of fromEverySanitizer(sanitizers, text)) expect(output).not.toContain(gone);
    },
  );

  test('is replaced by three asterisks', () => {
    expect(sanitizers.redact(`a ${secret}, ${secret}\\n`)).toBe('a ***, ***\\n');
    const encoded = `Basic ${base64(secret)}`;
    expect(sanitizers.redact(`${encoded}, ${encoded}`)).toBe('Basic ***, Basic ***');
    expect(sanitizers.longestSecretChars).toBe(8 * secret.length);
  });

  test.each(between)('is found with %s between its characters', (_name, gap) => {
    const text = `before ${secret.split('').join(gap)} after\n`;
    for (const output of fromEverySanitizer(sanitizers, text)) {
      expect(output).not.toMatch(/[\uD800-\uDFFF]|[^\P{C}\n]/u);
      expect(withoutEscapes(output)).not.toContain(secret);
    }
    expect(sanitizers.safeLine(text)).toBe('before *** after');
    expect(sanitizers.redact(text)).toBe('before *** after\n');
    expect(sanitizers.json(JSON.stringify([text]))).toBe(String.raw`["before *** after\n"]`);
    expect(sanitizers.log(text).text).toBe('before *** after\n');
  });

  test('is found in any letter case, by every sanitizer and in the file', () => {
    for (const form of [secret.toUpperCase(), secret.toLowerCase(), swappedCase(secret)]) {
      const text = `before ${form} after\n`;
      for (const output of fromEverySanitizer(sanitizers, text))
        expect(output.toLowerCase()).not.toContain(secret.toLowerCase());
    }
  });

  test('is found in a file with terminal codes inside, and other lines keep their codes', () => {
    const interrupted = secret.split('').join('\u001b[0m');
    const written = sanitizers.redact(
      `\u001b[1mbold\u001b[0m\n\u001b[31mkey ${interrupted} end\nlast`,
    );
    expect(written).toBe('\u001b[1mbold\u001b[0m\nkey *** end\nlast');
  });

  test('is found after the beginning of a terminal sequence', () => {
    expect(sanitizers.safeLine(`x\u001b[${secret}`)).not.toContain(secret.slice(1));
  });

  test('leaves no part where a long line is cut', () => {
    const shown = secret.slice(0, 6);
    for (let start = 4096 - 60 - secret.length; start < 4096 + 2; start += 1) {
      const log = sanitizers.log(`${'x'.repeat(start)}${secret} and more\n`);
      expect(log.printable()).not.toContain(shown);
    }
    // After so many invisible characters that the beginning of the secret is the last thing that is
    // kept.
    for (let start = 4 * 4096 - secret.length; start < 4 * 4096 + 2; start += 1) {
      const log = sanitizers.log(`${'\u200b'.repeat(start)}${secret} and more\n`);
      expect(log.printable()).not.toContain(shown);
    }
    for (let start = 2_000 - secret.length; start < 2_002; start += 1)
      expect(sanitizers.safeLine(`${'x'.repeat(start)}${secret} and more`)).not.toContain(shown);
  });
});

describe('secrets', () => {
  test('of any number are removed, a longer one before a part of it', () => {
    const secrets = ['part-of-it', 'part-of-it-all', 'the-part-of-it', 'another-one'];
    for (const given of [secrets, secrets.toReversed()]) {
      const { redact } = createSanitizers({ secrets: given });
      expect(redact('part-of-it-all the-part-of-it part-of-it another-one')).toBe(
        '*** *** *** ***',
      );
    }
  });

  test('are removed wherever they stand in a text, encoded or not', () => {
    const { redact } = createSanitizers({ secrets: ['secret-of-16-chr'] });
    for (const form of ['secret-of-16-chr', base64('secret-of-16-chr')])
      expect(redact(`${form} and ${form}`)).toBe('*** and ***');
  });

  test.each([
    ["it's(a)*key!", 'it%27s%28a%29%2Akey%21'],
    ["it's(a)*key!", 'it%27s%28a%29%2akey%21'],
    ['Mixed-Case-Secret', 'mixed-case-secret'],
    ['secret-of-16-chr', base64('secret-of-16-chr')],
    ['secret-of-16-chr', base64('secret-of-16-chr').replaceAll('=', '')],
    ['a/bc', 'a%2Fbc'],
    ["it's<a>&b+c-key", String.raw`it\u0027s\u003ca\u003e\u0026b\u002bc-key`],
    ["it's<a>&b+c-key", String.raw`it\u0027s\u003Ca\u003E\u0026b\u002Bc-key`],
    ["it's<a>&b+c-key", String.raw`it's\u003ca\u003e\u0026b+c-key`],
    ['key%with"quotes\\', String.raw`key%25with\"quotes\\`],
  ])('such as %j are found as %j', (secret, form) => {
    expect(createSanitizers({ secrets: [secret] }).redact(`<${form}>`)).toBe('<***>');
  });

  test.each([
    ['percent-at-the-end%', 'percent-at-the-end%25'],
    ['\\\\edges\\', '\\\\edges\\\\\\edges\\'],
    ['\\+edge"\\', String.raw`\+edge"\\\+edge\"\\`],
  ])('such as %j leave nothing of %j, raw, encoded or twice in a row', (secret, form) => {
    expect(createSanitizers({ secrets: [secret] }).redact(`<${form}>`)).toMatch(/^<(?:\*\*\*)+>$/);
  });

  test.each(['\\\\\\\\\\\\\\\\x', '\\.\\.\\.\\.\\.\\.X', '\\a\\a\\a\\'])(
    'of backslashes, such as %j, are searched in linear time',
    async (secret) => {
      const { redact } = createSanitizers({ secrets: [secret] });
      const redactAll = (size: number): void => {
        for (const part of ['\\', '\\\\\\.', '%5c', '\\a']) redact(part.repeat(size));
      };
      expect(await growthOf(redactAll, 10_000)).toBeLessThan(PROPORTIONAL);
    },
  );

  test('with spaces are found where the line had others', () => {
    const { safeLine } = createSanitizers({ secrets: ['two words 1'] });
    expect(safeLine('two  words\t1')).toBe('***');
  });

  test('that are empty or blank do not change the text', () => {
    expect(createSanitizers({ secrets: ['', ' '] }).redact('a b')).toBe('a b');
  });

  test('inside an encoded form of another one do not keep it from being found', () => {
    const [long, short] = ['a-key/with/slashes', 'with/slashes'];
    const sanitizers = createSanitizers({ secrets: [short, long] });
    expect(sanitizers.redact(`${encodeURIComponent(long)} ${encodeURIComponent(short)}`)).toBe(
      '*** ***',
    );
  });

  test('do not change text without secrets: line ends, terminal codes and commands neither', () => {
    const text =
      'canary-key, dsk_live, Y2FuYXJ5, %2F & &amp; "\\"\r\n\u001b[31mred\u001b[0m\r10%\r::x::\r##[y]\u200b\n\nlast';
    expect(createSanitizers({ secrets: [CANARY, PLAIN_KEY, 'last\\'] }).redact(text)).toBe(text);
  });
});
