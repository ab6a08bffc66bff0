// What is new in a log that is served as a whole each time.
import { describe, expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { newLines } from '../../src/api/log.ts';
import { forDrawn } from '../support/drawn.ts';

/**
 * Prints reading after reading; `!` at the end of one says that the log had ended. `~` begins what
 * was rewritten.
 */
function printedOf(readings: readonly string[]): readonly string[] {
  let printed = '';
  return readings.map((reading) => {
    const ended = reading.endsWith('!');
    const news = newLines(printed, ended ? reading.slice(0, -1) : reading, { ended });
    ({ printed } = news);
    return (news.isRewritten ? '~' : '') + news.lines;
  });
}

const lines = (from: number, to: number): string =>
  Array.from({ length: to - from + 1 }, (_, index) => `line ${from + index}\n`).join('');

describe('new lines', () => {
  test.each([
    ['what a log has grown by', ['', 'a\n', 'a\nb\nc\n', 'a\nb\nc\n'], ['', 'a\n', 'b\nc\n', '']],
    ['an unfinished line when it is complete', ['a\nb', 'a\nbc', 'a\nbcd\n'], ['a\n', '', 'bcd\n']],
    ['an unfinished line at the end', ['a\nb', 'a\nb!'], ['a\n', 'b\n']],
    ['an unfinished line at the end once', ['a!', 'a!', 'a\n!', 'a\nb\n!'], ['a\n', '', '', 'b\n']],
    [
      'what comes after the end, with the line that has grown',
      ['a\nb!', 'a\nbc\nd!'],
      ['a\nb\n', 'bc\nd\n'],
    ],
    [
      'an unfinished line at the end, then more',
      ['a\nb!', 'a\nb', 'a\nb\nc\n'],
      ['a\nb\n', '', 'c\n'],
    ],
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
    [
      'all of a log that was rewritten',
      ['a\nb\n', 'c\nd\n', 'c\nd\ne\n'],
      ['a\nb\n', '~c\nd\n', 'e\n'],
    ],
    [
      'all of a log whose line was edited',
      ['a\nb\nc\n', 'a\nB\nc\nd\n'],
      ['a\nb\nc\n', '~a\nB\nc\nd\n'],
    ],
    ['all of a log that begins like a line', ['ab\n', 'a\n'], ['ab\n', '~a\n']],
    ['a line that has grown after it was complete', ['a\nb\n', 'a\nbc\n'], ['a\nb\n', 'bc\n']],
    ['all of a rewritten log at its end', ['a\n', 'b\nc!'], ['a\n', '~b\nc\n']],
    ['all of a log after blank lines', ['\n\n', 'a\n\n\nb\n'], ['\n\n', '~a\n\n\nb\n']],
    ['what follows blank lines and one with text', ['a\n\n', 'x\na\n\nb\n'], ['a\n\n', 'b\n']],
    ['lines after a blank first line', ['\na\n', 'x\n\na\nb\n'], ['\na\n', 'b\n']],
    [
      'progress in place when the line ends',
      ['a\npull 1%', 'a\npull 2%', 'a\npulled\n'],
      ['a\n', '', 'pulled\n'],
    ],
  ])('are %s', (_, readings, printed) => {
    expect(printedOf(readings)).toEqual(printed);
  });

  test('of a rewritten log are the same again while the caller keeps what it has printed', () => {
    const { printed } = newLines('', 'a\n', { ended: false });
    for (const _ of [1, 2]) {
      expect(newLines(printed, 'b\n', { ended: false })).toMatchObject({
        lines: 'b\n',
        isRewritten: true,
      });
    }
  });

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
    ['of one long line', 'x'.repeat(8e6)],
    ['of equal lines', 'same\n'.repeat(2e5)],
    ['of blank lines', '\n'.repeat(8e5)],
    ['of long equal lines', `${'x'.repeat(1e6)}\n`.repeat(10)],
  ])('%s take linear time', (_, text) => {
    const startedMs = performance.now();
    const { printed } = newLines('', `a\n${text}`, { ended: true });
    newLines(printed, `b\n${text}c\n`, { ended: true });
    newLines(printed, `${text}${text}`, { ended: true });
    expect(performance.now() - startedMs).toBeLessThan(10_000);
  });
});
