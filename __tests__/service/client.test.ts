// The client against a service on the virtual clock: what is sent when, which reads are sent again,
// what a POST means.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { type Api, createApi } from '../../src/api/client.ts';
import type { ApiOptions } from '../../src/api/requests.ts';
import { Failure } from '../../src/failure.ts';
import { createRawServers } from '../support/raw-servers.ts';
import { keepWaiting, VirtualClock } from '../support/virtual-clock.ts';

/**
 * A reply: status, body (JSON unless it is text), headers; or the connection breaks, nothing comes,
 * or something that is not HTTP.
 */
type Reply =
  readonly [number, unknown?, Readonly<Record<string, string>>?] | 'cut' | 'hang' | 'SSH';

const KEY = 'key_12345678';
const FORCED = { force: true };
const AFTER_5 = { 'retry-after': '5' };
const HUGE: Reply = [200, ' '.repeat(17 * 2 ** 20)];
const OK: Reply = [200, { ok: true, resources: [] }];
const apiError = (
  status: number,
  code: string,
  headers: Readonly<Record<string, string>> = {},
): Reply => [status, { ok: false, error: { code, message: 'Its sentence.' } }, headers];

const servers = createRawServers();
let clock: VirtualClock;
let baseUrl: string;
let replies: Reply[];
let seen: { atMs: number; request: string; key: string | undefined; body: string }[];
let lines: string[];
let debugLines: string[];
const closing: (() => void)[] = [];

beforeEach(async () => {
  clock = new VirtualClock();
  [replies, seen, lines, debugLines] = [[], [], [], []];
  const origin = await servers.serve(
    (request, response) => void answer(request, response).catch(() => response.destroy()),
  );
  baseUrl = `${origin}/api/v1`;
});

afterEach(async () => {
  for (const close of closing.splice(0)) close();
  await servers.close();
  clock.dispose();
});

/** Answers with the next reply; the last one stays. */
async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method, url, headers } = request;
  const entry = {
    atMs: Math.round(clock.now()),
    request: `${method} ${url}`,
    key: headers.authorization,
    body: '',
  };
  seen.push(entry);
  for await (const chunk of request) entry.body += String(chunk);
  const reply = (replies.length > 1 ? replies.shift() : replies[0]) ?? 'hang';
  if (reply === 'hang') return await keepWaiting(request, clock, { ms: 1e9 });
  if (reply === 'cut') return void request.socket.destroy();
  if (reply === 'SSH') return void request.socket.end('SSH-2.0-OpenSSH_9.6\r\n');
  const [status, body = '', more = {}] = reply;
  response.writeHead(status, more).end(typeof body === 'string' ? body : JSON.stringify(body));
}

function apiWith(options: Partial<ApiOptions> = {}): Api {
  const api = createApi({
    baseUrl,
    apiKey: KEY,
    concurrentJobs: 1,
    clock,
    random: () => 0.5,
    signal: new AbortController().signal,
    deadlineMs: 1_800_000,
    info: (text) => void lines.push(text),
    debug: (text) => void debugLines.push(text),
    longestSecretChars: 0,
    ...options,
  });
  closing.push(() => api.dispose());
  return api;
}

/** The times of the requests in seconds. */
const times = (): readonly number[] => seen.map(({ atMs }) => atMs / 1_000);
const failureOf = async (read: Promise<unknown>): Promise<Failure> => {
  const error: unknown = await read.catch((thrown: unknown) => thrown);
  if (error instanceof Failure) return error;
  throw new Error('no failure', { cause: error });
};

describe('the endpoints', () => {
  test.each<[request: string, send: (api: Api) => Promise<unknown>, body?: string]>([
    ['GET /resources', (api) => api.listResources()],
    ['GET /resources/app_web', (api) => api.readResource('app_web')],
    ['GET /resources/a%2Fb%20c', (api) => api.readResource('a/b c')],
    ['GET /resources/%EF%BF%BD%3F', (api) => api.readResource('\uD800?')],
    ['GET /resources/app_web/deployments', (api) => api.listDeployments('app_web')],
    ['GET /resources/a/deployments/d%2F1', (api) => api.readDeployment('a', 'd/1')],
    ['GET /resources/app_web/logs?lines=500', (api) => api.readLogs('app_web', 500)],
    ['GET /resources/app_web/env', (api) => api.listEnvNames('app_web')],
    ['POST /resources/a/deployments', (api) => api.createDeployment('a', { force: false })],
    ['POST /resources/a/deployments', (api) => api.createDeployment('a', FORCED), '{"force":true}'],
    ['POST /resources/app_web/start', (api) => api.changeResource('app_web', 'start')],
    ['POST /resources/app_web/stop', (api) => api.changeResource('app_web', 'stop')],
    ['POST /resources/app_web/restart', (api) => api.changeResource('app_web', 'restart')],
  ])('%s is sent with the key', async (request, send, body = '') => {
    replies = [OK];
    await send(apiWith());
    expect(seen).toEqual([
      { atMs: 0, request: request.replace(' ', ' /api/v1'), key: `Bearer ${KEY}`, body },
    ]);
  });

  test('GET /openapi.json and the probe are sent without the key (text/key-target)', async () => {
    replies = [[200, {}], [204]];
    const api = apiWith();
    await api.readDescription();
    const { signal } = new AbortController();
    const probed = await api.probe(`${baseUrl}/health`, { body: 'none', signal });
    expect(probed).toMatchObject({ status: 204 });
    expect(seen.map(({ request, key }) => [request, key])).toEqual([
      ['GET /api/v1/openapi.json', undefined],
      ['GET /api/v1/health', undefined],
    ]);
  });

  test('say what was not recognised', async () => {
    replies = [
      [200, { secret: 'sk-canary' }],
      [200, [1]],
      [200, { chunks: 'sk-canary' }],
    ];
    const api = apiWith();
    await api.readResource('app_web');
    await api.listResources();
    await api.readLogs('app_web', 100);
    const lack = 'not shown or not recognised';
    expect(debugLines.filter((line) => line.includes(lack))).toEqual([
      `GET /resources/app_web: id, type, status, domains ${lack}`,
      `GET /resources: list ${lack}`,
      `GET /resources/app_web/logs?lines=100: log ${lack}`,
    ]);
  });

  test('write one debug line each, without a value', async () => {
    replies = [[200, { ok: true, resources: [], note: 'sk-canary' }], [202, ''], 'cut'];
    const api = apiWith();
    await api.listResources();
    await api.changeResource('app_web', 'stop');
    await api.changeResource('app_web', 'stop');
    expect(debugLines).toEqual([
      'GET /resources (0 ms): 200, {ok:boolean,resources:[],note:string}',
      'POST /resources/app_web/stop (0 ms): 202, 0 characters that are not JSON',
      'POST /resources/app_web/stop (0 ms): no reply',
    ]);
  });
});

describe('a read', () => {
  test.each<[string, Reply[], readonly number[]]>([
    ['a lost connection', ['cut', 'cut', OK], [0, 1, 3]],
    ['no reply in 30 s', ['hang', OK], [0, 31]],
    ['a 5xx of the API', [apiError(500, 'x'), OK], [0, 1]],
    ['a 5xx with Retry-After', [apiError(503, 'x', { 'retry-after': '7' }), OK], [0, 7]],
    ['a page', [[200, '<html>'], [404, ''], OK], [0, 1, 3]],
    ['a redirect', [[302, '', { location: '/x' }], OK], [0, 1]],
    ['a 429', [apiError(429, 'rate_limited'), OK], [0, 3]],
    ['several 429s in a row', [apiError(429, 'rate_limited'), [429, 'x'], OK], [0, 3, 7.5]],
    ['a 429 with Retry-After', [apiError(429, 'quota', { 'retry-after': '5' }), OK], [0, 5.75]],
  ])('is sent again after %s', async (_, script, expected) => {
    replies = script;
    expect(await apiWith().listResources()).toMatchObject({ isRecognised: true });
    expect(times()).toEqual(expected);
  });

  test.each<[string, Reply, string]>([
    ['an invalid key', apiError(401, 'unauthorized'), 'unauthorized'],
    ['create_limit', apiError(429, 'create_limit'), 'create_limit'],
    ['an unknown resource', apiError(404, 'x'), 'not_found'],
    ['a reply of 17 MB', HUGE, 'unreadable_reply'],
  ])('is not sent again after %s', async (_, reply, code) => {
    replies = [reply];
    const failure = await failureOf(apiWith().readResource('app_web'));
    expect(failure.code).toBe(code);
    expect(failure.options.isTooLarge ?? false).toBe(code === 'unreadable_reply');
    expect([times(), lines]).toEqual([[0], []]);
  });

  test('with a well-formed reply of another shape is not sent again', async () => {
    replies = [[200, { other: 1 }]];
    expect(await apiWith().readResource('app_web')).toEqual({ addresses: [], fields: {} });
    expect(times()).toEqual([0]);
  });

  test('counts the time of pages from the first of them', async () => {
    const api = apiWith();
    replies = [OK, ...Array.from({ length: 8 }, (): Reply => 'cut'), [404, 'page'], OK];
    for (const _ of [1, 2]) expect(await api.listResources()).toMatchObject({ isRecognised: true });
    expect(times().at(-1)).toBeGreaterThan(60);
  });

  test.each([
    [0, [0]],
    [5_000, [0, 1, 3]],
    [7_000, [0, 1, 3, 7]],
  ])('is given up after %d ms on demand', async (giveUpMs, expected) => {
    replies = [apiError(500, 'boom')];
    const failure = await failureOf(apiWith().readDeployment('a', 'd', { giveUpMs }));
    expect(failure.code).toBe('boom');
    expect(times()).toEqual(expected);
  });

  test('shows nothing of a read that is not sent again', async () => {
    replies = [apiError(500, 'x'), apiError(404, 'x')];
    await failureOf(apiWith().readDeployment('a', 'd', { giveUpMs: 0 }));
    await failureOf(apiWith().readDeployment('a', 'd'));
    expect(lines).toEqual([]);
  });
});

describe('a POST', () => {
  /** Kind and code, and what else the answer tells. */
  function told(answered: Awaited<ReturnType<Api['changeResource']>>): string {
    if (answered.kind === 'ok') return `ok ${JSON.stringify(answered.accepted)}`;
    const { kind, failure, isApiError, waitMs } = answered;
    const more = kind === 'outcomeUnknown' ? [isApiError, waitMs] : [];
    return [kind, failure.code, ...(kind === 'rateLimited' ? [waitMs] : more)].join(' ');
  }

  test.each<[string, Reply, string]>([
    ['2xx with JSON', [202, { id: 'dep_1', ok: true }], 'ok {"deploymentId":"dep_1"}'],
    ['2xx without a body', [202], 'ok {}'],
    ['ok: false', [202, { ok: false, error: { code: 'busy' } }], 'busy busy'],
    ['busy', apiError(409, 'busy'), 'busy busy'],
    ['a page with 403', [403, '<title>Blocked</title>'], 'refused unreadable_reply'],
    ['a page with 499', [499, 'x'], 'refused unreadable_reply'],
    ['a redirect', [307, '', { location: 'https://login.example/x' }], 'refused unreadable_reply'],
    ['a limit', apiError(429, 'rate_limited', AFTER_5), 'rateLimited rate_limited 5750'],
    ['a 500 of the API', apiError(500, 'boom'), 'outcomeUnknown boom true 0'],
    ['a 503 with Retry-After', [503, 'x', AFTER_5], 'outcomeUnknown unreachable false 5000'],
    ['a 408', [408, 'x'], 'outcomeUnknown unreachable false 0'],
    ['a page with 200', [200, '<html>'], 'outcomeUnknown unreadable_reply false 0'],
    ['text with 202', [202, 'Accepted'], 'ok {}'],
    ['long text with 202', [202, 'x'.repeat(201)], 'outcomeUnknown unreadable_reply false 0'],
    ['a page with 202', [202, '<html>'], 'outcomeUnknown unreadable_reply false 0'],
    ['text with 200', [200, 'Accepted'], 'outcomeUnknown unreadable_reply false 0'],
    ['a reply of 17 MB', HUGE, 'outcomeUnknown unreadable_reply false 0'],
    ['a lost connection', 'cut', 'outcomeUnknown unreachable false 0'],
    ['a reply that is not HTTP', 'SSH', 'outcomeUnknown unreachable false 0'],
    ['no reply in 30 s', 'hang', 'outcomeUnknown unreachable false 0'],
  ])('with %s is sent once', async (_, reply, expected) => {
    replies = [reply];
    expect(told(await apiWith().createDeployment('app_web', { force: false }))).toBe(expected);
    expect([times(), lines.length]).toEqual([[0], Number(reply === 'hang')]);
  });

  test('without a connection was not sent', async () => {
    const api = apiWith({ baseUrl: baseUrl.replace('http:', 'https:') });
    expect(await api.changeResource('a', 'stop')).toMatchObject({ kind: 'refused' });
    await servers.close();
    expect(await apiWith().changeResource('a', 'stop')).toMatchObject({ kind: 'unsent' });
    expect(seen).toEqual([]);
  });

  test('waits for a 429 of another request', async () => {
    replies = [apiError(429, 'rate_limited'), OK];
    const api = apiWith();
    const reading = api.listResources();
    await clock.sleep(100);
    await Promise.all([reading, api.changeResource('a', 'stop')]);
    expect(seen.map(({ request, atMs }) => [request.split(' ')[0], atMs])).toEqual([
      ['GET', 0],
      ['GET', 3_000],
      ['POST', 3_000],
    ]);
  });
});
