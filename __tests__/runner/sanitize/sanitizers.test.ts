// One sanitizer for each place where text of others is shown.
import { describe, expect, test } from '@jest/globals';
import { cleanLines } from '../../support/runner/clean-lines.ts';
import { createSanitizers } from '../../../src/runner/sanitize/sanitizers.ts';

const SECRET = 'canary-key-1';
const sanitizers = createSanitizers({ secrets: [SECRET] });

describe('a message', () => {
  test('is one line without secrets, invisible characters and terminal codes', () => {
    expect(sanitizers.line(`\u001b[31mfailed\u001b[0m\nkey ${SECRET}\u200b`)).toBe('failed key ***');
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
