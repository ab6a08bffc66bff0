// Parsing, the bounded search, and shapes that hold no value.
import { describe, expect, test } from '@jest/globals';
import {
  asText,
  firstOf,
  isTooComplex,
  nodeOf,
  parseJson,
  pathTo,
  shapeOf,
  toLine,
  walk,
} from '../../src/api/json.ts';
import { growthOf, PROPORTIONAL } from '../support/growth.ts';

describe('a body', () => {
  test.each([
    ['{"a":1}', { a: 1 }],
    ['\uFEFF [1] \r\n', [1]],
    ['{}', {}],
    ['', undefined],
    ['{"a":1', undefined],
    ['{broken}', undefined],
    ['{"a":1}\n{"a":2}', undefined],
    ['{"a":1} done', undefined],
    ['"text"', 'text'],
    ['null', null],
    ['text', undefined],
    ['7', undefined],
    ['{]', undefined],
  ])('%j is parsed as %j', (body, json) => expect(parseJson(body)).toEqual(json));

  test.each<[string, (count: number) => string]>([
    ['{', (count) => '{\n'.repeat(count)],
    ['{ that is closed', (count) => `${'{\n'.repeat(count)}}`],
    ['[', (count) => `[${'[\n'.repeat(count)}x]`],
    ['objects', (count) => '{"a":1}\n'.repeat(count)],
  ])('of lines of %s is given up in linear time', async (_what, bodyOf) => {
    const parse = (count: number): void => expect(parseJson(bodyOf(count))).toBeUndefined();
    expect(await growthOf(parse, 1e5)).toBeLessThan(PROPORTIONAL);
  });
});

describe('JSON', () => {
  const nested = (levels: number): string => `${'['.repeat(levels)}${']'.repeat(levels)}`;
  const list = (count: number): string => `[0${',0'.repeat(count - 1)}]`;

  test.each([
    ['of 1,000 levels', nested(1_000), true],
    ['of 1,001 levels', nested(1_001), false],
    ['of 1,001 levels of objects', `${'{"a":'.repeat(1_001)}0${'}'.repeat(1_001)}`, false],
    ['of two million values', list(1_999_999), true],
    ['of more values', list(2_000_000), false],
    ['of more objects', `[{}${',{}'.repeat(1_000_000)}]`, false],
    ['with brackets within a text', JSON.stringify(['[{"\\'.repeat(1_001), ','.repeat(3e6)]), true],
    ['with many lists, one after the other', `[[]${',[]'.repeat(1_001)}]`, true],
    ['with many objects, one after the other', `[{}${',{}'.repeat(1_001)}]`, true],
  ])('%s', (_, json, isParsed) => {
    expect([parseJson(json) !== undefined, isTooComplex(json)]).toEqual([isParsed, !isParsed]);
  });
});

const pathsIn = (value: unknown): readonly string[] => walk(value).map(({ path }) => path);

describe('the search', () => {
  test('finds objects in objects and lists, outermost first, with their paths', () => {
    const value = { a: [{ b: {} }, 7, [{ c: 1 }]], d: { e: null }, f: 'x' };
    expect(pathsIn(value)).toEqual(['', 'd', 'a[0]', 'a[0].b', 'a[2][0]']);
    expect(pathsIn([{ a: {} }])).toEqual(['[0]', '[0].a']);
    expect(pathsIn('text')).toEqual([]);
    expect(pathsIn(null)).toEqual([]);
  });

  test('shows the object that holds another, through lists', () => {
    const [outer, , inner] = walk({ a: {}, b: [{ c: 1 }] });
    expect(inner?.parent).toBe(outer);
    expect(inner).toMatchObject({ record: { c: 1 }, level: 1 });
    expect(outer?.parent).toBeUndefined();
  });

  test('enters six levels, lists among them', () => {
    expect(pathsIn({ a: { b: { c: { d: { e: { f: { g: {} } } } } } } })).toHaveLength(7);
    expect(pathsIn([[[[[[{}]]]]]])).toHaveLength(1);
    expect(pathsIn([[[[[[[{}]]]]]]])).toHaveLength(0);
  });

  test('ends after 10,000 objects, and near ones come first', () => {
    const many = Array.from({ length: 20_000 }, () => ({}));
    expect(pathsIn(many)).toHaveLength(9_999);
    expect(pathsIn({ many: many.map((inner) => [inner]), near: {} })).toEqual(['', 'near']);
    // Lists and objects count, but not texts, numbers and nulls.
    const flat = { a: many.map(() => null), b: [...many.map(() => 7), {}], c: { d: {} } };
    expect(pathsIn(flat)).toEqual(['', 'c', 'c.d']);
    expect(nodeOf(Object.fromEntries(many.entries())).fields).toHaveLength(10_000);
  });

  test('enters the fields that it is told to', () => {
    const nodes = walk(
      { log: { a: {} }, data: { b: {} } },
      ({ normalizedName }) => normalizedName !== 'log',
    );
    expect(nodes.map(({ path }) => path)).toEqual(['', 'data', 'data.b']);
  });

  test('of many fields takes linear time', async () => {
    const walkWide = (length: number): unknown =>
      walk({ wide: Object.fromEntries(Array.from({ length }, (_, index) => [`name${index}`, 1])) });
    expect(await growthOf(walkWide, 3e4)).toBeLessThan(PROPORTIONAL);
  });
});

describe('a field', () => {
  const asOther = (value: unknown) => (value === 'x' ? undefined : value);

  test.each([
    [{ buildLog: 1 }, 1],
    [{ build_log: 1 }, 1],
    [{ 'BUILD-LOG': 1 }, 1],
    [{ buildLog: null, build_log: 2 }, 2],
    [{ buildLog: 'x', build_log: 2 }, 2],
    [{ other: 1, buildLog: 2 }, 2],
    [{ buildLog: 1, build_log: 2 }, 1],
    [{ buildLogs: 1 }, undefined],
    [{ buildLog: 'x', other: 2 }, 2],
  ])('is found in %j: %j', (record, value) => {
    expect(firstOf(nodeOf(record), ['buildlog', 'other'], asOther)).toBe(value);
  });

  test('has a path without names that are data', () => {
    const name = 'x'.repeat(40);
    expect([pathTo('', 'a'), pathTo('a', name)]).toEqual(['a', `a.${name}`]);
    expect(pathTo('a', `${name}x`)).toBe('a.…');
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
    [{ ['k'.repeat(41)]: 1 }, '{…:number}'],
  ])('of %j is %s', (value, shape) => expect(shapeOf(value)).toBe(shape));

  test('names ten fields', () => {
    const fields = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`f${index}`, 1]));
    expect(shapeOf(fields(10))).not.toContain('…');
    expect(shapeOf(fields(11))).toMatch(/f9:number,…}$/);
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
