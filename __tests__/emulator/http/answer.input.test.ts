// What the endpoints do with input that is not as it should be: unknown ids, wrong paths, queries and bodies.
import { describe, expect, test } from '@jest/globals';
import { ofResource, service } from '../api-table.ts';
import { refusalOf } from '../client.ts';

describe.each(ofResource)('unknown: $method $path', (row) => {
  test.each(['app_none', '..', '%2e%2e', 'app_web%00', '__proto__', 'a'.repeat(3000)])(
    'the resource %s is 404',
    async (id) => {
      const staged = await service();
      const path = row.path.replace('app_web', id);
      expect(refusalOf(await staged.call(row.method, path))).toBe('404 not_found');
    },
  );
});

describe('input', () => {
  test('the deployment of another resource is 404', async () => {
    const { call } = await service();
    expect(refusalOf(await call('GET', '/resources/db_main/deployments/dep_000001'))).toBe('404 not_found');
    expect(refusalOf(await call('GET', '/resources/app_web/deployments/dep_none'))).toBe('404 not_found');
  });

  test.each(['/resource', '/resources/', '/resources/app_web/', '/resources/app_web/delete', '', '/'])(
    'the path "%s" is 404',
    async (path) => {
      const { call } = await service();
      expect(refusalOf(await call('GET', path === '' ? '/x' : path))).toBe('404 not_found');
    },
  );

  test.each(['100', '500', '2000'])('%s lines can be requested', async (lines) => {
    const { call } = await service();
    expect((await call('GET', `/resources/app_web/logs?lines=${lines}`)).status).toBe(200);
  });

  test.each([
    '',
    '0',
    '1',
    '99',
    '101',
    '1000',
    '-100',
    '1e2',
    '100.0',
    '0x64',
    '+100',
    ' 100',
    '100,500',
    'all',
    '100&lines=100',
  ])('lines=%s is 400', async (lines) => {
    const { call } = await service();
    expect(refusalOf(await call('GET', `/resources/app_web/logs?lines=${lines}`))).toBe('400 invalid_input');
  });

  test('returns as many of the last lines as were requested, 100 by default', async () => {
    const { call, emulator } = await service();
    const lines = Array.from({ length: 3000 }, (_, index) => `line ${index}`);
    emulator.control.appendRuntimeLog('app_web', `${lines.join('\n')}\n`);
    for (const [query, count] of [
      ['', 100],
      ['?lines=100', 100],
      ['?lines=500', 500],
      ['?lines=2000', 2000],
    ] as const) {
      const { json } = await call('GET', `/resources/app_web/logs${query}`);
      expect(json).toEqual({ ok: true, logs: `${lines.slice(-count).join('\n')}\n` });
    }
  });

  test.each([
    ['{"force":true}', true],
    ['{"force":false}', false],
    ['{}', false],
    ['', false],
  ])('the body %s deploys, with force %s', async (rawBody, force) => {
    const { call, emulator } = await service();
    expect((await call('POST', '/resources/app_web/deployments', { rawBody })).status).toBe(202);
    expect(emulator.deployments('app_web')[0]).toMatchObject({ force, label: 'api', by: 'ci' });
  });

  test.each([
    '{"force":"true"}',
    '{"force":1}',
    '{"force":null}',
    '{"forced":true}',
    '[]',
    'null',
    'true',
    '"force"',
    '{',
    'force=true',
    '\u0000',
  ])('the body %j is 400, and nothing is deployed', async (rawBody) => {
    const { call, emulator } = await service();
    expect(refusalOf(await call('POST', '/resources/app_web/deployments', { rawBody }))).toBe('400 invalid_input');
    expect(emulator.deployments('app_web')).toHaveLength(2);
  });

  test('a body of another type is 400', async () => {
    const { call } = await service();
    const headers = { 'content-type': 'text/plain' };
    const answer = await call('POST', '/resources/app_web/deployments', { rawBody: '{}', headers });
    expect(refusalOf(answer)).toBe('400 invalid_input');
  });

  test('a body beyond all reason is 400', async () => {
    const { call } = await service();
    const rawBody = `{"force":${' '.repeat(70_000)}true}`;
    expect(refusalOf(await call('POST', '/resources/app_web/deployments', { rawBody }))).toBe('400 invalid_input');
  });

  test.each(['{', 'x'.repeat(100_000)])(
    'a body is ignored where an endpoint takes none (round %#)',
    async (rawBody) => {
      const { call, emulator } = await service();
      expect((await call('GET', '/resources', { rawBody })).status).toBe(200);
      expect((await call('GET', '/openapi.json', { rawBody })).status).toBe(200);
      expect((await call('POST', '/resources/app_web/restart', { rawBody })).status).toBe(202);
      expect(emulator.violations).toEqual([]);
    },
  );

  test('what is no app cannot be deployed: 400', async () => {
    const { call } = await service();
    expect(refusalOf(await call('POST', '/resources/db_main/deployments'))).toBe('400 invalid_input');
    expect((await call('GET', '/resources/db_main/deployments')).json).toEqual({ deployments: [] });
  });
});
