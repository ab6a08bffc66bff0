// Keys as an owner manages them: creation with scopes and expiry, last use, revocation.
import { expect, test } from '@jest/globals';
import { at, call, codeOf, control, openEmulator } from './client.ts';

const DAY_MS = 86_400_000;

test.each([
  [30, 30],
  [90, 90],
  [365, 365],
  [undefined, 90],
] as const)('expires after %s days, 90 by default', async (expiresInDays, days) => {
  const emulator = await openEmulator();
  const { body } = await control(emulator, 'POST /keys', { name: 'new', expiresInDays });
  const key = String(at(body, 'key', 'value'));
  expect((await call(emulator, 'GET /resources', { key })).status).toBe(200);
  await emulator.clock.sleep(days * DAY_MS - 1000);
  expect((await call(emulator, 'GET /resources', { key })).status).toBe(200);
  await emulator.clock.sleep(1000);
  const expired = await call(emulator, 'GET /resources', { key });
  expect([expired.status, codeOf(expired)]).toEqual([401, 'unauthorized']);
});

test('never expires if told so', async () => {
  const emulator = await openEmulator();
  const { body } = await control(emulator, 'POST /keys', { name: 'new', expiresInDays: 'none' });
  await emulator.clock.sleep(400 * DAY_MS);
  const key = String(at(body, 'key', 'value'));
  expect((await call(emulator, 'GET /resources', { key })).status).toBe(200);
});

test.each<[request: object, scopes: string[]]>([
  [{}, ['read']],
  [{ scopes: ['deploy'] }, ['read', 'deploy']],
  [{ scopes: ['admin', 'write', 'deploy', 'read'] }, ['read', 'deploy', 'write', 'admin']],
])('has read with every choice of scopes: %j', async (request, scopes) => {
  const emulator = await openEmulator();
  const { body } = await control(emulator, 'POST /keys', { name: 'new', ...request });
  expect(at(body, 'key')).toMatchObject({ scopes });
});

test.each([
  ['the expiry is one of four', { expiresInDays: 10 }],
  ['scopes are known', { scopes: ['everything'] }],
  ['a name is no empty text', { name: ' ' }],
  ['a usable key has its name alone', { name: 'ci' }],
  ['a value is no short text', { value: 'short' }],
  ['nothing else is taken', { colour: 'blue' }],
])('says that %s', async (_line, request) => {
  const emulator = await openEmulator();
  expect((await control(emulator, 'POST /keys', { name: 'new', ...request })).status).toBe(400);
});

test('is cut off at once when revoked, by name or id, and its name is free again', async () => {
  const emulator = await openEmulator();
  expect((await call(emulator, 'GET /resources')).status).toBe(200);
  await control(emulator, 'DELETE /keys/ci');
  const revoked = await call(emulator, 'GET /resources');
  expect([revoked.status, codeOf(revoked)]).toEqual([401, 'unauthorized']);
  expect(emulator.requests.at(-1)?.keyName).toBe('ci');
  const { body } = await control(emulator, 'POST /keys', { name: 'ci' });
  expect((await control(emulator, `DELETE /keys/${String(at(body, 'key', 'id'))}`)).status).toBe(
    200,
  );
  expect((await control(emulator, 'DELETE /keys/ci')).status).toBe(404);
  expect(emulator.view().activity.map(({ action }) => action)).toEqual([
    'key.revoke',
    'key.create',
    'key.revoke',
    'key.create',
  ]);
});

test('shows its last use with the address, and its value never again', async () => {
  const emulator = await openEmulator();
  await emulator.clock.sleep(5000);
  await call(emulator, 'GET /nothing');
  const state = await control(emulator, 'GET /state');
  expect(at(state.body, 'keys', 0)).toMatchObject({
    name: 'ci',
    lastUsedAtMs: emulator.clock.wallTime(),
    lastUsedAddress: '127.0.0.1',
  });
  expect(JSON.stringify(state.body)).not.toContain(emulator.key);
  expect(JSON.stringify(state.body)).not.toContain('Hash');
});

test('can be given a value of one’s own, which no other key may have', async () => {
  const emulator = await openEmulator({ keys: [{ name: 'mine', value: 'my-own-value' }] });
  expect((await call(emulator, 'GET /resources', { key: 'my-own-value' })).status).toBe(200);
  expect(
    (await control(emulator, 'POST /keys', { name: 'two', value: 'my-own-value' })).status,
  ).toBe(400);
});
