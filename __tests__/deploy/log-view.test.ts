// What is new in a log that is served as a whole each time.
import { describe, expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { newLines } from '../../src/deploy/log-view.ts';
import { forDrawn } from '../support/drawn.ts';
import { growthOf, PROPORTIONAL } from '../support/growth.ts';

const lines = (from: number, to: number): string =>
  Array.from({ length: to - from + 1 }, (_, index) => `line ${from + index}\n`).join('');

describe('new lines', () => {
  test.each<[what: string, printed: string, reading: string, added: string | undefined]>([
    ['all of a first reading', '', 'a\nb\n', 'a\nb\n'],
    ['what the log has grown by', 'a\n', 'a\nb\nc\n', 'b\nc\n'],
    ['nothing of the same', 'a\nb\n', 'a\nb\n', ''],
    ['nothing of a beginning', 'a\nb\n', 'a\n', ''],
    ['nothing of an empty reading', 'a\nb\n', '', ''],
    ['what follows the last five lines', lines(1, 9), lines(5, 11), lines(10, 11)],
    ['nothing after the last five lines', lines(1, 9), lines(5, 9), ''],
    ['what follows all, if they are fewer', 'a\nb\n', 'b\n', undefined],
    ['what follows the last occurrence', lines(1, 9), `${lines(5, 9)}${lines(5, 9)}x\n`, undefined],
    ['what follows blank lines', '\n\na\n', '\n\na\nb\n', 'b\n'],
    ['none after four of the last five', lines(1, 9), lines(6, 12), undefined],
    ['none of a rewritten log', 'a\nb\n', 'c\nd\n', undefined],
    ['none of an edited log', 'a\nb\nc\n', 'a\nB\nc\nd\n', undefined],
    ['none of a log that begins like a line', 'ab\n', 'a\n', undefined],
    ['none after a line that only ends alike', 'a\nb\n', 'xa\nb\nc\n', undefined],
    // Before the last five lines stands something that was not printed.
    ['none after other lines', lines(1, 9), `x\n${lines(5, 11)}`, undefined],
  ])('are %s', (_, printed, reading, added) => {
    expect(newLines(printed, reading)).toBe(added);
  });

  test('of windows of at least five lines add up to the log', () => {
    const log = fc.uniqueArray(fc.nat(1_000), { minLength: 12, maxLength: 60 });
    const drawn = fc.record({ log, step: fc.integer({ min: 1, max: 7 }) });
    forDrawn(drawn, 100, ({ log: numbers, step }) => {
      const all = numbers.map((number) => `${number}\n`);
      let printed = '';
      for (let end = step; end < all.length + step; end += step)
        printed += newLines(printed, all.slice(Math.max(0, end - 12), end).join('')) ?? 'broken';
      expect(printed).toBe(all.join(''));
    });
  });

  test.each([
    ['of one long line', 'x', 5e5],
    ['of equal lines', 'same\n', 25_000],
    ['of blank lines', '\n', 1e5],
    ['of long equal lines', `${'x'.repeat(1e5)}\n`, 5],
  ])('%s take linear time (bounds/linear)', async (_, part, size) => {
    const readTwice = (count: number): void => {
      const text = part.repeat(count);
      for (const reading of [`a\n${text}b\n`, `${text}${text}`, `b\n${text}`, `b\na\n${text}`])
        newLines(`a\n${text}\n`, reading);
    };
    expect(await growthOf(readTwice, size)).toBeLessThan(PROPORTIONAL);
  });
});
