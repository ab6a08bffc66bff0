// Finding a record or a list: wrappers of any name, and never another record.
import { describe, expect, test } from '@jest/globals';
import { parseDeployment, parseDeployments } from '../../src/api/deployments.ts';
import { asId } from '../../src/api/records.ts';
import { parseResource, parseResources } from '../../src/api/resources.ts';
import { growthOf, PROPORTIONAL } from '../support/growth.ts';

const ours = { id: 'dep_1', status: 'building' };
const older = { id: 'dep_0', status: 'finished' };
const app = { id: 'app_web', type: 'app', status: 'running' };

const statusIn = (reply: unknown): string | undefined => parseDeployment(reply, 'dep_1').status;

describe('a deployment', () => {
  test.each([
    ['bare', ours],
    ['under a name', { deployment: ours }],
    ['under any name, beside anything', { ok: true, whatever: ours, requestId: 'r1' }],
    ['six objects deep', { a: { b: { c: { d: { e: { f: ours } } } } } }],
    ['in a list', { items: [older, ours] }],
    ['beside its resource', { resource: { ...app, status: 'finished' }, deployment: ours }],
    [
      'beside a resource of the same id',
      { resource: { id: 'dep_1', type: 'app', status: 'x' }, deployment: ours },
    ],
    ['under a uuid', { uuid: 'dep_1', status: 'building' }],
    ['under an id named after it', { id: 7, deployment_id: 'dep_1', status: 'building' }],
    ['outside of one with the same id', { ...ours, trigger: { id: 'dep_1', status: 'finished' } }],
    ['beside its predecessor', { previous: older, current: ours }],
    ['with names that resemble those of a resource', { ...ours, subdomains: [], domainsAt: 1 }],
    ['without domains, with other types', { ...ours, domains: null, type: 'manual', by: 'app' }],
  ])('is found %s', (_, reply) => expect(statusIn(reply)).toBe('building'));

  test.each([
    ['too deep', { a: { b: { c: { d: { e: { f: { g: ours } } } } } } }],
    ['only as a resource by its type', { id: 'dep_1', type: 'app', status: 'finished' }],
    ['only as a resource by its domains', { id: 'dep_1', status: 'finished', domains: [] }],
    ['only as a resource by its size', { id: 'dep_1', status: 'finished', memoryMb: 512 }],
    ['under another id', { id: 'dep_2', status: 'finished' }],
    ['under an id in other letters', { id: 'DEP_1', status: 'finished' }],
    ['without an id', { ok: true, status: 'finished', log: 'x' }],
    ['in a text', 'dep_1'],
  ])('is not found %s', (_, reply) => {
    expect(parseDeployment(reply, 'dep_1')).toEqual({
      reasons: [],
      log: { text: '', hiddenCount: 0 },
    });
  });

  test.each([
    ['of its trigger', { id: 'dep_1', trigger: { status: 'finished' } }],
    [
      'of a part that bears its id',
      { id: 'dep_1', build: { deploymentId: 'dep_1', status: 'finished' } },
    ],
    ['beside it', { status: 'finished', data: { id: 'dep_1' } }],
  ])('does not take the status %s', (_, reply) => expect(statusIn(reply)).toBeUndefined());
});

describe('a resource', () => {
  test.each([
    ['bare', app],
    ['under a name', { resource: app }],
    ['in a list of one', { data: [app] }],
    ['after its deployment', { latest: { id: 'app_web', status: 'finished' }, resource: app }],
    ['in a wrapper that repeats its id', { resourceId: 'app_web', resource: app }],
    ['with no type', { id: 'app_web', name: 'web', status: 'running' }],
  ])('is found %s', (_, reply) => {
    expect(parseResource(reply, 'app_web')).toMatchObject({ id: 'app_web', status: 'running' });
  });

  test.each([
    [{ ok: true, status: 'running', name: 'web' }],
    [{ type: 'problem', status: 'running' }],
    [{ id: 'app_api', type: 'app' }],
    [[]],
  ])('is not found in %j', (reply) => {
    expect(parseResource(reply, 'app_web')).toEqual({ addresses: [], fields: {} });
  });

  test.each([
    { type: 'app' },
    { type: 'worker' },
    { type: 'database' },
    { type: 'service' },
    { cpuMillicores: 1 },
    { memory_mb: 1 },
    { diskGb: 1 },
    { domains: [] },
  ])('with %j goes before a record of another kind with its id', (fields) => {
    const reply = {
      latest: { id: 'app_web', status: 'finished' },
      resource: { id: 'app_web', status: 'x', ...fields },
    };
    expect(parseResource(reply, 'app_web').status).toBe('x');
    expect(parseDeployment(reply.resource, 'app_web').status).toBeUndefined();
  });

  test.each([
    [16_384, ['id', 'long']],
    [16_385, ['id']],
  ])('with a text of %d characters shows the fields %j', (length, names) => {
    const { fields } = parseResource({ id: 'app_web', long: 'x'.repeat(length) }, 'app_web');
    expect(Object.keys(fields)).toEqual(names);
  });

  test('shows its details, and the fields with a single value, those of the API page under its names', () => {
    const reply = {
      id: 'app_web',
      type: 'app',
      name: ' my\napp ',
      state: ' Running ',
      memoryMb: 512,
      on: true,
      n: null,
      list: [1],
      o: {},
    };
    expect(parseResource(reply, 'app_web')).toEqual({
      id: 'app_web',
      name: 'my\u2028app',
      type: 'app',
      status: 'Running',
      addresses: [],
      fields: {
        id: 'app_web',
        type: 'app',
        name: 'my\u2028app',
        state: ' Running ',
        memoryMb: 512,
        on: true,
        n: null,
        status: 'Running',
      },
    });
  });
});

test.each([
  [{ status: 'running' }, 'running'],
  [{ status: '', state: 'up' }, 'up'],
  [{ status: { phase: 'x' }, state: 'up' }, 'up'],
  [{ status: 'x'.repeat(1_000) }, 'x'.repeat(1_000)],
  [{ status: 'x'.repeat(1_001) }, undefined],
  [{ status: 'Exited\n(1)' }, 'Exited\u2028(1)'],
  [{ status: ['running'] }, undefined],
  [{ status: 1 }, undefined],
  [{ statusText: 'running' }, undefined],
])('a status in %j is %s', (fields, status) => {
  expect(parseResource({ id: 'app_web', type: 'app', ...fields }, 'app_web').status).toBe(status);
});

describe('a list', () => {
  const items = [ours, older];

  test.each([
    ['under its name', { deployments: items }],
    ['under its name in a wrapper', { ok: true, result: { page: { Deployments: items } } }],
    ['bare', items],
    ['under another name', { history: items, warnings: ['x'] }],
    ['within its name', { deployments: { items, total: 2 } }],
    [
      'outside of another under its name',
      { deployments: items, Deployments: [], last: { deployments: [older] } },
    ],
    ['beside a list of things without an id', { phases: [{ status: 'finished' }], rows: items }],
    ['with unknown statuses', { data: items.map(({ id }) => ({ id, state: 'baking' })) }],
    [
      'under its name rather than another list',
      { items: [{ id: 'x', status: 'queued' }], deployments: items },
    ],
    ['under its name, without statuses', { deployments: items.map(({ id }) => ({ id })) }],
  ])('is found %s', (_, reply) => {
    const { items: found, ...rest } = parseDeployments(reply);
    expect(found.map(({ id }) => id)).toEqual(['dep_1', 'dep_0']);
    expect(rest).toEqual({ isRecognised: true, isCut: false });
  });

  test.each([
    ['that is empty under its name', { deployments: [], other: [], more: ['x'] }],
    ['that is bare and empty', []],
    ['that is the only array, and empty', { data: { items: [], total: 0 } }],
  ])('has no items %s', (_, reply) => {
    expect(parseDeployments(reply)).toEqual({ items: [], isRecognised: true, isCut: false });
  });

  test.each([
    ['two empty arrays', { data: [], items: [] }],
    ['the only array, of something else', { warnings: ['x'] }],
    ['items without a status', { data: [{ id: 'dep_1' }] }],
    ['items without an id', { data: [{ status: 'finished' }] }],
    ['one item that is none', { data: [...items, { id: 'x' }] }],
    ['resources', { data: [app] }],
    ['a bare list of something else', [{ id: 'dep_1' }]],
    ['an empty object', {}],
    ['text under its name', { deployments: 'none' }],
    ['an entry without an id', { deployments: [ours, { id: null, status: 'finished' }] }],
    ['an entry that is no object', { deployments: [ours, 'dep_0'] }],
  ])('is not recognised in %s', (_, reply) => {
    expect(parseDeployments(reply)).toEqual({ items: [], isRecognised: false, isCut: false });
  });

  test.each([
    [{ hasMore: true }, true],
    [{ has_next_page: true }, true],
    [{ nextCursor: 'c2' }, true],
    [{ next: { href: '/x' } }, true],
    [{ next_page: 2 }, true],
    [{ hasMore: false, nextCursor: null, next: '', nextPage: 0 }, false],
    [{ hasMore: 'yes', next: true, total: 9, cursor: 'c1', itHasMore: true, textNext: 'x' }, false],
  ])('beside %j is cut: %s', (beside, isCut) => {
    expect(parseDeployments({ deployments: [ours], ...beside }).isCut).toBe(isCut);
    expect(parseResources({ resources: [app], ...beside }).isCut).toBe(isCut);
    expect(parseDeployments({ data: { deployments: [ours] }, ...beside }).isCut).toBe(false);
  });

  test('of resources may hold items without a status', () => {
    const { items: found } = parseResources({
      data: [app, { id: 2, type: 'worker' }, { id: 'x', state: 'up' }],
    });
    expect(found.map(({ id, status }) => [id, status])).toEqual([
      ['app_web', 'running'],
      ['2', undefined],
      ['x', 'up'],
    ]);
  });

  test('of many items takes linear time', async () => {
    const read = (length: number): void => {
      const rows = Array.from({ length }, (__, id) => ({ id, status: 'failed' }));
      expect(parseDeployments({ rows }).items).toHaveLength(length);
    };
    expect(await growthOf(read, 5_000)).toBeLessThan(PROPORTIONAL);
  });
});

test.each([
  ['dep_1', 'dep_1'],
  ['x'.repeat(4096), 'x'.repeat(4096)],
  ['x'.repeat(4097), undefined],
  [42, '42'],
  [0, '0'],
  ['a/b c', 'a/b c'],
  ['', undefined],
  ['.', undefined],
  ['..', undefined],
  ['.a', '.a'],
  ['a..', 'a..'],
  [1.5, undefined],
  [2 ** 53, undefined],
  [true, undefined],
  [['dep_1'], undefined],
])('takes %j for the id %j', (value, id) => expect(asId(value)).toBe(id));
