// The client against a service on the virtual clock: what is sent, the three ways to read, and what
// the key is sent to.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { Failure } from '../../src/failure.ts';
import { createService, type Service } from '../../src/service/client.ts';
import { posts, reads } from '../../src/service/endpoints.ts';
import type { ServiceOptions } from '../../src/service/requests.ts';
import { createRawServers } from '../support/raw-servers.ts';
import { runStep } from '../support/run-step.ts';
import { keepWaiting, VirtualClock } from '../support/virtual-clock.ts';

/** Status, body (JSON unless it is text) and headers; or the connection breaks, or nothing comes. */
type Reply = readonly [number, unknown?, Readonly<Record<string, string>>?] | 'cut' | 'hang';

const ignore = (): void => undefined;
const KEY = 'key_12345678';
const OK: Reply = [200, { ok: true, resources: [] }];
const BOOM: Reply = [500, { error: { code: 'boom' } }];
const LIMITED: Reply = [429, { error: { code: 'rate_limited' } }, { 'retry-after': '5' }];

const servers = createRawServers();
let clock: VirtualClock;
let baseUrl: string;
let replies: Reply[];
let seen: { atMs: number; request: string; key: string | undefined; body: string }[];
let debugLines: string[];

beforeEach(async () => {
  clock = new VirtualClock();
  [replies, seen, debugLines] = [[], [], []];
  const origin = await servers.serve(
    (request, response) => void answer(request, response).catch(() => response.destroy()),
  );
  baseUrl = `${origin}/api/v1`;
});

afterEach(async () => {
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
  const [status, body = '', more = {}] = reply;
  response.writeHead(status, more).end(typeof body === 'string' ? body : JSON.stringify(body));
}

function serviceWith(options: Partial<ServiceOptions> = {}): Service {
  return createService({
    baseUrl,
    apiKey: KEY,
    concurrentJobs: 1,
    clock,
    random: () => 0.5,
    signal: new AbortController().signal,
    deadlineMs: 1_800_000,
    waits: { begin: ignore, end: ignore, leave: ignore, leaveAll: ignore },
    debug: (text) => void debugLines.push(text),
    ...options,
  });
}

/** The times of the requests in seconds. */
const times = (): readonly number[] => seen.map(({ atMs }) => atMs / 1_000);
const codeOf = async (read: Promise<unknown>): Promise<unknown> => {
  const result: unknown = await read.catch((error: unknown) => error);
  return result instanceof Failure ? result.code : result;
};

describe('the endpoints', () => {
  test.each<[request: string, send: (service: Service) => Promise<unknown>, body: string]>([
    ['GET /resources', (service) => service.read(reads.resources), ''],
    ['GET /resources/app_web', (service) => service.read(reads.resource('app_web')), ''],
    ['GET /resources/a%2Fb%20c', (service) => service.attempt(reads.resource('a/b c')), ''],
    ['GET /resources/%EF%BF%BD%3F', (service) => service.tryRead(reads.resource('\uD800?')), ''],
    ['GET /resources/a/deployments', (service) => service.read(reads.deployments('a')), ''],
    [
      'GET /resources/a/deployments/d%2F1',
      (service) => service.read(reads.deployment('a', 'd/1')),
      '',
    ],
    ['GET /resources/a/logs?lines=500', (service) => service.read(reads.logs('a', 500)), ''],
    ['GET /resources/a/env', (service) => service.read(reads.envNames('a')), ''],
    [
      'POST /resources/a%2F/deployments',
      (service) => service.post(posts.deployment('a/', { force: false })),
      '',
    ],
    [
      'POST /resources/a/deployments',
      (service) => service.post(posts.deployment('a', { force: true })),
      '{"force":true}',
    ],
    ['POST /resources/a/start', (service) => service.post(posts.change('a', 'start')), ''],
    ['POST /resources/a/stop', (service) => service.post(posts.change('a', 'stop')), ''],
    ['POST /resources/a/restart', (service) => service.post(posts.change('a', 'restart')), ''],
  ])('%s is sent with the key', async (request, send, body) => {
    replies = [OK];
    await send(serviceWith());
    expect(seen).toEqual([
      { atMs: 0, request: request.replace(' ', ' /api/v1'), key: `Bearer ${KEY}`, body },
    ]);
  });

  test('write one debug line each, without a value', async () => {
    replies = [[200, { ok: true, resources: [], note: 'sk-canary' }], [202, ''], 'cut'];
    const service = serviceWith();
    await service.read(reads.resources);
    await service.post(posts.change('a/b', 'stop'));
    await service.post(posts.change('a', 'stop'));
    expect(debugLines).toEqual([
      'GET /resources (0 ms): 200, {ok:boolean,resources:[],note:string}',
      'POST /resources/a/b/stop (0 ms): 202, string',
      'POST /resources/a/stop (0 ms): no reply',
    ]);
  });
});

test('neither the app nor the description of the API gets the key (text/key-target)', async () => {
  const keyOf = new Map<string, string | undefined>();
  const listener = (request: IncomingMessage, response: ServerResponse): void => {
    keyOf.set(request.url ?? '', request.headers.authorization);
    response.end('{"id":"app_web","status":"running","resources":[],"deployments":[]}');
  };
  const [service, app] = await Promise.all([servers.serve(listener), servers.serve(listener)]);
  const inputs = { 'base-url': `${service}/v1`, 'api-key': KEY, 'resource-id': 'app_web' };
  await runStep({ clock, inputs: { ...inputs, operation: 'check' } });
  await runStep({
    clock,
    inputs: { ...inputs, operation: 'start', 'health-check': `${app}/health` },
  });
  const { '/v1/openapi.json': described, '/health': health, ...others } = Object.fromEntries(keyOf);
  expect([described, health, keyOf.has('/v1/openapi.json'), keyOf.has('/health')]).toEqual([
    undefined,
    undefined,
    true,
    true,
  ]);
  expect(Object.keys(others)).toContain('/v1/resources/app_web/start');
  expect(new Set(Object.values(others))).toEqual(new Set([`Bearer ${KEY}`]));
});

describe('a read until it is answered', () => {
  test('is sent again after failures and limits, whatever their kinds', async () => {
    replies = ['cut', BOOM, [404, 'page'], LIMITED, OK];
    expect(await serviceWith().read(reads.resources)).toEqual([]);
    expect(times()).toEqual([0, 1, 3, 7, 12.75]);
  });

  test.each([
    [0, [0]],
    [5_000, [0, 1, 3]],
    [7_000, [0, 1, 3, 7]],
  ])('is given up after %d ms on demand', async (giveUpMs, expected) => {
    replies = [BOOM];
    const read = serviceWith().read(reads.resource('a'), { giveUpMs });
    expect([await codeOf(read), times()]).toEqual(['boom', expected]);
  });

  test('waits for a limit even if it is to be given up before', async () => {
    replies = [LIMITED, OK];
    await serviceWith().read(reads.resources, { giveUpMs: 0 });
    expect(times()).toEqual([0, 5.75]);
  });

  test('counts the time of pages from the first of them', async () => {
    const service = serviceWith();
    replies = [OK, ...Array.from({ length: 8 }, (): Reply => 'cut'), [404, 'page'], OK];
    for (const _ of [1, 2]) expect(await service.read(reads.resources)).toEqual([]);
    expect(times().at(-1)).toBeGreaterThan(60);
  });
});

describe('a read that is only tried', () => {
  test('is sent once, has five seconds and is no outage', async () => {
    const service = serviceWith();
    replies = [BOOM, 'hang', OK];
    expect(await codeOf(service.tryRead(reads.resources))).toBe('boom');
    expect(await codeOf(service.tryRead(reads.resources))).toBe('unreachable');
    expect(clock.now()).toBe(5_000);
    expect(service.outage()).toBeUndefined();
    expect(await service.tryRead(reads.resources)).toEqual([]);
  });

  test('does not wait for a limit', async () => {
    const service = serviceWith();
    replies = [LIMITED, OK];
    for (const _ of [1, 2])
      expect(await codeOf(service.tryRead(reads.resources))).toBe('rate_limited');
    expect(times()).toEqual([0]);
  });

  test('resolves with the reason of the signal', async () => {
    const signal = AbortSignal.abort(new Failure('interrupted', 'cancelled'));
    expect(await codeOf(serviceWith({ signal }).tryRead(reads.resources))).toBe('interrupted');
  });
});

describe('an attempt', () => {
  test('is sent once, and its failures are an outage until the next answer', async () => {
    const service = serviceWith();
    replies = [OK, BOOM, [404, { error: { code: 'gone' } }]];
    const kinds: string[] = [];
    for (const outage of [undefined, 'boom', undefined]) {
      kinds.push((await service.attempt(reads.resources)).kind);
      expect(service.outage()?.code).toBe(outage);
    }
    expect([kinds, times()]).toEqual([
      ['ok', 'lost', 'refused'],
      [0, 0, 0],
    ]);
  });

  test('throws a limit that lasts too long, and waits for a shorter one', async () => {
    const service = serviceWith();
    replies = [LIMITED, OK];
    const attempt = service.attempt(reads.resources, { limitUntilMs: 5_000 });
    expect(await codeOf(attempt)).toBe('rate_limited');
    expect((await service.attempt(reads.resources)).kind).toBe('ok');
    expect(times()).toEqual([0, 5.75]);
  });
});

describe('a POST', () => {
  test.each<[what: string, reply: Reply, kind: string, code: string]>([
    ['a lost connection', 'cut', 'lost', 'unreachable'],
    ['no reply in 30 s', 'hang', 'lost', 'unreachable'],
    ['a reply of 9 MB', [200, ' '.repeat(9 * 2 ** 20)], 'too-large', 'unreadable_reply'],
    ['a limit', LIMITED, 'limited', 'rate_limited'],
  ])('with %s is sent once', async (_, reply, kind, code) => {
    replies = [reply];
    const service = serviceWith();
    const answered = await service.post(posts.change('a', 'stop'));
    expect(answered).toMatchObject({ kind, failure: { code } });
    expect([times(), service.outage()]).toEqual([[0], undefined]);
  });

  test('without a connection was not sent, for good where that is set-up', async () => {
    const secure = serviceWith({ baseUrl: baseUrl.replace('http:', 'https:') });
    const unsent = await secure.post(posts.change('a', 'stop'));
    expect(unsent).toMatchObject({ kind: 'unsent', isSetup: true });
    await servers.close();
    const refused = await serviceWith().post(posts.change('a', 'stop'));
    expect(refused).toMatchObject({ kind: 'unsent', isSetup: false });
    expect(seen).toEqual([]);
  });

  test('waits for the limit of another request', async () => {
    replies = [LIMITED, OK];
    const service = serviceWith();
    const reading = service.read(reads.resources);
    await clock.sleep(100);
    await Promise.all([reading, service.post(posts.change('a', 'stop'))]);
    expect(seen.map(({ request, atMs }) => [request.split(' ')[0], atMs])).toEqual([
      ['GET', 0],
      ['GET', 5_750],
      ['POST', 5_750],
    ]);
  });
});
