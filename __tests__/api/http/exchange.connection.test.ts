// Connections that fail, and those through a proxy: what was certainly not sent may be sent again.
import { createServer } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { createExchanger, type Exchanger, type ExchangeRequest } from '../../../src/api/http/exchange.ts';
import { networkError } from '../../../src/api/http/exchange-error.ts';
import { Stop, systemClock } from '../../../src/clock.ts';
import { exchangeFailure, exchangeRequest, never } from '../../support/service/exchange.ts';
import { createTunnelProxy } from '../../support/service/proxy.ts';
import { createRawServers } from '../../support/service/raw-server.ts';

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

const failureOf = async (request: ExchangeRequest, signal = never) =>
  await exchangeFailure(exchanger.exchange(request, signal));

describe('no connection', () => {
  test('that is refused means that nothing was sent', async () => {
    const url = await serve(() => undefined);
    await servers.close();
    expect(await failureOf(exchangeRequest(url, { method: 'POST' }))).toMatchObject({
      failure: 'unsent',
      message: 'ECONNREFUSED',
    });
  });

  test('that is refused at every address of a host means that nothing was sent', async () => {
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

  test('at an IPv6 address is not reported as a name that does not resolve', async () => {
    expect((await failureOf(exchangeRequest('http://[::1]:9/'))).message).not.toBe('ENOTFOUND');
  });

  test('for a name that does not resolve means that nothing was sent', async () => {
    expect((await failureOf(exchangeRequest('http://no-such-host.invalid/'))).failure).toBe('unsent');
  });

  test('to a server without TLS is explained, and means that nothing was sent', async () => {
    const url = await serve(() => undefined);
    expect(await failureOf(exchangeRequest(url.replace('http:', 'https:')))).toMatchObject({
      failure: 'rejected',
      message: 'it does not speak TLS (https:) at this port, or none that the runner accepts (EPROTO)',
    });
  });

  test('to a server that closes it during the TLS handshake means that nothing was sent', async () => {
    const url = await serveBytes('', (socket) => socket.end());
    expect((await failureOf(exchangeRequest(url.replace('http:', 'https:')))).failure).toBe('unsent');
  });
});

describe('a proxy', () => {
  const saved = { ...process.env };
  afterEach(() => {
    delete process.env['http_proxy'];
    Object.assign(process.env, saved);
  });

  test('opens a tunnel, and receives neither path nor headers', async () => {
    const target = await serve((request, response) => void response.end(request.headers.host));
    const { server, requests } = createTunnelProxy(target);
    process.env['http_proxy'] = await listening(server);
    const headers = { authorization: 'Bearer key_12345678' };
    const response = await exchanger.exchange(
      exchangeRequest('http://service.example/api/v1/resources', { headers }),
      never,
    );
    expect(response).toMatchObject({ status: 200, body: 'service.example:80' });
    expect(requests.map(({ url, headers: sent }) => [url, sent.authorization])).toEqual([
      ['service.example:80', undefined],
    ]);
  });

  test('that never answers does not delay an abort', async () => {
    const connected = Promise.withResolvers<undefined>();
    const proxy = createServer();
    proxy.on('connect', () => connected.resolve(undefined));
    process.env['http_proxy'] = await listening(proxy);
    const stop = new AbortController();
    const request = exchangeRequest('http://service.example/');
    const ended = exchanger.exchange(request, stop.signal).catch((error: unknown) => error);
    await connected.promise;
    const reason = new Stop('interrupted');
    stop.abort(reason);
    expect(await ended).toBe(reason);
  });

  test('that refuses the tunnel is named with its status, and means that nothing was sent', async () => {
    const proxy = createServer();
    proxy.on('connect', (_, client: Socket) => client.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n'));
    process.env['http_proxy'] = await listening(proxy);
    expect(await failureOf(exchangeRequest('http://service.example/'))).toMatchObject({
      failure: 'rejected',
      message: 'the proxy of the runner refused it with 407',
      isProxy: true,
    });
  });

  test('whose address cannot be read is reported before anything is sent', async () => {
    process.env['http_proxy'] = 'not an address';
    expect(await failureOf(exchangeRequest('http://service.example/'))).toMatchObject({
      failure: 'rejected',
      isProxy: true,
    });
  });
});
