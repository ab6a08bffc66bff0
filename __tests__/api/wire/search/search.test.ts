// Finding a record or a list by what it is: wrappers of any name, limits of depth and size, never another record.
import { describe, expect, test } from '@jest/globals';
import {
  readDeployment as readDetail,
  readDeployments as readList,
  WireError,
} from '../../../../src/api/wire/index.ts';
import { asId, nodesIn } from '../../../../src/api/wire/search/search.ts';
import {
  readDeployment,
  readDeployments,
  readResource,
  readResources,
  traceOf,
} from '../../../support/service/readers.ts';

const ours = { id: 'dep_1', status: 'building' };
const app = { id: 'app_web', type: 'app', status: 'running' };

/** The status that is read for `dep_1`, or the message of the error. */
function statusIn(body: unknown): string {
  try {
    return readDeployment(body).status;
  } catch (error) {
    return error instanceof WireError ? error.message : String(error);
  }
}

describe('a deployment', () => {
  test.each([
    ['bare', ours],
    ['under a name', { deployment: ours }],
    ['under any name, beside anything', { ok: true, whatever: ours, requestId: 'r1' }],
    ['four objects deep', { a: { b: { c: { d: ours } } } }],
    ['as the only item of a list', { data: [ours] }],
    ['beside its resource', { resource: { ...app, status: 'finished' }, deployment: ours }],
    ['beside a resource of the same id', { resource: { id: 'dep_1', type: 'app', status: 'x' }, deployment: ours }],
    ['under a uuid', { uuid: 'dep_1', status: 'building' }],
    ['with a number of its row', { id: 7, deployment_uuid: 'dep_1', status: 'building' }],
    ['without an id', { deployment: { status: 'building' } }],
    ['with an id that is null', { id: null, status: 'building' }],
    ['outside of one with the same id', { ...ours, trigger: { id: 'dep_1', status: 'finished' } }],
    ['in a wrapper that repeats its id', { deploymentId: 'dep_1', log: 'x', deployment: ours }],
    [
      'as a wrapper with a status',
      { deploymentId: 'dep_1', status: 'building', trigger: { ...ours, status: 'finished' } },
    ],
    ['beside its predecessor', { previous: { id: 'dep_0', status: 'finished' }, current: ours }],
  ])('is found %s', (_, body) => {
    expect(statusIn(body)).toBe('building');
  });

  test.each([
    ['five objects deep', { a: { b: { c: { d: { e: ours } } } } }],
    ['in a list of several', { items: [{ id: 'dep_0', status: 'finished' }, ours] }],
    ['only as a resource', { id: 'dep_1', type: 'app', status: 'finished' }],
    ['only as a resource with domains', { id: 'dep_1', status: 'online', domains: ['a.example'] }],
    ['only as sizes', { id: 'dep_1', status: 'finished', memoryMb: 512 }],
    ['without an id and a status', { deployment: { log: 'finished' } }],
    ['without an id and with an unknown status', { data: { status: 'success', log: 'x' } }],
    ['in a failure', { ok: false, deployment: ours }],
    ['in a failure of another name', { success: false, deployment: ours }],
    ['in a failure beside a word', { ok: 'no', success: false, deployment: ours }],
  ])('is not found %s', (_, body) => {
    expect(statusIn(body)).toBe('expected a deployment');
  });

  test.each([
    [{ id: 'dep_2', status: 'finished' }],
    [{ data: { deployment: { deploymentId: 'dep_2', status: 'finished' } } }],
    [{ id: 'dep_2', previousDeploymentId: 'dep_1', status: 'finished' }],
    [{ id: 'DEP_1', status: 'finished' }],
    [{ id: '../dep_1', uuid: 2, status: 'finished' }],
  ])('is not found where another one was sent: %j', (body) => {
    expect(statusIn(body)).toBe('expected a deployment with the requested id');
  });

  test.each([
    ['of its trigger', { id: 'dep_1', trigger: { status: 'finished' } }],
    ['of a trigger with its id', { id: 'dep_1', trigger: { id: 'dep_1', status: 'finished' } }],
    [
      'of a part that bears its id',
      { id: 'dep_1', phase: 'deploying', build: { deploymentId: 'dep_1', status: 'finished' } },
    ],
    ['beside it', { status: 'finished', data: { id: 'dep_1' } }],
    ['in its list of steps', { id: 'dep_1', steps: [{ status: 'finished' }] }],
  ])('does not take the status %s', (_, body) => {
    expect(statusIn(body)).toBe('unknown');
  });
});

test('is reported with its path, through a list of one', () => {
  const body = { data: [{ items: [ours] }] };
  const target = { deploymentId: 'dep_1', logPath: undefined };
  expect(traceOf((trace) => readDetail(body, target, trace))).toContain('deployment ← data[0].items[0]');
});

describe('a resource', () => {
  test.each([
    ['bare', app],
    ['under a name', { resource: app }],
    ['without an id', { data: { type: 'app', status: 'running' } }],
    ['after one of its deployments', { latest: { id: 'app_web', status: 'finished' }, resource: app }],
    ['in a wrapper that repeats its id', { resourceId: 'app_web', resource: app }],
    ['with a status that could be that of a deployment', { id: 'app_web', name: 'web', status: 'failed' }],
  ])('is found %s', (_, body) => {
    expect(['running', 'failed']).toContain(readResource(body).status);
  });

  test.each([
    [{ ok: true, status: 'running', name: 'web' }, 'expected a resource'],
    [{ type: 'problem', status: 'running' }, 'expected a resource'],
    [{ id: 'app_web', status: 'finished' }, 'expected a resource'],
    [{ id: 'app_api', type: 'app' }, 'expected a resource with the requested id'],
  ])('is not found in %j', (body, message) => {
    expect(() => readResource(body)).toThrow(new WireError(message));
  });
});

describe('a list of deployments', () => {
  const items = [ours, { id: 'dep_0', status: 'finished' }];
  const idsIn = (body: unknown) => readDeployments(body).map(({ id }) => id);

  test.each([
    ['under its name', { deployments: items }],
    ['under its name in a wrapper', { ok: true, result: { page: { Deployments: items } } }],
    ['bare', items],
    ['under another name', { history: items, warnings: ['x'] }],
    ['within its name', { deployments: { items, total: 2 } }],
    [
      'of items that hold one each',
      {
        edges: [
          { node: ours, cursor: 'a' },
          { node: items[1], cursor: 'b' },
        ],
      },
    ],
    [
      'with statuses that are not known',
      {
        data: [
          { id: 'dep_1', state: 'baking' },
          { id: 'dep_0', state: 'baked' },
        ],
      },
    ],
    [
      'of items that hold unknown ones',
      { data: [{ node: { id: 'dep_1', state: 'x' } }, { node: { id: 'dep_0', state: 'y' } }] },
    ],
    [
      'of items that hold something else, too',
      {
        data: [
          { resource: app, check: { id: 'c_1', status: 'passed' }, deploy: ours },
          { check: { status: 'finished' }, note: { id: 'n_1' }, deploy: items[1] },
        ],
      },
    ],
    ['of items whose trigger has an id', { data: items.map((item) => ({ ...item, trigger: { ...item, id: 't_1' } })) }],
    ['with one item twice', { deployments: [...items, ours] }],
    ['under its name rather than another list', { items: [{ id: 'x', status: 'queued' }], deployments: items }],
  ])('is found %s', (_, body) => {
    expect(idsIn(body)).toEqual(['dep_1', 'dep_0']);
  });

  test.each([
    ['that is empty under its name', { deployments: [], other: [], more: [] }],
    ['that is null under its name', { ok: true, deployments: null }],
    ['that is bare and empty', []],
    ['that is the only array, and empty', { data: { items: [], total: 0 } }],
  ])('has no items %s', (_, body) => {
    expect(idsIn(body)).toEqual([]);
  });

  test.each([
    ['two empty arrays', { data: [], items: [] }],
    ['an empty array beside one of something else', { data: [], warnings: ['x'] }],
    ['items without a status', { data: [{ id: 'dep_1' }] }],
    ['items without an id', { data: [{ status: 'finished' }] }],
    ['one item that is none', { data: [...items, { id: 'x' }] }],
    ['resources', { data: [app, { ...app, status: 'finished' }] }],
    ['a bare list of something else', [{ id: 'dep_1' }]],
    ['a failure', { ok: false, deployments: items }],
    ['an empty object', {}],
    ['text under its name', { deployments: 'none' }],
  ])('is not found in %s', (_, body) => {
    expect(() => idsIn(body)).toThrow(new WireError('expected a list of deployments'));
  });

  test('keeps an item without a readable id in its place', () => {
    const odd = [7, null, { ref: 'x' }, { id: '..' }, { id: 1.5 }, { id: 'x'.repeat(4097) }];
    const expected = odd.map(() => ({ id: undefined, status: 'unknown', remarks: [] }));
    expect(readDeployments({ deployments: [...odd, ours] })).toEqual([...expected, { ...ours, remarks: [] }]);
  });

  test('shows further ids of an item, and none of another deployment', () => {
    const item = { id: 7, deployment_uuid: 'dep_1', previousDeploymentId: 'dep_0', status: 'queued' };
    expect(readDeployments({ deployments: [item] })).toMatchObject([{ id: '7', otherIds: ['dep_1'] }]);
    const { id: _, deployment_uuid: __, ...rest } = item;
    const [listed] = readDeployments({ deployments: [{ app_deployment_id: 'dep_1', ...rest }] });
    expect(listed).toMatchObject({ id: 'dep_1' });
    expect(listed).not.toHaveProperty('otherIds');
  });
});

test('reads resources of the same id that differ in anything else', () => {
  const database = { id: 'app_web', type: 'database', status: 'running' };
  expect(readResources([app, database, app]).map(({ type }) => type)).toEqual(['app', 'database']);
});

describe('a list is incomplete', () => {
  const isComplete = (body: unknown) =>
    readList(body, { read: () => undefined, unrecognised: () => undefined }).isComplete;
  const deployments = [ours];

  test.each([
    [{ deployments, total: 2 }],
    [{ deployments, count: 9 }],
    [{ deployments, totalElements: 2 }],
    [{ deployments, hasMore: true }],
    [{ deployments, page_info: { has_next_page: true } }],
    [{ deployments, nextCursor: 'c2' }],
    [{ deployments, next: '/deployments?page=2' }],
    [{ deployments, next: 2 }],
    [{ deployments, _links: { next: { href: '/x' } } }],
    [{ deployments, links: { pages: { next: '/x' } } }],
    [{ deployments, meta: { pagination: { links: { next: '/x' } } } }],
    [{ deployments, link: { next: '/x' } }],
    [{ deployments, nextDateCursor: 'c2' }],
    [{ data: { deployments }, meta: { total: 2 } }],
  ])('in %j', (body) => {
    expect(isComplete(body)).toBe(false);
  });

  test.each([
    [deployments],
    [{ deployments }],
    [{ deployments, total: 1, count: 1 }],
    [{ deployments, total: '9' }],
    [{ deployments, hasMore: false, nextCursor: null, next: '', nextPage: 0, links: { next: {} } }],
    [{ deployments, cursor: 'c1', next: true, counter: 9, discount: 9, itHasMore: true, textNext: 'x' }],
    [{ deployments, next: { href: 7 }, linksBefore: { next: '/x' }, ownLinks: { next: '/x' }, metadata: 7 }],
    [{ deployments, nextRunAt: '2026-03-01', nextDeployDate: '2026-03-01' }],
    [{ a: { b: { deployments } }, total: 9 }],
    [{ deployments: [{ ...ours, next: 'dep_2', total: 9 }] }],
  ])('not in %j', (body) => {
    expect(isComplete(body)).toBe(true);
  });
});

describe('a search', () => {
  test('ends after 500 objects', () => {
    const wide = Object.fromEntries(Array.from({ length: 2_000 }, (_, at) => [`name${at}`, { at }]));
    expect(nodesIn(wide)).toHaveLength(500);
    expect(() => readDeployment({ ...wide, deployment: ours })).toThrow(WireError);
    expect(readDeployment({ deployment: ours, ...wide }).status).toBe('building');
  });

  // Quadratic time would be minutes; the time limit is the judge.
  test('of 20,000 items takes linear time', () => {
    const rows = Array.from({ length: 20_000 }, (_, id) => ({ id, status: 'failed' }));
    expect(readDeployments({ rows })).toHaveLength(rows.length);
  }, 30_000);
});

test.each([
  ['dep_1', 'dep_1'],
  ['x'.repeat(4096), 'x'.repeat(4096)],
  [42, '42'],
  [0, '0'],
  ['a/b c', 'a/b c'],
  ['', undefined],
  ['.', undefined],
  ['..', undefined],
  [1.5, undefined],
  [2 ** 53, undefined],
  [true, undefined],
  [['dep_1'], undefined],
])('takes %j for the id %j', (value, id) => {
  expect(asId(value)).toBe(id);
});
