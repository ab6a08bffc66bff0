// Which unknown values count as objects.
import { expect, test } from '@jest/globals';
import { isObject } from '../../emulator/json.ts';

test.each([[{}], [{ a: 1 }], [Object.create(null)], [new Date(0)]])('%j is an object', (value) => {
  expect(isObject(value)).toBe(true);
});

test.each([[null], [undefined], [[]], [['a']], ['text'], [5], [true], [() => undefined]])(
  '%p is not an object',
  (value) => {
    expect(isObject(value)).toBe(false);
  },
);
