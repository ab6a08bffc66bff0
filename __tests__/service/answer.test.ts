// What a reply means: an answer of the API, an error of it, or a page of something in between.
import { describe, expect, test } from '@jest/globals';
import { classify, classifyError, type Result } from '../../src/api/classify.ts';
import { parseJson } from '../../src/api/json.ts';
import { ExchangeError } from '../../src/api/connection-errors.ts';
import { growthOf, PROPORTIONAL } from '../support/growth.ts';

const asked = { method: 'GET', path: '/resources', host: 'api.example' } as const;
const GATEWAY = 'a gateway or proxy at api.example';
const error = (code?: unknown, message?: unknown): string =>
  JSON.stringify({ ok: false, error: { code, message } });

const result = (
  status: number,
  body: string,
  {
    headers = {},
    ...more
  }: { headers?: Record<string, string>; method?: 'GET' | 'POST'; mayBeText?: boolean } = {},
): Result => classify({ status, headers, body }, { ...asked, ...more }, parseJson(body));

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
    for (const body of [' \n', '42']) expect(result(202, body, { method: 'POST' }).kind).toBe('ok');
    expect(result(200, '').kind).toBe('doubtful');
  });

  test('may be text where that is an answer, but no page', () => {
    const text = { kind: 'ok', json: undefined, body: 'one\n' };
    expect(result(200, 'one\n', { mayBeText: true })).toEqual(text);
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
    expect(seen(result(200, error('locked', 'Not now.'), { method }))).toEqual([
      kind,
      'locked',
      `${method} /resources: the service answered 200 locked: "Not now."`,
    ]);
  });
});

describe('an error of the API (outputs/error-code)', () => {
  test.each([
    [401, error(undefined, 'No'), 'unauthorized', ': "No"', ' at api.example'],
    [403, error(), 'forbidden', '', ' at api.example'],
    [402, error('billing'), 'billing', ' billing'],
    [409, error('busy', ' two\n lines '), 'busy', ' busy: "two\u2028 lines"'],
    [409, error('BUSY'), 'busy', ' BUSY'],
    [409, error('conflict'), 'conflict', ' conflict'],
    [409, error(), 'busy', ''],
    [409, '{"ok":false}', 'busy', ''],
    [402, '{"ok":false,"error":"Pay first"}', 'billing', ': "Pay first"'],
    [400, '{"ok":false,"message":"Bad"}', 'service_error', ': "Bad"'],
    [404, error('resource_gone', 'Gone'), 'not_found', ' resource_gone: "Gone"'],
    [404, error('unauthorized'), 'not_found', ' unauthorized'],
    [400, error('timeout'), 'service_error', ' timeout'],
    [400, error('Not A Code'), 'service_error', ' Not A Code'],
    [429, error('create_limit'), 'create_limit', ' create_limit'],
    [429, error('quota'), 'quota', ' quota'],
    [300, error('x'), 'x', ' x'],
  ])('%d %s is %s', (status, body, code, says, host = '') => {
    const one = result(status, body);
    const message = `GET /resources: the service${host} answered ${status}${says}.`;
    expect(seen(one)).toEqual(['refused', code, message]);
    expect(one.kind !== 'ok' && one.failure.options.httpStatus).toBe(status);
  });

  test.each([
    [500, error('boom', 'No. 5'), 'boom', 'the service', ' boom: "No. 5"'],
    [503, error(), 'service_error', 'the service', ''],
    [408, error('slow'), 'slow', 'the service', ' slow'],
    [502, '<html>', 'unreachable', GATEWAY, ''],
    [504, '{"message":"x"}', 'unreachable', GATEWAY, ''],
    [408, '', 'unreachable', GATEWAY, ''],
  ])('%d %s leaves open what became of the request', (status, body, code, who, says) => {
    const kind = who === GATEWAY ? 'gateway' : 'server';
    const message = `GET /resources: ${who} answered ${status}${says}.`;
    expect(seen(result(status, body))).toEqual([kind, code, message]);
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
    const headers = { 'retry-after': '5' };
    expect(result(429, error('create_limit'), { headers }).kind).toBe('refused');
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
    [403, '<html><title id="t">No\n access </title>', 'an HTML page titled "No\u2028 access"'],
    [404, '<!doctype html><title lang="en"></title>', 'an HTML page'],
    [401, `<h1>Login</h1><title>${'x'.repeat(201)}</title>`, 'an HTML page'],
    [422, '{"message":"No\\nDockerfile."}', 'the message "No\u2028Dockerfile."'],
    [422, '{"error":{"message":"No."}}', 'the message "No."'],
    [300, '{"errors":[]}', 'the text "{"errors":[]}"'],
    [422, `{"errors":["${'x'.repeat(200)}"]}`, 'another text'],
    [404, 'Not Found <title>x</title>', 'the text "Not Found <title>x</title>"'],
    [200, '', 'an empty body'],
    [302, '', 'an empty body'],
    [101, '{"errors":[]}', 'the text "{"errors":[]}"'],
  ])('%d %s is a page', (status, body, what) => {
    const one = result(status, body);
    const kind = status < 300 ? 'doubtful' : 'notApi';
    const message = `GET /resources: api.example answered ${status} with ${what}, not the JSON of the API.`;
    expect(seen(one)).toEqual([kind, 'unreadable_reply', message]);
    expect(one).toMatchObject({ failure: { options: { httpStatus: status } } });
  });

  test.each([
    [307, 'https://login.example:8443/sso?secret=1', 'a redirect to login.example:8443, which is'],
    [300, '/elsewhere', 'a redirect to api.example, which is not followed.'],
    [302, 'http://[', 'a redirect to an unreadable address, which is not followed.'],
    [400, 'https://login.example/', 'an empty body, not the JSON of the API.'],
    [200, 'https://login.example/', 'an empty body, not the JSON of the API.'],
  ])('%d with the location %s names its host alone', (status, location, what) => {
    expect(seen(result(status, '', { headers: { location } }))[2]).toContain(
      `GET /resources: api.example answered ${status} with ${what}`,
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

  test('that answers a POST with spaces before a text is classified in linear time', async () => {
    const read = (count: number): unknown =>
      result(200, `${' '.repeat(count)}x`, { method: 'POST' });
    expect(await growthOf(read, 1e4)).toBeLessThan(PROPORTIONAL);
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
  const isTooLarge = one.kind !== 'ok' && one.failure.options.isTooLarge === true;
  expect(isTooLarge).toBe(errorKind === 'too-large');
});
