// The file of a log: unchanged except for the secrets, wherever the text was divided into chunks.
import { expect, test } from '@jest/globals';
import { createRedactedStream } from '../../../src/runner/sanitize/redacted-stream.ts';
import { createRedactor } from '../../../src/runner/sanitize/redaction.ts';

const SECRET = 'canary-key-1';

function written(...chunks: string[]): string[] {
  const stream = createRedactedStream(createRedactor([SECRET]));
  return [...chunks.map((chunk) => stream.push(chunk)), stream.end()];
}

test('writes whole lines at once, and the unfinished one when it has ended', () => {
  expect(written('one\ntw', 'o\nthree')).toEqual(['one\n', 'two\n', 'three']);
  expect(written()).toEqual(['']);
});

test('redacts a secret that is divided between two chunks', () => {
  for (let border = 1; border < SECRET.length; border += 1)
    expect(written(`key ${SECRET.slice(0, border)}`, `${SECRET.slice(border)} end\n`).join('')).toBe('key *** end\n');
});

test('leaves line ends and terminal codes without a secret unchanged', () => {
  const text = 'one\r\n\u001b[31mred\u001b[0m\r10%\r20%\n\n';
  expect(written(text).join('')).toBe(text);
});

test('keeps only the visible text of a line with a secret between terminal codes', () => {
  const hidden = `\u001b[1mkey ${SECRET.slice(0, 6)}\u001b[0m${SECRET.slice(6)}\n`;
  expect(written(`\u001b[1mbold\u001b[0m\n${hidden}`).join('')).toBe('\u001b[1mbold\u001b[0m\nkey ***\n');
});

test('writes a line without an end in pieces, with no secret between them', () => {
  const longChars = 1 << 17;
  const [first = '', ...rest] = written('x'.repeat(longChars) + SECRET.slice(0, 6), `${SECRET.slice(6)} end`);
  expect(first.length).toBeGreaterThan(longChars / 2);
  expect(first + rest.join('') === `${'x'.repeat(longChars)}*** end`).toBe(true);
});
