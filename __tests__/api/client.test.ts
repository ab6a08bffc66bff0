// The reads of the client against services with faulty HTTP, and where the key is sent.
import { describe, expect, test } from '@jest/globals';
import { ResponseTooLargeError } from '../../src/api/errors.ts';
import { API_KEY, rawServicesPerTest, failureOf, PROXY_PAGE, refusalBody } from '../support/service/raw-service.ts';

const services = rawServicesPerTest();

describe('a read', () => {
  test('that cannot be understood fails with the name of its endpoint and without the text of the response', async () => {
    const { client } = await services.serviceOf({ status: 200, body: '<h1>secret of the proxy</h1>' });
    const error = await failureOf(client.within({ retryForMs: 0 }).listDeployments('app_web'));
    expect(error).toMatchObject({ code: 'unreadable_reply', status: 200 });
    expect(error.endpoint.path).toBe('/resources/app_web/deployments');
    expect(error.message).not.toContain('secret');
  });

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

  test.each([
    [200, PROXY_PAGE, 'an HTML page'],
    [403, PROXY_PAGE, 'an HTML page'],
    [404, 'default backend - 404', 'plain text'],
    [200, '', 'an empty body'],
    [200, '{"resources":[', 'JSON that is truncated or invalid'],
    [404, '{"message":"no Route matched"}', 'JSON of an unexpected shape, {message: string}'],
  ])(
    'answered by an HTML page or the like (%i, %j) is retried three times within ten seconds, and the error names the host',
    async (status, body, kind) => {
      const { client, requests, baseUrl } = await services.serviceOf({ status, body });
      const error = await failureOf(client.listDeployments('app_web'));
      expect(error).toMatchObject({ code: 'unreadable_reply', fate: 'unknown' });
      expect(error.message).toContain(`${new URL(baseUrl).host} answered ${status} with ${kind}`);
      expect(services.clock.now()).toBeLessThanOrEqual(10_000);
      expect(requests).toHaveLength(4);
    },
  );

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

  test('answered by 429 without JSON fails as over the rate limit', async () => {
    let isFirst = true;
    const url = await services.serve((_, response) => {
      if (isFirst) response.writeHead(429, { 'retry-after': '2' }).end(PROXY_PAGE);
      else response.end('{"deployments":[]}');
      isFirst = false;
    });
    expect(await services.clientOf(url).listDeployments('app_web')).toEqual({ items: [], isComplete: true });
  });

  test('that the key does not allow fails with the name of the host', async () => {
    const { client, baseUrl } = await services.serviceOf({ status: 403, body: refusalBody('forbidden') });
    const error = await failureOf(client.listDeployments('app_web'));
    expect(error.message).toBe(`the service at ${new URL(baseUrl).host} answered 403 forbidden`);
  });

  test.each(['-x9', 'aG/8+1Zw==', '{a b}', '100%25/1?x#y', 'déploiement', '...', "a!'()*", '%2e%2e'])(
    'encodes the resource id %j as one segment of the path',
    async (id) => {
      const { client, requests } = await services.serviceOf({ status: 200, body: '{"deployments":[]}' });
      await client.listDeployments(id);
      const [, segment = '', ...rest] = requests[0]?.url?.slice(1).split('/') ?? [];
      expect(decodeURIComponent(segment)).toBe(id);
      expect(segment).not.toMatch(/[!'()*]/);
      expect(rest).toEqual(['deployments']);
    },
  );

  test('is sent even for an id with half of a surrogate pair', async () => {
    const { client, requests } = await services.serviceOf({ status: 200, body: '{"deployments":[]}' });
    await client.listDeployments('a\ud800');
    expect(requests[0]?.url).toBe('/resources/a%EF%BF%BD/deployments');
  });

  test('does not follow a redirect, and names only the host of its target', async () => {
    const visits: string[] = [];
    const elsewhere = await services.serve((request, response) => {
      visits.push(request.url ?? '');
      response.end('{"deployments":[]}');
    });
    const { client } = await services.serviceOf({ status: 308, headers: { location: `${elsewhere}/api?token=abc` } });
    const error = await failureOf(client.listDeployments('app_web'));
    expect(error).toMatchObject({ name: 'RedirectedError', status: 308 });
    expect(error.message).toContain(new URL(elsewhere).host);
    expect(error.message).not.toContain('token');
    expect(visits).toEqual([]);
  });

  test('of a log above 16 MiB is received to its end, and keeps its last 64 KiB', async () => {
    const url = await services.serve((_, response) => {
      response.write('x'.repeat(17 * 2 ** 20));
      response.end('the last line');
    });
    const error = await failureOf(services.clientOf(url).readDeployment('app_web', 'dep_1'));
    expect(error).toMatchObject({ name: 'ResponseTooLargeError', code: 'unreadable_reply' });
    if (!(error instanceof ResponseTooLargeError)) throw error;
    expect(error.tail).toHaveLength(64 * 1024);
    expect(error.tail.endsWith('xthe last line')).toBe(true);
  });
});

describe('the key', () => {
  test('is sent to the service in one header, and nowhere else', async () => {
    const { client, requests } = await services.serviceOf({ status: 200, body: '{"resources":[]}' });
    await client.listResources();
    const [request] = requests;
    expect(request?.headers.authorization).toBe(`Bearer ${API_KEY}`);
    const { authorization: _, ...others } = request?.headers ?? {};
    expect(JSON.stringify([others, request?.url])).not.toContain(API_KEY);
    expect(request?.headers['accept-encoding']).toBe('identity');
  });

  test('is not sent when the public description is read or a health check is made', async () => {
    const { client, requests, baseUrl } = await services.serviceOf({
      status: 200,
      body: '{"openapi":"3.1.0","paths":{}}',
    });
    await client.readDescription();
    expect(await client.probe(`${baseUrl}/health`, { readBody: false })).toEqual({ status: 200, body: '' });
    expect(requests).toHaveLength(2);
    expect(JSON.stringify(requests.map(({ headers, url }) => [headers, url]))).not.toContain(API_KEY);
  });

  test('appears in no error', async () => {
    const { client } = await services.serviceOf({ status: 401, body: refusalBody('unauthorized') });
    const error = await failureOf(client.listResources());
    expect(JSON.stringify([error.message, Object.entries(error)])).not.toContain(API_KEY);
  });
});

describe('a health check request', () => {
  test('follows no redirect: its status is the result', async () => {
    const visits: string[] = [];
    const elsewhere = await services.serve((request, response) => {
      visits.push(request.url ?? '');
      response.end();
    });
    const { client, baseUrl } = await services.serviceOf({ status: 302, headers: { location: elsewhere } });
    expect(await client.probe(`${baseUrl}/health`, { readBody: true })).toEqual({
      status: 302,
      location: elsewhere,
      body: '',
    });
    expect(visits).toEqual([]);
  });

  test('reports a missing response as a result', async () => {
    const url = await services.serve((request) => request.socket.destroy());
    expect(await services.clientOf(url).probe(`${url}/health`, { readBody: false })).toEqual({ failure: 'ECONNRESET' });
  });
});

test('sends a request body only to force a build without cache', async () => {
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
  const mayPost = () => Promise.resolve(true);
  await client.createDeployment('app_web', { force: false, mayPost });
  await client.createDeployment('app_web', { force: true, mayPost });
  expect(bodies).toEqual(['undefined ', 'application/json {"force":true}']);
});

test('reuses one connection for consecutive requests', async () => {
  const { client, requests } = await services.serviceOf({ status: 200, body: '{"resources":[]}' });
  for (let count = 0; count < 3; count += 1) await client.listResources();
  expect(new Set(requests.map(({ socket }) => socket)).size).toBe(1);
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

test('does not request a well-formed response again because of its shape', async () => {
  const { client, requests } = await services.serviceOf({ status: 200, body: '{"ok":true}' });
  expect(await failureOf(client.listDeployments('app_web'))).toMatchObject({ code: 'unreadable_reply' });
  expect(requests).toHaveLength(1);
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
