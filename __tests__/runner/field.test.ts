import { expect, test } from '@jest/globals';
import { field } from '../../src/runner/field.ts';

test.each([undefined, null, 'text', 7])('reads a missing property of %p as undefined', (value) => {
  expect(field(value, 'name')).toBeUndefined();
});
