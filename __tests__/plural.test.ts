// Counts as people read them.
import { expect, test } from '@jest/globals';
import { pluralize } from '../src/plural.ts';

test.each([
  [0, '0 lines'],
  [1, '1 line'],
  [2, '2 lines'],
])('counts %i as %s', (count, text) => {
  expect(pluralize(count, 'line')).toBe(text);
});

test('takes a plural of its own where an s is not enough', () => {
  expect([pluralize(1, 'try', 'tries'), pluralize(3, 'try', 'tries')]).toEqual(['1 try', '3 tries']);
});
