// One sanitizer for each place where text of others is shown.
import { describe, expect, test } from '@jest/globals';
import { cleanLines } from '../../support/runner/clean-lines.ts';
import { createSanitizers } from '../../../src/runner/sanitize/sanitizers.ts';

const SECRET = 'canary-key-1';
const sanitizers = createSanitizers({ secrets: [SECRET] });

describe('a message', () => {
  test('is one line without secrets, with invisible characters and terminal codes as escapes', () => {
    expect(sanitizers.line(`\u001b[31mfailed\u001b[0m\nkey ${SECRET}\u200b`)).toBe(
      String.raw`\u001b[31mfailed\u001b[0m key ***\u200b`,
    );
  });

  test.each(['\u200b', '\u202e', '\u00ad', '\ufeff', '\u0007', '\u001b[1m', '\u{e0041}', '\ufe0f', '\u2060'])(
    'shows an id that differs from another only in %j differently, in every form',
    (invisible) => {
      for (const sanitizer of ['line', 'text', 'code', 'prose', 'htmlCode'] as const) {
        for (const id of [`app${invisible}1`, `${invisible}app1`, `app1${invisible}`]) {
          expect(sanitizers[sanitizer](id)).not.toBe(sanitizers[sanitizer]('app1'));
          expect(sanitizers[sanitizer](id)).toMatch(/^[ -~]+$/);
        }
      }
    },
  );

  test('shows emoji without their invisible parts, and no escapes in their place', () => {
    expect(sanitizers.line('\u26a0\ufe0f shop of \u{1f469}\u{1f3fd}\u200d\u{1f4bb}')).toBe(
      '\u26a0 shop of \u{1f469}\u{1f3fd}\u{1f4bb}',
    );
  });

  test('gives the runner no command', () => {
    expect(sanitizers.line('::error::no')).toBe(': :error::no');
    expect(sanitizers.line('::::')).toBe(': :::');
  });

  test('is cut at 500 characters, or at the given length', () => {
    expect(sanitizers.line('x'.repeat(501))).toBe(`${'x'.repeat(499)}…`);
    expect(sanitizers.line('abcdef', { maxChars: 4 })).toBe('abc…');
  });
});

describe('Markdown', () => {
  test('shows a harmless word as it is, and as code what Markdown would interpret', () => {
    expect(sanitizers.text('web')).toBe('web');
    expect(sanitizers.text('<img src=x>')).toBe('`<img src=x>`');
    expect(sanitizers.code('app_web')).toBe('`app_web`');
    expect(sanitizers.htmlCode('a<b')).toBe('<code>a&#60;b</code>');
  });

  test('contains a log in a fence that the log cannot close', () => {
    const block = sanitizers.block(cleanLines('one\n```\n# two', sanitizers));
    expect(block).toBe('\n\n````text\none\n```\n# two\n````\n\n');
  });

  test('links an https address, and shows any other, or one that contains a secret, as code', () => {
    expect(sanitizers.link('https://web.example.test/', 'web')).toBe('[web](<https://web.example.test/>)');
    expect(sanitizers.link('javascript:alert(1)', 'web')).toBe('`javascript:alert(1)`');
    expect(sanitizers.link(`https://web.example.test/${SECRET}`)).toBe('`https://web.example.test/***`');
  });
});

test('leaves everything but the secrets unchanged in a file', () => {
  const file = sanitizers.file();
  expect(file.push(`::error::\u001b[1m${SECRET}\n`) + file.end()).toBe('::error::\u001b[1m***\n');
});

describe('an output', () => {
  test.each(['dep_7', 'team/shop 1', 'größe', '汉字', '😀', '##[error]', ''])('passes on %j unchanged', (value) => {
    expect(sanitizers.output(value)).toBe(value);
  });

  test.each(['a\nb', 'a\rb', 'a\tb', 'a\u2028b', 'a\u0085b', 'a\u202eb', 'a\u200bb', '\ufeffa', 'a\u0000', '\ud83d'])(
    'refuses %j',
    (value) => {
      expect(sanitizers.output(value)).toBeUndefined();
    },
  );

  test('as JSON has the same values, with invisible characters as escapes', () => {
    const values = [
      { id: 'a\u202e\u200b\u{e0041}\u2028\u0085b', name: 'größe 😀', size: 1.5, none: null, '\u200b': true },
    ];
    const json = sanitizers.json(JSON.stringify(values));
    expect(json).toBe(
      String.raw`[{"id":"a\u202e\u200b\udb40\udc41\u2028\u0085b","name":"größe 😀","size":1.5,"none":null,"\u200b":true}]`,
    );
    expect(JSON.parse(json)).toEqual(values);
  });
});
