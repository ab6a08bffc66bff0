// Refusals: which status goes with which code, and a refusal where a program asked.
import { describe, expect, test } from '@jest/globals';
import { RefusedError, busy, isRefusal, orThrow, rateLimited, refuse, statusOfCode } from '../../emulator/refusals.ts';

describe('a refusal', () => {
  test('has a code with a status of HTTP, a message and what belongs to it', () => {
    expect(refuse('billing', 'Pay.')).toEqual({ refused: 'billing', message: 'Pay.' });
    expect(refuse('billing', 'Pay.', { retryAfterMs: 5 })).toEqual({
      refused: 'billing',
      message: 'Pay.',
      retryAfterMs: 5,
    });
    expect(Object.values(statusOfCode).filter((status) => status < 400 || status > 599)).toEqual([]);
  });

  test('of the limit names the limit, and the wait only where it is known', () => {
    expect(rateLimited(120)).toEqual({
      refused: 'rate_limited',
      message: 'More than 120 requests in a minute with one key.',
    });
    expect(rateLimited(120, 0)).toMatchObject({ retryAfterMs: 0 });
  });

  test.each([undefined, null, 0, 'refused', [], {}, { message: 'refused' }])('is not %j', (value) => {
    expect(isRefusal(value)).toBe(false);
  });
});

describe('for a program', () => {
  test('a result is handed on, whatever it is', () => {
    for (const result of [undefined, null, 0, '', 'x']) expect(orThrow(result)).toBe(result);
  });

  test('a refusal is an exception with its code and message', () => {
    const attempt = (): unknown => orThrow(busy());
    expect(attempt).toThrow(RefusedError);
    expect(attempt).toThrow(expect.objectContaining({ name: 'RefusedError', code: 'busy', message: busy().message }));
  });
});
