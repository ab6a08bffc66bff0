// One exchange on real sockets: whole replies, cut ones, hanging ones, and those through a proxy.
import { createServer } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { networkError } from '../../src/api/connection-errors.ts';
import { createHttp, type HttpRequest } from '../../src/api/http.ts';
import { probe, type ProbeOptions } from '../../src/api/probe.ts';
import { systemClock } from '../../src/clock.ts';
import { VirtualClock } from '../support/virtual-clock.ts';
import { createTunnelProxy } from '../support/tunnel.ts';
import { createRawServers } from '../support/raw-servers.ts';

const servers = createRawServers();
const never = new AbortController().signal;
let http: ReturnType<typeof createHttp>;

beforeEach(() => {
  http = createHttp('test', systemClock);
});

afterEach(async () => {
  http.dispose();
  await servers.close();
});

const requestTo = (url: string, more: Partial<HttpRequest> = {}): HttpRequest => ({
  method: 'GET',
  url,
  headers: {},
  timeoutMs: 60_000,
  maxBytes: 1_000,
  ...more,
});
const get = async (url: string, more: Partial<HttpRequest> = {}, signal = never) =>
  await http.exchange(requestTo(url, more), signal);
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

  test('keeps a connection for reads, and gives each POST one of its own', async () => {
    const url = await servers.reply('{}');
    for (const method of ['GET', 'GET', 'GET'] as const) await get(url, { method });
    expect(servers.connections()).toBe(1);
    for (const method of ['POST', 'POST'] as const) await get(url, { method });
    expect(servers.connections()).toBe(3);
  });

  test('sends a POST although the server closes idle connections', async () => {
    const url = await servers.serve(
      (_, response) => void response.end('{}', () => response.socket?.destroy()),
    );
    await get(url);
    expect((await get(url, { method: 'POST' })).status).toBe(200);
  });

  test('reads up to the limit', async () => {
    const url = await servers.serve(({ url: path }, response) => {
      response.end(Buffer.alloc(Number(path?.slice(1)), 'x'));
    });
    expect((await get(`${url}/1000`)).body).toHaveLength(1_000);
    expect(await failureOf(`${url}/1001`)).toMatchObject({ errorKind: 'too-large' });
    const tooLarge = await failureOf(`${url}/${17 * 2 ** 20}`, { maxBytes: 2 ** 24 });
    const message = 'the reply is longer than 16 MiB';
    expect(tooLarge).toMatchObject({ errorKind: 'too-large', message });
  });

  test('receives no more of a body above the limit', async () => {
    const closed = Promise.withResolvers<void>();
    const url = await servers.serve((_, response) => {
      response.on('close', () => closed.resolve());
      response.write('x'.repeat(2_000));
    });
    expect(await failureOf(url)).toMatchObject({ errorKind: 'too-large' });
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
      expect(await failureOf(url, { method })).toMatchObject({ errorKind: 'lost', message });
  });

  test('is a protocol error when it is not HTTP', async () => {
    const url = await servers.serveBytes('SSH-2.0-OpenSSH_9.6\r\n');
    const message = 'its reply is not HTTP (HPE_INVALID_CONSTANT)';
    expect(await failureOf(url)).toMatchObject({ errorKind: 'protocol', message });
  });

  test('through a body without a length is whole when the connection ends', async () => {
    const url = await servers.serveBytes('HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n{"ok":true}');
    expect((await get(url)).body).toBe('{"ok":true}');
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
    for (const part of [{}, { readsPart: () => true }]) {
      const stop = new AbortController();
      const ended = failureOf(url, part, stop.signal);
      await reached.promise;
      stop.abort(reason);
      expect(await ended).toBe(reason);
    }
  });

  test.each(hanging)('%s is given up in time', async (_, bytes) => {
    const clock = new VirtualClock();
    const own = createHttp('test', clock);
    const url = await servers.serveBytes(bytes ?? '', ({ remotePort = 0 }) => {
      clock.hold(remotePort);
    });
    const error: unknown = await own
      .exchange(requestTo(url, { timeoutMs: 30_000 }), never)
      .catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ errorKind: 'lost', message: 'no complete reply within 30 s' });
    expect(clock.now()).toBe(30_000);
    expect(clock.sleeping).toBe(0);
    own.dispose();
    clock.dispose();
  });

  test('does not hold up an abort while a body arrives of which a part would do', async () => {
    const url = await servers.serveBytes('HTTP/1.1 200 OK\r\ncontent-length: 99\r\n\r\nsome');
    const stop = new AbortController();
    const reason = new Error('enough');
    const readsPart = (): boolean => {
      setImmediate(() => stop.abort(reason));
      return true;
    };
    expect(await failureOf(url, { readsPart }, stop.signal)).toBe(reason);
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
    expect(failure).toMatchObject({ errorKind: 'unsent', message });
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
    expect(networkError(error)).toMatchObject({ errorKind: 'unsent' });
  });

  test('at an IPv6 address is not looked up as a name', async () => {
    const message = String(await failureOf('http://[::1]:9/'));
    // Without IPv6 on the machine, the code is another one.
    expect(message).toMatch(/ECONNREFUSED|EADDRNOTAVAIL|EAFNOSUPPORT|ENETUNREACH/);
  });

  test('for a name that does not resolve means that nothing was sent', async () => {
    expect(await failureOf('http://no-such-host.invalid/')).toMatchObject({ errorKind: 'unsent' });
  });

  test('to a server without TLS is explained, and is for good', async () => {
    const url = await servers.serve(() => undefined);
    const message =
      'it has no TLS at this port, or no TLS version that the runner supports (EPROTO)';
    const failure = await failureOf(url.replace('http:', 'https:'));
    expect(failure).toMatchObject({ errorKind: 'rejected', message });
  });

  test('to a server that closes it during the TLS handshake means that nothing was sent', async () => {
    const url = await servers.serveBytes('');
    expect(await failureOf(url.replace('http:', 'https:'))).toMatchObject({ errorKind: 'unsent' });
  });

  test.each([
    [{ code: 'CERT_HAS_EXPIRED' }, 'rejected', 'its certificate has expired (CERT_HAS_EXPIRED)'],
    [{ code: 'ERR_TLS_CERT_ALTNAME_INVALID' }, 'rejected', /is for another host name/],
    [{ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' }, 'rejected', /CA_CERTS.*\(DEPTH_ZERO_\w+\)$/],
    [{ code: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE' }, 'rejected', /NODE_EXTRA_CA_CERTS/],
    [
      { code: 'EAI_AGAIN', syscall: 'getaddrinfo' },
      'unsent',
      'the host name does not resolve (EAI_AGAIN)',
    ],
    [{ code: 'ETIMEDOUT', syscall: 'connect' }, 'unsent', 'ETIMEDOUT'],
    [{ code: 'ETIMEDOUT', syscall: 'read' }, 'lost', 'ETIMEDOUT'],
    [{ code: 'EPIPE', syscall: 'write' }, 'lost', 'EPIPE'],
    [{ errors: [], code: 'EPIPE' }, 'lost', 'EPIPE'],
    [{ message: 'socket hang up' }, 'lost', 'the connection failed'],
    ['text', 'lost', 'the connection failed'],
  ])('%j is %s', (error, errorKind, message) => {
    const { errorKind: actual, message: text } = networkError(error);
    expect(actual).toBe(errorKind);
    expect(text).toMatch(message);
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
    [407, 'rejected'],
    [403, 'rejected'],
    [502, 'unsent'],
  ])('that answers a CONNECT with %d is named', async (status, errorKind) => {
    const proxy = createServer();
    proxy.on('connect', (_, client: Socket) => client.end(`HTTP/1.1 ${status} No\r\n\r\n`));
    process.env['http_proxy'] = await servers.listening(proxy);
    const message = `the runner's proxy answered ${status}`;
    expect(await failureOf(SERVICE)).toMatchObject({ errorKind, message });
  });

  test.each([
    ['http_proxy', 'user:secret@ not an address'],
    ['HTTP_PROXY', 'user:secret@ not an address'],
    ['HTTP_PROXY', 'http://user:secret@not an address'],
  ])('whose address in %s cannot be read is named without it', async (name, address) => {
    process.env[name] = address;
    const message =
      'HTTP_PROXY is not a valid proxy address (expected something like http://host:8080)';
    expect(await failureOf(SERVICE)).toMatchObject({ errorKind: 'rejected', message });
    process.env['no_proxy'] = 'service.example';
    const direct = await failureOf('http://service.example:1/');
    expect(direct).not.toMatchObject({ errorKind: 'rejected' });
  });
});

describe('the probe of a health check', () => {
  const ask = async (url: string, options: Partial<ProbeOptions> = {}): Promise<unknown> =>
    await probe(url, {
      clock: systemClock,
      signal: never,
      body: 'all',
      longestSecretChars: 0,
      ...options,
    });

  test('returns status, location and body, and sends no key', async () => {
    const url = await servers.serve((request, response) => {
      response.writeHead(302, { location: '/login' }).end(JSON.stringify(request.headers));
    });
    const answer = await ask(url);
    expect(answer).toMatchObject({
      status: 302,
      headers: { location: '/login' },
      body: expect.stringContaining('"accept":"*/*"'),
    });
    expect(JSON.stringify(answer)).not.toContain('authorization');
  });

  test.each(['none', 'of errors'] as const)('reads no body where it is to be %s', async (body) => {
    const url = await servers.serveBytes('HTTP/1.1 200 OK\r\n\r\nnever ends', () => undefined);
    expect(await ask(url, { body })).toMatchObject({ status: 200, body: '' });
  });

  test.each([
    ['what it says', 'Content-Length: 4\r\n\r\nsome', 'some'],
    ['a body that is cut', 'Content-Length: 9\r\n\r\nsome', 'some'],
    ['no body that arrives', 'Content-Length: 9\r\n\r\n', ''],
  ])('reads of an error %s, and never loses its status', async (_, rest, body) => {
    const url = await servers.serveBytes(`HTTP/1.1 503 Sorry\r\n${rest}`);
    const isPart = !rest.includes(': 4');
    for (const read of ['all', 'of errors'] as const)
      expect(await ask(url, { body: read })).toMatchObject({ status: 503, body, isPart });
  });

  test('reads the first 64 KiB of a longer body', async () => {
    const url = await servers.serve((__, response) => void response.end('x'.repeat(100_000)));
    expect(await ask(url)).toMatchObject({ body: 'x'.repeat(2 ** 16) });
    expect(await ask(url, { longestSecretChars: 9 })).toMatchObject({ body: 'x'.repeat(2 ** 16) });
  });

  test.each([
    // bytes that are announced and that arrive; what may be quoted, nine fewer if it is a part
    [10, 10, 10],
    [11, 10, 1],
    [11, 9, 0],
    [2 ** 16, 2 ** 16, 2 ** 16],
    [2 ** 16 + 1, 2 ** 16 + 1, 2 ** 16 - 9],
  ])(
    'drops the end of a body of %d bytes of which %d arrive (text/part)',
    async (of, sent, kept) => {
      const head = `HTTP/1.1 200 OK\r\ncontent-length: ${of}\r\n\r\n`;
      const url = await servers.serveBytes(head + 'x'.repeat(sent));
      const answer = await ask(url, { longestSecretChars: 9 });
      expect(answer).toMatchObject({ quotable: 'x'.repeat(kept) });
    },
  );

  const PART = 'HTTP/1.1 200 OK\r\ncontent-length: 99\r\n\r\nsome';

  test('is content with what arrived in ten seconds', async () => {
    const clock = new VirtualClock();
    const url = await servers.serveBytes(PART, ({ remotePort = 0 }) => void clock.hold(remotePort));
    expect(await ask(url, { clock })).toMatchObject({ body: 'some' });
    expect(clock.now()).toBe(10_000);
    clock.dispose();
  });

  test('explains why there was no answer', async () => {
    const url = await servers.serve(() => undefined);
    await servers.close();
    const failure = 'the host refuses connections at this port (ECONNREFUSED)';
    expect(await ask(url)).toEqual({ failure });
  });

  test('rejects with the reason of the signal', async () => {
    const signal = AbortSignal.abort(new Error('enough'));
    await expect(ask('http://127.0.0.1:9', { signal })).rejects.toThrow('enough');
  });
});
