// The last lines of a long log, in bounded memory.
import { expect, test } from '@jest/globals';
import { createLogTail } from '../../../src/runner/logs/log-tail.ts';
import { createSanitizers } from '../../../src/runner/sanitize/sanitizers.ts';

const sanitizers = createSanitizers({ secrets: [] });

test.each([1, 2, 7, 30])('keeps the last 3 of 30 lines that come %j at a time', (size) => {
  const tail = createLogTail(3);
  const sanitize = sanitizers.log();
  const lines = Array.from({ length: 30 }, (_, index) => (index === 28 ? '' : `line ${index}`));
  for (let at = 0; at < lines.length; at += size) tail.push(sanitize(`${lines.slice(at, at + size).join('\n')}\n`));
  expect(tail.last()).toEqual({ text: 'line 27\n\nline 29\n', lineCount: 3 });
  expect(tail.lineCount()).toBe(30);
});

test('keeps fewer lines where there are fewer', () => {
  const tail = createLogTail(3);
  expect(tail.last()).toEqual({ text: '', lineCount: 0 });
  tail.push(sanitizers.log()('\none\n'));
  expect(tail.last()).toEqual({ text: '\none\n', lineCount: 2 });
});
