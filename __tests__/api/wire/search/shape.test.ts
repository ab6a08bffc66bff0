// The shape of a response: names of fields and types, never a value, and never long.
import { expect, test } from '@jest/globals';
import { shapeOf, shapeOfBody } from '../../../../src/api/wire/index.ts';
import { contentOf } from '../../../support/service/readers.ts';

test('names fields and their types', () => {
  const body = { ok: true, deployments: [{ id: 'dep_1', n: 1 }, { id: 'dep_0' }], next: null, log: [], by: {} };
  expect(shapeOf(body)).toBe('{ok: boolean, deployments: [2 × {id: string, n: number}], next: null, log: [], by: {}}');
  expect(shapeOf('secret')).toBe('string');
  expect(shapeOf(undefined)).toBe('null');
});

test('is short and fast for any value', () => {
  let deep: unknown = 1;
  for (let depth = 0; depth < 10_000; depth += 1) deep = { inner: [deep] };
  const wide = Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`name${index}`, { a: { b: [1] } }]));
  for (const value of [deep, wide, Array.from({ length: 1_000 }, () => wide)]) {
    expect(shapeOf(value).length).toBeLessThan(1_500);
  }
});

test('shows the length of an overlong name, and no part of it', () => {
  expect(shapeOf({ ['s'.repeat(41)]: 1 })).toBe('{(a name of 41 characters): number}');
});

test.each([
  ['{"a":[1]}', '{a: [1 × number]}'],
  ['"secret"', 'string'],
  ['', 'an empty body'],
  ['<!doctype html><p>secret', 'an HTML page'],
  ['{"secret', 'JSON that is truncated or invalid'],
  ['secret', 'plain text'],
])('describes the body %j as %j', (body, shape) => {
  expect(shapeOfBody(contentOf(body))).toBe(shape);
});
