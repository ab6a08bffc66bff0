// Counts as text.
import { expect, test } from '@jest/globals';
import { pluralize } from '../src/plural.ts';

test.each([
  [0, '0 lines'],
  [1, '1 line'],
  [2, '2 lines'],
])('counts %i as %s', (count, text) => {
  expect(pluralize(count, 'line')).toBe(text);
});

test('uses an irregular plural where one is given', () => {
  expect([pluralize(1, 'try', 'tries'), pluralize(3, 'try', 'tries')]).toEqual(['1 try', '3 tries']);
});
