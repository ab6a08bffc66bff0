// What a reply means: an answer of the API, an error of it, or a page of something in between.
import { describe, expect, test } from '@jest/globals';
import { classify, classifyError, type Result } from '../../src/api/classify.ts';
import { ExchangeError } from '../../src/api/connection-errors.ts';
import { growthOf, PROPORTIONAL } from '../support/growth.ts';

const asked = { method: 'GET', path: '/resources', host: 'api.example' } as const;
const error = (code?: unknown, message?: unknown): string =>
  JSON.stringify({ ok: false, error: { code, message } });

function result(
  status: number,
  body: string,
  {
    headers = {},
    ...more
  }: { headers?: Record<string, string>; method?: 'GET' | 'POST'; mayBeText?: boolean } = {},
): Result {
  return classify({ status, headers, body }, { ...asked, ...more });
}

/** Kind, code, message and the rest of what a result says. */
function seen(one: Result): readonly unknown[] {
  if (one.kind === 'ok') return ['ok', one.json];
  return [one.kind, one.failure.code, one.failure.message];
}

describe('a reply with 2xx', () => {
  test.each([
    [200, '{"ok":true}', { ok: true }],
    [202, '[]', []],
    [299, '{"error":{"code":"x"}}', { error: { code: 'x' } }],
    [200, '{"ok":"no","success":false}', { ok: 'no', success: false }],
  ])('%d and %s is an answer', (status, body, json) => {
    expect(result(status, body)).toEqual({ kind: 'ok', json, body });
  });

  test('may be empty after a POST alone', () => {
    expect(result(202, ' \n', { method: 'POST' }).kind).toBe('ok');
    expect(seen(result(200, ''))).toEqual([
      'doubtful',
      'unreadable_reply',
      'GET /resources: api.example answered 200 with an empty body, not the JSON of the API.',
    ]);
  });

  test('may be text where that is an answer, but no page', () => {
    expect(result(200, 'one\n', { mayBeText: true })).toEqual({
      kind: 'ok',
      json: undefined,
      body: 'one\n',
    });
    expect(result(200, '', { mayBeText: true }).kind).toBe('ok');
    expect(result(200, '<warn> one', { mayBeText: true }).kind).toBe('ok');
    expect(result(200, ' <!DOCTYPE html>', { mayBeText: true }).kind).toBe('doubtful');
    expect(result(200, 'one').kind).toBe('doubtful');
    expect(result(200, 'accepted', { method: 'POST' }).kind).toBe('doubtful');
  });

  test.each([
    // A read is sent again as long as a page.
    ['GET', 'doubtful'],
    ['POST', 'refused'],
  ] as const)('and ok: false is an error: %s', (method, kind) => {
    expect(seen(result(200, error('locked', 'Not now'), { method }))).toEqual([
      kind,
      'locked',
      `${method} /resources: the service answered 200 locked: "Not now".`,
    ]);
  });
});

describe('an error of the API (outputs/error-code)', () => {
  test.each([
    [
      401,
      error('unauthorized', 'No'),
      'unauthorized',
      'the service at api.example answered 401 unauthorized: "No".',
    ],
    [403, error('forbidden'), 'forbidden', 'the service at api.example answered 403 forbidden.'],
    [402, error('billing'), 'billing', 'the service answered 402 billing.'],
    [
      409,
      error('busy', ' two\n lines '),
      'busy',
      'the service answered 409 busy: "two\u2028 lines".',
    ],
    [409, error('BUSY'), 'busy', 'the service answered 409 BUSY.'],
    [409, error('conflict'), 'conflict', 'the service answered 409 conflict.'],
    [409, error(), 'busy', 'the service answered 409.'],
    [409, '{"ok":false}', 'busy', 'the service answered 409.'],
    [402, '{"ok":false,"error":"Pay first"}', 'billing', 'the service answered 402: "Pay first".'],
    [400, '{"ok":false,"message":"Bad"}', 'service_error', 'the service answered 400: "Bad".'],
    [
      404,
      error('resource_gone', 'Gone'),
      'not_found',
      'the service answered 404 resource_gone: "Gone".',
    ],
    [404, error('unauthorized'), 'not_found', 'the service answered 404 unauthorized.'],
    [400, error('timeout'), 'service_error', 'the service answered 400 timeout.'],
    [400, error('Not A Code'), 'service_error', 'the service answered 400 Not A Code.'],
    [429, error('create_limit'), 'create_limit', 'the service answered 429 create_limit.'],
    [429, error('quota'), 'quota', 'the service answered 429 quota.'],
    [302, error('x'), 'x', 'the service answered 302 x.'],
  ])('%d %s is %s', (status, body, code, message) => {
    const one = result(status, body);
    expect(seen(one)).toEqual(['refused', code, `GET /resources: ${message}`]);
    expect(one.kind !== 'ok' && one.failure.options.status).toBe(status);
  });

  test.each([
    [500, error('boom', 'Sorry'), 'boom', true, 'the service answered 500 boom: "Sorry".'],
    [503, error(), 'service_error', true, 'the service answered 503.'],
    [408, error('slow'), 'slow', true, 'the service answered 408 slow.'],
    [502, '<html>', 'unreachable', false, 'a gateway or proxy at api.example answered 502.'],
    [
      504,
      '{"message":"x"}',
      'unreachable',
      false,
      'a gateway or proxy at api.example answered 504.',
    ],
    [408, '', 'unreachable', false, 'a gateway or proxy at api.example answered 408.'],
  ])('%d %s leaves open what became of the request', (status, body, code, isApi, message) => {
    const one = result(status, body);
    const kind = isApi ? 'server' : 'gateway';
    expect(seen(one)).toEqual([kind, code, `GET /resources: ${message}`]);
  });

  test.each([
    [429, error('rate_limited'), undefined, 'rate_limited'],
    [429, error(), undefined, 'rate_limited'],
    [429, '<html>', undefined, 'rate_limited'],
    [429, error('quota'), '5', 'quota'],
    [503, error('rate_limited'), undefined, 'rate_limited'],
  ])('%d %s with Retry-After %s may be sent again', (status, body, retryAfter, code) => {
    const one = result(status, body, {
      headers: retryAfter === undefined ? {} : { 'retry-after': retryAfter },
    });
    expect(seen(one).slice(0, 2)).toEqual(['rateLimited', code]);
  });

  test('create_limit is not sent again, whatever Retry-After says', () => {
    expect(result(429, error('create_limit'), { headers: { 'retry-after': '5' } }).kind).toBe(
      'refused',
    );
  });
});

describe('Retry-After', () => {
  test.each([
    ['5', 5_000],
    [' 0 ', 0],
    ['999999999', 999_999_999_000],
    ['9999999999', undefined],
    ['1.5', undefined],
    ['-1', undefined],
    ['soon', undefined],
    ['', undefined],
    ['soon GMT', undefined],
    ['Mon, 02 Mar 2026 12:00:09 GMT', 9_000],
    ['Mon, 02 Mar 2026 11:00:00 GMT', 0],
    ['Mon, 02 Mar 2026 12:00:09', undefined],
  ])('%j is %s ms', (text, retryAfterMs) => {
    const one = result(503, '', {
      headers: { 'retry-after': text, date: 'Mon, 02 Mar 2026 12:00:00 GMT' },
    });
    expect(one.kind === 'gateway' && one.failure.options.retryAfterMs).toBe(retryAfterMs);
  });

  test('with a date counts only where the service shows its own clock', () => {
    const one = result(503, '', { headers: { 'retry-after': 'Mon, 02 Mar 2026 12:00:09 GMT' } });
    expect(one.kind === 'gateway' && one.failure.options.retryAfterMs).toBeUndefined();
  });
});

describe('a reply that is not from the API', () => {
  test.each([
    [
      403,
      '<html><title>Access\n denied </title>',
      'an HTML page titled "Access\u2028 denied", not the JSON of the API',
    ],
    [404, '<!doctype html><title lang="en"></title>', 'an HTML page, not the JSON of the API'],
    [401, '<h1>Login</h1>', 'an HTML page, not the JSON of the API'],
    [
      422,
      '{"message":"No\\nDockerfile."}',
      'the message "No\u2028Dockerfile.", not the JSON of the API',
    ],
    [422, '{"error":{"message":"No."}}', 'the message "No.", not the JSON of the API'],
    [400, '{"errors":[]}', 'the text "{"errors":[]}", not the JSON of the API'],
    [422, `{"errors":["${'x'.repeat(200)}"]}`, 'another text, not the JSON of the API'],
    [
      404,
      'Not Found <title>x</title>',
      'the text "Not Found <title>x</title>", not the JSON of the API',
    ],
    [404, '', 'an empty body, not the JSON of the API'],
    [302, '', 'an empty body, not the JSON of the API'],
    [101, '', 'an empty body, not the JSON of the API'],
  ])('%d %s is a page', (status, body, what) => {
    const one = result(status, body);
    expect(seen(one)).toEqual([
      status < 300 ? 'doubtful' : 'notApi',
      'unreadable_reply',
      `GET /resources: api.example answered ${status} with ${what}.`,
    ]);
    expect(one).toMatchObject({ failure: { options: { status } } });
  });

  test.each([
    [
      307,
      'https://login.example:8443/sso?secret=1',
      'a redirect to login.example:8443, which is not followed',
    ],
    [301, '/elsewhere', 'a redirect to api.example, which is not followed'],
    [302, 'http://[', 'a redirect to an unreadable address, which is not followed'],
    [404, 'https://login.example/', 'an empty body, not the JSON of the API'],
    [200, 'https://login.example/', 'an empty body, not the JSON of the API'],
  ])('%d with the location %s names its host alone', (status, location, what) => {
    expect(seen(result(status, '', { headers: { location } }))[2]).toBe(
      `GET /resources: api.example answered ${status} with ${what}.`,
    );
  });

  test.each([
    ['tags', '<html>'],
    ['beginnings of tags', '<title'],
    ['spaces', ' '],
  ])('that begins with %s is classified in linear time', async (_what, start) => {
    const read = (count: number): unknown =>
      result(200, start.repeat(count) + '<title '.repeat(count));
    expect(await growthOf(read, 2e5)).toBeLessThan(PROPORTIONAL);
  });
});

test.each([
  ['unsent', 'unreachable', 'no connection to api.example'],
  ['rejected', 'unreachable', 'no connection to api.example'],
  ['lost', 'unreachable', 'the connection to api.example was lost'],
  ['too-large', 'unreadable_reply', 'the reply of api.example cannot be read'],
] as const)('an exchange that is %s is %s', (errorKind, code, message) => {
  const one = classifyError(new ExchangeError(errorKind, 'why'), asked);
  expect(seen(one)).toEqual([errorKind, code, `GET /resources: ${message}: why.`]);
  expect(one.kind !== 'ok' && one.failure.options.isTooLarge === true).toBe(
    errorKind === 'too-large',
  );
});
