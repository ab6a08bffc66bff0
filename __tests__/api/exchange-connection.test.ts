// Connections that do not come about, and those through a proxy: what was certainly not sent may be sent again.
import { createServer, type IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import {
  createExchanger,
  ExchangeError,
  type Exchanger,
  type ExchangeRequest,
  networkError,
} from '../../src/api/exchange.ts';
import { systemClock } from '../../src/clock.ts';
import { createRawServers } from '../support/raw-server.ts';

/** No test here comes near a deadline. */
const LONG_MS = 60_000;

const servers = createRawServers();
const { serve, serveBytes, listening } = servers;
let exchanger: Exchanger;

beforeEach(() => {
  exchanger = createExchanger('test', systemClock);
});

afterEach(async () => {
  exchanger.dispose();
  await servers.close();
});

function ask(url: string, more: Partial<ExchangeRequest> = {}): ExchangeRequest {
  return {
    verb: 'GET',
    url,
    headers: {},
    body: null,
    headersWithinMs: LONG_MS,
    wholeWithinMs: LONG_MS,
    maxBytes: 1_000,
    ...more,
  };
}

const never = new AbortController().signal;

/** How the exchange failed; a whole reply is a failure of the test. */
async function failureOf(asked: ExchangeRequest, signal: AbortSignal = never): Promise<ExchangeError> {
  const ended: unknown = await exchanger.exchange(asked, signal).catch((error: unknown) => error);
  if (!(ended instanceof ExchangeError)) throw new Error('The exchange did not fail as it should.', { cause: ended });
  return ended;
}

describe('no connection', () => {
  test('refused: nothing was sent', async () => {
    const url = await serve(() => undefined);
    await servers.close();
    expect(await failureOf(ask(url, { verb: 'POST' }))).toMatchObject({ failure: 'unsent', message: 'ECONNREFUSED' });
  });

  test('refused at every address of a host: nothing was sent', async () => {
    const socket = connect({
      host: 'several.example',
      port: 1,
      autoSelectFamily: true,
      lookup: (_host, _options, callback) => {
        const addresses = [
          { address: '127.0.0.1', family: 4 },
          { address: '::1', family: 6 },
        ];
        callback(null, addresses);
      },
    });
    const error: unknown = await new Promise((resolve) => socket.once('error', resolve));
    expect(error).toHaveProperty('errors');
    expect(networkError(error, undefined)).toMatchObject({ failure: 'unsent', message: 'ECONNREFUSED' });
  });

  test('a name that does not resolve: nothing was sent', async () => {
    expect((await failureOf(ask('http://no-such-host.invalid/'))).failure).toBe('unsent');
  });

  test('a server that speaks no TLS: nothing was sent', async () => {
    const url = await serve(() => undefined);
    expect((await failureOf(ask(url.replace('http:', 'https:')))).failure).toBe('unsent');
  });

  test('a server that hangs up in the TLS handshake: nothing was sent', async () => {
    const url = await serveBytes('', (socket) => socket.end());
    expect((await failureOf(ask(url.replace('http:', 'https:')))).failure).toBe('unsent');
  });

  test.each([
    'CERT_HAS_EXPIRED',
    'DEPTH_ZERO_SELF_SIGNED_CERT',
    'ERR_TLS_CERT_ALTNAME_INVALID',
    'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  ])('a certificate that is not accepted (%s): nothing was sent', (code) => {
    expect(networkError(Object.assign(new Error('certificate'), { code }), undefined).failure).toBe('unsent');
  });

  test.each([{ code: 'ECONNRESET', syscall: 'read' }, { code: 'EPIPE', syscall: 'write' }, {}])(
    'anything else (%j) may have been sent',
    (fields) => {
      expect(networkError(Object.assign(new Error('socket hang up'), fields), undefined).failure).toBe('lost');
    },
  );
});

describe('a proxy', () => {
  const saved = { ...process.env };
  afterEach(() => {
    delete process.env['http_proxy'];
    Object.assign(process.env, saved);
  });

  test('is asked for a tunnel, and sees neither path nor headers', async () => {
    const seen: string[] = [];
    const target = await serve((request, response) => void response.end(request.headers.host));
    const proxy = createServer();
    proxy.on('connect', (request: IncomingMessage, client: Socket) => {
      seen.push(`${request.method} ${request.url} ${String(request.headers.authorization)}`);
      const tunnel = connect(Number(new URL(target).port), '127.0.0.1', () => {
        client.write('HTTP/1.1 200 Connection established\r\n\r\n');
        tunnel.pipe(client).pipe(tunnel);
      });
      tunnel.on('error', () => undefined);
    });
    process.env['http_proxy'] = await listening(proxy);
    const headers = { authorization: 'Bearer key_12345678' };
    const reply = await exchanger.exchange(ask('http://service.example/api/v1/resources', { headers }), never);
    expect(reply).toMatchObject({ status: 200, body: 'service.example:80' });
    expect(seen).toEqual(['CONNECT service.example:80 undefined']);
  });

  test('that refuses the tunnel: nothing was sent', async () => {
    const proxy = createServer();
    proxy.on('connect', (_, client: Socket) => client.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n'));
    process.env['http_proxy'] = await listening(proxy);
    expect((await failureOf(ask('http://service.example/'))).failure).toBe('unsent');
  });
});
