// What a reply means: an answer of the API, an error of it, or a page of something in between.
import { describe, expect, test } from '@jest/globals';
import { type Answer, classify, classifyUnanswered } from '../../src/service/answer.ts';
import { ExchangeError } from '../../src/service/network-errors.ts';
import { growthOf, PROPORTIONAL } from '../support/growth.ts';

const asked = { method: 'GET', path: '/resources', host: 'api.example' } as const;
const error = (code?: unknown, message?: unknown): string =>
  JSON.stringify({ ok: false, error: { code, message } });

interface Circumstances {
  readonly headers?: Record<string, string>;
  readonly method?: 'GET' | 'POST';
  readonly path?: string;
  readonly mayBeText?: boolean;
}

const answerOf = (
  status: number,
  body: string,
  { headers = {}, ...call }: Circumstances = {},
): Answer => classify({ status, headers, body, isPart: false }, { ...asked, ...call });

/** Kind, code and message. */
function seen(answer: Answer): readonly unknown[] {
  if (answer.kind === 'ok') return ['ok', answer.value.json];
  return [answer.kind, answer.failure.code, answer.failure.message];
}

describe('a reply with 2xx', () => {
  test.each([
    [200, '{"ok":true}', { ok: true }],
    [202, '[]', []],
    [299, '{"error":{"code":"x"}}', { error: { code: 'x' } }],
    [200, '{"ok":"no","success":false}', { ok: 'no', success: false }],
  ])('%d and %s is an answer', (status, body, json) => {
    expect(answerOf(status, body)).toEqual({ kind: 'ok', value: { json, body } });
  });

  test.each<[status: number, body: string, circumstances: Circumstances, kind: string]>([
    [202, ' \n', { method: 'POST' }, 'ok'],
    [200, '42', { method: 'POST' }, 'ok'],
    [202, 'x'.repeat(200), { method: 'POST' }, 'ok'],
    [202, 'x'.repeat(201), { method: 'POST' }, 'lost'],
    [202, '<html>', { method: 'POST' }, 'lost'],
    [200, 'Accepted', { method: 'POST' }, 'lost'],
    [200, '', {}, 'page'],
    [200, 'one', {}, 'page'],
    [200, 'one\n', { mayBeText: true }, 'ok'],
    [200, '', { mayBeText: true }, 'ok'],
    [200, '<warn> one', { mayBeText: true }, 'ok'],
    [200, ' <!DOCTYPE html>', { mayBeText: true }, 'page'],
  ])('%d and %j after %j is: %4$s', (status, body, circumstances, kind) => {
    expect(answerOf(status, body, circumstances).kind).toBe(kind);
  });

  test.each([
    // A read is sent again for as long as it would be for a page.
    ['GET', 'page'],
    ['POST', 'refused'],
  ] as const)('and ok: false is an error: %s', (method, kind) => {
    expect(seen(answerOf(200, error('locked', 'Not now.'), { method }))).toEqual([
      kind,
      'locked',
      `${method} /resources: the service answered 200 locked: "Not now."`,
    ]);
  });
});

describe('an error of the API (outputs/error-code)', () => {
  test.each([
    [402, error('billing'), 'billing', ' billing'],
    [409, error('conflict'), 'conflict', ' conflict'],
    [404, error('resource_gone', 'Gone'), 'not_found', ' resource_gone: "Gone"'],
    [404, error('unauthorized'), 'not_found', ' unauthorized'],
    [401, error('no-such-key', 'No'), 'service_error', ' no-such-key: "No"', ' at api.example'],
    [403, error('forbidden'), 'forbidden', ' forbidden', ' at api.example'],
    // Codes of this action, and texts that are no code.
    [400, error('timeout'), 'service_error', ' timeout'],
    [400, error('Not A Code'), 'service_error', ' Not A Code'],
    [429, error('create_limit'), 'create_limit', ' create_limit'],
    [429, error('quota'), 'quota', ' quota'],
    [300, error('x', ' two\n lines '), 'x', ' x: "two\u2028 lines"'],
  ])('%d %s is refused as %s', (status, body, code, says, host = '') => {
    const answer = answerOf(status, body);
    const message = `GET /resources: the service${host} answered ${status}${says}.`;
    expect(seen(answer)).toEqual(['refused', code, message]);
    expect(answer).toMatchObject({ isFromApi: true, failure: { options: { httpStatus: status } } });
  });

  test.each([
    [409, error('busy'), 'busy', 'busy'],
    [409, error('BUSY'), 'busy', 'busy'],
    [500, error('boom'), 'lost', 'boom'],
    [503, error('maintenance'), 'lost', 'maintenance'],
    [408, error('slow'), 'lost', 'slow'],
    [429, error('rate-limited'), 'limited', 'rate_limited'],
    [503, error('rate_limited'), 'limited', 'rate_limited'],
  ])('%d %s is %s', (status, body, kind, code) => {
    const answer = answerOf(status, body, { method: 'POST' });
    expect(seen(answer).slice(0, 2)).toEqual([kind, code]);
    expect(answer).toHaveProperty('isFromApi', true);
  });

  test.each([
    ['quota', 'limited'],
    ['create_limit', 'refused'],
  ])('429 %s with Retry-After is %s', (code, kind) => {
    const headers = { 'retry-after': '5' };
    expect(answerOf(429, error(code), { headers })).toMatchObject({
      kind,
      failure: { options: { retryAfterMs: 5_000 } },
    });
  });

  test('names the decoded path, so that a secret in an id is recognised', () => {
    const path = '/resources/a%2Fb%20c';
    expect(seen(answerOf(404, error('gone'), { path }))[2]).toContain('GET /resources/a/b c:');
  });
});

describe('Retry-After', () => {
  const date = 'Mon, 02 Mar 2026 12:00:00 GMT';

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
    const answer = answerOf(503, '', { headers: { 'retry-after': text, date } });
    expect(answer.kind === 'lost' && answer.failure.options.retryAfterMs).toBe(retryAfterMs);
  });

  test('with a date counts only where the service shows its own clock', () => {
    const answer = answerOf(503, '', { headers: { 'retry-after': date } });
    expect(answer.kind === 'lost' && answer.failure.options.retryAfterMs).toBeUndefined();
  });
});

describe('a reply that is not from the API', () => {
  test.each([
    [403, '<html><title id="t">No\n access </title>', 'an HTML page titled "No\u2028 access"'],
    [404, '<!doctype html><title lang="en"></title>', 'an HTML page'],
    [401, `<h1>Login</h1><title>${'x'.repeat(201)}</title>`, 'an HTML page'],
    [422, '{"message":"No\\nDockerfile."}', 'the message "No\u2028Dockerfile."'],
    [422, '{"error":"No."}', 'the message "No."'],
    [422, '{"error":{"message":"No."}}', 'the text "{"error":{"message":"No."}}"'],
    [409, '{"ok":false}', 'the text "{"ok":false}"'],
    [422, `{"errors":["${'x'.repeat(200)}"]}`, 'another text'],
    [404, 'Not Found <title>x</title>', 'the text "Not Found <title>x</title>"'],
    [200, '', 'an empty body'],
    [302, '', 'an empty body'],
  ])('%d %s is a page', (status, body, what) => {
    const message = `GET /resources: api.example answered ${status} with ${what}, not the JSON of the API.`;
    const answer = answerOf(status, body);
    expect(seen(answer)).toEqual(['page', 'unreadable_reply', message]);
    expect(answer).toMatchObject({ failure: { options: { httpStatus: status } } });
    expect(answer).not.toHaveProperty('isFromApi');
  });

  test.each([
    [
      503,
      '<!doctype html><title>Maintenance</title>',
      'lost',
      'unreachable',
      'titled "Maintenance"',
    ],
    [504, '{"message":"x"}', 'lost', 'unreachable', 'the message "x"'],
    [408, '', 'lost', 'unreachable', 'an empty body'],
    [429, 'slow down', 'limited', 'rate_limited', 'the text "slow down"'],
  ])('%d %s is %s', (status, body, kind, code, quoted) => {
    const [seenKind, seenCode, message] = seen(answerOf(status, body));
    expect([seenKind, seenCode]).toEqual([kind, code]);
    expect(message).toContain(quoted);
  });

  test.each([
    [307, 'https://login.example:8443/sso?secret=1', 'a redirect to login.example:8443, which is'],
    [300, '/elsewhere', 'a redirect to api.example, which is not followed.'],
    [302, 'http://[', 'a redirect to an unreadable address, which is not followed.'],
    [400, 'https://login.example/', 'an empty body, not the JSON of the API.'],
    [200, 'https://login.example/', 'an empty body, not the JSON of the API.'],
  ])('%d with the location %s names its host alone', (status, location, what) => {
    expect(seen(answerOf(status, '', { headers: { location } }))[2]).toContain(
      `GET /resources: api.example answered ${status} with ${what}`,
    );
  });

  test.each([
    ['tags', '<html>', 2e5],
    ['beginnings of tags', '<title', 2e5],
    ['spaces', ' ', 2e5],
  ])('that begins with %s is classified in linear time', async (_what, start, size) => {
    const read = (count: number): void => {
      const body = start.repeat(count) + '<title '.repeat(count);
      for (const method of ['GET', 'POST'] as const) answerOf(200, body, { method });
    };
    expect(await growthOf(read, size)).toBeLessThan(PROPORTIONAL);
  });
});

test.each([
  ['unsent', 'unreachable', 'no connection to api.example'],
  ['lost', 'unreachable', 'the connection to api.example was lost'],
  ['too-large', 'unreadable_reply', 'the reply of api.example cannot be read'],
] as const)('an exchange that is %s is %s', (kind, code, message) => {
  const answer = classifyUnanswered(new ExchangeError(kind, 'why', { isSetup: true }), asked);
  expect(seen(answer)).toEqual([kind, code, `GET /resources: ${message}: why.`]);
  const more = kind === 'too-large' ? { isFromApi: true } : { isSetup: true };
  expect(answer).toMatchObject(more);
});
