// Chunks of a log become whole lines, however they were cut.
import { expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { createLineSplitter } from '../../../src/runner/sanitize/line-splitter.ts';

/** The lines of these chunks; a line of which something was dropped shows how much. */
function linesOf(chunks: readonly string[], maxChars = 10): string[] {
  const lines: string[] = [];
  const splitter = createLineSplitter(maxChars, (text, droppedChars) => {
    if (droppedChars > 0) lines.push(`${text} (${droppedChars} dropped)`);
    else lines.push(...text.split('\n'));
  });
  for (const chunk of chunks) splitter.push(chunk);
  splitter.end();
  return lines;
}

test('returns a line when its end comes, and the last one at the end', () => {
  expect(linesOf(['on', 'e\ntw', 'o\nthree'])).toEqual(['one', 'two', 'three']);
});

test('returns nothing for no text, and keeps an empty line', () => {
  expect(linesOf([])).toEqual([]);
  expect(linesOf(['', ''])).toEqual([]);
  expect(linesOf(['a\n', '\n', 'b\n'])).toEqual(['a', '', 'b']);
});

test('ends a line at a carriage return too, once when the line feed is in the next chunk', () => {
  expect(linesOf(['10%\r20%\r', '30%\n'])).toEqual(['10%', '20%', '30%']);
  expect(linesOf(['one\r', '', '\ntwo\r\n', 'three'])).toEqual(['one', 'two', 'three']);
});

test('keeps an unfinished line up to the limit, and counts what it dropped', () => {
  expect(linesOf(['0123456789'])).toEqual(['0123456789']);
  expect(linesOf(['0123456789a'])).toEqual(['0123456789 (1 dropped)']);
  expect(linesOf(['01234', '56789', 'abc', 'def\nnext\n'])).toEqual(['0123456789 (6 dropped)', 'next']);
});

test('returns the same lines wherever the text is divided into chunks', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', '\r', '\n'), maxLength: 40 });
  const cut = fc.integer({ min: 0, max: 40 });
  fc.assert(
    fc.property(text, cut, cut, (whole, one, other) => {
      const [first, second] = [Math.min(one, other), Math.max(one, other)];
      const chunks = [whole.slice(0, first), whole.slice(first, second), whole.slice(second)];
      expect(linesOf(chunks, 100)).toEqual(linesOf([whole], 100));
    }),
  );
});
