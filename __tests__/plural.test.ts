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
