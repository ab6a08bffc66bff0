// The record of requests: bounded in count and size, in order, without keys.
import { describe, expect, test } from '@jest/globals';
import { RequestLog, withoutKey } from '../../emulator/request-log.ts';
import type { RequestRecord } from '../../emulator/request-log.ts';
import { stage } from './client.ts';

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

describe('what is kept of a request', () => {
  test('has no key: its header reports only that there was one', () => {
    const headers = { host: 'a', authorization: 'Bearer key_value' };
    expect(withoutKey(headers)).toEqual({ host: 'a', authorization: '(a key)' });
    expect(headers.authorization).toBe('Bearer key_value');
    expect(withoutKey({ host: 'a' })).toEqual({ host: 'a' });
  });
});
