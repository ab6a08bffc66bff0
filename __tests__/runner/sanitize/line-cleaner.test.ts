// Single lines, clean lines and files: what comes out is one line where one was promised, and nothing invisible.
import { describe, expect, test } from '@jest/globals';
import { createSanitizers } from '../../../src/runner/sanitize/sanitizers.ts';
import { LINE_END } from '../../../src/runner/sanitize/visible-text.ts';
import * as fc from 'fast-check';
import { forDrawn } from '../../support/drawn.ts';
import { chunkLengths, escaped, hostileCases, hostileTexts, inChunks } from '../../support/hostile-text.ts';
import { fuzzTimeoutMs } from '../../support/random.ts';
import { commandsIn } from '../../support/runner-parsers.ts';

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
      await forDrawn(drawn, { rounds: 3_000 }, ({ text, maxChars }) => {
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
    expect(sanitizers.line('\u0085\ufeff ::error::x')).toBe(': :error::x');
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

describe('clean lines', () => {
  function cleaned(chunks: readonly string[]): string[] {
    const sanitizer = sanitizers.log();
    const pieces = [...chunks.map((chunk) => sanitizer.push(chunk)), sanitizer.end()];
    const lines = pieces
      .map(({ text }) => text)
      .join('')
      .split('\n')
      .slice(0, -1);
    expect(pieces.reduce((sum, { lineCount }) => sum + lineCount, 0)).toBe(lines.length);
    return lines;
  }

  test('are the lines of the step log without the label', () => {
    expect(cleaned(['one\r', '\ntwo \u001b[1mbo', 'ld\u001b[0m\n\nlast'])).toEqual(['one', 'two bold', '', 'last']);
  });

  test('end once for both characters of a line end, even with an empty chunk or the end of a log between them', () => {
    expect(cleaned(['one\r', '', '\ntwo'])).toEqual(['one', 'two']);
    const sanitizer = sanitizers.log();
    expect([sanitizer.push('one\r').text, sanitizer.end().text, sanitizer.push('\ntwo\n').text]).toEqual([
      'one\n',
      '',
      'two\n',
    ]);
  });

  test('contain no terminal sequence that goes over the end of a line', () => {
    expect(cleaned(['a\u001b]0;b\nc\u0007d\n\u001b[1\nm\n'])).toEqual(['a]0;b', 'cd', '[1', 'm']);
  });

  test(
    'are the same together as one by one',
    async () => {
      const lengths = fc.integer({ min: 0, max: 9 });
      const anyText = fc.oneof(
        hostileTexts,
        lengths.map((more) => 'x'.repeat(4090 + more)),
        lengths.map((more) => '\u200by'.repeat(8185 + more)),
        fc.constant(''),
      );
      const drawn = fc.array(anyText, { minLength: 1, maxLength: 9, size: 'max' });
      await forDrawn(drawn, { rounds: 1_000 }, (texts) => {
        const lines = texts.flatMap((text) => text.split(LINE_END));
        const each = lines.flatMap((line) => cleaned([`${line}\n`]));
        expect(cleaned([`${lines.join('\n')}\n`]).map(escaped)).toEqual(each.map(escaped));
      });
    },
    fuzzTimeoutMs,
  );

  test(
    'are the same wherever the text is divided into chunks, and the same when cleaned again',
    async () => {
      const drawn = fc.record({
        text: hostileTexts,
        times: fc.constantFrom(1, 1, 1, 1, 1, 1, 1, 99),
        lengths: chunkLengths,
      });
      await forDrawn(drawn, { rounds: 2_000 }, ({ text, times, lengths }) => {
        const repeated = text.repeat(times);
        const whole = cleaned([repeated]).map(escaped);
        expect(cleaned(inChunks(repeated, lengths)).map(escaped)).toEqual(whole);
        expect(cleaned([repeated]).flatMap((line) => cleaned([`${line}\n`]).map(escaped))).toEqual(whole);
      });
    },
    fuzzTimeoutMs,
  );
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
