// What is new in a log that is served as a whole each time.
import { describe, expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { newLines, NOTHING_PRINTED } from '../../src/api/new-lines.ts';
import { forDrawn } from '../support/drawn.ts';
import { growthOf, PROPORTIONAL } from '../support/growth.ts';

/**
 * Prints reading after reading; `!` at the end of one says that the log had ended. `~` begins what
 * is printed of a log when it does not continue, `…` the same for a log that waits for its end, `^`
 * the first lines of a log with the newest line first.
 */
function printedOf(readings: readonly string[]): readonly string[] {
  let last = NOTHING_PRINTED;
  return readings.map((reading) => {
    const ended = reading.endsWith('!');
    const { printed, lines } = newLines(last, ended ? reading.slice(0, -1) : reading, { ended });
    const mark = printed.broken === last.broken ? '' : MARKS[printed.broken ?? 'once'];
    const turned = printed.isNewestFirst === last.isNewestFirst ? '' : '^';
    last = printed;
    return mark + turned + lines;
  });
}

const MARKS = { once: '~', final: '…' } as const;

const lines = (from: number, to: number): string =>
  Array.from({ length: to - from + 1 }, (_, index) => `line ${from + index}\n`).join('');

describe('new lines', () => {
  test.each([
    ['what a log has grown by', ['', 'a\n', 'a\nb\nc\n', 'a\nb\nc\n'], ['', 'a\n', 'b\nc\n', '']],
    ['an unfinished line when it is complete', ['a\nb', 'a\nbc', 'a\nbcd\n'], ['a\n', '', 'bcd\n']],
    ['an unfinished line at the end', ['a\nb', 'a\nb!'], ['a\n', 'b\n']],
    ['an unfinished line at the end once', ['a!', 'a!', 'a\n!', 'a\nb\n!'], ['a\n', '', '', 'b\n']],
    ['what comes after the end, with a grown line', ['a\nb!', 'a\nbc\nd!'], ['a\nb\n', 'bc\nd\n']],
    ['an unfinished last line, then more', ['a\nb!', 'a\nb', 'a\nb\nc\n'], ['a\nb\n', '', 'c\n']],
    ['nothing of an older reading', ['a\nb\n', 'a\n', '', 'a\nb\nc\n'], ['a\nb\n', '', '', 'c\n']],
    ['nothing of an older reading at the end', ['a\nb\n', 'a!', 'a\nb\nc!'], ['a\nb\n', '', 'c\n']],
    ['a log that was empty at first', ['!', 'a\n!'], ['', 'a\n']],
    [
      'what follows the last five lines',
      [lines(1, 9), lines(5, 9), lines(5, 11)],
      [lines(1, 9), '', lines(10, 11)],
    ],
    ['what follows fewer lines', ['a\nb\n', 'x\na\nb\nc\n'], ['a\nb\n', 'c\n']],
    ['what follows the last occurrence', ['a\nb\n', 'x\na\nb\na\nb\nc\n'], ['a\nb\n', 'c\n']],
    [
      'all of a log with four of the last five lines',
      [lines(1, 9), lines(6, 12)],
      [lines(1, 9), `~${lines(6, 12)}`],
    ],
    ['all of a rewritten log', ['a\nb\n', 'c\nd\n', 'c\nd\ne\n'], ['a\nb\n', '~c\nd\n', 'e\n']],
    ['all of an edited log', ['a\nb\nc\n', 'a\nB\nc\nd\n'], ['a\nb\nc\n', '~a\nB\nc\nd\n']],
    ['all of a log that begins like a line', ['ab\n', 'a\n'], ['ab\n', '~a\n']],
    ['a line that has grown after it was complete', ['a\nb\n', 'a\nbc\n'], ['a\nb\n', 'bc\n']],
    ['all of a rewritten log at its end', ['a\n', 'b\nc!'], ['a\n', '~b\nc\n']],
    ['all of a log after blank lines', ['\n\n', 'a\n\n\n'], ['\n\n', '~a\n\n\n']],
    ['what follows blank lines and one with text', ['a\n\n', 'x\na\n\nb\n'], ['a\n\n', 'b\n']],
    ['lines after a blank first line', ['\na\n', 'x\n\na\nb\n'], ['\na\n', 'b\n']],
    [
      'those before all that was printed, newest first, the oldest of them first',
      ['c\nb\na\n', 'e\nd\nc\nb\na\n', '!', 'f\ne\nd\nc\nb\na\n!'],
      ['c\nb\na\n', '^d\ne\n', '', 'f\n'],
    ],
    [
      'those of a log with the newest first that shows only its latest lines',
      ['b\na\n', 'c\nb\na\n', 'f\ne\nd\nc\nb\na\n', 'h\ng\nf\ne\nd\nc\nb\n!'],
      ['b\na\n', '^c\n', 'd\ne\nf\n', 'g\nh\n'],
    ],
    [
      'those of a log with the newest first, without its last line end',
      ['a', 'b\na', 'c\nb\na', 'd\nc\nb\na!'],
      ['', 'b\n', '^a\nc\n', 'd\n'],
    ],
    [
      'those at the end of a log with the newest first, without its last line end',
      ['b\na', 'b\na!', 'c\nb\na!'],
      ['b\n', 'a\n', '^c\n'],
    ],
    [
      'from the second break on those that the last reading did not hold',
      ['a\nb\n', 'b\ncc\n', 'cc\n \nd\n', 'd\n \ne\n', 'e\nf!'],
      ['a\nb\n', '~b\ncc\n', ' \nd\n', ' \ne\n', 'f\n'],
    ],
    [
      'none until the end when all are others again, and then all once',
      ['1 a\n', '2 a\n2 b\n', '3 a\n3 b\n', '4 a\n', '5 a\n5 b!', '5 a\n5 b\nc!', '6 a\n!'],
      ['1 a\n', '~2 a\n2 b\n', '…', '', '5 a\n5 b\n', 'c\n', ''],
    ],
    [
      'all once when all are others again at the end',
      ['1\n', '2\n', '3\n!', '4\n!'],
      ['1\n', '~2\n', '…3\n', ''],
    ],
    [
      'progress in place when the line ends',
      ['a\npull 1%', 'a\npull 2%', 'a\npulled\n'],
      ['a\n', '', 'pulled\n'],
    ],
  ])('are %s', (_, readings, printed) => expect(printedOf(readings)).toEqual(printed));

  test('add up to the log, however it is cut into readings', () => {
    const log = fc
      .array(fc.constantFrom('a', 'b', '\n'), { maxLength: 40 })
      .map((chars) => chars.join(''));
    const drawn = fc.record({ text: log, cuts: fc.array(fc.nat(40), { maxLength: 6 }) });
    forDrawn(drawn, 100, ({ text, cuts }) => {
      const readings = cuts
        .toSorted((one, other) => one - other)
        .map((length) => text.slice(0, length));
      const expected = text === '' || text.endsWith('\n') ? text : `${text}\n`;
      expect(printedOf([...readings, `${text}!`]).join('')).toBe(expected);
    });
  });

  test.each([
    ['of one long line', 'x', 1e6],
    ['of equal lines', 'same\n', 25_000],
    ['of blank lines', '\n', 1e5],
    ['of long equal lines', `${'x'.repeat(1e5)}\n`, 10],
  ])('%s take linear time', async (_, part, size) => {
    const readTwice = (count: number): void => {
      const text = part.repeat(count);
      const { printed } = newLines(NOTHING_PRINTED, `a\n${text}`, { ended: true });
      newLines(printed, `b\n${text}c\n`, { ended: true });
      newLines(printed, `${text}${text}`, { ended: true });
      newLines(printed, `b\na\n${text}`, { ended: true });
      const broken = { ...printed, broken: 'once' } as const;
      newLines(broken, text.replaceAll('\n', '.\n'), { ended: true });
    };
    expect(await growthOf(readTwice, size)).toBeLessThan(PROPORTIONAL);
  });
});
