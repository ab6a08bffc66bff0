// The unseen part of a log that is served whole each time.
import { describe, expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { createLogCursor, type LogCursor } from '../../../../src/operations/steps/log/log-cursor.ts';
import { forDrawn } from '../../../support/drawn.ts';
import { fuzzTimeoutMs } from '../../../support/random.ts';

const nothing = { text: '', isDiscontinuous: false };
const held = { ...nothing, isHeld: true };

function linesOf(from: number, to: number): string {
  return Array.from({ length: to - from }, (_, index) => `${from + index} is the number of this line\n`).join('');
}

/** Shows a log that was seen in one copy and then in another. */
function shownAfter(first: string, ...copies: string[]) {
  const cursor = createLogCursor();
  cursor.advance(first);
  const shown: ReturnType<LogCursor['advance']>[] = [];
  for (const copy of copies) shown.push(cursor.advance(copy));
  return shown;
}

describe('a log that grows', () => {
  test('is shown line by line, each once, and its last line when it is complete or at the end', async () => {
    const cursor = createLogCursor();
    expect(cursor.advance('')).toEqual(nothing);
    expect(cursor.advance('one\n')).toEqual({ text: 'one\n', isDiscontinuous: false });
    expect(cursor.advance('one\n')).toEqual(nothing);
    expect(cursor.advance('one\ntw')).toEqual(nothing);
    expect(cursor.advance('one\ntwo\nthr')).toEqual({ text: 'two\n', isDiscontinuous: false });
    expect(cursor.end()).toBe('thr');
  });

  // Half of a surrogate pair is a unit, too: a read may end between them.
  const piece = fc.string({ unit: fc.constantFrom(...'ab\n\u00e9\u{1f600}'.split('')), maxLength: 300, size: 'max' });

  test(
    'in random pieces is complete at the end',
    async () => {
      const pieces = fc.array(piece, { minLength: 1, maxLength: 200, size: 'max' });
      await forDrawn(pieces, { rounds: 20 }, async (added) => {
        const cursor = createLogCursor();
        let log = '';
        let shown = '';
        for (const one of added) {
          log += one;
          const { text, isDiscontinuous } = cursor.advance(log);
          expect(isDiscontinuous).toBe(false);
          shown += text;
        }
        expect(shown + cursor.end()).toBe(log);
      });
    },
    fuzzTimeoutMs,
  );

  test(
    'shows each line once, however often it occurs, when older copies come between newer ones',
    async () => {
      const lines = fc.array(fc.constantFrom('a', 'b', '', 'Retrying the request'), { maxLength: 40, size: 'max' });
      const drawn = fc.record({ lines, cuts: fc.array(fc.nat(999), { maxLength: 10 }) }, { noNullPrototype: true });
      await forDrawn(drawn, { rounds: 200 }, async ({ lines: all, cuts }) => {
        const log = all.map((line) => `${line}\n`).join('');
        const copies = [...cuts.map((cut) => log.slice(0, cut % (log.length + 1))), log];
        const shown = shownAfter('', ...copies);
        expect(shown.filter(({ isDiscontinuous }) => isDiscontinuous)).toEqual([]);
        expect(shown.map(({ text }) => text).join('')).toBe(log);
      });
    },
    fuzzTimeoutMs,
  );

  test('in several places at once shows each new line once', async () => {
    const phases = (...counts: number[]) =>
      counts.map((count, phase) => linesOf(0, count).replaceAll('line', `line of phase ${phase}`)).join('');
    const text = phases(5, 4)
      .split(/(?<=\n)/)
      .filter((line) => !phases(3, 1).includes(line))
      .join('');
    expect(shownAfter(phases(3, 1), phases(5, 4))).toEqual([{ text, isDiscontinuous: false }]);
  });

  test.each([
    [
      'with a line end',
      'Downloading 10%\n',
      'Downloading 90%\n',
      { text: 'Downloading 90%\n', isDiscontinuous: false },
    ],
    ['without one', 'Downloading 10%', 'Downloading 90%', nothing],
  ])('whose last line is overwritten in place, %s, repeats nothing else', async (_, before, after, unseen) => {
    expect(shownAfter(`one\ntwo\n${before}`, `one\ntwo\n${after}`)).toEqual([unseen]);
  });
});

describe('a log that loses its beginning', () => {
  test(
    'shows each line once while its versions overlap',
    async () => {
      const counts = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: 100, size: 'max' });
      await forDrawn(counts, { rounds: 20 }, async (added) => {
        const cursor = createLogCursor();
        let count = 0;
        let shown = '';
        for (const one of added) {
          count += one;
          const { text, isDiscontinuous } = cursor.advance(linesOf(Math.max(0, count - 20), count));
          expect(isDiscontinuous).toBe(false);
          shown += text;
        }
        expect(shown).toBe(linesOf(0, count));
      });
    },
    fuzzTimeoutMs,
  );

  test('continues after a single line that occurs only once, however short', async () => {
    expect(shownAfter('one\ntwo\nthree\n', 'three\nfour\nfive\n')).toEqual([
      { text: 'four\nfive\n', isDiscontinuous: false },
    ]);
  });

  test('shows lines that were missed between repeated ones', async () => {
    const attempts = (from: number, to: number) =>
      Array.from({ length: to - from }, (_, index) => `attempt ${from + index}\nconnecting\nrefused\n`).join('');
    const text = attempts(15, 18);
    expect(shownAfter(attempts(1, 4), text)).toEqual([{ text, isDiscontinuous: true }]);
  });

  test('marks the place where lines were missed', async () => {
    const [unseen] = shownAfter('the first line of all\nthe second line\n', 'a line from much later\n');
    expect(unseen).toEqual({ text: 'a line from much later\n', isDiscontinuous: true });
  });
});

describe('a log that loses its middle', () => {
  const cut = (from: number, to: number) => `${linesOf(0, 5)}… lines were left out …\n${linesOf(from, to)}`;

  test('continues after the last line that was shown, behind the line about the gap', async () => {
    const text = `… lines were left out …\n${linesOf(30, 40)}`;
    expect(shownAfter(linesOf(0, 30), cut(20, 40))).toEqual([{ text, isDiscontinuous: false }]);
  });

  test('is shown from the gap on, with a mark, where it has no line that was shown before', async () => {
    const text = `… lines were left out …\n${linesOf(100, 120)}`;
    expect(shownAfter(linesOf(0, 30), cut(100, 120))).toEqual([{ text, isDiscontinuous: true }]);
  });
});

describe('a log that changes in any way', () => {
  test(
    'loses no line that is not held back but one that stands for those that were left out',
    async () => {
      const line = fc.constantFrom('', '}', 'Done.', ...'abcdefgh'.split('').map((name) => `the line named ${name}`));
      const copies = fc.array(fc.array(line, { maxLength: 12, size: 'max' }), { maxLength: 6, size: 'max' });
      await forDrawn(copies, { rounds: 500 }, async (drawn) => {
        const cursor = createLogCursor();
        const known = new Set<string>();
        const lostOf = (lines: readonly string[], shown: string): number => {
          for (const one of shown.split('\n')) known.add(one);
          return new Set(lines.filter((one) => !known.has(one))).size;
        };
        for (const lines of drawn) {
          const { text, isHeld } = cursor.advance(lines.map((one) => `${one}\n`).join(''));
          const atMost = text === '' ? 1 : 0;
          expect(lostOf(lines, text)).toBeLessThanOrEqual(isHeld === true ? Infinity : atMost);
        }
        expect(lostOf(drawn.at(-1) ?? [], cursor.end())).toBeLessThanOrEqual(1);
      });
    },
    fuzzTimeoutMs,
  );

  test(
    'is shown whole, with a mark, where only short or repeated lines are as before',
    async () => {
      const ends = fc.constantFrom([], [''], ['}'], ['', '}', ''], ['Done.', 'Done.']);
      const middle = fc.array(fc.constantFrom('', '}', 'more'), { maxLength: 3 });
      const drawn = fc.record({ before: ends, middle, after: ends }, { noNullPrototype: true });
      await forDrawn(drawn, { rounds: 100 }, async ({ before, middle: between, after }) => {
        const seen = ['The first attempt', 'failed for one cause', ...before, ''].join('\n');
        const now = ['The second attempt', ...between, 'failed for another', ...after, ''].join('\n');
        expect(shownAfter(seen, now)).toEqual([{ text: now, isDiscontinuous: true }]);
      });
    },
    fuzzTimeoutMs,
  );
});

describe('a log that is rewritten again and again', () => {
  const aged = (seconds: number, ...lines: string[]) => lines.map((line) => `[${seconds}s] ${line}\n`).join('');
  const steps = ['Cloning', 'Installing', 'Compiling', 'Pushing'];

  test.each<[what: string, copies: string[], shown: object[], end: string]>([
    [
      'is shown anew once, and its last copy at the end',
      [3, 6, 9, 12].map((seconds) => aged(seconds, ...steps)),
      [{ text: aged(6, ...steps), isDiscontinuous: true }, held, held],
      aged(12, ...steps),
    ],
    [
      'continues where a copy goes on from what was shown',
      [aged(3, ...steps), aged(6, ...steps), aged(9, ...steps), `${aged(6, ...steps)}Done\n`],
      [{ text: aged(6, ...steps), isDiscontinuous: true }, held, { text: 'Done\n', isDiscontinuous: false }],
      '',
    ],
    [
      'shows at the end only what differs from what was shown',
      [aged(3, ...steps), aged(6, ...steps), aged(6, 'Cloning') + aged(9, 'Installing', 'Failing')],
      [{ text: aged(6, ...steps), isDiscontinuous: true }, held],
      aged(9, 'Installing', 'Failing'),
    ],
    [
      'shows its unfinished last lines at the end, too',
      [aged(3, ...steps), `${aged(6, ...steps)}out of memory`, `${aged(9, ...steps)}exit code 1`],
      [{ text: aged(6, ...steps), isDiscontinuous: true }, held],
      `out of memory\n${aged(9, ...steps)}exit code 1`,
    ],
  ])('%s', (_, copies, shown, end) => {
    const cursor = createLogCursor();
    const [, ...others] = copies.map((copy) => cursor.advance(copy));
    expect(others).toEqual(shown);
    expect(cursor.end()).toBe(end);
  });
});

describe('a log whose newest lines come first', () => {
  test('continues after a first copy of one line', async () => {
    expect(shownAfter('the first of all\n', 'the third\nthe second\nthe first of all\n')).toEqual([
      { text: 'the third\nthe second\n', isDiscontinuous: false },
    ]);
  });

  test('shows the new lines above those that were shown', async () => {
    expect(shownAfter('the second\nthe first of all\n', 'the third\nthe second\nthe first of all\n')).toEqual([
      { text: 'the third\n', isDiscontinuous: false },
    ]);
  });
});

describe('a log that is shorter than before', () => {
  test('shows nothing, and no line twice when it is back', async () => {
    expect(shownAfter('one\ntwo\nthree\n', 'one\n', '', 'one\ntwo\nthree\nfour\n')).toEqual([
      nothing,
      nothing,
      { text: 'four\n', isDiscontinuous: false },
    ]);
  });

  test('and different is shown from its beginning, once, with a mark', async () => {
    const again = 'another one\n';
    expect(shownAfter('the log of the first attempt\nwhich failed\n', again, again)).toEqual([
      { text: again, isDiscontinuous: true },
      nothing,
    ]);
  });

  test('because the build started again is shown from the first line that differs', async () => {
    const first = 'Cloning\nInstalling\nFailed to connect\nGiving up\n';
    expect(shownAfter(first, 'Cloning\n', 'Cloning\nInstalling\nCompiling\n')).toEqual([
      nothing,
      { text: 'Compiling\n', isDiscontinuous: true },
    ]);
  });
});

describe('a last line without a line end', () => {
  test.each([
    ['restarted', 'one\ntwo\nout of memory', 'the second attempt\nthree\n', true],
    ['restarted at its last lines', 'one\ntwo\nout of memory', 'one\nthree\n', false],
    ['short of its beginning', `${linesOf(0, 3)}out of memory`, `${linesOf(1, 3)}four\n`, false],
  ])('is shown when the log is %s and lacks it', async (_, before, after, isDiscontinuous) => {
    const [unseen] = shownAfter(before, after);
    expect(unseen).toMatchObject({ isDiscontinuous, lost: 'out of memory' });
  });

  test('is not shown when the log contains it or it is overwritten in place', async () => {
    const copies = [
      `${linesOf(1, 3)}out of memory, it says\n`,
      `${linesOf(0, 3)}pulled\n`,
      `${linesOf(0, 3)}out of memory`,
    ];
    for (const copy of copies) {
      const [unseen] = shownAfter(`${linesOf(0, 3)}out of memory`, copy);
      expect(unseen?.lost).toBeUndefined();
    }
  });

  test('of many equal characters is searched for in linear time', async () => {
    const dots = '.'.repeat(50_000);
    const startedMs = performance.now();
    const [unseen] = shownAfter(`one\n${dots}F${dots}`, `two\n${dots.repeat(4)}`);
    expect(unseen?.lost).toHaveLength(100_001);
    expect(performance.now() - startedMs).toBeLessThan(1_000);
  });
});

describe('a log of another attempt', () => {
  const attempt = (...causes: string[]) => `Cloning\n${causes.join('')}Build failed with exit code 1\n`;

  test('that ends like the one before shows its own cause', async () => {
    expect(shownAfter(attempt('Cannot find module a\n'), attempt('Cannot find module b\n'))).toEqual([
      { text: 'Cannot find module b\n', isDiscontinuous: false },
    ]);
  });

  test('continues after the last line that was shown, however many lines are new', () => {
    const [unseen] = shownAfter(attempt('Cannot find module a\n'), attempt('one\n', 'two\n'));
    expect(unseen).toEqual({ text: 'one\ntwo\n', isDiscontinuous: false });
  });
});
