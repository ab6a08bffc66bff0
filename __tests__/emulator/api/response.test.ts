// Responses before they are HTTP: their bytes, the headers that describe them, and dates.
import { describe, expect, test } from '@jest/globals';
import { emptyResponse, encodeResponse, httpDate, jsonResponse, textResponse } from '../../../emulator/api/response.ts';

describe('a response as bytes', () => {
  test('has the length of its bytes, not of its characters', () => {
    const { headers, bytes } = encodeResponse(jsonResponse(200, { name: 'é🗝' }));
    expect(bytes.toString()).toBe('{"name":"é🗝"}');
    expect(headers).toEqual({ 'content-type': 'application/json; charset=utf-8', 'content-length': '17' });
  });

  test('of text has the media type given, plain text by default', () => {
    expect(encodeResponse(textResponse(200, 'a\n')).headers).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'content-length': '2',
    });
    expect(encodeResponse(textResponse(200, '<p>', 'text/html')).headers).toMatchObject({
      'content-type': 'text/html',
    });
  });

  test('without a body has no bytes and no media type', () => {
    const { headers, bytes } = encodeResponse(emptyResponse(202, { location: '/x' }));
    expect([bytes.length, headers]).toEqual([0, { location: '/x', 'content-length': '0' }]);
  });

  test('keeps headers of its own, also in the place of the usual ones', () => {
    const { headers } = encodeResponse(jsonResponse(200, {}, { 'content-type': 'application/problem+json' }));
    expect(headers['content-type']).toBe('application/problem+json');
  });
});

test.each([
  [Date.UTC(2026, 0, 1), 'Thu, 01 Jan 2026 00:00:00 GMT'],
  [Date.UTC(2026, 0, 1) + 1, 'Thu, 01 Jan 2026 00:00:01 GMT'],
  [Date.UTC(2026, 0, 1) + 1000, 'Thu, 01 Jan 2026 00:00:01 GMT'],
])('the moment %d is the date %s, never an earlier one', (ms, date) => {
  expect(httpDate(ms)).toBe(date);
});
