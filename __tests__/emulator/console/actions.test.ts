// The buttons of the console over HTTP: what they change, and which forms are refused.
import { describe, expect, test } from '@jest/globals';
import { createConsole } from '../../../emulator/index.ts';
import type { EmulatorOptions } from '../../../emulator/index.ts';
import { send, stage } from '../client.ts';
import type { Answer, Stage } from '../client.ts';

const TOKEN = 'the-token';

interface Opened extends Stage {
  /** Sends a form with the token of the console, unless another is given. */
  readonly submit: (path: string, fields: Record<string, string>, headers?: Record<string, string>) => Promise<Answer>;
}

async function open(options: EmulatorOptions = {}): Promise<Opened> {
  const staged = await stage({ pages: createConsole(TOKEN), ...options });
  const submit: Opened['submit'] = async (path, fields, headers = {}) =>
    await send({
      method: 'POST',
      url: staged.emulator.origin + path,
      rawBody: new URLSearchParams({ token: TOKEN, ...fields }).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    });
  return { ...staged, submit };
}

describe('a button of the console', () => {
  test('empties and funds the wallet', async () => {
    const { emulator, submit } = await open();
    const answer = await submit('/settings/wallet', { wallet: 'empty' });
    expect([answer.status, answer.headers.location]).toEqual([303, '/settings/emulator']);
    expect(emulator.view().wallet).toBe('empty');
    await submit('/settings/wallet', { wallet: 'funded' });
    expect(emulator.view().wallet).toBe('funded');
  });

  test('selects a dialect, and the page shows which one', async () => {
    const { emulator, call, submit } = await open();
    await submit('/settings/dialect', { dialect: 'bare' });
    expect((await call('GET', '/resources/app_web/env')).json).toEqual(['DATABASE_URL', 'PORT']);
    const page = await send({ method: 'GET', url: `${emulator.origin}/settings/emulator` });
    expect(page.text).toMatch(/<option selected>bare<\/option>/);
    emulator.useDialect({ env: 'nulls', list: 'page' });
    const other = await send({ method: 'GET', url: `${emulator.origin}/settings/emulator` });
    expect(other.text).toMatch(/<option selected>list=page,env=nulls<\/option>/);
  });

  test('arms and clears faults', async () => {
    const { call, emulator, submit } = await open();
    await submit('/settings/faults', { fault: '{"on":"listResources","kind":"status","status":503,"times":"always"}' });
    expect((await call('GET', '/resources')).status).toBe(503);
    const page = await send({ method: 'GET', url: `${emulator.origin}/settings/emulator` });
    expect(page.text).toContain('<code>listResources</code>');
    await submit('/settings/faults/clear', {});
    expect((await call('GET', '/resources')).status).toBe(200);
  });

  test('creates a key, shows its value once, and revokes it', async () => {
    const { call, emulator, submit } = await open();
    const created = await submit('/settings/api-keys', { name: 'from the console', scope: 'deploy', expires: '30' });
    expect(created).toMatchObject({ status: 200, headers: { 'cache-control': 'no-store' } });
    const value = /key_[\w-]+/.exec(created.text)?.[0];
    expect((await call('POST', '/resources/app_web/restart', { key: value })).status).toBe(202);
    const list = await send({ method: 'GET', url: `${emulator.origin}/settings/api-keys` });
    expect(list.text).not.toContain(value);
    const key = emulator.view().keys.find(({ name }) => name === 'from the console');
    expect(key?.scopes).toEqual(['read', 'deploy']);
    await submit(`/settings/api-keys/${key?.id}/revoke`, {});
    expect((await call('GET', '/resources', { key: value })).status).toBe(401);
  });

  test('cancels a deployment', async () => {
    const { call, emulator, submit } = await open();
    await call('POST', '/resources/app_web/deployments');
    const path = '/resources/app_web/deployments/dep_000001';
    const answer = await submit(`${path}/cancel`, {});
    expect([answer.status, answer.headers.location]).toEqual([303, path]);
    expect(emulator.deployments('app_web')[0]?.status).toBe('cancelled');
    expect((await submit(`${path}/cancel`, {})).text).toContain('has ended');
  });
});

describe('a form is refused', () => {
  test.each<[string, Record<string, string>, Record<string, string>, number]>([
    ['without the token', { token: '' }, {}, 403],
    ['with the token of another console', { token: 'other' }, {}, 403],
    ['from a page of another origin', {}, { origin: 'http://attacker.example' }, 403],
    ['from a page that hides its origin', {}, { origin: 'null' }, 403],
    ['that is no form', {}, { 'content-type': 'text/plain' }, 403],
    ['under another host name', {}, { host: 'attacker.example' }, 403],
  ])('%s', async (_what, fields, headers, status) => {
    const { emulator, submit } = await open();
    expect((await submit('/settings/wallet', { wallet: 'empty', ...fields }, headers)).status).toBe(status);
    expect(emulator.view().wallet).toBe('funded');
  });

  test.each([
    ['/settings/dialect', { dialect: 'klingon' }, /Unknown dialect &quot;klingon&quot;/],
    ['/settings/faults', { fault: '{' }, /Faults are written in JSON/],
    ['/settings/faults', { fault: '{"on":"*","kind":"gremlin"}' }, /unknown fault &quot;gremlin&quot;/],
    ['/settings/api-keys', { name: '', expires: '90' }, /name must be text that is not blank/],
    ['/settings/api-keys', { name: 'a', expires: '7' }, /expiresInDays must be one of 30, 90, 365/],
    ['/settings/api-keys/apikey_none/revoke', {}, /There is no key apikey_none/],
  ])('at %s with %j, and the page shows why', async (path, fields, reason) => {
    const { submit } = await open();
    const answer = await submit(path, fields);
    expect(answer.status).toBe(400);
    expect(answer.text).toMatch(reason);
  });

  test('at an address that takes none', async () => {
    const { submit } = await open();
    expect((await submit('/settings/nothing', {})).status).toBe(404);
  });
});

test('the record of requests shows method, path, status, key and fault', async () => {
  const { call, emulator } = await open({ faults: [{ on: 'getEnv', kind: 'status', status: 503 }] });
  await call('GET', '/resources/app_web/env');
  const { text } = await send({ method: 'GET', url: `${emulator.origin}/requests` });
  expect(text.replaceAll(/\s+/g, ' ')).toMatch(
    /<code>GET \/resources\/app_web\/env<\/code><\/td> <td>503<\/td> <td>ci<\/td> <td>status<\/td>/,
  );
});
