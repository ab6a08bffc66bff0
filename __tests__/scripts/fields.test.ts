// Reading data of unknown shape.
import { expect, test } from '@jest/globals';
import { fieldOf, textOf } from '../../scripts/fields.ts';

test.each([
  [{ a: 1 }, 1, undefined],
  [{ a: 'text' }, 'text', 'text'],
  [['first'], undefined, undefined],
  ['text', undefined, undefined],
  [null, undefined, undefined],
  [undefined, undefined, undefined],
])('reads the field "a" of %j as %j, and as text %j', (value, field, text) => {
  expect(fieldOf(value, 'a')).toBe(field);
  expect(textOf(value, 'a')).toBe(text);
});
