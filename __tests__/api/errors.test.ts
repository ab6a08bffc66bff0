// Error codes: which are ours, which the service's, and how they are written.
import { describe, expect, test } from '@jest/globals';
import { apiErrorCodes, errorCodeText, ownErrorCodes, readServiceCode } from '../../src/api/errors.ts';

describe('a code that the service sends', () => {
  test.each(apiErrorCodes)('%s is the one of the API page', (code) => {
    expect(readServiceCode(code)).toBe(code);
  });

  test.each(ownErrorCodes)('%s keeps its origin and is written as service_error, since it is one of ours', (sent) => {
    const code = readServiceCode(sent);
    expect(code).toEqual({ serviceCode: sent });
    expect(code && errorCodeText(code)).toBe('service_error');
  });

  test('is passed on as it is when nobody else uses it', () => {
    expect(errorCodeText(readServiceCode('monthly_quota') ?? 'internal')).toBe('monthly_quota');
  });

  test.each(['', 'Bad Code', '9lives', '::error::x', 'a'.repeat(41)])('%j is no code', (sent) => {
    expect(readServiceCode(sent)).toBeUndefined();
  });
});
