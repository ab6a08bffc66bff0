// Made-up bodies for schemas: complete, of every alternative, and bounded.
import { expect, test } from '@jest/globals';
import { resolve, SAMPLE_TEXT, sampleOf } from '../../../src/api/wire/sample.ts';

const valueOf = (schema: unknown, turn = 0) => sampleOf(schema, {}, turn).value;

test.each([
  ['text', { type: 'string' }, SAMPLE_TEXT],
  ['an address', { type: 'string', format: 'uri' }, `https://${SAMPLE_TEXT}`],
  ['a number', { type: 'integer' }, 1],
  ['a boolean', { type: 'boolean' }, true],
  ['null', { type: 'null' }, null],
  ['a constant', { const: false }, false],
  ['a list', { type: 'array', items: { type: 'string' } }, [SAMPLE_TEXT]],
  ['all fields but those that are forbidden', { properties: { a: { type: 'null' }, b: false } }, { a: null }],
  [
    'everything that must hold together',
    {
      allOf: [
        { properties: { a: { properties: { b: { type: 'integer' } } } } },
        { properties: { a: { properties: { c: { const: 2 } } } } },
      ],
    },
    { a: { b: 1, c: 2 } },
  ],
  [
    'an alternative beside fields',
    { anyOf: [{ properties: { a: { const: 1 } } }], properties: { b: { const: 2 } } },
    { a: 1, b: 2 },
  ],
])('makes a sample for %s', (_, schema, value) => {
  expect(sampleOf(schema, {}, 0)).toEqual({ value, isIncomplete: false });
});

test.each([
  [{ anyOf: [{ const: 1 }, { const: 2 }] }, [1, 2, 1]],
  [{ oneOf: [{ const: 1 }, { const: 2 }, { const: 3 }] }, [1, 2, 3]],
  [{ enum: ['a', 'b'] }, ['a', 'b', 'a']],
  [{ type: ['null', 'integer'] }, [null, 1, null]],
])('takes alternatives one after the other: %j', (schema, values) => {
  expect([0, 1, 2].map((turn) => valueOf(schema, turn))).toEqual(values);
});

test.each([
  [undefined],
  [true],
  [{}],
  [{ type: 'object' }],
  [{ type: 'array' }],
  [{ items: {} }],
  [{ $ref: '#/nowhere' }],
])('reports when a part is not described: %j', (schema) => {
  expect(sampleOf(schema, {}, 0).isIncomplete).toBe(true);
});

test('resolves references within the document, escapes included', () => {
  const document = { components: { 'a/b~c': { type: 'integer' } } };
  expect(sampleOf({ $ref: '#/components/a~1b~0c' }, document, 0)).toEqual({ value: 1, isIncomplete: false });
  expect(resolve({ $ref: '#/components' }, document)).toBe(document.components);
});

test('ends for a schema that refers to itself, or that doubles at each level', () => {
  const document = {
    chain: { properties: { next: { $ref: '#/chain' } } },
    tree: { properties: { left: { $ref: '#/tree' }, right: { $ref: '#/tree' }, third: { $ref: '#/tree' } } },
  };
  for (const $ref of ['#/chain', '#/tree']) {
    const { value, isIncomplete } = sampleOf({ $ref }, document, 0);
    expect(isIncomplete).toBe(true);
    expect(JSON.stringify(value).length).toBeLessThan(10_000);
  }
});
