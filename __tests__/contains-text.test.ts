// Whether a text contains another, in linear time.
import { expect, test } from '@jest/globals';
import { containsText } from '../src/contains-text.ts';

const LONG = 'x'.repeat(1_000);

test.each([
  ['ready', 'ad', true],
  ['ready', '', true],
  ['ready', 'day', false],
  [`a ${LONG} b`, LONG, true],
  [`a ${LONG} b`, `${LONG}!`, false],
  [LONG, `${LONG}x`, false],
])('%j and %j: %s', (text, part, isContained) => {
  expect(containsText(text, part)).toBe(isContained);
});
