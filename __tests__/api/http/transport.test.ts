// One request to the service over loopback HTTP: what it sends, what it returns, and how it fails.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { VirtualClock } from '../../../emulator/index.ts';
import { Stop } from '../../../src/clock.ts';
import { createTransport, explain, type ServiceRequest, type Transport } from '../../../src/api/http/transport.ts';
import type { ExchangeTrace } from '../../../src/api/model.ts';
import { createRawServers } from '../../support/service/raw-server.ts';
import { API_KEY, failureOf } from '../../support/service/raw-service.ts';

const servers = createRawServers();
const get: ServiceRequest = { endpoint: { method: 'GET', path: '/resources' } };
const MIB = 1024 * 1024;

let clock: VirtualClock;
let stop: AbortController;
let traces: ExchangeTrace[];
let transport: Transport | undefined;

beforeEach(() => {
  clock = new VirtualClock();
  stop = new AbortController();
  traces = [];
});

afterEach(async () => {
  transport?.dispose();
  await servers.close();
  clock.dispose();
});

/** Sends a request, by default until the step is stopped. */
type Sender = (request: ServiceRequest, limits?: { timeoutMs: number }) => ReturnType<Transport['send']>;

function senderTo(baseUrl: string): Sender {
  const onExchange = (trace: ExchangeTrace): void => void traces.push(trace);
  const made = createTransport({ baseUrl, apiKey: API_KEY, clock, onExchange });
  transport = made;
  return (request, limits) => made.send(request, { signal: stop.signal, ...limits });
}

async function senderFor(listener: RequestListener): Promise<Sender> {
  return senderTo(`${await servers.serve(listener)}/api/v1`);
}

describe('a request', () => {
  async function sentBy(request: ServiceRequest): Promise<IncomingMessage> {
    let sent: IncomingMessage | undefined;
    const send = await senderFor((message, response) => {
      sent = message;
      response.end('{}');
    });
    await send(request);
    if (sent === undefined) throw new Error('nothing was sent');
    return sent;
  }

  test('is sent to the path below the base URL, with the key in one header and nowhere else', async () => {
    const { method, url, headers } = await sentBy(get);
    expect([method, url]).toEqual(['GET', '/api/v1/resources']);
    const { authorization, ...others } = headers;
    expect(authorization).toBe(`Bearer ${API_KEY}`);
    expect(JSON.stringify(others)).not.toContain(API_KEY);
    expect(others).toMatchObject({ accept: 'application/json', 'accept-encoding': 'identity' });
    expect(others).toMatchObject({ 'user-agent': expect.stringMatching(/^deployment-service-action\b/) });
    expect(others).not.toHaveProperty('content-type');
  });

  test('is sent without a key where none is needed', async () => {
    expect((await sentBy({ ...get, keyless: true })).headers).not.toHaveProperty('authorization');
  });

  test('is sent as JSON when it has a body', async () => {
    const { headers } = await sentBy({ endpoint: { method: 'POST', path: '/x' }, body: '{"force":true}' });
    expect(headers).toMatchObject({ 'content-type': 'application/json', 'content-length': '14' });
  });
});

test('returns a response with an error status without judging it', async () => {
  const send = await senderFor((_, response) => void response.writeHead(503).end('down'));
  expect(await send(get)).toMatchObject({ status: 503, body: 'down' });
});

test('traces endpoint, duration, status and shape, and no values', async () => {
  const send = await senderFor((request, response) => {
    clock.hold(request.socket.remotePort ?? 0);
    void clock.sleep(3_000).then(() => response.end('{"secret":"sk-canary"}'));
  });
  const endpoint = { method: 'POST', path: '/resources/app_web/start', resourceId: 'app_web' } as const;
  await send({ endpoint, body: '{"x":"sk-canary"}' });
  const [trace] = traces;
  expect(trace).toMatchObject({ endpoint, status: 200, tookMs: 3_000, bytes: 22 });
  expect(trace?.shape()).toBe('{secret: string}');
});

test.each([
  ['https://evil.example/login?key=1', 'evil.example'],
  ['/login', '127.0.0.1:'],
  ['http://[', 'an unreadable address'],
])('does not follow a redirect to %s, and shows only its host', async (location, host) => {
  let requests = 0;
  const send = await senderFor((_, response) => {
    requests += 1;
    response.writeHead(302, { location }).end();
  });
  const error = await failureOf(send(get));
  expect(error).toMatchObject({ name: 'RedirectedError', message: expect.stringContaining(`a redirect to ${host}`) });
  expect(error.message).not.toContain('login');
  expect(requests).toBe(1);
});

test.each([
  [301, 'unknown'],
  [302, 'unknown'],
  [303, 'unknown'],
  [307, 'refused'],
  [308, 'refused'],
] as const)('rejects a redirect with %d; the fate of the request is then %s', async (status, fate) => {
  const send = await senderFor((_, response) => void response.writeHead(status, { location: '/login' }).end());
  expect(await failureOf(send(get))).toMatchObject({ name: 'RedirectedError', status, fate });
});

test.each([
  [304, {}],
  [299, { location: '/login' }],
  [400, { location: '/login' }],
])('returns a response that is no redirect: status %d, headers %j', async (status, headers) => {
  const send = await senderFor((_, response) => void response.writeHead(status, headers).end());
  expect(await send(get)).toMatchObject({ status });
});

test('takes 300 with an address for a redirect', async () => {
  const send = await senderFor((_, response) => void response.writeHead(300, { location: '/login' }).end());
  expect(await failureOf(send(get))).toMatchObject({ name: 'RedirectedError', status: 300 });
});

test('keeps no connection open once it is disposed of', async () => {
  const patient = createServer({ keepAliveTimeout: 0 }, (_, response) => void response.end('{}'));
  await senderTo(await servers.listening(patient))(get);
  transport?.dispose();
  const [socket] = servers.sockets;
  if (socket?.destroyed === false) await once(socket, 'close');
  expect(socket?.destroyed).toBe(true);
});

describe('a request without a complete response', () => {
  test('is unreachable and not sent when no server is listening', async () => {
    const error = await failureOf(senderTo('http://127.0.0.1:9')(get));
    expect(error).toMatchObject({
      name: 'UnreachableError',
      fate: 'unsent',
      isPermanent: false,
      message: 'no connection: the host refuses connections at this port (ECONNREFUSED)',
    });
    expect(traces).toMatchObject([{ status: 0, bytes: 0 }]);
    expect(traces[0]?.shape()).toBe('an empty body');
  });

  test('cannot succeed later when the server does not use TLS', async () => {
    const origin = await servers.serve((_, response) => void response.end());
    const error = await failureOf(senderTo(origin.replace('http:', 'https:'))(get));
    expect(error).toMatchObject({
      name: 'UnreachableError',
      isPermanent: true,
      isProxy: false,
      message: expect.stringMatching(/^no connection: it does not speak TLS/),
    });
  });

  test('may have been handled when the connection is cut', async () => {
    const send = await senderFor((request) => void request.socket.destroy());
    expect(await failureOf(send(get))).toMatchObject({
      name: 'ConnectionLostError',
      fate: 'unknown',
      message: 'the connection was lost: ECONNRESET',
      status: undefined,
    });
  });

  test.each([
    ['GET', 15_000],
    ['POST', 30_000],
  ] as const)('(%s) fails after %d ms', async (method, limitMs) => {
    const send = await senderFor((request) => void clock.hold(request.socket.remotePort ?? 0));
    expect(await failureOf(send({ endpoint: { method, path: '/x' } }))).toMatchObject({
      name: 'RequestTimeoutError',
      fate: 'unknown',
    });
    expect(clock.now()).toBe(limitMs);
  });

  test('(GET) fails after its own timeout, which counts from the request to the end of the body', async () => {
    const send = await senderFor((request, response) => {
      clock.hold(request.socket.remotePort ?? 0);
      void clock.sleep(8_000).then(() => response.writeHead(200, { 'content-length': '100' }).write('{'));
    });
    expect(await failureOf(send(get, { timeoutMs: 10_000 }))).toMatchObject({ name: 'RequestTimeoutError' });
    expect(clock.now()).toBe(10_000);
  });

  test.each([
    [false, 15_000],
    [true, 60_000],
  ])('(large: %s) fails %d ms after its headers, even while data keeps coming', async (large, limitMs) => {
    const send = await senderFor((request, response) => {
      clock.hold(request.socket.remotePort ?? 0);
      response.writeHead(200);
      const writeNext = (): void => {
        response.write('x');
        if (!response.destroyed) void clock.sleep(10_000).then(writeNext);
      };
      writeNext();
    });
    expect(await failureOf(send({ ...get, large }))).toMatchObject({ name: 'RequestTimeoutError' });
    expect(clock.now()).toBe(limitMs);
  });

  test('fails 15 seconds after the last data', async () => {
    const send = await senderFor((request, response) => {
      clock.hold(request.socket.remotePort ?? 0);
      response.writeHead(200).write('one');
      void clock.sleep(10_000).then(() => response.write('two'));
    });
    expect(await failureOf(send({ ...get, large: true }))).toMatchObject({ name: 'RequestTimeoutError' });
    expect(clock.now()).toBe(25_000);
  });

  test('is too large once it is longer than the limit, even if it does not end', async () => {
    const send = await senderFor((request, response) => {
      // What has left the server and has not been read yet is far less than the 16 MiB above the limit.
      response.write(Buffer.alloc(32 * MIB), () => void clock.hold(request.socket.remotePort ?? 0));
    });
    expect(await failureOf(send(get))).toMatchObject({ name: 'ResponseTooLargeError' });
  });

  test.each([
    ['SSH-2.0-server\r\n', 'the response cannot be read as HTTP (HPE_INVALID_CONSTANT)', 0],
    [
      'HTTP/1.1 200 OK\r\ncontent-encoding: zstd\r\ncontent-length: 1\r\n\r\nx',
      'the response is compressed and cannot be read (zstd)',
      200,
    ],
  ])('is unreadable when its bytes are %j', async (bytes, message, status) => {
    const send = senderTo(await servers.serveBytes(bytes, (socket) => void socket.end()));
    expect(await failureOf(send(get))).toMatchObject({
      name: 'UnreadableResponseError',
      code: 'unreadable_reply',
      message: expect.stringContaining(message),
      status,
    });
  });

  test('ends with the reason of the cancellation', async () => {
    const send = await senderFor(() => stop.abort(new Stop('interrupted')));
    await expect(send(get)).rejects.toMatchObject({ name: 'Stop', reason: 'interrupted' });
  });
});

test('parses a response of up to 16 MiB, and keeps the last 64 KiB of a longer one', async () => {
  let bytes = 16 * MIB;
  const send = await senderFor((_, response) => void response.end(Buffer.alloc(bytes, 'x')));
  expect((await send(get)).bytes).toBe(bytes);
  bytes += 1;
  expect(await failureOf(send(get))).toMatchObject({
    name: 'ResponseTooLargeError',
    message: expect.stringContaining('limit of 16 MiB'),
    tail: 'x'.repeat(64 * 1024),
  });
});

test.each([
  ['ECONNREFUSED', 'the host refuses connections at this port (ECONNREFUSED)'],
  ['ENOTFOUND', 'the host name does not resolve (ENOTFOUND)'],
  ['EAI_AGAIN', 'the host name could not be resolved (EAI_AGAIN)'],
  ['ETIMEDOUT', 'the host did not answer (ETIMEDOUT)'],
  ['EHOSTUNREACH', 'there is no route to the host (EHOSTUNREACH)'],
  ['ENETUNREACH', 'there is no route to its network (ENETUNREACH)'],
  ['EPIPE', 'EPIPE'],
])('explains the error code %s', (code, explanation) => {
  expect(explain(code)).toBe(explanation);
});
