// The unseen part of a log that is served whole each time.
import { describe, expect, test } from '@jest/globals';
import { createLogCursor } from '../../../src/operations/steps/log-cursor.ts';
import { seededRandom } from '../../support/random.ts';

const nothing = { text: '', seam: false };

describe('a log that grows', () => {
  test('shows each character once', () => {
    const cursor = createLogCursor();
    expect(cursor.advance('')).toEqual(nothing);
    expect(cursor.advance('one\n')).toEqual({ text: 'one\n', seam: false });
    expect(cursor.advance('one\n')).toEqual(nothing);
    expect(cursor.advance('one\ntw')).toEqual({ text: 'tw', seam: false });
    expect(cursor.advance('one\ntwo\n')).toEqual({ text: 'o\n', seam: false });
  });

  test.each([1, 2, 3, 4, 5])('by random pieces is whole at the end (seed %d)', (seed) => {
    const random = seededRandom(seed);
    const cursor = createLogCursor();
    let log = '';
    let shown = '';
    for (let look = 0; look < 200; look += 1) {
      const length = Math.floor(random() * 300);
      log += Array.from({ length }, () => 'ab\n\u00e9\u{1f600}'.charAt(Math.floor(random() * 6))).join('');
      const { text, seam } = cursor.advance(log);
      expect(seam).toBe(false);
      shown += text;
    }
    expect(shown).toBe(log);
  });
});

describe('a log that loses its beginning', () => {
  test.each([1, 2, 3, 4, 5])('shows each line once while copies overlap (seed %d)', (seed) => {
    const random = seededRandom(seed);
    const cursor = createLogCursor();
    const lines: string[] = [];
    let shown = '';
    for (let look = 0; look < 100; look += 1) {
      const more = Math.floor(random() * 10);
      for (let count = 0; count < more; count += 1) lines.push(`${lines.length} is the number of this line\n`);
      const { text, seam } = cursor.advance(lines.slice(-20).join(''));
      expect(seam).toBe(false);
      shown += text;
    }
    expect(shown).toBe(lines.join(''));
  });

  test('shows a seam where lines were missed', () => {
    const cursor = createLogCursor();
    cursor.advance('the first line of all\nthe second line\n');
    expect(cursor.advance('a line from much later\n')).toEqual({ text: 'a line from much later\n', seam: true });
  });

  test('begins on a fresh line after a seam', () => {
    const cursor = createLogCursor();
    cursor.advance('half a li');
    expect(cursor.advance('something else\n')).toEqual({ text: '\nsomething else\n', seam: true });
  });
});

describe('a log that is shorter than before', () => {
  test('shows nothing, and nothing twice when it is back', () => {
    const cursor = createLogCursor();
    cursor.advance('one\ntwo\nthree\n');
    expect(cursor.advance('one\n')).toEqual(nothing);
    expect(cursor.advance('')).toEqual(nothing);
    expect(cursor.advance('one\ntwo\nthree\nfour\n')).toEqual({ text: 'four\n', seam: false });
  });

  test('and other than before is shown from its beginning, with a seam', () => {
    const cursor = createLogCursor();
    cursor.advance('the log of the first attempt, which failed\n');
    expect(cursor.advance('another one\n')).toEqual({ text: 'another one\n', seam: true });
  });
});
