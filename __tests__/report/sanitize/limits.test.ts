// The limits of the sanitizers: the last character that is shown whole, and the first cut.
import { describe, expect, test } from '@jest/globals';
import { createSanitizers } from '../../../src/report/sanitize/sanitizers.ts';

const sanitizers = createSanitizers({ secrets: [] });
const ex = (count: number) => 'x'.repeat(count);

describe('a line of a log', () => {
  const shown = (text: string) => sanitizers.log(text).text.split('\n').slice(0, -1);

  test.each([
    [4096, ex(4096)],
    [4097, `${ex(4056)} … (41 characters cut)`],
    [16_384, `${ex(4056)} … (12328 characters cut)`],
    [16_385, `${ex(4056)} … (12329 characters cut)`],
    [100_000, `${ex(4056)} … (95944 characters cut)`],
  ])(
    'of %d characters is shown up to the limit, with the number of characters that were cut',
    (count, line) => {
      expect(shown(ex(count))).toEqual([line]);
      expect(shown(`${ex(count)}\n`)).toEqual([line]);
      expect(shown(`a\n${ex(count)}\nb\n`)).toEqual(['a', line, 'b']);
    },
  );

  test('that is cut is followed by the next lines unchanged', () => {
    expect(shown(`${ex(20_000)}yy\nnext\n\nlast`)).toEqual([
      `${ex(4056)} … (15946 characters cut)`,
      'next',
      '',
      'last',
    ]);
  });

  test('is cut after it was cleaned', () => {
    const line = `${'y'.repeat(4056)} … (5944 characters cut)`;
    expect(shown(`a\n${'\u200by'.repeat(10_000)}\nb`)).toEqual(['a', line, 'b']);
  });

  test('that is cut within a secret shows no part of it', () => {
    const secret = 'canary-key-1';
    const hidden = '\u200b'.repeat(16_384 - secret.length + 1);
    const { text } = createSanitizers({ secrets: [secret] }).log(`${hidden}${secret}${ex(100)}\n`);
    expect(text).toBe(`***${ex(100)}\n`);
  });

  test('is cut before a character that would be halved', () => {
    expect(shown(`${ex(4055)}😀${ex(100)}`)).toEqual([`${ex(4055)} … (102 characters cut)`]);
    expect(shown(`${ex(4054)}😀${ex(100)}`)).toEqual([`${ex(4054)}😀 … (100 characters cut)`]);
    for (const lead of ['', 'x']) {
      const [line = ''] = shown(lead + '😀'.repeat(50_000));
      expect(line.isWellFormed()).toBe(true);
      expect(line).not.toContain('\ufffd');
    }
  });
});

describe('a value', () => {
  test.each([
    [2000, ex(2000)],
    [2001, `${ex(1999)}…`],
  ])('of %d characters is cut at 2000 in code', (count, whole) => {
    expect(sanitizers.code(ex(count))).toBe(`\`${whole}\``);
  });

  test('may have 2000 characters as text', () => {
    const words = 'ab '.repeat(667).trim();
    expect(sanitizers.text(words)).toBe(words);
    expect(sanitizers.text(`${words}c`)).toBe(`${'ab '.repeat(666)}\`a…\``);
  });

  test('may have 2048 characters as an address that is linked', () => {
    const address = (length: number) =>
      `https://a.example/${ex(length - 'https://a.example/'.length)}`;
    expect(sanitizers.link(address(2048), 'a')).toBe(`[a](<${address(2048)}>)`);
    expect(sanitizers.link(address(2049), 'a')).toMatch(/^`https/);
  });

  test('is cut before a character that would be halved', () => {
    for (const character of ['\u{10000}', '\u{10fffd}']) {
      expect(sanitizers.line(`a${character}bc`, { maxChars: 3 })).toBe('a…');
      expect(sanitizers.line(`a${character}bc`, { maxChars: 4 })).toBe(`a${character}…`);
    }
  });
});
