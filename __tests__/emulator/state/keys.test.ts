// API keys as the API page has them: scopes, caps, secrecy, last use, revocation, expiry.
import { describe, expect, test } from '@jest/globals';
import type { KeyRequest } from '../../../emulator/index.ts';
import { refusalOf, stage } from '../client.ts';

const SECOND_MS = 1000;
const DAY_MS = 86_400_000;

describe('creating', () => {
  test.each<[KeyRequest['scopes'], readonly string[]]>([
    [undefined, ['read']],
    [[], ['read']],
    [['read'], ['read']],
    [['deploy'], ['read', 'deploy']],
    [
      ['admin', 'write', 'deploy'],
      ['read', 'deploy', 'write', 'admin'],
    ],
  ])('of the scopes %j come %j: read is always there', async (scopes, expected) => {
    const { emulator } = await stage();
    const key = emulator.control.createKey(scopes === undefined ? { name: 'k' } : { name: 'k', scopes });
    expect(key.scopes).toEqual(expected);
  });

  test('a key from before scopes has read alone and no expiry, whatever is requested', async () => {
    const { emulator } = await stage();
    const key = emulator.control.createKey({ name: 'old', legacy: true, scopes: ['admin'], expiresInDays: 30 });
    expect(key).toMatchObject({ scopes: ['read'], expiresAtMs: null, legacy: true });
  });

  test.each([
    ['owner', 6, 6],
    ['owner', 5, 5],
    ['admin', 5, 5],
    ['admin', 0, 0],
    ['admin', undefined, 5],
  ] as const)('an %s may set a daily creation cap of %s', async (by, cap, expected) => {
    const { emulator } = await stage();
    const key = emulator.control.createKey({ name: 'k', by, ...(cap === undefined ? {} : { dailyCreationCap: cap }) });
    expect(key.dailyCreationCap).toBe(expected);
  });

  test('an admin may not set a cap above 5', async () => {
    const { emulator } = await stage();
    expect(() => emulator.control.createKey({ name: 'k', by: 'admin', dailyCreationCap: 6 })).toThrow(
      expect.objectContaining({ code: 'forbidden' }),
    );
    expect(emulator.view().keys).toHaveLength(1);
  });

  test.each([null, 'none'] as const)('a key with the expiry %j never expires', async (expiresInDays) => {
    const { emulator } = await stage();
    expect(emulator.control.createKey({ name: 'k', expiresInDays }).expiresAtMs).toBeNull();
  });

  test('two keys cannot have one value, nor two that work one name', async () => {
    const { clock, emulator } = await stage({ keys: [{ name: 'ci', value: 'key_of_my_own' }] });
    expect(() => emulator.control.createKey({ name: 'other', value: 'key_of_my_own' })).toThrow(/value .* taken/);
    expect(() => emulator.control.createKey({ name: 'ci' })).toThrow('The name "ci" is taken by another key.');
    await clock.sleep(90 * DAY_MS);
    emulator.control.createKey({ name: 'ci' });
    expect(emulator.view().keys.map(({ name }) => name)).toEqual(['ci', 'ci']);
  });

  test('values are long, random and printable', async () => {
    const { emulator } = await stage();
    const values = Array.from({ length: 50 }, (_, index) => emulator.control.createKey({ name: `k${index}` }).value);
    expect(new Set(values).size).toBe(50);
    for (const value of values) expect(value).toMatch(/^key_[\w-]{32}$/);
  });
});

describe('secrecy', () => {
  test('after its creation the value is nowhere: neither in the view nor in the record of requests', async () => {
    const { call, emulator } = await stage();
    const value = emulator.keys['ci'] ?? '';
    await call('POST', '/resources/app_web/deployments');
    expect(value).not.toBe('');
    expect(JSON.stringify([emulator.view(), emulator.requests])).not.toContain(value);
    expect(JSON.stringify(emulator.view())).not.toMatch(/hash/i);
  });

  test.each([
    ['the value with a character more', (value: string) => `${value}x`],
    ['the value with a character less', (value: string) => value.slice(0, -1)],
    ['the value in capitals', (value: string) => value.toUpperCase()],
    ['two values', (value: string) => `${value} ${value}`],
  ])('%s is refused', async (_what, change) => {
    const { call, emulator } = await stage();
    expect(refusalOf(await call('GET', '/resources', { key: change(emulator.keys['ci'] ?? '') }))).toBe(
      '401 unauthorized',
    );
  });

  test('the scheme is read in any case, as HTTP has it', async () => {
    const { call, emulator } = await stage();
    const headers = { authorization: `bearer ${emulator.keys['ci']}` };
    expect((await call('GET', '/resources', { key: undefined, headers })).status).toBe(200);
  });
});

describe('the last use and the revocation of a key', () => {
  test('shows time and address of its last request, refused ones included, until it is revoked', async () => {
    const { call, clock, emulator } = await stage({ keys: [{ name: 'ci' }] });
    expect(emulator.view().keys[0]).toMatchObject({ lastUsedAtMs: null, lastUsedAddress: null });
    await clock.sleep(1000);
    await call('POST', '/resources/app_web/start');
    const usedAtMs = clock.wallTime();
    expect(emulator.view().keys[0]).toMatchObject({ lastUsedAtMs: usedAtMs, lastUsedAddress: '127.0.0.1' });
    emulator.control.revokeKey('ci');
    await clock.sleep(1000);
    await call('GET', '/resources');
    expect(emulator.view().keys[0]).toMatchObject({ lastUsedAtMs: usedAtMs, revokedAtMs: usedAtMs });
  });

  test('revoking by name cuts off every key that bears it, by id that one alone', async () => {
    const { call, clock, emulator } = await stage({ keys: [{ name: 'ci' }] });
    const [first] = emulator.view().keys;
    await clock.sleep(90 * DAY_MS);
    const second = emulator.control.createKey({ name: 'ci' });
    emulator.control.revokeKey(first?.id ?? '');
    expect((await call('GET', '/resources', { key: second.value })).status).toBe(200);
    expect(emulator.control.revokeKey('ci').id).toBe(second.id);
    expect((await call('GET', '/resources', { key: second.value })).status).toBe(401);
    expect(emulator.view().keys.every(({ revokedAtMs }) => revokedAtMs !== null)).toBe(true);
    expect(() => emulator.control.revokeKey('nobody')).toThrow(expect.objectContaining({ code: 'not_found' }));
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
