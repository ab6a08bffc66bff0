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

test.each([
  ['five objects deep', { a: { b: { c: { d: { e: 1 } } } } }, '{a: {b: {c: {d: {e: …}}}}}'],
  ['an empty object below four', { a: { b: { c: { d: {} } } } }, '{a: {b: {c: {d: {}}}}}'],
  ['five lists deep', [[[[[1]]]]], '[1 × [1 × [1 × [1 × [1 × …]]]]]'],
  ['a name of 40 characters', { ['s'.repeat(40)]: 1 }, `{${'s'.repeat(40)}: number}`],
  ['an empty name', { '': 1 }, '{(a name of 0 characters): number}'],
])('of %s', (_, value, shape) => {
  expect(shapeOf(value)).toBe(shape);
});

test.each([
  [30, 30, ''],
  [31, 30, ', …'],
])('of %d fields names %d', (count, named, end) => {
  const fields = Object.fromEntries(Array.from({ length: count }, (_, at) => [`n${at}`, at]));
  const shown = Object.keys(fields).slice(0, named);
  expect(shapeOf(fields)).toBe(`{${shown.map((name) => `${name}: number`).join(', ')}${end}}`);
});

test.each([
  // A field counts its name and four characters, a plain value its type.
  ['fields with long names', (at: number) => [`${'x'.repeat(36)}${String(at).padStart(2, '0')}`, at], 12],
  ['fields with short names', (at: number) => [`name${String(at).padStart(2, '0')}`, { aa: at }], 27],
] as const)('names %s until it has some 600 characters', (_, field, named) => {
  const shape = shapeOf(Object.fromEntries(Array.from({ length: 30 }, (_item, at) => field(at))));
  expect(shape.match(/number/g)).toHaveLength(named);
  expect(shape).toMatch(/…\}$/);
});

test('shows the length of an overlong name, and no part of it', () => {
  expect(shapeOf({ ['s'.repeat(41)]: 1 })).toBe('{(a name of 41 characters): number}');
});

test.each([
  ['{"a":[1]}', '{a: [1 × number]}'],
  ['"secret"', 'string'],
  ['', 'an empty body'],
  [' \n', 'an empty body'],
  ['<!doctype html><p>secret', 'an HTML page'],
  ['\n <HTML>secret', 'an HTML page'],
  ['<error>secret', 'a page of markup'],
  ['{"secret', 'JSON that is truncated or invalid'],
  ['["secret', 'JSON that is truncated or invalid'],
  ['"secret', 'JSON that is truncated or invalid'],
  ['secret', 'plain text'],
  ['secret {', 'plain text'],
  ['secret <html>', 'plain text'],
  [`${' '.repeat(1024)}secret`, 'an empty body'],
  [`${' '.repeat(1023)}secret`, 'plain text'],
])('describes the body %j as %j', (body, shape) => {
  expect(shapeOfBody(contentOf(body))).toBe(shape);
});
