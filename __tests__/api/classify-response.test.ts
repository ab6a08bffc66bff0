// How a response is classified: success, refusal, failure of the service, or a response that is not the service's.
import { describe, expect, test } from '@jest/globals';
import { classifyResponse, readRetryAfterMs, unrecognised } from '../../src/api/classify-response.ts';
import type { ApiError } from '../../src/api/errors.ts';
import type { ServiceResponse } from '../../src/api/http/index.ts';
import { contentOf } from '../support/service/readers.ts';
import { PROXY_PAGE, refusalBody } from '../support/service/raw-service.ts';

const endpoint = { method: 'GET', path: '/resources/app_web' } as const;

function responseOf(status: number, body: string, retryAfter?: string): ServiceResponse {
  const headers = retryAfter === undefined ? {} : { 'retry-after': retryAfter };
  return { status, ...contentOf(body), headers, bytes: body.length };
}

function classify(status: number, body: string, retryAfter?: string): ApiError | undefined {
  return classifyResponse(responseOf(status, body, retryAfter), endpoint, { host: 'host.test', wallTimeMs: 0 });
}

test.each([
  [200, '{"ok":true}'],
  [204, ''],
  [200, 'a log with "ok":false in it'],
  [200, PROXY_PAGE],
  [200, '{"error":{"code":"locked"}}'],
])('reads %d with %j as a success', (status, body) => {
  expect(classify(status, body)).toBeUndefined();
});

test.each([
  ['text/plain', '{"success":false,"msg":"db down"}', undefined],
  ['application/json', '{"success":false,"msg":"db down"}', 'RefusedError'],
  ['text/plain', '{"ok":false}', 'RefusedError'],
  ['text/html', '{"ok":false}', 'RefusedError'],
])('takes a 200 of type %s with %s for a line of an app or a refusal: %s', (type, body, name) => {
  const response = { ...responseOf(200, body), headers: { 'content-type': type } };
  const error = classifyResponse(response, endpoint, { host: 'host.test', wallTimeMs: 0 });
  expect(error?.name).toBe(name);
});

test('takes an error in the 2xx response to a POST for a refusal, even without ok: false', () => {
  const response = responseOf(202, '{"error":{"code":"locked","message":"No."}}');
  const post = { method: 'POST', path: '/resources/app_web/start' } as const;
  expect(classifyResponse(response, post, { host: 'host.test', wallTimeMs: 0 })).toMatchObject({
    name: 'RefusedError',
    code: { serviceCode: 'locked' },
  });
  const accepted = classifyResponse(responseOf(202, '{}'), post, { host: 'host.test', wallTimeMs: 0 });
  expect(accepted).toBeUndefined();
});

test.each([
  [401, 'unauthorized'],
  [402, 'billing'],
  [403, 'forbidden'],
  [404, 'not_found'],
  [409, 'busy'],
  [429, 'rate_limited'],
  [300, 'service_error'],
])('takes %d with ok: false for %s', (status, code) => {
  expect(classify(status, '{"ok":false}')).toMatchObject({ name: 'RefusedError', code, serviceMessage: '' });
});

describe('a refusal of the service', () => {
  test.each([
    [401, 'unauthorized', 'unauthorized'],
    [409, 'busy', 'busy'],
    [503, 'busy', 'busy'],
    [404, 'no_such_resource', 'not_found'],
    [404, 'forbidden', 'forbidden'],
    [409, 'locked', { serviceCode: 'locked' }],
    [400, 'timeout', { serviceCode: 'timeout' }],
    [402, 'Not A Code', 'billing'],
    [401, 'TOKEN_EXPIRED', 'unauthorized'],
    [409, 'ALREADY_STOPPED', { serviceCode: 'ALREADY_STOPPED' }],
    [429, 'deploys.quota', { serviceCode: 'deploys.quota' }],
    [404, 'NO_SUCH_RESOURCE', 'not_found'],
    [422, 'INVALID', 'service_error'],
    [418, 'Not A Code', 'service_error'],
  ])('%d %s has the error code %j', (status, sent, code) => {
    expect(classify(status, refusalBody(sent))).toMatchObject({ name: 'RefusedError', code, fate: 'refused' });
  });

  test.each([
    [422, 'invalid_input'],
    [409, 'ALREADY_STOPPED'],
    [404, 'no_such_resource'],
  ])('is described with the code that the service sent: %d %s', (status, sent) => {
    expect(classify(status, refusalBody(sent))?.message).toBe(`the service answered ${status} ${sent}`);
  });

  test('keeps its message and the Retry-After', () => {
    expect(classify(429, refusalBody('rate_limited'), '30')).toMatchObject({
      serviceMessage: 'No.',
      retryAfterMs: 30_000,
    });
  });

  test.each([
    ['an hour ahead of ours', 'Thu, 01 Jan 1970 01:00:00 GMT', 'Thu, 01 Jan 1970 01:00:04 GMT'],
    ['an hour behind ours', 'Wed, 31 Dec 1969 23:00:00 GMT', 'Wed, 31 Dec 1969 23:00:04 GMT'],
    ['not sent', undefined, 'Thu, 01 Jan 1970 00:00:04 GMT'],
    ['nonsense', 'soon', 'Thu, 01 Jan 1970 00:00:04 GMT'],
  ])('is waited out until a date by the clock of the service, which is %s', (_, date, retryAfter) => {
    const headers = { 'retry-after': retryAfter, ...(date === undefined ? {} : { date }) };
    const response = { ...responseOf(429, refusalBody('rate_limited')), headers };
    expect(classifyResponse(response, endpoint, { host: 'host.test', wallTimeMs: 0 })).toMatchObject({
      retryAfterMs: 4_000,
    });
  });

  test.each([
    [401, '{"ok":false,"error":"No key."}', 'unauthorized'],
    [409, '{"ok":false,"message":"In use."}', 'busy'],
  ])('may be written in another way: %d %s', (status, body, code) => {
    expect(classify(status, body)).toMatchObject({ name: 'RefusedError', code });
  });

  test('is recognised in a 200 with ok: false, however long its message is', () => {
    const body = JSON.stringify({ ok: false, error: { code: 'busy', message: 'No. '.repeat(10_000) } });
    expect(classify(200, body)).toMatchObject({ name: 'RefusedError', code: 'busy', status: 200 });
  });

  test('names the host when the key is not accepted', () => {
    expect(classify(401, refusalBody('unauthorized'))?.message).toContain('at host.test');
  });

  test('describes a 429 whose JSON is not that of the service by its shape', () => {
    expect(classify(429, '{"message":"Too Many Attempts."}')).toMatchObject({
      code: 'rate_limited',
      message: 'host.test answered 429 with JSON of an unexpected shape, {message: string}',
    });
  });

  test('may be a 429 that a gateway sent', () => {
    expect(classify(429, PROXY_PAGE, '5')).toMatchObject({
      code: 'rate_limited',
      retryAfterMs: 5_000,
      message: 'host.test answered 429 with an HTML page',
    });
  });
});

test.each([
  [500, refusalBody('internal_error'), true],
  [503, refusalBody('maintenance'), true],
  [408, '', false],
  [502, PROXY_PAGE, false],
  [504, '{"status":504,"error":"Gateway Timeout","path":"/api/v1","requestId":"a-1"}', false],
  [504, '{"statusCode":504,"code":"FST_GATEWAY_TIMEOUT","error":"Gateway Timeout","message":"late"}', false],
  [504, '{"error":{"code":"GatewayTimeout","message":"The gateway received no response."}}', false],
  [500, '{"success":false,"message":"boom"}', true],
])(
  'reads %d with %j as a failure after which the work may have been done (sent by the service itself: %s)',
  (status, body, own) => {
    const code = own ? 'service_error' : 'unreachable';
    const expected = { name: 'ServiceFailedError', code, fate: 'unknown', fromService: own };
    expect(classify(status, body)).toMatchObject(expected);
  },
);

test.each([
  [404, 'default backend - 404', 'plain text'],
  [403, PROXY_PAGE, 'an HTML page'],
  [403, '{"message":"sk-canary"}', 'JSON of an unexpected shape, {message: string}'],
  [403, '{"error":"No access."}', 'JSON of an unexpected shape, {error: string}'],
  [404, '{"error":"Not Found","path":"/"}', 'JSON of an unexpected shape, {error: string, path: string}'],
  [404, '', 'an empty body'],
])('reads %d with %j as a response that is not of the service', (status, body, what) => {
  const error = classify(status, body);
  expect(error).toMatchObject({ name: 'UnreadableResponseError', fate: 'unknown', status, endpoint });
  expect(error?.message).toBe(`host.test answered ${status} with ${what} instead of the service's JSON`);
});

test('reports JSON of an unexpected shape with what was expected, without its values', () => {
  const error = unrecognised(responseOf(200, '{"key":"sk-canary"}'), endpoint, {
    host: 'host.test',
    expected: 'expected a list of resources',
  });
  expect(error.message).toBe(
    'host.test answered 200 with JSON of an unexpected shape, {key: string} (expected a list of resources)',
  );
});

test.each([
  ['{"key":1}', true],
  ['[]', true],
  ['null', false],
  ['7', false],
  [PROXY_PAGE, false],
])('takes %s for a whole response, which would be the same once more: %s', (body, isWellFormed) => {
  const of = { host: 'host.test', expected: 'expected a list' };
  expect(unrecognised(responseOf(200, body), endpoint, of)).toMatchObject({ isWellFormed });
  expect(unrecognised(responseOf(404, body), endpoint, { host: 'host.test' })).toMatchObject({ isWellFormed: false });
});

test('says of a page, and not of JSON, that it stands where JSON should', () => {
  const of = { host: 'host.test', expected: 'expected a list' };
  expect(unrecognised(responseOf(200, PROXY_PAGE), endpoint, of).message).toBe(
    "host.test answered 200 with an HTML page instead of the service's JSON",
  );
});

describe('Retry-After', () => {
  const nowMs = Date.UTC(2026, 2, 2, 12);
  test.each([
    ['0', 0],
    ['7', 7_000],
    [' 120 ', 120_000],
    ['2147483648', 2 ** 31 * 1000],
    ['12345678901', 2 ** 31 * 1000],
    ['9'.repeat(400), 2 ** 31 * 1000],
    ['Mon, 02 Mar 2026 12:00:30 GMT', 30_000],
    ['Monday, 02-Mar-26 12:00:30 GMT', 30_000],
    ['Mon, 02 Mar 2026 11:59:00 GMT', 0],
    ['Fri, 31 Dec 9999 23:59:59 GMT', Date.UTC(9999, 11, 31, 23, 59, 59) - nowMs],
  ])('%j is %d ms', (header, ms) => {
    expect(readRetryAfterMs(header, nowMs)).toBe(ms);
  });

  test.each([
    [undefined],
    [''],
    ['soon'],
    ['-5'],
    ['1.5'],
    ['1e3'],
    ['0x10'],
    ['2026-03-02T12:00:30Z'],
    ['NaN GMT'],
    ['7, 9'],
  ])('%j is ignored', (header) => {
    expect(readRetryAfterMs(header, nowMs)).toBeUndefined();
  });
});
