// JSON text as values, and fields under any spelling of their names.
import { describe, expect, test } from '@jest/globals';
import {
  asName,
  asStatus,
  fieldsOf,
  firstOf,
  asText,
  hasAny,
  hasNull,
  isRecord,
  MAX_TEXT_CHARS,
  parseIfJson,
  valueOf,
} from '../../../src/api/wire/json.ts';

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
    expect(valueOf(fieldsOf({ [name]: 7 }), 'startedAt')).toBe(7);
  });

  test('that is null is skipped for another spelling', () => {
    expect(valueOf(fieldsOf({ name: null, Name: 'first', NAME: 'second' }), 'name')).toBe('first');
  });

  test('with a name that every object inherits is not found', () => {
    expect(valueOf(fieldsOf({}), 'constructor')).toBeUndefined();
    expect(valueOf(fieldsOf({}), 'toString')).toBeUndefined();
  });

  test('is the first of its names with a usable value', () => {
    const fields = fieldsOf({ id: 7, uuid: '', key: 'k', name: 'n' });
    expect(firstOf(fields, ['id', 'uuid', 'key', 'name'], asText)).toBe('k');
    expect(firstOf(fields, ['id', 'uuid'], asText)).toBeUndefined();
  });

  test('with the value null exists, and has no value', () => {
    const fields = fieldsOf({ log: null, count: 0 });
    expect([hasNull(fields, ['log']), hasAny(fields, ['log'])]).toEqual([true, false]);
    expect([hasNull(fields, ['count']), hasAny(fields, ['count'])]).toEqual([false, true]);
    expect([hasNull(fields, ['other']), hasAny(fields, ['other'])]).toEqual([false, false]);
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

test.each([
  ['running (healthy)', true],
  [' Finished ', true],
  ['x'.repeat(64), true],
  ['x'.repeat(65), false],
  ['  ', false],
  ['', false],
  ['line\nbreak', false],
  ['line\u2028break', false],
  [3, false],
])('takes %j for a status: %s', (value, is) => {
  expect(asStatus(value)).toBe(is ? value : undefined);
});
