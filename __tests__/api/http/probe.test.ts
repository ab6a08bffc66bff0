// The request of a health check, and the first 64 KiB of the response, however long or compressed it is.
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { gzipSync } from 'node:zlib';
import { afterEach, expect, test } from '@jest/globals';
import { probe } from '../../../src/api/http/index.ts';
import { Stop, systemClock } from '../../../src/clock.ts';
import { never } from '../../support/service/exchange.ts';
import { createRawServers } from '../../support/service/raw-server.ts';

const servers = createRawServers();

afterEach(async () => {
  await servers.close();
});

const page = Buffer.from(`release 42 ${'x'.repeat(200_000)}`);
const ask = async (url: string, { readBody = true, signal = never } = {}) =>
  await probe(url, { clock: systemClock, signal, readBody });

test.each([
  ['long', {}, page],
  ['compressed', { 'content-encoding': 'gzip' }, gzipSync(page)],
])('reads at most 64 KiB of a %s body', async (_, headers, bytes) => {
  const url = await servers.serve((_request, response) => void response.writeHead(200, headers).end(bytes));
  expect(await ask(url)).toEqual({ status: 200, body: page.subarray(0, 65_536).toString() });
});

test.each([
  ['text/html; charset=ISO-8859-1', Buffer.from('Ausführung 42', 'latin1')],
  ['text/plain;charset="utf-16le"', Buffer.from('Ausführung 42', 'utf16le')],
  ['text/plain; charset=UTF-8', Buffer.from('Ausführung 42')],
  ['text/plain; charset=klingon', Buffer.from('Ausführung 42')],
])('reads a body in the charset of its type: %s', async (type, bytes) => {
  const headers = { 'content-type': type };
  const url = await servers.serve((_, response) => void response.writeHead(200, headers).end(bytes));
  expect(await ask(url)).toMatchObject({ body: 'Ausführung 42' });
});

test('reads the status of a response in an unknown encoding, and names the encoding', async () => {
  const headers = { 'content-encoding': 'zstd' };
  const url = await servers.serve((_, response) => void response.writeHead(200, headers).end('release 42'));
  expect(await ask(url)).toEqual({ status: 200, body: '', undecoded: 'zstd' });
});

test('returns the target of a redirect, and does not follow it', async () => {
  const url = await servers.serve((_, response) => void response.writeHead(302, { location: '/login' }).end());
  expect(await ask(url)).toEqual({ status: 302, location: '/login', body: '' });
});

test('returns why there was no response', async () => {
  const url = await servers.serve((request) => void request.socket.destroy());
  expect(await ask(url)).toEqual({ failure: 'ECONNRESET' });
});

test('does not read the body where only the status is needed', async () => {
  const url = await servers.serve((_, response) => void response.end('release 42'));
  expect(await ask(url, { readBody: false })).toEqual({ status: 200, body: '' });
});

test('returns the part of a body that was sent before the connection broke', async () => {
  const head = 'HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n';
  const url = await servers.serveBytes(`${head}release 42`, (socket) => socket.end());
  expect(await ask(url)).toMatchObject({ status: 200, body: 'release 42' });
});

test('is one GET with the name of the action, without a key, whose connection is closed afterwards', async () => {
  const requests: IncomingMessage[] = [];
  const patient = createServer({ keepAliveTimeout: 0 }, (request, response) => {
    requests.push(request);
    response.end('release 42');
  });
  await ask(await servers.listening(patient));
  expect(requests).toMatchObject([
    {
      method: 'GET',
      headers: { accept: '*/*', 'accept-encoding': 'identity', 'user-agent': expect.stringMatching(/ health check\b/) },
    },
  ]);
  expect(requests[0]?.headers).not.toHaveProperty('authorization');
  const [socket] = servers.sockets;
  if (socket?.destroyed === false) await once(socket, 'close');
  expect(socket?.destroyed).toBe(true);
});

test('ends with the reason of an abort', async () => {
  const stop = new AbortController();
  const reason = new Stop('timeout');
  const url = await servers.serve(() => stop.abort(reason));
  await expect(ask(url, { signal: stop.signal })).rejects.toBe(reason);
});
