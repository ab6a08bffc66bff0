// JSON text as values, and fields under any spelling of their names.
import { describe, expect, test } from '@jest/globals';
import {
  asName,
  fieldsOf,
  firstOf,
  asText,
  isRecord,
  MAX_TEXT_CHARS,
  parseIfJson,
} from '../../../../src/api/wire/search/json.ts';

describe('a body', () => {
  test.each([
    ['{"a":1}', { a: 1 }],
    ['\uFEFF[1]', [1]],
    [' null ', null],
    ['"text"', 'text'],
  ])('%j is JSON', (body, value) => {
    expect(parseIfJson(body)).toEqual(value);
  });

  test.each([
    '',
    '  \n',
    '<html>',
    '\uFEFF',
    '\uFEFF\uFEFF{}',
    '{"a":1}{"b":2}',
    'Service Unavailable',
    '{"key":"sk-canary"',
  ])('%j is not JSON', (body) => {
    expect(parseIfJson(body)).toBeUndefined();
  });
});

describe('a field', () => {
  test.each(['startedAt', 'started_at', 'StartedAt', 'started-at', 'STARTED_AT'])('is found under %s', (name) => {
    expect(fieldsOf({ [name]: 7 }).get('startedat')?.value).toBe(7);
  });

  test('that is null is skipped for another spelling', () => {
    expect(fieldsOf({ name: null, Name: 'first', NAME: 'second' }).get('name')).toEqual({
      name: 'Name',
      value: 'first',
    });
  });

  test('with a name that every object inherits is not found', () => {
    expect(fieldsOf({}).get('constructor')).toBeUndefined();
    expect(firstOf(fieldsOf({}), ['toString'], asText)).toBeUndefined();
  });

  test('is the first of its names with a usable value', () => {
    const fields = fieldsOf({ id: 7, uuid: '', key: 'k', name: 'n' });
    expect(firstOf(fields, ['id', 'uuid', 'key', 'name'], asText)).toEqual({ name: 'key', value: 'k' });
    expect(firstOf(fields, ['id', 'uuid'], asText)).toBeUndefined();
  });
});

test.each([
  [{}, true],
  [[], false],
  [null, false],
  ['{}', false],
])('takes %j for a JSON object: %s', (value, is) => {
  expect(isRecord(value)).toBe(is);
});

test('accepts a name of up to 16384 characters, and does not shorten a longer one', () => {
  const longest = 'x'.repeat(MAX_TEXT_CHARS);
  expect(asName(longest)).toBe(longest);
  expect(asName(`${longest}x`)).toBeUndefined();
  expect(asText(`${longest}x`)).toBe(`${longest}x`);
});
