// The control API and the console page: what an owner sees and does, and what is refused.
import { expect, test } from '@jest/globals';
import { at, call, codeOf, control, openEmulator } from './client.ts';
import type { TestOptions } from './test-emulator.ts';

test('shows resources with deployments, keys, activity, faults and requests', async () => {
  const emulator = await openEmulator({
    resources: [{ id: 'app_web', domains: ['web.test'], history: 1 }],
  });
  emulator.arm('busy@stopResource');
  await call(emulator, 'POST /resources/app_web/deployments', { body: { force: true } });
  const { body } = await control(emulator, 'GET /state');
  expect(body).toMatchObject({
    wallet: 'funded',
    resources: [
      {
        id: 'app_web',
        busy: true,
        domains: ['web.test'],
        deployments: [
          { id: 'dep_000002', label: 'api', by: 'ci', force: true },
          { id: 'dep_000001', label: 'console', status: 'finished' },
        ],
      },
    ],
    keys: [{ name: 'ci' }],
    activity: [{ action: 'deploy' }, { action: 'key.create' }],
    faults: [{ name: 'busy' }],
    requests: [
      { endpoint: 'createDeployment', method: 'POST', status: 202, keyName: 'ci', fault: null },
    ],
  });
});

test('records requests with their bodies, and no keys', async () => {
  const emulator = await openEmulator();
  await call(emulator, 'POST /resources/app_web/deployments', { body: { force: false } });
  await call(emulator, 'GET /nowhere?a=b', { key: null });
  const { body } = await control(emulator, 'GET /requests');
  expect(at(body, 'requests')).toMatchObject([
    { path: '/resources/app_web/deployments', body: '{"force":false}', status: 202 },
    { endpoint: null, path: '/nowhere?a=b', status: 404, keyName: null },
  ]);
  expect(JSON.stringify(body)).not.toContain(emulator.key);
});

test('deploys as a person at the console, who is recorded so', async () => {
  const emulator = await openEmulator();
  const { body } = await control(emulator, 'POST /resources/app_web/deployments');
  expect(at(body, 'deployment')).toMatchObject({
    label: 'console',
    by: 'console',
    status: 'queued',
  });
  expect((await control(emulator, 'POST /resources/app_web/deployments')).status).toBe(409);
});

test('cancels a deployment in progress, and none that has ended', async () => {
  const emulator = await openEmulator();
  await call(emulator, 'POST /resources/app_web/deployments');
  await emulator.clock.sleep(3000);
  const path = '/resources/app_web/deployments/dep_000001';
  expect((await control(emulator, `POST ${path}/cancel`)).status).toBe(200);
  expect(at((await call(emulator, `GET ${path}`)).body, 'deployment')).toMatchObject({
    status: 'cancelled',
  });
  expect(codeOf(await control(emulator, `POST ${path}/cancel`))).toBe('invalid_input');
  await emulator.clock.sleep(20_000);
  expect(emulator.view().resources[0]).toMatchObject({
    busy: false,
    deployments: [{ status: 'cancelled' }],
  });
});

test.each([
  ['start', 'stopped', 'starting'],
  ['stop', 'running', 'stopping'],
  ['restart', 'running', 'restarting'],
])('can %s a resource as a person at the console', async (action, status, then) => {
  const emulator = await openEmulator({ resources: [{ id: 'app_web', status }] });
  expect((await control(emulator, `POST /resources/app_web/${action}`)).status).toBe(200);
  const { resources, activity } = emulator.view();
  expect(resources[0]?.status).toBe(then);
  expect(activity[0]).toMatchObject({ by: 'console', action, target: 'app_web' });
});

test('says that it is there', async () => {
  const { status, body } = await control(await openEmulator(), 'GET /health');
  expect([status, body]).toEqual([200, { ok: true }]);
});

test.each<[request: string, message: string, status: number, body: unknown]>([
  ['PUT /wallet', 'body is not JSON', 400, '{'],
  ['PUT /wallet', 'body: is missing', 400, undefined],
  ['PUT /wallet', 'body.wallet: must be funded or empty, not "full"', 400, { wallet: 'full' }],
  [
    'PUT /wallet',
    'body.more: there is no such setting; known are wallet',
    400,
    { wallet: 'empty', more: 1 },
  ],
  ['PUT /wallet', 'The request body is too long.', 400, ' '.repeat(70_000)],
  ['POST /faults', 'fault.name: must be refuse, delay, ', 400, ['no']],
  ['POST /keys', 'key.name: is missing', 400, {}],
  ['POST /resources/app_none/stop', 'There is no resource app_none.', 404, undefined],
  ['GET /nothing', 'The control API has no GET /nothing.', 404, undefined],
  ['POST /state', 'The control API has no POST /state.', 404, undefined],
])('answers %s in one line: %s', async (request, message, status, body) => {
  const emulator = await openEmulator();
  const reply = await control(emulator, request, body);
  expect(reply.status).toBe(status);
  expect(String(at(reply.body, 'error', 'message'))).toMatch(
    new RegExp(`^${RegExp.escape(message)}.*$`),
  );
});

test('refuses other web pages: another Origin, and the name of another host', async () => {
  const emulator = await openEmulator();
  const page = await control(
    emulator,
    'POST /keys',
    { name: 'stolen' },
    { origin: 'http://evil.test' },
  );
  expect([page.status, codeOf(page)]).toEqual([403, 'forbidden']);
  const own = { origin: emulator.origin };
  expect((await control(emulator, 'POST /keys', { name: 'mine' }, own)).status).toBe(200);
  const rebound = new URL(emulator.origin);
  const { request } = await import('node:http');
  const status = await new Promise((resolve, reject) => {
    const options = {
      port: rebound.port,
      host: rebound.hostname,
      path: '/__emulator/state',
      headers: { host: 'evil.test' },
    };
    request(options, (response) => resolve(response.resume().statusCode))
      .once('error', reject)
      .end();
  });
  expect(status).toBe(403);
});

test('shows everything on one page, in which foreign text is inert', async () => {
  const evil = '<script>alert(1)</script>"\u001B[31m';
  const emulator = await openEmulator({
    resources: [
      {
        id: 'app_web',
        name: evil,
        domains: ['web.test'],
        runtimeLog: `${evil}\n`,
        script: { log: [evil] },
      },
    ],
    keys: [{ name: evil, expiresInDays: 'none' }],
  });
  await call(emulator, 'POST /resources/app_web/deployments');
  await emulator.clock.sleep(5000);
  await control(emulator, 'DELETE /keys/ci');
  const response = await fetch(emulator.origin);
  const page = await response.text();
  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(page).not.toContain('<script>alert');
  expect(page).not.toContain('\u001B');
  expect(page).not.toContain(emulator.key);
  for (const text of [
    'dep_000001',
    'building',
    '<td>api</td>',
    'revoked 2026-03-02',
    'never',
    'http://web.test/',
    '202',
    'data-do="POST /resources/app_web/deployments/dep_000001/cancel"',
    'data-do="POST /resources/app_web/crash"',
    'data-do="POST /faults"',
    'data-do="POST /keys"',
    'data-do="DELETE /keys/apikey_',
  ]) {
    expect(page).toContain(text);
  }
});

test.each<[resources: NonNullable<TestOptions['resources']>, buttons: string]>([
  [[{ id: 'a' }], 'Deploy Stop Restart Crash'],
  [[{ id: 'a', status: 'unhealthy' }], 'Deploy Stop Restart Crash'],
  [[{ id: 'a', status: 'stopped' }], 'Deploy Start'],
  [[{ id: 'a', status: 'crashed', type: 'database' }], 'Start'],
])('offers what applies to %j: %s; less while it is busy', async (resources, buttons) => {
  const emulator = await openEmulator({ resources });
  const shown = async (): Promise<string> => {
    const page = await (await fetch(emulator.origin)).text();
    return [...page.matchAll(/data-do="POST \/resources\/a\/\w+"\s*>(\w+)</g)]
      .map(([, label]) => label)
      .join(' ');
  };
  expect(await shown()).toBe(buttons);
  await control(emulator, 'POST /resources/a/restart');
  expect(await shown()).toBe('Crash');
});

test('folds all requests but the last ten', async () => {
  const emulator = await openEmulator();
  for (let count = 1; count <= 12; count += 1) await call(emulator, `GET /nothing/${count}`);
  const [open = '', folded] = (await (await fetch(emulator.origin)).text()).split(
    '<details id="more-requests">',
  );
  expect(open.match(/GET \/nothing\//g)).toHaveLength(10);
  expect(open).toContain('/nothing/12');
  expect(folded).toMatch(/<summary>2 more<\/summary>[\s\S]*\/nothing\/2<[\s\S]*\/nothing\/1</);
});

test('has nothing elsewhere, and changes nothing by the page', async () => {
  const emulator = await openEmulator();
  expect((await fetch(`${emulator.origin}/favicon.ico`)).status).toBe(404);
  expect((await fetch(emulator.origin, { method: 'POST' })).status).toBe(404);
});

test('shows logs only on request, from where somebody has them already', async () => {
  const script = { queuedMs: 0, buildMs: 0, log: ['a very long line', '<b>more</b>'] };
  const emulator = await openEmulator({
    resources: [{ id: 'app_web', script, runtimeLog: 'one\ntwo\n' }],
  });
  await call(emulator, 'POST /resources/app_web/deployments');
  await emulator.clock.sleep(10);
  const page = await (await fetch(emulator.origin)).text();
  expect(page).not.toContain('a very long line');
  expect(JSON.stringify(await control(emulator, 'GET /state'))).not.toContain('a very long line');
  const path = '/resources/app_web/deployments/dep_000001/log';
  expect(page).toContain(`data-log="/__emulator${path}" data-size="29"`);
  const { headers, body } = await control(emulator, `GET ${path}?from=17`);
  expect(body).toBe('<b>more</b>\n');
  expect(headers.get('content-type')).toBe('text/plain; charset=utf-8');
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect((await control(emulator, 'GET /resources/app_web/log')).body).toBe('one\ntwo\n');
});

test('lets a simulated resource crash', async () => {
  const emulator = await openEmulator();
  await control(emulator, 'POST /resources/app_web/crash');
  expect(emulator.view().resources[0]?.status).toBe('crashed');
});

test('brings everything back to the configuration, with the same keys', async () => {
  const emulator = await openEmulator({
    resources: [{ id: 'app_web', history: 1, status: 'stopped' }],
    faults: ['busy@stopResource'],
    keys: [{ name: 'gone' }],
    requestsPerMinute: 2,
  });
  const shown = () => ({ ...emulator.view(), activity: [] });
  const before = shown();
  await call(emulator, 'POST /resources/app_web/deployments');
  await call(emulator, 'POST /resources/app_web/stop');
  await control(emulator, 'DELETE /keys/gone');
  await control(emulator, 'POST /keys', { name: 'more' });
  await control(emulator, 'PUT /wallet', { wallet: 'empty' });
  await control(emulator, 'POST /faults', 'page');
  expect((await control(emulator, 'POST /reset')).status).toBe(200);
  expect(shown()).toEqual({ ...before, activity: [] });
  expect(emulator.requests).toEqual([]);
  const key = emulator.keys['gone'] ?? '';
  expect((await call(emulator, 'GET /resources', { key })).status).toBe(200);
  const { body } = await call(emulator, 'POST /resources/app_web/deployments');
  expect(at(body, 'deployment', 'id')).toBe('dep_000002');
});
