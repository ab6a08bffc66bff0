// The record of requests: bounded in count and size, in order, without keys.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, test } from '@jest/globals';
import { RequestLog } from '../../emulator/request-log.ts';
import type { RequestRecord } from '../../emulator/request-log.ts';
import { stage } from './client.ts';

/** Memory in use after a garbage collection. */
function memoryMb(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc()');
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 1e6;
}

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

describe('the record of requests', () => {
  test('keeps the latest ones, in order', () => {
    const log = new RequestLog({ count: 50 });
    for (let count = 0; count < 1000; count += 1) log.add(record(`/${count}`));
    const kept = log.records.map(({ path }) => path);
    expect(kept.length).toBeGreaterThan(40);
    expect(kept.length).toBeLessThanOrEqual(50);
    expect(kept).toEqual(Array.from({ length: kept.length }, (_, index) => `/${1000 - kept.length + index}`));
  });

  test('is bounded in size too', () => {
    const log = new RequestLog({ bytes: 1_000_000 });
    for (let count = 0; count < 1000; count += 1) log.add(record(`/${'x'.repeat(10_000)}`));
    expect(log.records.length).toBeLessThanOrEqual(48);
    expect(log.records.length).toBeGreaterThan(10);
  });

  test('holds the beginning of a long body', async () => {
    const { call, emulator } = await stage();
    await call('POST', '/resources/app_web/deployments', { rawBody: `{"force":${' '.repeat(50_000)}true}` });
    expect(emulator.requests[0]?.body).toHaveLength(4096);
  });
});

describe('what is kept', () => {
  test('is bounded in memory: a long body is not kept alive by its beginning', async () => {
    const { call, emulator } = await stage();
    const before = memoryMb();
    // Every second one is text of two bytes a character, without a key.
    for (let count = 0; count < 1000; count += 1) {
      const rawBody = (count % 2 === 0 ? 'x' : 'ж').repeat(60_000 / (1 + (count % 2)));
      await call('POST', '/resources/app_web/deployments', { key: undefined, rawBody });
    }
    expect(emulator.requests).toHaveLength(1000);
    expect(memoryMb() - before).toBeLessThan(35);
  });

  test('counts bodies, too', () => {
    const log = new RequestLog({ bytes: 100_000 });
    for (let count = 0; count < 100; count += 1) {
      const one = record(`/${count}`);
      log.add(one);
      log.setBody(one, 'x'.repeat(4096), (text) => text);
    }
    expect(log.records.length).toBeLessThanOrEqual(11);
    expect(log.records.at(-1)?.path).toBe('/99');
  });

  test('holds no key, wherever a client put one', async () => {
    const own = 'own"key&with=every,mark;<1>';
    const { call, emulator } = await stage({ keys: [{ name: 'ci' }, { name: 'own', value: own }] });
    const ci = emulator.keys['ci'] ?? '';
    const places = async (value: string, key?: string): Promise<void> => {
      const encoded = encodeURIComponent(value);
      await call('GET', `/resources?api_key=${encoded}&x=${encoded}`, { key });
      await call('GET', `/resources/${encoded}/logs`, { key });
      await call('GET', '/resources', { key, headers: { 'x-api-key': value, 'x-other': value, cookie: `a=${value}` } });
      await call('POST', '/resources/app_web/deployments', { key, body: { value, list: [`Bearer ${value}`] } });
      await call('POST', '/resources/app_web/deployments', { key, rawBody: `${'x'.repeat(4090)} ${value}` });
      await call('POST', '/resources/app_web/deployments', {
        key,
        rawBody: `token=${encoded}&authorization=${encoded}`,
      });
    };
    await places(ci);
    await places(ci, ci);
    await places(own, own);
    await places('key_of_another_service', 'key_of_another_service');
    emulator.control.revokeKey('ci');
    await places(ci);
    const kept = emulator.requests.map(({ path, headers, body }) => JSON.stringify([path, headers, body]));
    for (const value of [ci, own, 'key_of_another_service']) {
      const spellings = [value, encodeURIComponent(value), JSON.stringify(value).slice(1, -1), value.slice(0, 6)];
      expect(kept.filter((text) => spellings.some((one) => text.includes(one)))).toEqual([]);
    }
    expect(emulator.requests[0]?.path).toBe('/resources?api_key=(a key)&x=(a key)');
  });

  test('leaves everything else as it came', async () => {
    const { call, emulator } = await stage();
    const headers = { 'x-request-id': 'req-12345678', 'idempotency-key': 'idem-12345678' };
    const rawBody = '{"force":true,"note":"keyboard, monkey: see tokens"}';
    await call('POST', '/resources/app_web/deployments?lines=500&name=a%20b', { headers, rawBody });
    expect(emulator.requests[0]).toMatchObject({
      path: '/resources/app_web/deployments?lines=500&name=a%20b',
      headers: { ...headers, authorization: '(a key)' },
      body: rawBody,
    });
  });
});
