// The client over HTTP: what it sends, how often, and what it returns. Statuses, retries and readers have suites of their own.
import { describe, expect, test } from '@jest/globals';
import type { Client } from '../../src/api/client.ts';
import { orApiError } from '../../src/api/errors.ts';
import type { RetryNotice } from '../../src/api/retry.ts';
import { API_KEY, rawServicesPerTest, failureOf, PROXY_PAGE, refusalBody } from '../support/service/raw-service.ts';

const services = rawServicesPerTest();
const mayPost = () => Promise.resolve(true);

describe('a read', () => {
  test('is retried until it succeeds', async () => {
    let failuresLeft = 3;
    const url = await services.serve((_, response) => {
      failuresLeft -= 1;
      if (failuresLeft >= 0) response.writeHead(502).end(PROXY_PAGE);
      else response.end('{"deployments":[{"id":"dep_1","status":"finished"}]}');
    });
    expect(await services.clientOf(url).listDeployments('app_web')).toEqual({
      items: [{ id: 'dep_1', status: 'finished', remarks: [] }],
      isComplete: true,
    });
    expect(services.clock.now()).toBe(1_000 + 2_000 + 4_000);
  });

  test('answered by an HTML page is retried three times within ten seconds, and the error names the host', async () => {
    const { client, requests, baseUrl } = await services.serviceOf({ status: 200, body: PROXY_PAGE });
    const error = await failureOf(client.listDeployments('app_web'));
    expect(error.message).toContain(`${new URL(baseUrl).host} answered 200 with an HTML page`);
    expect(services.clock.now()).toBeLessThanOrEqual(10_000);
    expect(requests).toHaveLength(4);
  });

  test('answered by an HTML page after a good response is retried for a minute', async () => {
    let isFirst = true;
    const url = await services.serve((_, response) => {
      response.end(isFirst ? '{"deployments":[]}' : PROXY_PAGE);
      isFirst = false;
    });
    const client = services.clientOf(url);
    await client.listDeployments('app_web');
    expect(await failureOf(client.listDeployments('app_web'))).toMatchObject({ code: 'unreadable_reply' });
    expect(services.clock.now()).toBeGreaterThan(40_000);
    expect(services.clock.now()).toBeLessThanOrEqual(60_000);
  });

  test('answered by JSON of another shape is not retried', async () => {
    const { client, requests } = await services.serviceOf({ status: 200, body: '{"ok":true}' });
    expect(await failureOf(client.listDeployments('app_web'))).toMatchObject({ code: 'unreadable_reply' });
    expect(requests).toHaveLength(1);
  });
});

describe('a POST', () => {
  const page = { status: 200, body: PROXY_PAGE };

  test.each([
    ['refused', 'RefusedError', { status: 409, body: refusalBody('busy') }],
    ['answered by a failed service', 'ServiceFailedError', { status: 503, body: refusalBody('internal_error') }],
    ['answered by an HTML page', 'UnreadableResponseError', page],
    ['redirected', 'RedirectedError', { status: 302, headers: { location: '/login' } }],
  ])('that is %s is not sent again, and its error (%s) names the endpoint', async (_, name, answer) => {
    const { client, requests } = await services.serviceOf(answer);
    const error = await failureOf(client.createDeployment('app_web', { force: false, mayPost }));
    expect(error).toMatchObject({
      name,
      endpoint: { method: 'POST', path: '/resources/app_web/deployments', resourceId: 'app_web' },
    });
    expect(requests).toHaveLength(1);
  });

  test('to deploy returns the deployment that the response names', async () => {
    const body = '{"ok":true,"deployment":{"id":"dep_7","status":"queued"}}';
    const { client } = await services.serviceOf({ status: 202, body });
    const acceptance = await client.createDeployment('app_web', { force: false, mayPost });
    expect(acceptance).toEqual({ deploymentId: 'dep_7', status: 'queued' });
  });

  test('to deploy has a body only to force a build without cache', async () => {
    const bodies: string[] = [];
    const url = await services.serve((request, response) => {
      let body = '';
      request.on('data', (chunk: Buffer) => (body += chunk.toString()));
      request.on('end', () => {
        bodies.push(`${request.headers['content-type']} ${body}`);
        response.writeHead(202).end();
      });
    });
    const client = services.clientOf(url);
    await client.createDeployment('app_web', { force: false, mayPost });
    await client.createDeployment('app_web', { force: true, mayPost });
    expect(bodies).toEqual(['undefined ', 'application/json {"force":true}']);
  });

  test.each(['start', 'stop', 'restart'] as const)('to %s is accepted by a 202, and not by a page', async (action) => {
    const accepting = await services.serviceOf({ status: 202 });
    expect(await accepting.client.changeResource('app_web', { action, mayPost })).toBe('accepted');
    expect(accepting.requests.map(({ method, url }) => `${method} ${url}`)).toEqual([
      `POST /resources/app_web/${action}`,
    ]);
    const { client } = await services.serviceOf(page);
    const error = await failureOf(client.changeResource('app_web', { action, mayPost }));
    expect(error).toMatchObject({ code: 'unreadable_reply', fate: 'unknown' });
  });

  test('is not sent when it may not be', async () => {
    const { client, requests } = await services.serviceOf({ status: 202 });
    const mayNotPost = () => Promise.resolve(false);
    expect(await client.createDeployment('app_web', { force: false, mayPost: mayNotPost })).toBeUndefined();
    expect(requests).toHaveLength(0);
  });
});

test.each<[string, string, (client: Client) => Promise<unknown>, object]>([
  ['/resources', '{"resources":[]}', (client) => client.listResources(), { items: [], isComplete: true }],
  [
    '/resources/app%2Fweb',
    '{"id":"app/web","type":"app","status":"running"}',
    (client) => client.readResource('app/web'),
    { id: 'app/web' },
  ],
  [
    '/resources/app%2Fweb/deployments',
    '{"deployments":[]}',
    (client) => client.listDeployments('app/web'),
    { items: [], isComplete: true },
  ],
  [
    '/resources/app%2Fweb/deployments/dep%201',
    '{"id":"dep 1","status":"queued"}',
    (client) => client.readDeployment('app/web', 'dep 1'),
    { status: 'queued' },
  ],
  [
    '/resources/app%2Fweb/logs?lines=100',
    'listening',
    (client) => client.readLogs('app/web', 100),
    { text: 'listening' },
  ],
  ['/resources/app%2Fweb/env', '{"env":["PORT"]}', (client) => client.listEnvNames('app/web'), { items: ['PORT'] }],
  ['/openapi.json', '{"openapi":"3.1.0","paths":{}}', (client) => client.readDescription(), { openapi: '3.1.0' }],
])('GET %s is read', async (path, body, read, value) => {
  const { client, requests } = await services.serviceOf({ status: 200, body });
  expect(await read(client)).toMatchObject(value);
  expect(requests.map(({ method, url }) => `${method} ${url}`)).toEqual([`GET ${path}`]);
});

describe('a service has answered', () => {
  test.each([
    ['a refusal', { status: 404, body: refusalBody('not_found') }, true],
    ['its own failure', { status: 503, body: refusalBody('internal_error') }, true],
    ['the failure of a gateway', { status: 502, body: PROXY_PAGE }, false],
    ['the limit of a gateway', { status: 429, body: PROXY_PAGE }, false],
  ])('%s: unreadable responses are retried for a minute: %j', async (_, first, isPatient) => {
    let isFirst = true;
    const url = await services.serve((_request, response) => {
      response.writeHead(isFirst ? first.status : 200).end(isFirst ? first.body : PROXY_PAGE);
      isFirst = false;
    });
    const client = services.clientOf(url);
    await failureOf(client.withLimits({ retryForMs: 0 }).listDeployments('app_web'));
    const sinceMs = services.clock.now();
    await failureOf(client.listDeployments('app_web'));
    expect(services.clock.now() - sinceMs > 30_000).toBe(isPatient);
  });
});

describe('a poll', () => {
  const limited = { 'retry-after': '20' };

  test('is not retried, waits for Retry-After and counts its refusals', async () => {
    let refusalsLeft = 2;
    const url = await services.serve((_, response) => {
      refusalsLeft -= 1;
      if (refusalsLeft >= 0) response.writeHead(429, limited).end(refusalBody('rate_limited'));
      else response.end('{"deployments":[]}');
    });
    const notices: RetryNotice[] = [];
    const { clock } = services;
    const client = services.clientOf(url, (notice) => notices.push(notice));
    const poller = client.poller({ startedAtMs: clock.now(), atOnce: true });
    const sentAtMs: number[] = [];
    for (let polls = 0; polls < 3; polls += 1) {
      const poll = await poller.next();
      sentAtMs.push(clock.now());
      await orApiError(poll.listDeployments('app_web'));
    }
    expect(notices).toMatchObject([
      { attempt: 1, afterMs: expect.any(Number), error: { code: 'rate_limited' } },
      { attempt: 2, afterMs: expect.any(Number) },
    ]);
    for (const { afterMs } of notices) expect(afterMs).toBeGreaterThanOrEqual(20_000);
    const [first = 0, second = 0, third = 0] = sentAtMs;
    expect(second - first).toBeGreaterThanOrEqual(20_000);
    expect(third - second).toBeGreaterThanOrEqual(20_000);
  });

  test('that fails in another way is not reported as postponed, and rejects with its error', async () => {
    const notices: RetryNotice[] = [];
    const { baseUrl } = await services.serviceOf({ status: 502, body: PROXY_PAGE });
    const client = services.clientOf(baseUrl, (notice) => notices.push(notice));
    const poll = await client.poller({ startedAtMs: services.clock.now(), atOnce: true }).next();
    expect(await failureOf(poll.listDeployments('app_web'))).toMatchObject({ code: 'unreachable' });
    expect(notices).toEqual([]);
  });

  test('may be followed by a request of the same client, which is paced as any read', async () => {
    const { client, requests } = await services.serviceOf({ status: 200, body: '{"deployments":[]}' });
    const poll = await client.poller({ startedAtMs: services.clock.now(), atOnce: true }).next();
    await poll.listDeployments('app_web');
    await poll.listDeployments('app_web');
    expect(requests).toHaveLength(2);
    expect(services.clock.now()).toBe(0);
  });
});

test('sends no key when it reads the public description or checks the health of the app', async () => {
  const { client, requests, baseUrl } = await services.serviceOf({
    status: 200,
    body: '{"openapi":"3.1.0","paths":{}}',
  });
  await client.readDescription();
  expect(await client.probe(`${baseUrl}/health`, { readBody: false })).toEqual({ status: 200, body: '' });
  expect(requests).toHaveLength(2);
  expect(JSON.stringify(requests.map(({ headers, url }) => [headers, url]))).not.toContain(API_KEY);
});

test('reports where parts were read and what was not recognised once an observer is set', async () => {
  const { client } = await services.serviceOf({
    status: 200,
    body: '{"log":{"chunks":7},"env":["PORT"]}',
    headers: { 'content-type': 'application/json' },
  });
  const seen: unknown[] = [];
  await client.listEnvNames('app_web');
  client.observe((part) => seen.push(part));
  await client.readLogs('app_web', 100);
  await client.listEnvNames('app_web');
  expect(seen).toEqual([
    { part: 'runtime log', request: 'GET /resources/app_web/logs?lines=100', shape: '{chunks: number}' },
    { part: 'names of variables', request: 'GET /resources/app_web/env', path: 'env' },
  ]);
});

test('reads the log of a deployment from the place where it was read first', async () => {
  const bodies = [
    '{"id":"dep_1","status":"building","output":"one"}',
    '{"id":"dep_1","status":"building","output":"one","logs":["two"]}',
  ];
  const url = await services.serve((_, response) => response.end(bodies.shift()));
  const client = services.clientOf(url);
  expect((await client.readDeployment('app_web', 'dep_1')).log.path).toBe('output');
  expect((await client.readDeployment('app_web', 'dep_1')).log.path).toBe('output');
});
