// Data from outside against a schema: a phrase for each problem, with the place, what is allowed and what was found.
import { describe, expect, test } from '@jest/globals';
import { createChecker } from '../../../emulator/schema/check.ts';

const ITEM = { type: 'object', properties: { name: { type: 'string' }, size: { type: 'integer' } } };
const checkItem = createChecker({ ...ITEM, required: ['name'], additionalProperties: false });

/** The problems of data under a schema; none where it passes. */
function problems(schema: object, data: unknown): readonly string[] {
  const checked = createChecker(schema)(data);
  return checked.ok ? [] : checked.problems;
}

/** A schema for the property `a`. */
const of = (schema: object): object => ({ type: 'object', properties: { a: schema } });

describe('data that passes', () => {
  test('comes back as it is', () => {
    const data = { name: 'x', size: 3 };
    expect(checkItem(data)).toEqual({ ok: true, value: data });
  });

  test('may be checked again after data that did not pass', () => {
    expect(checkItem({}).ok).toBe(false);
    expect(checkItem({ name: 'x' })).toEqual({ ok: true, value: { name: 'x' } });
  });
});

describe('a problem', () => {
  test.each<[object, unknown, string]>([
    [of({ const: 'x' }), { a: 1 }, 'a must be "x", not 1'],
    [of({ enum: ['red', 'blue'] }), { a: 'bleu' }, 'a must be one of red, blue, not "bleu"'],
    [of({ enum: ['red', 'green'] }), { a: 'gren' }, 'a must be one of red, green, not "gren"; did you mean "green"?'],
    [of({ enum: [1, null] }), { a: [1] }, 'a must be one of 1, null, not [1]'],
    [of({ type: 'null' }), { a: true }, 'a must be null, not true'],
    [of({ type: ['string', 'boolean'] }), { a: null }, 'a must be text or true or false, not null'],
    [of({ type: 'number', minimum: 5 }), { a: Number.NaN }, 'a must be at least 5, not NaN'],
    [of({ type: 'array', minItems: 1 }), { a: [] }, 'a must not be empty'],
    [of({ type: 'string', minLength: 1 }), { a: '' }, 'a must not be empty'],
    [
      of({ type: 'string', pattern: '^x', description: 'a word with x' }),
      { a: 'y' },
      'a must be a word with x, not "y"',
    ],
    [of({ type: 'array', items: { type: 'integer' } }), { a: [1, 2.5] }, 'a[1] must be a whole number, not 2.5'],
    [{ type: 'object', required: ['b'] }, {}, 'it needs "b"'],
    [{ type: 'object' }, undefined, 'it must be an object, not undefined'],
    [{ type: 'array', items: of({ type: 'string' }) }, [{ a: 1 }], '[0].a must be text, not 1'],
  ])('under %j of %j is: %s', (schema, data, phrase) => {
    expect(problems(schema, data)).toEqual([phrase]);
  });

  test('of an unknown name lists the names that are allowed, or the one that was meant', () => {
    const schema = { type: 'object', properties: { alpha: {}, beta: {} }, additionalProperties: false };
    expect(problems(schema, { gamma: 1 })).toEqual(['it has no "gamma"; allowed are alpha, beta']);
    expect(problems(schema, { alpa: 1, bet: 2 })).toEqual([
      'it has no "alpa"; did you mean "alpha"?',
      'it has no "bet"; did you mean "beta"?',
    ]);
    expect(problems({ type: 'object', additionalProperties: false }, { a: 1 })).toEqual(['it has no "a"']);
  });

  test('of a name with slashes and tildes is placed under that name', () => {
    const schema = { type: 'object', properties: { 'a/b': of({ type: 'string' }), 'c~d': { type: 'string' } } };
    expect(problems(schema, { 'a/b': { a: 1 }, 'c~d': 2 })).toEqual([
      'a/b.a must be text, not 1',
      'c~d must be text, not 2',
    ]);
  });

  test('of alternatives is one phrase, not one for each of them', () => {
    const schema = of({ anyOf: [{ type: 'integer' }, { const: 'all' }], description: 'a number or "all"' });
    expect(problems(schema, { a: 'some' })).toEqual(['a must be a number or "all", not "some"']);
  });

  test('of what depends on a condition is that of the branch taken', () => {
    // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
    const schema = of({ if: { type: 'array' }, then: { items: { type: 'integer' } }, else: { type: 'integer' } });
    expect(problems(schema, { a: ['x'] })).toEqual(['a[0] must be a whole number, not "x"']);
    expect(problems(schema, { a: 'x' })).toEqual(['a must be a whole number, not "x"']);
  });

  test('of a bad name is one phrase about that name', () => {
    const names = { propertyNames: { pattern: '^[a-z]+$', description: 'lower-case letters' } };
    expect(problems({ type: 'object', ...names }, { 'A 1': 0 })).toEqual([
      'it has the name "A 1"; a name must be lower-case letters',
    ]);
  });

  test('shows no more than the beginning of a long value', () => {
    const [phrase = ''] = problems(of({ type: 'integer' }), { a: 'x'.repeat(5000) });
    expect(phrase).toMatch(/^a must be a whole number, not "x+…$/);
    expect(phrase.length).toBeLessThan(150);
  });
});

test('all problems come at once, none twice, and no more than twenty', () => {
  expect(problems({ type: 'array', items: { type: 'string' } }, [1, 'a', 2])).toEqual([
    '[0] must be text, not 1',
    '[2] must be text, not 2',
  ]);
  expect(
    problems(
      { type: 'array', items: { type: 'string' } },
      Array.from({ length: 500 }, () => 1),
    ),
  ).toHaveLength(20);
});
