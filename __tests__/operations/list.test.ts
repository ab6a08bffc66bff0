// list: all resources through a filter, with the field names of the API.
import { describe, expect, test } from '@jest/globals';
import { resources, runReadOnly } from '../support/read-only.ts';
import { runScripted } from '../support/service/scripted-service.ts';
import { errorOf, rowsOf, warningsOf, withWorld } from '../support/world.ts';

test('returns all resources with the field names of the API', async () => {
  await withWorld({ resources }, async (world) => {
    const step = await runReadOnly(world, { operation: 'list' });
    expect(step.exitCode).toBe(0);
    expect(rowsOf(step, 'resources')).toHaveLength(3);
    expect(rowsOf(step, 'resources')[2]).toEqual({
      id: 'db_main',
      type: 'database',
      name: 'main',
      status: 'low on disk',
      catalogKey: 'postgres-17',
      cpuMillicores: 500,
      memoryMb: 512,
      diskGb: 5,
      createdAt: '2026-03-01T12:00:00.000Z',
    });
    for (const text of ['web-shop', 'wrk_mail', 'postgres-17']) expect(step.summary).toContain(text);
    expect(world.emulator.requests).toHaveLength(1);
  });
});

describe('list', () => {
  test.each([
    ['type=app', ['app_web']],
    ['name=web-*  type=app\n status=*', ['app_web']],
    ['catalogKey=postgres-*', ['db_main']],
    ['name=?', []],
    ['', ['app_web', 'wrk_mail', 'db_main']],
  ])('returns for the filter %j: %j', async (filter, ids) => {
    await withWorld({ resources }, async (world) => {
      const step = await runReadOnly(world, { operation: 'list', filter });
      expect(step.exitCode).toBe(0);
      expect(rowsOf(step, 'resources').map(({ id }) => id)).toEqual(ids);
      expect(step.summary).toContain(`Found ${ids.length} of 3 resources`);
    });
  });

  test('refuses a bad filter before any request', async () => {
    await withWorld({ resources }, async (world) => {
      const step = await runReadOnly(world, { operation: 'list', filter: 'type=' });
      expect(step.outputs['error-code']).toBe('invalid_input');
      expect(errorOf(step)).toContain('type, status, name, catalogKey');
      expect(world.emulator.requests).toEqual([]);
    });
  });

  test('returns an empty list for an organisation without resources', async () => {
    await withWorld({}, async (world) => {
      const step = await runReadOnly(world, { operation: 'list' });
      expect(step.exitCode).toBe(0);
      expect(step.outputs['resources']).toBe('[]');
    });
  });
});

test.each([
  ['type=app', 'type'],
  ['catalogKey=node-*', 'catalogKey'],
  ['name=* type=app catalogKey=*', 'type or catalogKey'],
])('warns that the filter %s leaves out a resource without a readable %s', async (filter, fields) => {
  const sent = [
    { id: 'a', name: 'a', type: 'app', catalogKey: 'node-22' },
    { id: 'b', name: 'b', type: { kind: 'app' }, catalog_key: 'node-22' },
    { id: 'c', name: 'c', type: 'database', catalogKey: 'postgres-17' },
  ];
  const run = await runScripted(() => ({ body: { ok: true, resources: sent } }), {
    operation: 'list',
    'resource-id': '',
    filter,
  });
  expect(rowsOf(run, 'resources').map(({ id }) => id)).toEqual(['a']);
  expect(warningsOf(run)).toEqual([expect.stringContaining(`leaves out 1 resource without a readable ${fields}:`)]);
});

test.each(['name=b', 'type=app name=c', 'name=c catalogKey=postgres-*', ''])(
  'does not warn for the filter %j, which no missing field decides',
  async (filter) => {
    const sent = [
      { id: 'b', name: 'b' },
      { id: 'c', name: 'c', type: 'database', catalogKey: null },
    ];
    const run = await runScripted(() => ({ body: { ok: true, resources: sent } }), {
      operation: 'list',
      'resource-id': '',
      filter,
    });
    expect(warningsOf(run)).toEqual([]);
  },
);

test.each([
  ['total', { total: 21 }, {}],
  ['a next cursor', { nextCursor: 'c2' }, {}],
])('warns that the list is incomplete where the service shows %s', async (_, more, headers) => {
  const body = { ok: true, resources: [{ id: 'app_web', type: 'app', name: 'web' }], ...more };
  const run = await runScripted(() => ({ body, headers }), { operation: 'list', 'resource-id': '' });
  expect(run.exitCode).toBe(0);
  expect(warningsOf(run)).toEqual([expect.stringMatching(/^The list of resources is incomplete: .* more than the 1 /)]);
  expect(run.summary).toContain('Found 1 of 1 resource in an incomplete list');
});

test('leaves out a field that is too long, without a warning', async () => {
  const body = { ok: true, resources: [{ id: 'app_web', name: 'x'.repeat(20_000) }] };
  const run = await runScripted(() => ({ body }), { operation: 'list', 'resource-id': '' });
  expect(rowsOf(run, 'resources')).toEqual([{ id: 'app_web' }]);
  expect(warningsOf(run)).toEqual([]);
});
