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

test('a line waits for its end, and the last one comes without', () => {
  expect(linesOf(['on', 'e\ntw', 'o\nthree'])).toEqual(['one', 'two', 'three']);
});

test('nothing comes of nothing, and an empty line stays', () => {
  expect(linesOf([])).toEqual([]);
  expect(linesOf(['', ''])).toEqual([]);
  expect(linesOf(['a\n', '\n', 'b\n'])).toEqual(['a', '', 'b']);
});

test('a carriage return ends a line too, and with a line feed in the next chunk it is one end', () => {
  expect(linesOf(['10%\r20%\r', '30%\n'])).toEqual(['10%', '20%', '30%']);
  expect(linesOf(['one\r', '\ntwo\r\n', 'three'])).toEqual(['one', 'two', 'three']);
});

test('an unfinished line is remembered up to the limit, and what was dropped is counted', () => {
  expect(linesOf(['0123456789'])).toEqual(['0123456789']);
  expect(linesOf(['0123456789a'])).toEqual(['0123456789 (1 dropped)']);
  expect(linesOf(['01234', '56789', 'abc', 'def\nnext\n'])).toEqual(['0123456789 (6 dropped)', 'next']);
});

test('the lines are the same wherever the text is cut into chunks', () => {
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
