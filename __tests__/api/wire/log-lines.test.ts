// Lines that are joined to one text.
import { expect, test } from '@jest/globals';
import { createLines, withNewlines } from '../../../src/api/wire/log-lines.ts';
import { SLICE_CHARS } from '../../../src/event-loop.ts';

test('lines are joined with or without line ends of their own', async () => {
  const lines = createLines();
  for (const line of ['one\n', 'two', '', 'three\r\n', 'four\r']) lines.add(line);
  expect(await lines.text()).toBe('one\ntwo\n\nthree\nfour');
});

test('work is paused after each slice', async () => {
  const lines = createLines();
  const hasPaused: boolean[] = [];
  for (const chars of [SLICE_CHARS - 2, 1, SLICE_CHARS, 1]) {
    let turns = 0;
    setImmediate(() => (turns += 1));
    lines.add('x');
    await lines.pause(chars);
    hasPaused.push(turns > 0);
    if (turns === 0) await new Promise(setImmediate);
  }
  expect(hasPaused).toEqual([false, true, true, false]);
});

test.each([-3, -2, -1, 0])('line ends are read wherever they are in a large text (%d)', async (shift) => {
  const text = `${'x'.repeat(SLICE_CHARS + shift)}\r\r\n${'y'.repeat(SLICE_CHARS)}\r\n`;
  expect((await withNewlines(text)) === text.replaceAll('\r\n', '\n')).toBe(true);
});
