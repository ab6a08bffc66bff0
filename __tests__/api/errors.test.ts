// Error codes: those of the action, those of the service, and how they are written.
import { describe, expect, test } from '@jest/globals';
import {
  apiErrorCodes,
  type ErrorCode,
  errorCodeText,
  isKeyProblem,
  ownErrorCodes,
  readServiceCode,
  RefusedError,
} from '../../src/api/errors.ts';

describe('a code that the service sends', () => {
  test.each(apiErrorCodes)('%s is the error code of the API page, in any letter case and with hyphens', (code) => {
    for (const sent of [code, code.toUpperCase(), code.replace('_', '-')]) expect(readServiceCode(sent)).toBe(code);
  });

  test.each(ownErrorCodes)(
    '%s keeps its origin and is written as service_error, because the action has a code of that name',
    (sent) => {
      const code = readServiceCode(sent);
      expect(code).toEqual({ serviceCode: sent });
      expect(code && errorCodeText(code)).toBe('service_error');
    },
  );

  test('is passed on unchanged when the action has no such code', () => {
    expect(errorCodeText(readServiceCode('monthly_quota') ?? 'internal')).toBe('monthly_quota');
  });

  test.each(['', 'Bad Code', '9lives', '::error::x', 'a'.repeat(41)])('%j is not a code', (sent) => {
    expect(readServiceCode(sent)).toBeUndefined();
  });
});

test.each<[ErrorCode, boolean]>([
  ['unauthorized', true],
  ['forbidden', true],
  ['billing', true],
  ['rate_limited', false],
  ['not_found', false],
  [{ serviceCode: 'forbidden' }, false],
])('takes %j for a problem of the key or the account: %s', (code, isProblem) => {
  const error = new RefusedError(
    { method: 'GET', path: '/resources/app_web' },
    { status: 400, serviceMessage: '', retryAfterMs: undefined, code },
  );
  expect(isKeyProblem(error)).toBe(isProblem);
});
