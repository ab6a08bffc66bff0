// The rules of time at their edges: the window of requests, the expiry of keys, what scripts take.
import { describe, expect, test } from '@jest/globals';
import { errorOf, stage } from '../client.ts';

const SECOND_MS = 1000;
const DAY_MS = 86_400_000;

describe('120 requests a minute with one key', () => {
  test('the 120th passes, the 121st does not, another key and the document still do', async () => {
    const { call, emulator } = await stage({ keys: [{ name: 'ci' }, { name: 'other' }] });
    for (let count = 1; count <= 120; count += 1) expect((await call('GET', '/resources')).status).toBe(200);
    const refused = await call('GET', '/resources');
    expect(refused.status).toBe(429);
    expect(errorOf(refused)).toMatchObject({ code: 'rate_limited' });
    expect((await call('GET', '/resources', { key: emulator.keys['other'] })).status).toBe(200);
    expect((await call('GET', '/openapi.json')).status).toBe(200);
  });

  test('the window slides: a place is free 60 s after the request that took it, not a millisecond sooner', async () => {
    const { call, clock } = await stage();
    await call('GET', '/resources');
    await clock.sleep(10 * SECOND_MS);
    for (let count = 0; count < 119; count += 1) await call('GET', '/resources');
    await clock.sleep(50 * SECOND_MS - 1);
    expect((await call('GET', '/resources')).status).toBe(429);
    await clock.sleep(1);
    expect((await call('GET', '/resources')).status).toBe(200);
    expect((await call('GET', '/resources')).status).toBe(429);
    await clock.sleep(10 * SECOND_MS);
    for (let count = 0; count < 119; count += 1) expect((await call('GET', '/resources')).status).toBe(200);
    expect((await call('GET', '/resources')).status).toBe(429);
  });

  test.each([
    [false, 200],
    [true, 429],
  ])(
    'with countRefused %s, requests at a full window lead to %s once the first minute is over',
    async (countRefused, status) => {
      const { call, clock } = await stage({ countRefused });
      for (let count = 0; count < 120; count += 1) await call('GET', '/resources');
      for (let second = 0; second < 60; second += 1) {
        for (let count = 0; count < 3; count += 1) await call('GET', '/resources');
        await clock.sleep(SECOND_MS);
      }
      expect((await call('GET', '/resources')).status).toBe(status);
    },
  );

  test.each([
    ['none', undefined],
    ['seconds', '31'],
    ['date', 'Mon, 02 Mar 2026 12:01:00 GMT'],
    ['zero', '0'],
  ] as const)('Retry-After of the dialect "%s" is %s', async (retryAfter, expected) => {
    const { call, clock } = await stage({ dialect: { retryAfter } });
    for (let count = 0; count < 120; count += 1) await call('GET', '/resources');
    await clock.sleep(29_500);
    const answer = await call('GET', '/resources');
    expect([answer.status, answer.headers['retry-after']]).toEqual([429, expected]);
  });

  test('a busy resource sends Retry-After in the dialects that have it, other refusals do not', async () => {
    const { call, emulator } = await stage({ dialect: { retryAfter: 'seconds' } });
    await call('POST', '/resources/app_web/restart');
    const busy = await call('POST', '/resources/app_web/start');
    expect([busy.status, busy.headers['retry-after']]).toEqual([409, '5']);
    emulator.control.setWallet('empty');
    const unpaid = await call('POST', '/resources/app_web/start');
    expect([unpaid.status, unpaid.headers['retry-after']]).toEqual([402, undefined]);
  });

  test('waiting for the time of Retry-After is always enough', async () => {
    const { call, clock } = await stage({ dialect: { retryAfter: 'seconds' } });
    for (let count = 0; count < 120; count += 1) {
      await call('GET', '/resources');
      await clock.sleep(333);
    }
    const seconds = Number((await call('GET', '/resources')).headers['retry-after']);
    await clock.sleep(seconds * SECOND_MS);
    expect((await call('GET', '/resources')).status).toBe(200);
  });
});

describe('expiry', () => {
  test.each([
    ['30', 30, 30],
    ['90', 90, 90],
    ['365', 365, 365],
    ['the default', undefined, 90],
  ] as const)('a key of %s days works to the last millisecond of its last day', async (_what, expiresInDays, days) => {
    const key = expiresInDays === undefined ? { name: 'ci' } : { name: 'ci', expiresInDays };
    const { call, clock, emulator } = await stage({ keys: [key] });
    await clock.sleep(days * DAY_MS - SECOND_MS);
    expect((await call('GET', '/resources')).status).toBe(200);
    await clock.sleep(SECOND_MS - 1);
    expect((await call('GET', '/resources')).status).toBe(200);
    await clock.sleep(1);
    expect((await call('GET', '/resources')).status).toBe(401);
    expect(emulator.view().keys[0]?.lastUsedAtMs).toBe(clock.wallTime() - 1);
  });

  test.each([
    ['made without an expiry', { name: 'ci', expiresInDays: null }],
    ['from before scopes', { name: 'ci', legacy: true, expiresInDays: 30 }],
  ] as const)('a key %s never expires', async (_what, key) => {
    const { call, clock } = await stage({ keys: [key] });
    await clock.sleep(20 * 365 * DAY_MS);
    expect((await call('GET', '/resources')).status).toBe(200);
  });
});

describe('work', () => {
  test('a deployment is queued, building and finished at the times of its script', async () => {
    const { call, clock } = await stage({
      resources: [{ id: 'app_web', script: { queuedMs: 5000, buildMs: 12_000, log: ['one', 'two', 'three'] } }],
    });
    const read = async (): Promise<unknown> => (await call('GET', '/resources/app_web/deployments/dep_000001')).json;
    const shown = (status: string, log: string): unknown => ({
      ok: true,
      deployment: { id: 'dep_000001', status, log },
    });
    await call('POST', '/resources/app_web/deployments');
    expect(await read()).toEqual(shown('queued', ''));
    await clock.sleep(4999);
    expect(await read()).toEqual(shown('queued', ''));
    await clock.sleep(1);
    expect(await read()).toEqual(shown('building', 'one\n'));
    await clock.sleep(4000);
    expect(await read()).toEqual(shown('building', 'one\ntwo\n'));
    await clock.sleep(7999);
    expect(await read()).toEqual(shown('building', 'one\ntwo\nthree\n'));
    await clock.sleep(1);
    expect(await read()).toEqual(shown('finished', 'one\ntwo\nthree\n'));
  });
});
