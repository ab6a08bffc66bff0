// No sanitizer passes on a secret, in the forms in which services and builds write it.
import { describe, expect, test } from '@jest/globals';
import { createRedactor } from '../../../src/report/sanitize/redact.ts';
import { createSanitizers, type Sanitizers } from '../../../src/report/sanitize/sanitizers.ts';
import { growthOf, PROPORTIONAL } from '../../support/growth.ts';

/** Every encoder has something to change in it. */
const CANARY = 'canary-Key_~42/+&<"\'\\%=e:;?#|`xyz';
const PLAIN_KEY = 'dsk_live_0123456789abcdefABCDEF';

const NEIGHBOURS = ['', 'x', 'xy', 'xyz'];

const base64 = (text: string): string => Buffer.from(text).toString('base64');
const urlSafe = (encoded: string): string => encoded.replaceAll('+', '-').replaceAll('/', '_');

/** The characters of a base64 text that encode only the secret, without its neighbours. */
function ownBase64(before: string, secret: string, after: string): string {
  const first = Math.ceil((before.length * 8) / 6);
  const end = Math.floor(((before.length + secret.length) * 8) / 6);
  return base64(before + secret + after).slice(first, end);
}

/** The secret in the forms of the promise. */
function formsOf(secret: string): (readonly [form: string, text: string])[] {
  const json = JSON.stringify(secret).slice(1, -1);
  const url = encodeURIComponent(secret);
  const hex = Buffer.from(secret).toString('hex');
  return [
    ['as it is', secret],
    ['for URLs', url],
    ['for URLs in lower case', url.replaceAll(/%../g, (code) => code.toLowerCase())],
    ['in JSON', json],
    ['in JSON with escaped slashes', json.replaceAll('/', String.raw`\/`)],
    ['in hexadecimal', hex],
    ['in capital hexadecimal', hex.toUpperCase()],
    ...NEIGHBOURS.flatMap((before) =>
      NEIGHBOURS.flatMap((after): [string, string][] => {
        const form = `in base64 behind ${before.length}, before ${after.length} bytes`;
        const own = ownBase64(before, secret, after);
        return [
          [form, own],
          [`${form}, for URLs`, urlSafe(own)],
          [`${form}, URL-encoded`, encodeURIComponent(own)],
        ];
      }),
    ),
  ];
}

describe.each([
  ['letters and digits', PLAIN_KEY],
  ['characters of every kind', CANARY],
])('a key of %s', (_kind, secret) => {
  const redactor = createRedactor([secret]);

  test.each(formsOf(secret))('is found %s (text/redaction-forms)', (_form, text) => {
    expect(redactor.redact(`<${text}> <${text}>\n`)).toBe('<***> <***>\n');
  });

  test('is found in any letter case', () => {
    for (const text of [secret.toUpperCase(), secret.toLowerCase()])
      expect(redactor.redact(`<${text}>`)).toBe('<***>');
  });

  test.each([
    ['a zero-width space', '\u200b'],
    ['a bidi control', '\u202e'],
    ['a control character', '\u0000'],
    ['a line end of other readers', '\u2028'],
    ['a colour', '\u001b[0;1m'],
    ['a title', '\u001b]0;t\u0007'],
    ['a zero in JSON', String.raw`\u0000`],
    ['a colour in JSON', String.raw`\u001B[0;1m`],
    ['a zero-width space in JSON', String.raw`\u200b`],
    ['several of them', '\u200b\u001b[1m\u200d\u0007'],
  ])('is found with %s between its characters', (_name, gap) => {
    const text = `before ${secret.split('').join(gap)} after\n`;
    expect([redactor.redact(text), redactor.redactVisible(text)]).toEqual(
      Array(2).fill('before *** after\n'),
    );
  });

  test('is found behind a terminal sequence that is cut, which would swallow its first letter', () => {
    expect(redactor.redactVisible(`x\u001b[${secret}`)).toBe('x[***');
  });
});

/** What every sanitizer makes of a text. */
function fromEverySanitizer(sanitizers: Sanitizers, text: string): string[] {
  const logged = sanitizers.log(text);
  return [
    sanitizers.file(text),
    sanitizers.line(text),
    sanitizers.lines(text),
    sanitizers.code(text),
    sanitizers.text(text),
    sanitizers.output(text),
    sanitizers.json({ text, [text]: [text] }),
    sanitizers.block(text),
    sanitizers.link(text),
    sanitizers.link(`https://host.example/${text}`),
    sanitizers.link('https://host.example/', text),
    logged.printable,
    logged.text,
  ];
}

test.each([
  ['as it is', PLAIN_KEY],
  ['in capitals', PLAIN_KEY.toUpperCase()],
  ['in base64', ownBase64('x', PLAIN_KEY, 'y')],
  ['with invisible characters in it', PLAIN_KEY.split('').join('\u200b')],
  ['with line ends in it', PLAIN_KEY.split('').join('\v')],
])('no sanitizer passes on a key %s', (_form, text) => {
  const sanitizers = createSanitizers({ secrets: [PLAIN_KEY] });
  const lettersOf = (shown: string): string =>
    shown.replaceAll(/\\u[0-9a-f]{4}|[^A-Za-z\d]/g, '').toLowerCase();
  for (const shown of fromEverySanitizer(sanitizers, `key ${text} end\n`))
    expect(lettersOf(shown)).not.toContain(lettersOf(text));
});

test('no part of a key is left where a long line is cut', () => {
  const sanitizers = createSanitizers({ secrets: [PLAIN_KEY] });
  const shown = PLAIN_KEY.slice(0, 6);
  for (let start = 4096 - 60 - PLAIN_KEY.length; start < 4096 + 2; start += 1) {
    const log = sanitizers.log(`${'x'.repeat(start)}${PLAIN_KEY} and more\n`);
    expect(log.printable).not.toContain(shown);
  }
  for (let start = 2_000 - PLAIN_KEY.length; start < 2_002; start += 1)
    expect(sanitizers.line(`${'x'.repeat(start)}${PLAIN_KEY} and more`)).not.toContain(shown);
});

describe('secrets', () => {
  const redact = (secrets: readonly string[], text: string): string =>
    createRedactor(secrets).redact(text);

  test('of any number are found, also where they overlap or touch', () => {
    const secrets = ['part-of-it', 'part-of-it-all', 'the-part-of-it', 'another-one'];
    const text = 'part-of-it-all the-part-of-it part-of-it another-one the-part-of-it-all';
    for (const given of [secrets, secrets.toReversed()])
      expect(redact(given, text)).toBe('*** *** *** *** ***');
    expect(redact(secrets, 'another-onepart-of-it')).toBe('***');
  });

  test.each([
    ["it's(a)*key!", 'it%27s%28a%29%2Akey%21'],
    ["it's<a>&b+c-key", String.raw`it\u0027s\u003ca\u003e\u0026b\u002bc-key`],
    ["it's<a>&b+c-key", String.raw`it's\u003Ca\u003E\u0026b+c-key`],
    ['key%with"quotes\\', String.raw`key%25with%22quotes%5C`],
    ['ab+c/d=="', String.raw`ab+c\\/d==\\\"`],
    ['ab+c/d==', String.raw`ab\\u002Bc/d==`],
  ])('such as %j are found as %j', (secret, form) => {
    expect(redact([secret], `<${form}>`)).toBe('<***>');
  });

  test('with spaces are found where the line had others', () => {
    expect(createSanitizers({ secrets: ['two words 1'] }).line('two  words\t1')).toBe('***');
  });

  test('that are empty or blank do not change the text', () => {
    expect(redact(['', ' '], 'a b')).toBe('a b');
  });

  test('do not change text without them: line ends, terminal codes and commands neither', () => {
    const text =
      'canary-key, dsk_live, Y2FuYXJ5, %2F & &amp; "\\"\r\n\u001b[31mred\u001b[0m\r10%\r::x::\r##[y]\u200b\n\nlast';
    expect(redact([CANARY, PLAIN_KEY, 'last\\'], text)).toBe(text);
  });
});

describe('the end of a text that may go on', () => {
  const redactor = createRedactor([PLAIN_KEY]);

  test.each([
    ['key: ', 'key: dsk'],
    ['key: ', `key: ${PLAIN_KEY.slice(0, -1).toUpperCase()}`],
    ['', PLAIN_KEY.slice(0, -1)],
    ['key: ', `key: \u001b[32m${PLAIN_KEY.slice(0, 9)}\u001b[0m`],
    ['key: ', `key: ${PLAIN_KEY.slice(0, 9).split('').join('\u001b[1m')}`],
    ['key: ', `key: ${PLAIN_KEY.slice(0, 9)}\u200b`],
    ['key: ', `key: ${PLAIN_KEY.slice(0, 9)}\ufffd`],
    ['key: ', `key: ${PLAIN_KEY.slice(0, 9)}\u001b[3`],
    ['key: ', `key: ${PLAIN_KEY.slice(0, 9)}\u001b]0;title`],
    ['key: \u001b]0;', `key: \u001b]0;${PLAIN_KEY.slice(0, 9)}`],
    ['key: ', `key: ${base64(PLAIN_KEY).slice(0, 9)}`],
    [`key: ${PLAIN_KEY}`, `key: ${PLAIN_KEY}`],
    ['key: dsk ', 'key: dsk '],
    ['', ''],
  ])('is %j without the beginning of a secret (text/part): %j', (kept, text) => {
    expect(redactor.withoutOpenEnd(text)).toBe(kept);
  });
});

describe('the cost', () => {
  const long = Array.from({ length: 4_400 }, (_, at) => String.fromCharCode(33 + ((at * 7) % 90)));

  test.each([
    ['a short key', PLAIN_KEY],
    ['a key of 4,400 characters', long.join('')],
  ])('is proportional to the text, with %s', async (_kind, secret) => {
    const redactor = createRedactor([secret]);
    const redactAll = (size: number): void => {
      for (const part of [secret.slice(0, 40), 'x', '\\\n', '\u001b[1m'])
        redactor.redact(part.repeat(size / part.length));
    };
    expect(await growthOf(redactAll, 100_000)).toBeLessThan(PROPORTIONAL);
  });
});
