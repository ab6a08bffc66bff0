// One exchange on real sockets: whole replies, cut ones, hanging ones, and those through a proxy.
import { createServer } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterEach, describe, expect, test } from '@jest/globals';
import { systemClock } from '../../src/clock.ts';
import { exchange, type HttpReply, type HttpRequest } from '../../src/service/http.ts';
import { networkError } from '../../src/service/network-errors.ts';
import { VirtualClock } from '../support/virtual-clock.ts';
import { createTunnelProxy } from '../support/tunnel.ts';
import { createRawServers } from '../support/raw-servers.ts';

const servers = createRawServers();
const never = new AbortController().signal;
afterEach(async () => await servers.close());

const requestTo = (url: string, more: Partial<HttpRequest> = {}): HttpRequest => ({
  method: 'GET',
  url,
  headers: {},
  timeoutMs: 60_000,
  maxBytes: 1_000,
  ...more,
});
const get = async (
  url: string,
  more: Partial<HttpRequest> = {},
  signal = never,
): Promise<HttpReply> => await exchange(requestTo(url, more), { clock: systemClock, signal });
const failureOf = async (...request: Parameters<typeof get>): Promise<unknown> =>
  await get(...request).catch((error: unknown) => error);

describe('an exchange', () => {
  test('sends method, headers and body, and returns any status', async () => {
    const url = await servers.serve((request, response) => {
      const { method, headers } = request;
      request.on('data', (chunk: Buffer) => {
        const seen = [method, headers['accept-encoding'], headers['x-test'], chunk.toString()].join(
          ' ',
        );
        response.writeHead(418, { 'x-reply': 'yes' }).end(seen);
      });
    });
    const reply = await get(url, { method: 'POST', headers: { 'x-test': '1' }, body: '{}' });
    expect(reply).toMatchObject({ status: 418, body: 'POST identity 1 {}' });
    expect(reply.headers['x-reply']).toBe('yes');
  });

  test('follows no redirect and sends nothing twice', async () => {
    let visits = 0;
    const url = await servers.serve((_, response) => {
      visits += 1;
      response.writeHead(visits === 1 ? 302 : 503, { location: '/elsewhere' }).end();
    });
    expect((await get(url)).status).toBe(302);
    expect((await get(url)).status).toBe(503);
    expect(visits).toBe(2);
  });

  test('has a connection of its own', async () => {
    const url = await servers.serve(
      (_, response) => void response.end('{}', () => response.socket?.destroy()),
    );
    for (const method of ['GET', 'GET', 'POST'] as const)
      expect((await get(url, { method })).status).toBe(200);
    expect(servers.connections()).toBe(3);
  });

  test('reads up to the limit', async () => {
    const url = await servers.serve(({ url: path }, response) => {
      response.end(Buffer.alloc(Number(path?.slice(1)), 'x'));
    });
    expect((await get(`${url}/1000`)).body).toHaveLength(1_000);
    expect(await failureOf(`${url}/1001`)).toMatchObject({ kind: 'too-large' });
    const tooLarge = await failureOf(`${url}/${9 * 2 ** 20}`, { maxBytes: 2 ** 23 });
    const message = 'the reply is longer than 8 MiB';
    expect(tooLarge).toMatchObject({ kind: 'too-large', message });
  });

  test('receives no more of a body above the limit', async () => {
    const closed = Promise.withResolvers<void>();
    const url = await servers.serve((_, response) => {
      response.on('close', () => closed.resolve());
      response.write('x'.repeat(2_000));
    });
    expect(await failureOf(url)).toMatchObject({ kind: 'too-large' });
    await closed.promise;
  });

  test.each([
    ['the connection closes at once', ''],
    ['the headers are cut', 'HTTP/1.1 200 OK\r\nConte'],
    ['the body is cut', 'HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n{"ok"'],
    ['the chunks are cut', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n4\r\n{"ok\r\n'],
  ])('is lost when %s', async (_, bytes) => {
    const message = 'closed by the other side (ECONNRESET)';
    const url = await servers.serveBytes(bytes);
    for (const method of ['GET', 'POST'] as const)
      expect(await failureOf(url, { method })).toMatchObject({ kind: 'lost', message });
  });

  test('is lost for good when it is not HTTP', async () => {
    const url = await servers.serveBytes('SSH-2.0-OpenSSH_9.6\r\n');
    const message = 'its reply is not HTTP (HPE_INVALID_CONSTANT)';
    expect(await failureOf(url)).toMatchObject({ kind: 'lost', isSetup: true, message });
  });

  test('through a body without a length is whole when the connection ends', async () => {
    const url = await servers.serveBytes('HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n{"ok":true}');
    expect((await get(url)).body).toBe('{"ok":true}');
  });
});

describe('an exchange of which a part would do (text/part)', () => {
  test.each([
    // bytes that are announced and that arrive; what is kept, and whether it is a part
    [4, 4, 4, false],
    [9, 4, 4, true],
    [9, 0, 0, true],
    [1_000, 1_000, 1_000, false],
    [1_001, 1_001, 1_000, true],
  ])('keeps of %d bytes, of which %d arrive, %d', async (of, sent, kept, isPart) => {
    const head = `HTTP/1.1 503 Sorry\r\ncontent-length: ${of}\r\n\r\n`;
    const url = await servers.serveBytes(head + 'x'.repeat(sent));
    const reply = await get(url, { acceptsPart: true });
    expect(reply).toMatchObject({ status: 503, body: 'x'.repeat(kept), isPart });
  });

  test('keeps what has arrived when the time is over', async () => {
    const clock = new VirtualClock();
    const url = await servers.serveBytes(
      'HTTP/1.1 200 OK\r\ncontent-length: 99\r\n\r\nsome',
      ({ remotePort = 0 }) => void clock.hold(remotePort),
    );
    const request = requestTo(url, { timeoutMs: 10_000, acceptsPart: true });
    const reply = await exchange(request, { clock, signal: never });
    expect(reply).toMatchObject({ body: 'some', isPart: true });
    expect(clock.now()).toBe(10_000);
    clock.dispose();
  });
});

/** Servers that hang, each at another point. */
const hanging: readonly (readonly [string, string | undefined])[] = [
  ['before the headers', undefined],
  ['within the headers', 'HTTP/1.1 200 OK\r\n'],
  ['within the body', 'HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n{"ok"'],
  [
    'after a switch of protocols',
    'HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n',
  ],
];

describe('a server that hangs', () => {
  test.each(hanging)('%s does not hold up an abort', async (_, bytes) => {
    const reached = Promise.withResolvers<void>();
    const url = await servers.serveBytes(bytes ?? '', () => reached.resolve());
    const reason = new Error('enough');
    for (const part of [{}, { acceptsPart: true }]) {
      const stop = new AbortController();
      const ended = failureOf(url, part, stop.signal);
      await reached.promise;
      stop.abort(reason);
      expect(await ended).toBe(reason);
    }
  });

  test.each(hanging)('%s is given up in time', async (_, bytes) => {
    const clock = new VirtualClock();
    const url = await servers.serveBytes(bytes ?? '', ({ remotePort = 0 }) => {
      clock.hold(remotePort);
    });
    const request = requestTo(url, { timeoutMs: 30_000 });
    const error: unknown = await exchange(request, { clock, signal: never }).catch(
      (thrown: unknown) => thrown,
    );
    expect(error).toMatchObject({ kind: 'lost', message: 'no complete reply within 30 s' });
    expect(clock.now()).toBe(30_000);
    expect(clock.sleeping).toBe(0);
    clock.dispose();
  });

  test('is not even asked after an abort', async () => {
    const url = await servers.serve((_, response) => void response.end());
    const reason = new Error('enough');
    expect(await failureOf(url, {}, AbortSignal.abort(reason))).toBe(reason);
    expect(servers.connections()).toBe(0);
  });

  test('holds up no other request', async () => {
    const url = await servers.serve(({ url: path }, response) => {
      if (path === '/good') response.end('{}');
    });
    const stop = new AbortController();
    const ended = failureOf(url, {}, stop.signal);
    expect((await get(`${url}/good`)).body).toBe('{}');
    stop.abort(new Error('enough'));
    expect(await ended).toMatchObject({ message: 'enough' });
  });
});

describe('no connection', () => {
  test('that is refused means that nothing was sent', async () => {
    const url = await servers.serve(() => undefined);
    await servers.close();
    const message = 'the host refuses connections at this port (ECONNREFUSED)';
    const failure = await failureOf(url, { method: 'POST' });
    expect(failure).toMatchObject({ kind: 'unsent', message });
  });

  test('that is refused at every address of a host means that nothing was sent', async () => {
    const addresses = [
      { address: '127.0.0.1', family: 4 },
      { address: '::1', family: 6 },
    ];
    const socket = connect({
      host: 'several.example',
      port: 1,
      autoSelectFamily: true,
      lookup: (_host, _options, callback) => callback(null, addresses),
    });
    const error: unknown = await new Promise((resolve) => socket.once('error', resolve));
    expect(error).toHaveProperty('errors');
    expect(networkError(error)).toMatchObject({ kind: 'unsent' });
  });

  test('at an IPv6 address is not looked up as a name', async () => {
    const message = String(await failureOf('http://[::1]:9/'));
    // Without IPv6 on the machine, the code is another one.
    expect(message).toMatch(/ECONNREFUSED|EADDRNOTAVAIL|EAFNOSUPPORT|ENETUNREACH/);
  });

  test('for a name that does not resolve means that nothing was sent', async () => {
    expect(await failureOf('http://no-such-host.invalid/')).toMatchObject({ kind: 'unsent' });
  });

  test('to a server without TLS is explained, and is for good', async () => {
    const url = await servers.serve(() => undefined);
    const message =
      'it has no TLS at this port, or no TLS version that the runner supports (EPROTO)';
    const failure = await failureOf(url.replace('http:', 'https:'));
    expect(failure).toMatchObject({ kind: 'unsent', isSetup: true, message });
  });

  test('to a server that closes it during the TLS handshake means that nothing was sent', async () => {
    const url = await servers.serveBytes('');
    expect(await failureOf(url.replace('http:', 'https:'))).toMatchObject({ kind: 'unsent' });
  });
});

describe('a proxy (requests/proxy)', () => {
  const SERVICE = 'http://service.example/';
  const saved = { ...process.env };
  afterEach(() => {
    for (const name of ['http_proxy', 'HTTP_PROXY', 'no_proxy']) delete process.env[name];
    Object.assign(process.env, saved);
  });

  test('opens a tunnel, and receives neither path nor headers', async () => {
    const target = await servers.serve(
      (request, response) => void response.end(request.headers.host),
    );
    const requested: string[] = [];
    process.env['http_proxy'] = await servers.listening(createTunnelProxy(target, requested));
    const headers = { authorization: 'Bearer key_12345678' };
    const reply = await get('http://service.example/api/v1/resources', { headers });
    expect(reply.body).toBe('service.example:80');
    expect(requested).toEqual(['service.example:80 without a key']);
  });

  test('that never answers does not hold up an abort', async () => {
    const connected = Promise.withResolvers<void>();
    const proxy = createServer().on('connect', () => connected.resolve());
    process.env['http_proxy'] = await servers.listening(proxy);
    const stop = new AbortController();
    const ended = failureOf(SERVICE, {}, stop.signal);
    await connected.promise;
    stop.abort(new Error('enough'));
    expect(await ended).toMatchObject({ message: 'enough' });
  });

  test.each([
    [407, true],
    [403, true],
    [502, false],
  ])('that answers a CONNECT with %d is named', async (status, isSetup) => {
    const proxy = createServer();
    proxy.on('connect', (_, client: Socket) => client.end(`HTTP/1.1 ${status} No\r\n\r\n`));
    process.env['http_proxy'] = await servers.listening(proxy);
    const message = `the runner's proxy answered ${status}`;
    expect(await failureOf(SERVICE)).toMatchObject({ kind: 'unsent', isSetup, message });
  });

  test.each([
    ['http_proxy', 'user:secret@ not an address'],
    ['HTTP_PROXY', 'user:secret@ not an address'],
    ['HTTP_PROXY', 'http://user:secret@not an address'],
  ])('whose address in %s cannot be read is named without it', async (name, address) => {
    process.env[name] = address;
    const message =
      'HTTP_PROXY is not a valid proxy address (expected something like http://host:8080)';
    expect(await failureOf(SERVICE)).toMatchObject({ kind: 'unsent', isSetup: true, message });
    process.env['no_proxy'] = 'service.example';
    const direct = await failureOf('http://service.example:1/');
    expect(direct).not.toMatchObject({ isSetup: true });
  });
});
