// Reading JSON of a form that is only partly known, and describing its shape.
import { describe, expect, test } from '@jest/globals';
import {
  asText,
  firstReadable,
  membersOf,
  parseJson,
  shapeOf,
  toLine,
} from '../../src/service/json.ts';

test.each([
  [' {"a":1}\n', { a: 1 }],
  ['\uFEFF[1]', [1]],
  ['', undefined],
  ['{"a":1', undefined],
  ['{"a":1}\n{"a":2}', undefined],
  ['"text"', undefined],
  ['null', undefined],
  ['7', undefined],
  ['{]', undefined],
])('%j is parsed as %j', (body, json) => expect(parseJson(body)).toEqual(json));

test('JSON of any depth is parsed and described', () => {
  const nested = `${'['.repeat(500_000)}${']'.repeat(500_000)}`;
  expect(shapeOf(parseJson(nested))).toBe('[1×[1×[1×[1×…]]]]');
});

describe('a member', () => {
  const read = (value: unknown) => (value === 'x' ? undefined : value);

  test.each([
    [{ buildLog: 1 }, 1],
    [{ build_log: 1 }, 1],
    [{ 'BUILD-LOG': 1 }, 1],
    [{ buildLog: 'x', other: 2 }, 2],
    [{ other: 2, buildLog: 1 }, 1],
    [{ buildLog: 1, build_log: 2 }, 1],
    [{ buildLogs: 1 }, undefined],
    [['buildlog'], undefined],
    ['buildlog', undefined],
    [null, undefined],
  ])('is read from %j as %j (reads/names)', (value, expected) => {
    expect(firstReadable(membersOf(value), ['buildlog', 'other'], read)).toBe(expected);
  });
});

describe('a shape', () => {
  test.each([
    [
      { ok: true, n: 1, s: 'sk-canary', z: null, l: [{ id: 'x' }, {}], e: [] },
      '{ok:boolean,n:number,s:string,z:null,l:[2×{id:string}],e:[]}',
    ],
    [['sk-canary'], '[1×string]'],
    ['sk-canary', 'string'],
    [undefined, 'undefined'],
    [{}, '{}'],
    [{ a: { b: { c: { d: { e: 1 } } } } }, '{a:{b:{c:{d:…}}}}'],
    [[[[[[1]]]]], '[1×[1×[1×[1×…]]]]'],
  ])('of %j is %s', (value, shape) => expect(shapeOf(value)).toBe(shape));

  test('names ten members', () => {
    const members = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`f${index}`, 1]));
    expect(shapeOf(members(10))).not.toContain('…');
    expect(shapeOf(members(11))).toMatch(/f9:number,…}$/);
  });
});

test.each([
  // Nothing is folded before it is redacted: control characters could hide a secret.
  [' one\n\ttwo\u0000three\r\n', 'one\u2028\u2028two\u0000three'],
  ['', undefined],
  ['\n\u0007', undefined],
  [' ', undefined],
  [7, undefined],
])('the value %j is %j on one line', (value, line) => expect(toLine(value)).toBe(line));

test('a text is never cut, since the cut could end within a secret', () => {
  expect(toLine('x'.repeat(65_536))).toHaveLength(65_536);
  expect(toLine('x'.repeat(65_537))).toBeUndefined();
});

test.each([
  ['text', 'text'],
  ['', undefined],
  [7, undefined],
  [null, undefined],
  [['text'], undefined],
])('of %p the text is %p', (value, text) => expect(asText(value)).toBe(text));
