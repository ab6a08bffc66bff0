// The lines of a log: their clean text, and what is printed of them.
import { describe, expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { createSanitizers } from '../../../src/runner/sanitize/sanitizers.ts';
import { LINE_END } from '../../../src/runner/sanitize/visible-text.ts';
import { forDrawn } from '../../support/drawn.ts';
import { escaped, hostileTexts, lineByLine } from '../../support/runner/hostile-text.ts';
import { fuzzTimeoutMs } from '../../support/random.ts';

const sanitizers = createSanitizers({ secrets: [] });

test('a log is shown behind its label, line by line', () => {
  const { text, lineCount, printable } = sanitizers.log('web')('Compiling\nExport\n');
  expect({ text, lineCount, printed: printable() }).toEqual({
    text: 'Compiling\nExport\n',
    lineCount: 2,
    printed: '  web | Compiling\n  web | Export\n',
  });
});

describe('clean lines', () => {
  function cleaned(text: string): string[] {
    const { text: clean, lineCount } = sanitizers.log()(text);
    const lines = clean.split('\n').slice(0, -1);
    expect(lineCount).toBe(lines.length);
    return lines;
  }

  test.each([
    ['one\r\ntwo \u001b[1mbold\u001b[0m\n\nlast\n', ['one', 'two bold', '', 'last']],
    ['10%\r20%\r', ['10%', '20%']],
    ['one\r\r\n\n', ['one', '', '']],
    ['one\nand a last one without an end', ['one', 'and a last one without an end']],
    ['one\n\u200b', ['one', '']],
  ])('of %j are those that the runner sees', (text, lines) => {
    expect(cleaned(text)).toEqual(lines);
  });

  test('contain no terminal sequence that goes over the end of a line', () => {
    expect(cleaned('a\u001b]0;b\nc\u0007d\n\u001b[1\nm\n')).toEqual(['a]0;b', 'cd', '[1', 'm']);
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
        const each = lines.flatMap((line) => cleaned(`${line}\n`));
        expect(cleaned(`${lines.join('\n')}\n`).map(escaped)).toEqual(each.map(escaped));
      });
    },
    fuzzTimeoutMs,
  );

  test(
    'are the same when they come one after the other, and the same when cleaned again',
    async () => {
      const drawn = fc.record({ text: hostileTexts, times: fc.constantFrom(1, 1, 1, 1, 1, 1, 1, 99) });
      await forDrawn(drawn, { rounds: 300 }, ({ text, times }) => {
        const repeated = text.repeat(times);
        const whole = cleaned(repeated).map(escaped);
        expect(lineByLine(repeated).flatMap(cleaned).map(escaped)).toEqual(whole);
        expect(cleaned(repeated).flatMap((line) => cleaned(`${line}\n`).map(escaped))).toEqual(whole);
      });
    },
    fuzzTimeoutMs,
  );
});
