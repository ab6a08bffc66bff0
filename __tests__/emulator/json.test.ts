// Values of which nobody promises anything: which of them have properties.
import { expect, test } from '@jest/globals';
import { isObject } from '../../emulator/json.ts';

test.each([[{}], [{ a: 1 }], [Object.create(null)], [new Date(0)]])('%j is an object', (value) => {
  expect(isObject(value)).toBe(true);
});

test.each([[null], [undefined], [[]], [['a']], ['text'], [5], [true], [() => undefined]])('%p is none', (value) => {
  expect(isObject(value)).toBe(false);
});
