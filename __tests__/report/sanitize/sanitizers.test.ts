// Text of others in a single line, in an output and in JSON: visible, and without a command.
import { describe, expect, test } from '@jest/globals';
import { createSanitizers } from '../../../src/report/sanitize/sanitizers.ts';
import * as fc from 'fast-check';
import { forDrawn } from '../../support/drawn.ts';
import { hostileCases, hostileTexts } from '../../support/hostile-text.ts';
import { commandsIn } from '../../support/runner-parsers.ts';

const sanitizers = createSanitizers({ secrets: [] });

const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;

/** Why this is not a single, visible, inert line; nothing when it is. */
const faults = (line: string): string[] => [
  ...(INVISIBLE.test(line) ? ['something invisible'] : []),
  ...(commandsIn(line).length > 0 ? ['a command'] : []),
  ...(line.trim() === line ? [] : ['white space around it']),
];

describe('a single line', () => {
  test.each(hostileCases)('is one visible line without a command: $name', ({ text }) => {
    expect(faults(sanitizers.line(text))).toEqual([]);
  });

  test('is one visible line without a command for random text', () => {
    const drawn = fc.record({ text: hostileTexts, maxChars: fc.integer({ min: 1, max: 80 }) });
    forDrawn(drawn, 500, ({ text, maxChars }) => {
      const cut = sanitizers.line(text, { maxChars });
      expect(faults(sanitizers.line(text))).toEqual([]);
      expect(cut.length).toBeLessThanOrEqual(maxChars);
      expect(commandsIn(cut).length).toBe(0);
    });
  });

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

test.each(['\u200b', '\u0007', '\u001b[1m', '\u{e0041}'])(
  'shows an id that differs from another only in %j differently, in every form',
  (invisible) => {
    for (const sanitizer of ['line', 'text', 'code'] as const) {
      for (const id of [`app${invisible}1`, `${invisible}app1`, `app1${invisible}`]) {
        expect(sanitizers[sanitizer](id)).not.toBe(sanitizers[sanitizer]('app1'));
        expect(sanitizers[sanitizer](id)).toMatch(/^[ -~]+$/);
      }
    }
  },
);

describe('an output', () => {
  test.each(['dep_7', 'team/shop 1', 'größe', '汉字', '😀', '##[error]', ''])(
    'passes on %j unchanged',
    (value) => expect(sanitizers.output(value)).toBe(value),
  );

  const scripts = ['$(id)', '`id`', 'a;b', 'a&b', 'a|b', 'a>b', '<a', '"', "'", 'a\\', '’'];
  test.each(['a\nb', 'a\tb', 'a\u0085b', '\ufeffa', 'a\u0000', '\ud83d', ...scripts])(
    'is empty for %j',
    (value) => expect(sanitizers.output(value)).toBe(''),
  );

  test('as JSON has the same values, with invisible characters as escapes', () => {
    const ids = { id: 'a\u202e\u200b\u{e0041}\u2028\u0085b', name: 'größe 😀' };
    const values = [{ ...ids, size: 1.5, none: null, '\u200b': true }];
    const json = sanitizers.json(values);
    expect(json).toBe(
      String.raw`[{"id":"a\u202e\u200b\udb40\udc41\u2028\u0085b","name":"größe 😀","size":1.5,"none":null,"\u200b":true}]`,
    );
    expect(JSON.parse(json)).toEqual(values);
    const redacting = createSanitizers({ secrets: ['12345678'] });
    const given = { toString: 1, port: 12_345_678, a: '\f', '12345678': ['x12345678'] };
    expect(redacting.json(given)).toBe(
      String.raw`{"***":["x***"],"toString":1,"port":"***","a":"\f"}`,
    );
  });
});
