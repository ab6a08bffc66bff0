// The control API: everything an owner does in the console, from another process, and from nowhere else.
import { describe, expect, test } from '@jest/globals';
import { createConsole } from '../../../emulator/index.ts';
import type { Answer, CallOptions, Stage } from '../client.ts';
import { refusalOf, send, stage } from '../client.ts';

async function control({ emulator }: Stage, method: string, path: string, options: CallOptions = {}): Promise<Answer> {
  return await send({ ...options, method, url: `${emulator.origin}/__emulator${path}` });
}

test('a key is created with its value shown once, works, and is revoked by name', async () => {
  const staged = await stage();
  const created = await control(staged, 'POST', '/keys', {
    body: { name: 'fresh', scopes: ['deploy'], expiresInDays: 30 },
  });
  expect(created.json).toMatchObject({
    key: { name: 'fresh', scopes: ['read', 'deploy'], value: expect.stringMatching(/^key_/) },
  });
  const value = staged.emulator.keys['fresh'];
  expect((await staged.call('GET', '/resources', { key: value })).status).toBe(200);
  expect((await control(staged, 'GET', '/state')).text).not.toContain(value);
  expect((await control(staged, 'DELETE', '/keys/fresh')).status).toBe(200);
  expect((await staged.call('GET', '/resources', { key: value })).status).toBe(401);
});

test('wallet, status and runtime log are what the owner sets', async () => {
  const staged = await stage();
  expect((await control(staged, 'PUT', '/wallet', { body: { wallet: 'empty' } })).json).toEqual({ ok: true });
  expect(refusalOf(await staged.call('POST', '/resources/app_web/start'))).toBe('402 billing');
  await control(staged, 'PUT', '/resources/app_web/status', { body: { status: 'Degraded' } });
  await control(staged, 'POST', '/resources/app_web/logs', { body: { text: 'hello\n' } });
  expect((await staged.call('GET', '/resources/app_web')).json).toMatchObject({ resource: { status: 'degraded' } });
  expect((await staged.call('GET', '/resources/app_web/logs')).json).toEqual({ ok: true, logs: 'hello\n' });
});

test('deployments are started and cancelled as in the console', async () => {
  const staged = await stage();
  const deployed = await control(staged, 'POST', '/resources/app_web/deployments', {
    body: { force: true, label: 'console' },
  });
  expect(deployed.json).toMatchObject({
    deployment: { id: 'dep_000001', force: true, label: 'console', by: 'console' },
  });
  expect(refusalOf(await control(staged, 'POST', '/resources/app_web/deployments'))).toBe('409 busy');
  const cancelled = await control(staged, 'POST', '/resources/app_web/deployments/dep_000001/cancel');
  expect(cancelled.json).toMatchObject({ deployment: { status: 'cancelled' } });
  expect(refusalOf(await control(staged, 'POST', '/resources/app_web/deployments/dep_000001/cancel'))).toBe(
    '400 invalid_input',
  );
  expect((await control(staged, 'POST', '/resources/app_web/deployments')).json).toMatchObject({
    deployment: { id: 'dep_000002', force: false, label: 'console' },
  });
});

test('every deployment that the API shows is found, however old it is and however the dialect calls it', async () => {
  const resources = [{ id: 'app_web', history: 300 }, { id: 'app_new' }];
  const staged = await stage({ resources, dialect: 'nanoid', pages: createConsole() });
  const { call, emulator } = staged;
  const accepted = await call('POST', '/resources/app_new/deployments');
  const [running = ''] = idsIn(accepted);
  const listed = idsIn(await call('GET', '/resources/app_web/deployments'));
  expect(listed).toHaveLength(300);
  for (const id of [listed[0] ?? '', listed[250] ?? '', listed[299] ?? '', 'dep_000001']) {
    const path = `/resources/app_web/deployments/${id}`;
    expect((await control(staged, 'GET', path)).json).toMatchObject({
      deployment: { status: 'finished', log: 'Built.\n' },
    });
    expect((await send({ method: 'GET', url: `${emulator.origin}${path}` })).status).toBe(200);
  }
  const cancelled = await control(staged, 'POST', `/resources/app_new/deployments/${running}/cancel`);
  expect(cancelled.json).toMatchObject({ deployment: { id: 'dep_000301', status: 'cancelled' } });
  expect(refusalOf(await control(staged, 'GET', '/resources/app_web/deployments/nobody'))).toBe('404 not_found');
});

/** The ids of deployments in a response. */
function idsIn({ text }: Answer): string[] {
  return [...text.matchAll(/"id":"([^"]+)"/g)].map(([, id]) => id ?? '');
}

test('faults and dialects apply from the next request on, and the record shows the fault of each request', async () => {
  const staged = await stage();
  const fault = { on: 'listResources', kind: 'status', status: 503 };
  expect((await control(staged, 'POST', '/faults', { body: [fault] })).json).toEqual({ faults: [fault] });
  expect((await staged.call('GET', '/resources')).status).toBe(503);
  await control(staged, 'POST', '/faults', { body: fault });
  await control(staged, 'DELETE', '/faults');
  expect((await staged.call('GET', '/resources')).status).toBe(200);
  await control(staged, 'PUT', '/dialect', { body: { dialect: 'bare' } });
  expect((await staged.call('GET', '/resources/app_web')).json).toMatchObject({ id: 'app_web' });
  await control(staged, 'PUT', '/dialect', { body: { dialect: { resource: 'data' } } });
  expect((await staged.call('GET', '/resources/app_web')).json).toMatchObject({ data: { id: 'app_web' } });
  const { json } = await control(staged, 'GET', '/requests');
  expect(json).toMatchObject({
    requests: [
      { endpoint: 'listResources', status: 503, fault: 'status' },
      { status: 200 },
      { status: 200 },
      { status: 200 },
    ],
  });
});

describe('what the control API refuses', () => {
  test.each<[string, string, unknown, string]>([
    ['POST', '/keys', { name: 'k', expiresInDays: 1 }, 'The key is refused: expiresInDays must be one of 30, 90, 365'],
    ['POST', '/keys', undefined, 'The key is refused: it must be an object'],
    ['POST', '/keys', [], 'The key is refused: it must be an object, not []'],
    ['PUT', '/wallet', { wallet: 'fat' }, 'The body: wallet must be one of funded, empty, not "fat"'],
    ['POST', '/faults', { on: '*', kind: 'boom' }, 'fault: unknown fault "boom"'],
    [
      'POST',
      '/faults',
      { on: { resourceId: 'app_wob' }, kind: 'hang' },
      'it never hits: there is no resource "app_wob"; did you mean "app_web"?',
    ],
    ['PUT', '/dialect', { dialect: 'klingon' }, 'Unknown dialect "klingon"'],
    ['PUT', '/dialect', { dialect: { tone: 'loud' } }, 'Unknown shape "tone"'],
    ['PUT', '/resources/app_web/status', { status: 5 }, 'The body: status must be text, not 5'],
    ['PUT', '/resources/app_web/status', { state: 'up' }, 'The body: it needs "status"; it has no "state"'],
    ['POST', '/resources/app_web/logs', {}, 'The body: it needs "text"'],
    ['POST', '/resources/app_web/deployments', { forse: true }, 'The body: it has no "forse"; did you mean "force"?'],
  ])('%s %s with %j is 400: %s', async (method, path, body, message) => {
    const answer = await control(await stage(), method, path, { body });
    expect(refusalOf(answer)).toBe('400 invalid_input');
    expect(answer.json).toMatchObject({ error: { message: expect.stringContaining(message) } });
  });

  test.each([
    ['GET', '/nothing'],
    ['GET', '/keys'],
    ['DELETE', '/keys/nobody'],
    ['PUT', '/resources/app_none/status'],
    ['GET', '/%zz'],
  ])('%s %s is 404', async (method, path) => {
    const body = method === 'PUT' ? { status: 'x' } : undefined;
    expect(refusalOf(await control(await stage(), method, path, body === undefined ? {} : { body }))).toBe(
      '404 not_found',
    );
  });

  test.each([
    ['a page of another origin', { origin: 'https://evil.test' }],
    ['a name that leads to this machine', { host: 'evil.test' }],
  ])('%s is 403', async (_what, headers) => {
    expect(refusalOf(await control(await stage(), 'GET', '/state', { headers }))).toBe('403 forbidden');
  });
});

test('the control API is no part of the API: no key is needed, no request recorded, no limit reached', async () => {
  const staged = await stage();
  for (let count = 0; count < 130; count += 1) await control(staged, 'GET', '/state');
  expect(staged.emulator.requests).toEqual([]);
  expect((await staged.call('GET', '/resources')).status).toBe(200);
});

test('paths of neither are answered by the pages, or not at all', async () => {
  const { emulator } = await stage({
    pages: ({ method, url: { pathname, searchParams }, context }) =>
      method === 'GET' && pathname === '/'
        ? {
            status: 200,
            contentType: 'text/html',
            body: `${context.view().resources[0]?.id} ${searchParams.get('q')}`,
          }
        : undefined,
  });
  const at = async (method: string, path: string): Promise<Answer> =>
    await send({ method, url: `${emulator.origin}${path}` });
  expect(await at('GET', '/?q=1')).toMatchObject({
    status: 200,
    text: 'app_web 1',
    headers: { 'content-type': 'text/html' },
  });
  expect(refusalOf(await at('GET', '/else'))).toBe('404 not_found');
  expect(refusalOf(await at('POST', '/'))).toBe('404 not_found');
});
