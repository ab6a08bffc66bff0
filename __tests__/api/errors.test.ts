// Error codes: those of the action, those of the service, and how they are written.
import { describe, expect, test } from '@jest/globals';
import {
  type ApiError,
  apiErrorCodes,
  ConnectionLostError,
  type ErrorCode,
  errorCodeText,
  isKeyProblem,
  isTransientRefusal,
  orApiError,
  ownErrorCodes,
  readServiceCode,
  RedirectedError,
  RefusedError,
  RequestTimeoutError,
  ResponseTooLargeError,
  ServiceFailedError,
  UnreachableError,
  UnreadableResponseError,
} from '../../src/api/errors.ts';
import { endpoint, refused } from '../support/service/refusals.ts';

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

describe('an error', () => {
  const answer = { serviceMessage: '', retryAfterMs: undefined };
  const refusal = { ...answer, host: 'deploy.example', code: 'service_error' } as const;
  const redirected = (status: number) => new RedirectedError(endpoint, status, 'login.example');

  test.each<[ApiError, Partial<ApiError> & { readonly fromService?: boolean; readonly isPermanent?: boolean }]>([
    [
      new RefusedError(endpoint, { ...refusal, status: 403 }),
      {
        name: 'RefusedError',
        fate: 'refused',
        message: 'the service at deploy.example answered 403',
        fromService: true,
      },
    ],
    [
      new RefusedError(endpoint, { ...refusal, status: 409, sent: 'busy' }),
      { message: 'the service answered 409 busy', fromService: true },
    ],
    [
      new RefusedError(endpoint, { ...refusal, status: 400, sent: { serviceCode: 'quota' } }),
      { message: 'the service answered 400 quota' },
    ],
    [
      new RefusedError(endpoint, { ...refusal, status: 429, page: 'an HTML page' }),
      { message: 'deploy.example answered 429 with an HTML page', fromService: false },
    ],
    [
      new ServiceFailedError(endpoint, { ...answer, status: 500, fromService: true }),
      { name: 'ServiceFailedError', fate: 'unknown', code: 'service_error', message: 'the service answered 500' },
    ],
    [
      new ServiceFailedError(endpoint, { ...answer, status: 502, fromService: false }),
      { code: 'unreachable', message: 'the service, or a gateway in front of it, answered 502' },
    ],
    [
      new UnreachableError('no connection', endpoint),
      { name: 'UnreachableError', fate: 'unsent', code: 'unreachable', isPermanent: false },
    ],
    [new ConnectionLostError('lost', endpoint), { name: 'ConnectionLostError', fate: 'unknown', code: 'unreachable' }],
    [new RequestTimeoutError('late', endpoint), { name: 'RequestTimeoutError', fate: 'unknown', code: 'unreachable' }],
    [
      new UnreadableResponseError('a page', endpoint, { status: 200 }),
      { name: 'UnreadableResponseError', fate: 'unknown', code: 'unreadable_reply' },
    ],
    [
      redirected(302),
      {
        name: 'RedirectedError',
        fate: 'unknown',
        code: 'unreadable_reply',
        message: 'the service answered 302, a redirect to login.example, which is not followed',
      },
    ],
    [redirected(307), { fate: 'refused' }],
    [redirected(308), { fate: 'refused' }],
    [
      new ResponseTooLargeError(endpoint, { maxBytes: 2 ** 24, tail: '' }),
      {
        name: 'ResponseTooLargeError',
        fate: 'unknown',
        code: 'unreadable_reply',
        message: 'the response is longer than the limit of 16 MiB',
      },
    ],
  ])('%p has its name, code, message, and what became of the request', (error, expected) => {
    expect(error).toMatchObject(expected);
  });

  test('of the service is a value for callers that ask for one; any other is thrown', async () => {
    const error = new RequestTimeoutError('late', endpoint);
    expect(await orApiError(Promise.reject(error))).toBe(error);
    expect(await orApiError(Promise.resolve('answer'))).toBe('answer');
    await expect(orApiError(Promise.reject(new TypeError('a bug')))).rejects.toThrow('a bug');
  });

  test.each([
    [refused('rate_limited', { status: 429 }), true],
    [refused('quota', { status: 429, retryAfterMs: 1_000 }), true],
    [refused('quota', { status: 429 }), false],
    [refused('quota', { status: 400, retryAfterMs: 1_000 }), false],
    [refused('create_limit', { status: 429, retryAfterMs: 1_000 }), false],
  ])('%p may be repeated later: %s', (error, isTransient) => {
    expect(isTransientRefusal(error)).toBe(isTransient);
  });
});
