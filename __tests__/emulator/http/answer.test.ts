// A walk along the API page: every endpoint under every condition, with status, code and body.
import { describe, expect, test } from '@jest/globals';
import { specification } from '../../../emulator/api/spec.ts';
import { at, changing, keyed, reading, rows, service } from '../api-table.ts';
import { refusalOf, send, stage } from '../client.ts';

test('the document and this table name the same endpoints with the same methods, paths and scopes', () => {
  const ours = rows.map(({ name, method, path, scope }) => ({
    name,
    method,
    path: path.replace('app_web', '{id}').replace('dep_000001', '{deploymentId}'),
    scope,
  }));
  expect(specification.endpoints.map(({ name, method, path, scope }) => ({ name, method, path, scope }))).toEqual(ours);
});

describe.each(rows)('$method $path', (row) => {
  test('a good request is answered as on the API page', async () => {
    const staged = await service();
    const answer = await at(staged, row);
    expect({ status: answer.status, body: answer.json }).toEqual({ status: row.status, body: row.body });
    expect(staged.emulator.violations).toEqual([]);
  });

  test('another method is 405 with what the path takes', async () => {
    const { call } = await service();
    const answer = await call('DELETE', row.path);
    expect(refusalOf(answer)).toBe('405 method_not_allowed');
    expect(answer.headers.allow?.split(', ')).toContain(row.method);
  });
});

test('the document needs no key, and a bad one does no harm', async () => {
  const { emulator } = await service();
  for (const key of [undefined, 'not-a-key-at-all']) {
    const answer = await send({ method: 'GET', url: `${emulator.baseUrl}/openapi.json`, key });
    expect(answer.status).toBe(200);
    expect(answer.json).toMatchObject({ openapi: '3.1.0' });
  }
});

describe.each(keyed)('keys: $method $path', (row) => {
  test.each([
    ['no key', undefined, {}],
    ['an unknown key', 'key_unknown', {}],
    ['an empty key', undefined, { authorization: 'Bearer ' }],
    ['a key without its scheme', undefined, { authorization: 'key_unknown' }],
    ['another scheme', undefined, { authorization: 'Basic a2V5OmtleQ==' }],
  ])('%s is 401', async (_what, key, headers) => {
    expect(refusalOf(await at(await service(), row, { key, headers }))).toBe('401 unauthorized');
  });

  test('an expired key is 401', async () => {
    const staged = await service();
    await staged.clock.sleep(90 * 24 * 3_600_000);
    expect(refusalOf(await at(staged, row))).toBe('401 unauthorized');
  });

  test('a revoked key is 401', async () => {
    const staged = await service();
    staged.emulator.control.revokeKey('ci');
    expect(refusalOf(await at(staged, row))).toBe('401 unauthorized');
  });

  test('the 121st request of a minute is 429', async () => {
    const staged = await service();
    for (let count = 0; count < 120; count += 1) await staged.call('GET', '/resources');
    expect(refusalOf(await at(staged, row))).toBe('429 rate_limited');
  });

  test('admin allows it', async () => {
    const staged = await service();
    expect((await at(staged, row, { key: staged.emulator.keys['admin'] })).status).toBe(row.status);
  });
});

describe.each(changing)('changes: $method $path', (row) => {
  test.each(['reader', 'writer', 'old'])('the key %s lacks the scope: 403, and nothing happens', async (name) => {
    const staged = await service();
    expect(refusalOf(await at(staged, row, { key: staged.emulator.keys[name] }))).toBe('403 forbidden');
    expect(staged.emulator.view().resources[0]).toMatchObject({ busy: false, deployments: { length: 2 } });
  });

  test('an empty wallet is 402, and nothing happens', async () => {
    const staged = await service();
    staged.emulator.control.setWallet('empty');
    expect(refusalOf(await at(staged, row))).toBe('402 billing');
    expect(staged.emulator.view().resources[0]).toMatchObject({ busy: false, deployments: { length: 2 } });
  });

  test.each(changing)('while another change ($name) is in progress it is 409, and passes afterwards', async (other) => {
    const staged = await service();
    expect((await at(staged, other)).status).toBe(202);
    expect(refusalOf(await at(staged, row))).toBe('409 busy');
    await staged.clock.sleep(20_000);
    expect((await at(staged, row)).status).toBe(202);
  });

  test('it is recorded under the name of the key, with the address', async () => {
    const staged = await service();
    await at(staged, row);
    const action = row.path.split('/').at(-1);
    expect(staged.emulator.view().activity).toEqual([
      expect.objectContaining({
        by: 'ci',
        address: '127.0.0.1',
        target: 'app_web',
        action: action === 'deployments' ? 'deploy' : action,
        atMs: staged.clock.wallTime(),
      }),
    ]);
  });

  test('a refused one is not recorded', async () => {
    const staged = await service();
    staged.emulator.control.setWallet('empty');
    await at(staged, row);
    expect(staged.emulator.view().activity).toEqual([]);
  });
});

describe.each(reading)('reads: $method $path', (row) => {
  test.each(['reader', 'writer', 'old'])('the key %s is enough', async (name) => {
    const staged = await service();
    expect((await at(staged, row, { key: staged.emulator.keys[name] })).status).toBe(200);
  });

  test('it passes with an empty wallet and while work is in progress, and leaves no record', async () => {
    const staged = await service();
    await staged.call('POST', '/resources/app_web/restart');
    staged.emulator.control.setWallet('empty');
    expect((await at(staged, row)).status).toBe(200);
    expect(staged.emulator.view().activity).toHaveLength(1);
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
