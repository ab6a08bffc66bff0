// Text of others in a single line: visible, and without a command.
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
    'is one visible line without a command for random text',
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

  test('shows emoji without their invisible parts, and no escapes in their place', () => {
    expect(sanitizers.line('\u26a0\ufe0f shop of \u{1f469}\u{1f3fd}\u200d\u{1f4bb}')).toBe(
      '\u26a0 shop of \u{1f469}\u{1f3fd}\u{1f4bb}',
    );
  });

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
    expect(sanitizers.line('::::')).toBe(': :::');
    expect(sanitizers.line('\u0085\u3000 ::error::x')).toBe(': :error::x');
    expect(sanitizers.line('\ufeff::error::x')).toBe(String.raw`\ufeff::error::x`);
    expect(sanitizers.line('so ##[error]x')).toBe('so ## [error]x');
  });

  test('is cut at 2,000 characters, or at the given length', () => {
    expect(sanitizers.line('x'.repeat(2_000))).toBe('x'.repeat(2_000));
    expect(sanitizers.line('x'.repeat(2_001))).toBe(`${'x'.repeat(1_999)}…`);
    expect(sanitizers.line('abcdef', { maxChars: 4 })).toBe('abc…');
    expect(sanitizers.line('::12345', { maxChars: 5 })).toBe(': :1…');
  });
});
