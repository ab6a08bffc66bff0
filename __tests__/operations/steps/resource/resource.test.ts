// What is read of a resource, and what happens when an optional read fails.
import { describe, expect, test } from '@jest/globals';
import type { IncomingMessage } from 'node:http';
import { Stop } from '../../../../src/clock.ts';
import {
  addressOf,
  listDeployments,
  bestEffort,
  refreshResource,
  readResource,
  showRuntimeLog,
} from '../../../../src/operations/steps/resource/resource.ts';
import { createTask } from '../../../../src/operations/task.ts';
import { createContext } from '../../../support/context.ts';
import { type Answer, rawServicesPerTest, failureOf, refusalBody } from '../../../support/service/raw-service.ts';

const services = rawServicesPerTest();

async function clientFor(answer: (path: string, request: IncomingMessage) => Answer) {
  const baseUrl = await services.serve((request, response) => {
    const { status, headers, body } = answer(request.url ?? '', request);
    response.writeHead(status, headers).end(body);
  });
  return services.clientOf(baseUrl);
}

const json = (body: object): Answer => ({ status: 200, body: JSON.stringify({ ok: true, ...body }) });

async function contextFor(answer: Answer) {
  return createContext(await clientFor(() => answer), services.clock);
}

test.each([
  [['shop.example.test', 'www.example.test'], 'https://shop.example.test'],
  [['localhost:3000'], 'http://localhost:3000'],
  [['127.0.0.1:8080'], 'http://127.0.0.1:8080'],
  [[], undefined],
])('reads the domains %j as the address %s', (domains, url) => {
  expect(addressOf({ id: 'app_web', domains, fields: {} })).toBe(url);
});

test('takes a status from the list when only the list shows it', async () => {
  const client = await clientFor((path) =>
    path === '/resources'
      ? json({ resources: [{ id: 'app_api' }, { id: 'app_web', name: 'listed', status: 'running' }] })
      : json({ resource: { id: 'app_web', name: 'web' } }),
  );
  expect(await readResource('app_web', client)).toMatchObject({ id: 'app_web', name: 'web', status: 'running' });
});

test('does not read the list when the resource shows its status', async () => {
  const paths: string[] = [];
  const client = await clientFor((path) => {
    paths.push(path);
    return json({ resource: { id: 'app_web', status: 'stopped' } });
  });
  expect((await readResource('app_web', client)).status).toBe('stopped');
  expect(paths).toEqual(['/resources/app_web']);
});

test('adds name, status and address to the outcome', async () => {
  const client = await clientFor(() =>
    json({ resource: { id: 'app_web', name: 'web', status: 'running', domains: ['shop.example.test'] } }),
  );
  const task = createTask('app_web', { emit: () => undefined });
  await refreshResource(task, { client });
  expect(task.outcome).toEqual({
    resourceId: 'app_web',
    phase: { kind: 'before' },
    name: 'web',
    resourceStatus: 'running',
    url: 'https://shop.example.test',
  });
});

describe('the list of deployments', () => {
  test('is empty, but not for certain, where the service answers 404 for it', async () => {
    const client = await clientFor(() => ({ status: 404, body: refusalBody('not_found') }));
    expect(await listDeployments('app_web', client)).toEqual({ items: [], isComplete: false });
  });

  test('is not taken for empty when the key is refused', async () => {
    const client = await clientFor(() => ({ status: 403, body: refusalBody('forbidden') }));
    expect((await failureOf(listDeployments('app_web', client))).code).toBe('forbidden');
  });
});

describe('a read that is not needed for the verdict', () => {
  test('becomes a warning when the service refuses it', async () => {
    const { context, events } = await contextFor({ status: 403, body: refusalBody('forbidden') });
    const read = await bestEffort('the URL', context, ({ client }) => client.readResource('app_web'));
    expect(read).toBeUndefined();
    expect(events).toEqual([
      { kind: 'warning', text: expect.stringMatching(/^Could not read the URL\. .*403 forbidden/) },
    ]);
  });

  test('ends after 20 seconds while the service fails', async () => {
    const { context } = await contextFor({ status: 503 });
    expect(await bestEffort('the URL', context, ({ client }) => client.readResource('app_web'))).toBeUndefined();
    expect(services.clock.now()).toBeLessThanOrEqual(21_000);
  });

  test('becomes a warning when the deadline comes first, and ends with a cancelled run', async () => {
    const { context, events } = await contextFor({ status: 200 });
    const stopped = (reason: 'timeout' | 'interrupted') => () => Promise.reject(new Stop(reason));
    expect(await bestEffort('the URL', context, stopped('timeout'))).toBeUndefined();
    expect(events).toEqual([{ kind: 'warning', text: 'The deadline left no time to read the URL.' }]);
    await expect(bestEffort('the URL', context, stopped('interrupted'))).rejects.toThrow(Stop);
  });
});

describe('the runtime log', () => {
  test('is shown with a line end after its last line', async () => {
    const { context, events } = await contextFor({ ...json({ logs: 'Error: the pool is closed' }) });
    await showRuntimeLog('app_web', 100, context);
    expect(events).toEqual([
      { kind: 'log', resourceId: 'app_web', source: 'runtime', text: 'Error: the pool is closed\n' },
    ]);
  });

  test('is not shown when it is empty', async () => {
    const { context, events } = await contextFor(json({ logs: '' }));
    await showRuntimeLog('app_web', 100, context);
    expect(events).toEqual([]);
  });
});
