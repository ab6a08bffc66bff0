// The body of a health check response: its first 64 KiB, however long or compressed it is.
import { gzipSync } from 'node:zlib';
import { afterEach, expect, test } from '@jest/globals';
import { probe } from '../../../src/api/http/index.ts';
import { systemClock } from '../../../src/clock.ts';
import { never } from '../../support/service/exchange.ts';
import { createRawServers } from '../../support/service/raw-server.ts';

const servers = createRawServers();

afterEach(async () => {
  await servers.close();
});

const page = Buffer.from(`release 42 ${'x'.repeat(200_000)}`);
const ask = async (url: string) => await probe(url, { clock: systemClock, signal: never, readBody: true });

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
