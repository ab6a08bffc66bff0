// The API page of the service, line by line: a table of requests over real HTTP. Every reply is
// also checked against the OpenAPI document (see client.ts).
import { describe, expect, test } from '@jest/globals';
import { isObject } from '../../emulator/check.ts';
import type { TestEmulator, TestOptions } from './test-emulator.ts';
import { at, call, codeOf, control, openEmulator, type RequestOptions } from './client.ts';

const APP = {
  id: 'app_web',
  env: { DATABASE_URL: 'postgres://secret' },
  runtimeLog: 'one\ntwo\n',
  history: 2,
} as const;
const OPTIONS: TestOptions = {
  resources: [
    { ...APP, domains: ['web.example.test'] },
    { id: 'db_main', type: 'database' },
    { id: 'app_busy' },
  ],
  keys: [
    { name: 'reader' },
    { name: 'writer', scopes: ['write'] },
    { name: 'admin', scopes: ['admin'] },
  ],
};

const DEPLOY = 'POST /resources/app_web/deployments';

/** A request, and what of its reply matters. */
type Row = readonly [
  line: string,
  request: string,
  expected: { readonly status: number; readonly code?: string; readonly body?: object },
  options: RequestOptions & { readonly as?: string | undefined },
];

/** Requests as a key, and their answers: status and code. */
const ROWS = `
shows one resource with its domains → ci: GET /resources/app_web → 200
knows no way to create a resource → ci: POST /resources → 405 method_not_allowed
deploys without a body → ci: POST /resources/app_web/deployments → 202
deploys only apps → ci: POST /resources/db_main/deployments → 400 invalid_input
takes lines=100 → ci: GET /resources/app_web/logs?lines=100 → 200
takes lines=500 → ci: GET /resources/app_web/logs?lines=500 → 200
takes lines=2000 → ci: GET /resources/app_web/logs?lines=2000 → 200
refuses lines=200 → ci: GET /resources/app_web/logs?lines=200 → 400 invalid_input
refuses two lines → ci: GET /resources/app_web/logs?lines=100&lines=500 → 400 invalid_input
knows no other resource → ci: GET /resources/app_none → 404 not_found
knows no log of another resource → ci: GET /resources/app_none/logs → 404 not_found
knows no other deployment → ci: GET /resources/app_web/deployments/dep_9 → 404 not_found
knows no deployment of another → ci: GET /resources/db_main/deployments/dep_000001 → 404 not_found
survives an id that cannot be decoded → ci: GET /resources/%E0%A4 → 404 not_found
knows no other path → ci: GET /nothing → 404 not_found
knows no other method → ci: DELETE /resources/app_web → 405 method_not_allowed
reads with any key → writer: GET /resources → 200
needs deploy to deploy → reader: POST /resources/app_web/deployments → 403 forbidden
needs more than write to deploy → writer: POST /resources/app_web/deployments → 403 forbidden
needs deploy to start → reader: POST /resources/app_web/start → 403 forbidden
needs deploy to stop → reader: POST /resources/app_web/stop → 403 forbidden
needs deploy to restart → reader: POST /resources/app_web/restart → 403 forbidden
lets admin do everything → admin: POST /resources/app_web/deployments → 202
is busy with one job for a deploy → ci: POST /resources/app_busy/deployments → 409 busy
is busy with one job for a start → ci: POST /resources/app_busy/start → 409 busy
is busy with one job for a stop → ci: POST /resources/app_busy/stop → 409 busy
is busy with one job for a restart → ci: POST /resources/app_busy/restart → 409 busy
can be read while it is busy → ci: GET /resources/app_busy/deployments → 200
`;

/** The same where a body matters, or something else than method, path and key. */
const MORE_ROWS: readonly Row[] = [
  ['lists resources', 'GET /resources', { status: 200, body: { ok: true } }, {}],
  ['deploys with an empty object', DEPLOY, { status: 202 }, { body: {} }],
  ['deploys without cache', DEPLOY, { status: 202 }, { body: { force: true } }],
  [
    'refuses a force that is no boolean',
    DEPLOY,
    { status: 400, code: 'invalid_input' },
    { body: { force: 'yes' } },
  ],
  [
    'refuses other properties',
    DEPLOY,
    { status: 400, code: 'invalid_input' },
    { body: { branch: 'main' } },
  ],
  ['refuses a body that is no JSON', DEPLOY, { status: 400, code: 'invalid_input' }, { body: '{' }],
  [
    'refuses a body of another type',
    DEPLOY,
    { status: 400, code: 'invalid_input' },
    { body: 'force=true', headers: { 'content-type': 'text/plain' } },
  ],
  [
    'refuses an endless body',
    DEPLOY,
    { status: 400, code: 'invalid_input' },
    { body: ' '.repeat(70_000) },
  ],
  [
    'ignores the body of a start',
    'POST /resources/app_web/start',
    { status: 202 },
    { body: 'anything' },
  ],
  ['stops', 'POST /resources/db_main/stop', { status: 202, body: { ok: true } }, {}],
  ['restarts', 'POST /resources/app_web/restart', { status: 202, body: { ok: true } }, {}],
  [
    'lists deployments, latest first',
    'GET /resources/app_web/deployments',
    {
      status: 200,
      body: {
        deployments: [
          { id: 'dep_000002', status: 'finished' },
          { id: 'dep_000001', status: 'finished' },
        ],
      },
    },
    {},
  ],
  [
    'shows status and build log of one deployment',
    'GET /resources/app_web/deployments/dep_000001',
    {
      status: 200,
      body: { ok: true, deployment: { id: 'dep_000001', status: 'finished', log: 'Built\n' } },
    },
    {},
  ],
  [
    'shows the runtime log',
    'GET /resources/app_web/logs',
    { status: 200, body: { ok: true, logs: 'one\ntwo\n' } },
    {},
  ],
  [
    'names variables, never values',
    'GET /resources/app_web/env',
    { status: 200, body: { ok: true, env: ['DATABASE_URL'] } },
    {},
  ],
  ['serves the document without a key', 'GET /openapi.json', { status: 200 }, { key: null }],
  ['needs a key', 'GET /resources', { status: 401, code: 'unauthorized' }, { key: null }],
  [
    'needs a good key',
    'GET /resources',
    { status: 401, code: 'unauthorized' },
    { key: 'key_wrong' },
  ],
  [
    'takes no other scheme',
    'GET /resources',
    { status: 401, code: 'unauthorized' },
    { key: null, headers: { authorization: 'Basic a2V5' } },
  ],
];

async function openPage(): Promise<TestEmulator> {
  const emulator = await openEmulator(OPTIONS);
  await call(emulator, 'POST /resources/app_busy/deployments');
  return emulator;
}

const ALL_ROWS = ROWS.trim()
  .split('\n')
  .map((row): Row => {
    const [line = '', request = '', answer = ''] = row.split(' → ');
    const [as, target = ''] = request.split(': ');
    const [status, code] = answer.split(' ');
    const expected = { status: Number(status), ...(code === undefined ? {} : { code }) };
    return [line, target, expected, { as }];
  })
  .concat(MORE_ROWS);

test.each(ALL_ROWS)('%s', async (_line, request, expected, { as = 'ci', ...options }) => {
  const emulator = await openPage();
  const reply = await call(emulator, request, { key: emulator.keys[as] ?? '', ...options });
  const error = { ok: false, error: { code: expected.code } };
  const { status, code, body = code === undefined ? {} : error } = expected;
  expect(reply).toMatchObject({ status, body });
  expect(codeOf(reply)).toBe(code);
});

test('shows the fields of a resource, with the defaults of its kind', async () => {
  const emulator = await openPage();
  const { body } = await call(emulator, 'GET /resources');
  expect(at(body, 'resources', 0)).toEqual({
    id: 'app_web',
    type: 'app',
    name: 'web',
    status: 'running',
    catalogKey: 'app-standard',
    cpuMillicores: 500,
    memoryMb: 512,
    diskGb: 5,
    createdAt: '2026-03-01T12:00:00.000Z',
  });
  const one = await call(emulator, 'GET /resources/app_web');
  expect(at(one.body, 'resource', 'domains')).toEqual(['web.example.test']);
});

test('goes from queued over building to finished, in the background', async () => {
  const emulator = await openEmulator();
  const accepted = await call(emulator, DEPLOY);
  expect(at(accepted.body, 'deployment')).toEqual({ id: 'dep_000001', status: 'queued' });
  const statuses = [];
  for (let second = 0; second <= 12; second += 4) {
    const { body } = await call(emulator, 'GET /resources/app_web/deployments/dep_000001');
    statuses.push([at(body, 'deployment', 'status'), at(body, 'deployment', 'log')]);
    await emulator.clock.sleep(4000);
  }
  expect(statuses).toEqual([
    ['queued', ''],
    ['building', 'Building\n'],
    ['building', 'Building\nBuilt\n'],
    ['finished', 'Building\nBuilt\n'],
  ]);
});

test.each(['deployments', 'start', 'stop', 'restart'])(
  'refuses %s with 402 while the wallet is empty',
  async (path) => {
    const emulator = await openEmulator({ wallet: 'empty' });
    const refused = await call(emulator, `POST /resources/app_web/${path}`);
    expect([refused.status, codeOf(refused)]).toEqual([402, 'billing']);
    await control(emulator, 'PUT /wallet', { wallet: 'funded' });
    expect((await call(emulator, `POST /resources/app_web/${path}`)).status).toBe(202);
  },
);

test('records changes, no reads, under the name of the key; labels deployments api', async () => {
  const emulator = await openEmulator({
    resources: [{ id: 'app_web', script: { queuedMs: 0, buildMs: 0 } }],
  });
  await call(emulator, DEPLOY);
  for (const action of ['start', 'stop', 'restart']) {
    await emulator.clock.sleep(10_000);
    await call(emulator, `POST /resources/app_web/${action}`);
  }
  await call(emulator, 'GET /resources');
  const { activity, resources } = emulator.view();
  const recorded = activity.map(({ by, action, target }) => `${by} ${action} ${target}`);
  expect(recorded.toReversed()).toEqual([
    'console key.create ci',
    'ci deploy app_web',
    'ci start app_web',
    'ci stop app_web',
    'ci restart app_web',
  ]);
  expect(resources[0]?.deployments.map(({ label, by }) => ({ label, by }))).toEqual([
    { label: 'api', by: 'ci' },
  ]);
});

describe('the limit of 120 requests a minute', () => {
  test('answers the 121st of a key with 429, until the window has moved', async () => {
    const emulator = await openEmulator({ keys: [{ name: 'other' }] });
    for (let count = 0; count < 120; count += 1) {
      expect(
        (await call(emulator, count % 2 === 0 ? 'GET /resources' : 'GET /nothing')).status,
      ).not.toBe(429);
      await emulator.clock.sleep(100);
    }
    const refused = await call(emulator, 'GET /resources');
    expect([refused.status, codeOf(refused)]).toEqual([429, 'rate_limited']);
    expect((await call(emulator, 'GET /openapi.json')).status).toBe(200);
    expect(
      (await call(emulator, 'GET /resources', { key: emulator.keys['other'] ?? '' })).status,
    ).toBe(200);
    await emulator.clock.sleep(48_001);
    expect((await call(emulator, 'GET /resources')).status).toBe(200);
    expect((await call(emulator, 'GET /resources')).status).toBe(429);
  });

  test('counts whatever is answered, without those beyond it, and can be set', async () => {
    const emulator = await openEmulator({ requestsPerMinute: 2, keys: [{ name: 'reader' }] });
    const key = emulator.keys['reader'] ?? '';
    const statuses = [];
    for (const request of [DEPLOY, DEPLOY, DEPLOY, 'GET /resources', 'GET /resources']) {
      statuses.push((await call(emulator, request, { key })).status);
      await emulator.clock.sleep(20_000);
    }
    expect(statuses).toEqual([403, 403, 429, 200, 200]);
  });
});

test('names the content type that a body needs', async () => {
  const emulator = await openEmulator();
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }; // that of curl -d
  const { body } = await call(emulator, DEPLOY, { body: '{"force":true}', headers });
  expect(at(body, 'error', 'message')).toBe(
    'The content type has to be application/json, not application/x-www-form-urlencoded.',
  );
});

test('says nothing but what the API page shows, in the silent dialect', async () => {
  const emulator = await openEmulator({
    dialect: 'silent',
    resources: [{ id: 'app_web', domains: ['web.test'] }],
  });
  expect(await call(emulator, DEPLOY)).toMatchObject({ status: 202, body: undefined });
  await emulator.clock.sleep(20_000);
  expect(await call(emulator, 'POST /resources/app_web/stop')).toMatchObject({
    status: 202,
    body: undefined,
  });
  expect(JSON.stringify(await call(emulator, 'GET /resources/app_web'))).not.toContain('web.test');
});

test('shows 2,000 lines of a runtime log, however long they are', async () => {
  const runtimeLog = `${'a'.repeat(1023)}\n`.repeat(2500);
  const emulator = await openEmulator({ resources: [{ id: 'app_web', runtimeLog }] });
  const { body } = await call(emulator, 'GET /resources/app_web/logs?lines=2000');
  expect(String(at(body, 'logs')).split('\n')).toHaveLength(2001);
});

test('serves an OpenAPI 3.1 document that names every endpoint with its scope', async () => {
  const emulator = await openEmulator();
  const { body } = await call(emulator, 'GET /openapi.json', { key: null });
  const entriesOf = (value: unknown): [string, unknown][] =>
    isObject(value) ? Object.entries(value) : [];
  const listed = entriesOf(at(body, 'paths')).flatMap(([path, item]) =>
    entriesOf(item).map(([method, operation]) => {
      const [scope = 'none'] = entriesOf(at(operation, 'security', 0, 'apiKey')).map(
        ([, name]) => name,
      );
      return [method.toUpperCase(), path, scope].join(' ');
    }),
  );
  expect(at(body, 'openapi')).toBe('3.1.0');
  expect(listed.toSorted()).toEqual([
    'GET /openapi.json none',
    'GET /resources read',
    'GET /resources/{id} read',
    'GET /resources/{id}/deployments read',
    'GET /resources/{id}/deployments/{deploymentId} read',
    'GET /resources/{id}/env read',
    'GET /resources/{id}/logs read',
    'POST /resources/{id}/deployments deploy',
    'POST /resources/{id}/restart deploy',
    'POST /resources/{id}/start deploy',
    'POST /resources/{id}/stop deploy',
  ]);
});
