// A log in chunks: its clean lines, and what is printed of them.
import { describe, expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { createSanitizers } from '../../../src/runner/sanitize/sanitizers.ts';
import { LINE_END } from '../../../src/runner/sanitize/visible-text.ts';
import { forDrawn } from '../../support/drawn.ts';
import { chunkLengths, escaped, hostileTexts, inChunks } from '../../support/runner/hostile-text.ts';
import { fuzzTimeoutMs } from '../../support/random.ts';

const sanitizers = createSanitizers({ secrets: [] });

describe('a log', () => {
  test('is shown behind its label, line by line', () => {
    const log = sanitizers.log('web');
    const pieces = [log.push('Compiling\nExport'), log.end(), log.end()];
    expect(pieces.map((piece) => ({ ...piece, printable: piece.printable() }))).toEqual([
      { text: 'Compiling\n', lineCount: 1, printable: '  web | Compiling\n' },
      { text: 'Export\n', lineCount: 1, printable: '  web | Export\n' },
      { text: '', lineCount: 0, printable: '' },
    ]);
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

  test('end once for a Windows line end, even with the end of the log between its characters', () => {
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
      await forDrawn(drawn, { rounds: 200 }, (texts) => {
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
      await forDrawn(drawn, { rounds: 300 }, ({ text, times, lengths }) => {
        const repeated = text.repeat(times);
        const whole = cleaned([repeated]).map(escaped);
        expect(cleaned(inChunks(repeated, lengths)).map(escaped)).toEqual(whole);
        expect(cleaned([repeated]).flatMap((line) => cleaned([`${line}\n`]).map(escaped))).toEqual(whole);
      });
    },
    fuzzTimeoutMs,
  );
});
