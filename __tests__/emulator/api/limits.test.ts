// The request limit of a key at its edges: the window slides, and what is refused counts or does not.
import { describe, expect, test } from '@jest/globals';
import { RateLimiter, WINDOW_MS } from '../../../emulator/api/limits.ts';
import { errorOf, stage } from '../client.ts';

const SECOND_MS = 1000;

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

describe('the count of a key', () => {
  const limiterOf = (countRefused: boolean): RateLimiter => new RateLimiter({ limit: 2, countRefused });

  test('reports how long it takes until a place is free', () => {
    const limiter = limiterOf(false);
    expect([0, 1000, 2000, 59_999].map((nowMs) => limiter.admit('a', nowMs))).toEqual([
      undefined,
      undefined,
      58_000,
      1,
    ]);
    expect([60_000, 60_500].map((nowMs) => limiter.admit('a', nowMs))).toEqual([undefined, 500]);
  });

  test('is that of one key alone', () => {
    const limiter = limiterOf(false);
    for (const nowMs of [0, 0, 0]) limiter.admit('a', nowMs);
    expect(limiter.admit('b', 0)).toBeUndefined();
  });

  test('stays full where refused requests count and keep coming', () => {
    const limiter = limiterOf(true);
    for (let nowMs = 0; nowMs < 10 * WINDOW_MS; nowMs += 20_000) limiter.admit('a', nowMs);
    expect(limiter.admit('a', 10 * WINDOW_MS)).toBe(40_000);
    expect(limiter.admit('a', 10 * WINDOW_MS + WINDOW_MS)).toBeUndefined();
  });

  test('without a limit lets everything pass', () => {
    const limiter = new RateLimiter({ limit: Infinity, countRefused: true });
    expect(Array.from({ length: 1000 }, () => limiter.admit('a', 0)).filter((wait) => wait !== undefined)).toEqual([]);
  });
});
