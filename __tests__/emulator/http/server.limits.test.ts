// What clients cannot do to the server: hold connections half open, fill the memory, or read it under another name.
import { connect } from 'node:net';
import { describe, expect, test } from '@jest/globals';
import { RequestLog } from '../../../emulator/request-log.ts';
import type { RequestRecord } from '../../../emulator/request-log.ts';
import { listen } from '../../../emulator/http/server.ts';
import { systemClock } from '../../../emulator/index.ts';
import { refusalOf, send, stage } from '../client.ts';

describe('a connection', () => {
  test.each([
    ['sends nothing', ''],
    ['sends half a head', 'GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n'],
    ['sends half a body', 'POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100\r\n\r\nx'],
  ])('that %s is closed after a while', async (_what, text) => {
    const timeouts = { headersMs: 200, requestMs: 400, checkEveryMs: 50 };
    const server = await listen(
      async ({ body }) => {
        await body();
      },
      { clock: systemClock, port: 0, timeouts, onError: () => undefined },
    );
    const socket = connect(server.port, '127.0.0.1');
    socket.write(text);
    socket.on('error', () => undefined).resume();
    await new Promise((resolve) => socket.on('close', resolve));
    await server.close();
    expect(socket.destroyed).toBe(true);
  });
});

describe('the record of requests', () => {
  const record = (path: string): RequestRecord => ({
    endpoint: null,
    method: 'GET',
    path,
    status: null,
    keyName: null,
    atMs: 0,
    fault: null,
    held: false,
    headers: {},
    body: '',
  });

  test('keeps the latest ones, in order', () => {
    const log = new RequestLog({ count: 50 });
    for (let count = 0; count < 1000; count += 1) log.add(record(`/${count}`));
    const kept = log.records.map(({ path }) => path);
    expect(kept.length).toBeGreaterThan(40);
    expect(kept.length).toBeLessThanOrEqual(50);
    expect(kept).toEqual(Array.from({ length: kept.length }, (_, index) => `/${1000 - kept.length + index}`));
  });

  test('is bounded in size too', () => {
    const log = new RequestLog({ characters: 1_000_000 });
    for (let count = 0; count < 1000; count += 1) log.add(record(`/${'x'.repeat(10_000)}`));
    expect(log.records.length).toBeLessThan(100);
    expect(log.records.length).toBeGreaterThan(10);
  });

  test('holds the beginning of a long body', async () => {
    const { call, emulator } = await stage();
    await call('POST', '/resources/app_web/deployments', { rawBody: `{"force":${' '.repeat(50_000)}true}` });
    expect(emulator.requests[0]?.body).toHaveLength(4096);
  });
});

describe('a request under another host name', () => {
  test.each(['/', '/api/v1/resources', '/api/v1/openapi.json', '/__emulator/state', '/settings/api-keys'])(
    'is refused at %s',
    async (path) => {
      const { emulator } = await stage();
      const headers = { host: 'attacker.example' };
      const answer = await send({ method: 'GET', url: emulator.origin + path, headers, key: emulator.keys['ci'] });
      expect(refusalOf(answer)).toBe('403 forbidden');
      expect(answer.text).not.toContain('app_web');
    },
  );

  test('is answered for this machine and for names that were set', async () => {
    const { emulator } = await stage({ hosts: ['service.test'] });
    for (const host of ['127.0.0.1', 'localhost:1', '[::1]:8', 'LOCALHOST', 'service.test:443']) {
      const url = `${emulator.baseUrl}/openapi.json`;
      expect((await send({ method: 'GET', url, headers: { host } })).status).toBe(200);
    }
  });
});

describe('the fault header', () => {
  test('works only with a key, so that nobody without one can use it', async () => {
    const { call } = await stage();
    const headers = { 'x-emulator-fault': '{"on":"*","kind":"status","status":503}' };
    expect(refusalOf(await call('GET', '/resources', { key: undefined, headers }))).toBe('401 unauthorized');
    expect(refusalOf(await call('GET', '/openapi.json', { key: 'key_unknown', headers }))).toBe('401 unauthorized');
    expect((await call('GET', '/resources', { headers })).status).toBe(503);
  });
});

describe('a request with a good key counts against the limit and is a use of the key', () => {
  test.each([
    ['an unknown path', 'GET', '/nowhere', '404 not_found'],
    ['a wrong method', 'DELETE', '/resources', '405 method_not_allowed'],
    ['an unknown resource', 'GET', '/resources/none', '404 not_found'],
  ])('%s', async (_what, method, path, refusal) => {
    const { call, clock, emulator } = await stage({ requestsPerMinute: 2 });
    expect(refusalOf(await call(method, path))).toBe(refusal);
    expect(emulator.view().keys[0]?.lastUsedAtMs).toBe(clock.wallTime());
    expect(refusalOf(await call(method, path))).toBe(refusal);
    expect(refusalOf(await call(method, path))).toBe('429 rate_limited');
  });
});

test('the same seed makes the same keys, another one others', async () => {
  const value = async (seed?: string) => (await stage(seed === undefined ? {} : { seed })).emulator.keys['ci'];
  expect(await value('a')).toBe(await value('a'));
  expect(await value('a')).not.toBe(await value('b'));
  expect(await value()).not.toBe(await value());
});
