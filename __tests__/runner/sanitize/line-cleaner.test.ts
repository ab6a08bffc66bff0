// Single lines and files: what comes out is one line where one was promised, and nothing invisible.
import { describe, expect, test } from '@jest/globals';
import { createSanitizers } from '../../../src/runner/sanitize/sanitizers.ts';
import * as fc from 'fast-check';
import { forDrawn } from '../../support/drawn.ts';
import { hostileCases, hostileTexts } from '../../support/runner/hostile-text.ts';
import { fuzzTimeoutMs } from '../../support/random.ts';
import { commandsIn } from '../../support/runner/runner-parsers.ts';

const sanitizers = createSanitizers({ secrets: [] });

const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;

/** Why this is not a single, visible, inert line; nothing when it is. */
function faults(line: string): string[] {
  return [
    ...(INVISIBLE.test(line) ? ['something invisible'] : []),
    ...(commandsIn(line).length > 0 ? ['a command'] : []),
    ...(line.trim() === line ? [] : ['white space around it']),
  ];
}

describe('a single line', () => {
  test.each(hostileCases)('is one visible line without a command: $name', ({ text }) => {
    expect(faults(sanitizers.line(text))).toEqual([]);
  });

  test(
    'is that for random text too',
    async () => {
      const drawn = fc.record({ text: hostileTexts, maxChars: fc.integer({ min: 1, max: 80 }) });
      await forDrawn(drawn, { rounds: 500 }, ({ text, maxChars }) => {
        const cut = sanitizers.line(text, { maxChars });
        expect(faults(sanitizers.line(text))).toEqual([]);
        expect({ isTooLong: cut.length > maxChars, commands: commandsIn(cut).length }).toEqual({
          isTooLong: false,
          commands: 0,
        });
      });
    },
    fuzzTimeoutMs,
  );

  test('keeps ordinary text', () => {
    expect(sanitizers.line("Unknown resource 'web-1': it costs 3 < 4 €")).toBe(
      "Unknown resource 'web-1': it costs 3 < 4 €",
    );
  });

  test('has one space in place of line ends, tabs and runs of white space', () => {
    expect(sanitizers.line('  a\r\n\tb \u00a0 c\u2028d\n')).toBe('a b c d');
  });

  test('cannot begin with a command', () => {
    expect(sanitizers.line('::error::x')).toBe(': :error::x');
    expect(sanitizers.line('\u0085\u3000 ::error::x')).toBe(': :error::x');
    expect(sanitizers.line('\ufeff::error::x')).toBe(String.raw`\ufeff::error::x`);
    expect(sanitizers.line('so ##[error]x')).toBe('so ## [error]x');
  });

  test('is cut at 500 characters, or at the length given, between characters', () => {
    expect(sanitizers.line('x'.repeat(500))).toBe('x'.repeat(500));
    expect(sanitizers.line('x'.repeat(501))).toBe(`${'x'.repeat(499)}…`);
    expect(sanitizers.line('abcdef', { maxChars: 4 })).toBe('abc…');
    expect(sanitizers.line('a😀bc', { maxChars: 3 })).toBe('a…');
    expect(sanitizers.line('::12345', { maxChars: 5 })).toBe(': :1…');
  });
});

describe('a log file', () => {
  function written(chunks: readonly string[]): string {
    const sanitizer = sanitizers.file();
    return [...chunks.map((chunk) => sanitizer.push(chunk)), sanitizer.end()].join('');
  }

  test('keeps every character', () => {
    const text = '\u001b[1mbold\u001b[0m\r\n::x::\r##[y]\u200b\n\nlast';
    expect(written(text.split(''))).toBe(text);
  });

  test('gets only whole lines, the last one at the end', () => {
    const sanitizer = sanitizers.file();
    expect([sanitizer.push('one\ntw'), sanitizer.push('o\n'), sanitizer.push('three'), sanitizer.end()]).toEqual([
      'one\n',
      'two\n',
      '',
      'three',
    ]);
  });

  test('does not hold back a line without an end, and cuts it between characters', () => {
    const sanitizer = sanitizers.file();
    const text = `x${'😀'.repeat(200_000)}`;
    const chunks = [text.slice(0, 99_998), text.slice(99_998, 300_001), text.slice(300_001)];
    const parts = [...chunks.map((chunk) => sanitizer.push(chunk)), sanitizer.end()];
    expect(parts.join('') === text).toBe(true);
    expect(parts.map((part) => part.isWellFormed())).toEqual([true, true, true, true]);
    expect(parts[1]?.length).toBeGreaterThan(100_000);
  });
});
