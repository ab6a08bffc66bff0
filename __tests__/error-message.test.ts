// The message for a value that was thrown.
import { expect, test } from '@jest/globals';
import { errorMessage } from '../src/error-message.ts';

test('quotes the message of an error, never its stack', () => {
  const error = new TypeError('the file is gone');
  expect(errorMessage(error)).toBe('the file is gone');
  expect(errorMessage(error)).not.toContain('error-message.test.ts');
});

test.each([
  ['text', 'no space left', 'no space left'],
  ['number', 42, '42'],
  ['undefined', undefined, 'undefined'],
  ['null', null, 'null'],
  ['symbol', Symbol('stop'), 'Symbol(stop)'],
  ['object with a message', { message: 'refused' }, 'refused'],
])('shows a thrown %s as it is', (_, thrown, message) => {
  expect(errorMessage(thrown)).toBe(message);
});

test.each([
  ['an object without a message', {}],
  ['an object that cannot be converted to a string', Object.create(null)],
  ['an error whose message is an object', { message: { code: 1 } }],
])('reports that there is no message when %s was thrown', (_, thrown) => {
  expect(errorMessage(thrown)).toBe('something without a message was thrown');
});
