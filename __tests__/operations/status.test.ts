// status: one read of a resource and of its latest deployment. A read key is enough.
import { expect, test } from '@jest/globals';
import { resources, runReadOnly } from '../support/read-only.ts';
import { detailOf, listOf, refusal, requests, resourceIn, runScripted } from '../support/service/scripted-service.ts';
import { countOf, errorOf, rowsOf, warningsOf, withWorld } from '../support/world.ts';

test('reports an app, its latest deployment and its address', async () => {
  await withWorld({ resources }, async (world) => {
    const step = await runReadOnly(world, { operation: 'status', 'resource-id': 'app_web' });
    expect(step.exitCode).toBe(0);
    expect(step.outputs).toMatchObject({
      'deployment-id': world.emulator.deployments('app_web')[0]?.id,
      status: 'finished',
      'resource-status': 'running',
      url: 'https://web.example.test',
      'error-code': '',
      duration: '',
    });
    expect(world.emulator.requests).toHaveLength(2);
  });
});

test('passes for a deployment in progress and for a failed one', async () => {
  await withWorld({ resources }, async (world) => {
    const inputs = { operation: 'status', 'resource-id': 'app_web' };
    const { id } = world.emulator.deploy('app_web');
    const moving = await runReadOnly(world, inputs);
    expect(moving.exitCode).toBe(0);
    expect(moving.outputs).toMatchObject({ 'deployment-id': id, status: 'building' });
    await world.clock.sleep(10_000);
    const failed = await runReadOnly(world, inputs);
    expect(failed.exitCode).toBe(0);
    expect(failed.outputs).toMatchObject({ 'deployment-id': id, status: 'failed', 'error-code': '' });
  });
});

test('reports an older deployment by its id', async () => {
  await withWorld({ resources }, async (world) => {
    const id = world.emulator.deployments('app_web')[1]?.id ?? '';
    const step = await runReadOnly(world, { operation: 'status', 'resource-id': 'app_web', 'deployment-id': id });
    expect(step.outputs).toMatchObject({ 'deployment-id': id, status: 'finished' });
  });
});

test.each([
  ['wrk_mail', 'stopped'],
  ['db_main', 'low on disk'],
])('reports the status of %s (%s), which has neither deployment nor domain', async (id, resourceStatus) => {
  await withWorld({ resources }, async (world) => {
    const step = await runReadOnly(world, { operation: 'status', 'resource-id': id });
    expect(step.exitCode).toBe(0);
    expect(step.outputs).toMatchObject({
      'resource-status': resourceStatus,
      status: '',
      'deployment-id': '',
      url: '',
    });
    expect(step.summary).toContain('it has no deployments');
  });
});

test.each(['status', 'logs', 'env'])(
  '(%s) fails for an unknown resource as not_found without a retry',
  async (operation) => {
    await withWorld({ resources }, async (world) => {
      const step = await runReadOnly(world, { operation, 'resource-id': 'app_nowhere' });
      expect(step.exitCode).toBe(1);
      expect(step.outputs).toMatchObject({ 'error-code': 'not_found', 'env-names': '', 'log-file': '' });
      expect(step.outputs['deployments']).toContain('"errorCode":"not_found"');
      expect(errorOf(step)).toContain('operation: list');
      expect(world.emulator.requests).toHaveLength(2);
    });
  },
);

test('tells resources of the same name apart by their ids', async () => {
  const named = (id: string, status: string) => ({ body: { ok: true, resource: { id, name: 'web', status } } });
  const run = await runScripted(
    ({ request }) => {
      if (request.endsWith('/deployments')) return listOf();
      if (request === requests.resources) return { body: { ok: true, resources: [] } };
      return request === requests.resource ? named('app_web', 'running') : named('app_api', 'stopped');
    },
    { operation: 'status', 'resource-id': 'app_web app_api' },
  );
  expect(run.log).toContain('web (app_api): the resource is stopped');
  expect(run.summary).toContain('web (app_web)');
  expect(run.summary).toContain('web (app_api)');
});

test.each([
  ['answers 404', refusal(404, 'not_found')],
  ['answers 403', refusal(403, 'forbidden')],
  ['fails', { status: 500, body: '' }],
])('reports a resource without a status, whose list %s, as unknown', async (_, list) => {
  const run = await runScripted(
    ({ request }) => {
      if (request === requests.resources) return list;
      return request === requests.list
        ? listOf('dep_1 finished')
        : { body: { ok: true, resource: { id: 'app_web', type: 'app', name: 'web' } } };
    },
    { operation: 'status' },
  );
  expect(errorOf(run)).toBe('');
  expect(run.outputs).toMatchObject({ 'resource-status': '', 'deployment-id': 'dep_1', status: 'finished' });
  expect(run.tookMs).toBeLessThan(30_000);
  expect(run.log).toMatch(/^the status of the resource could not be read\. GET \/resources: .* answered \d{3}/m);
});

test('reports the status from the list when the log of the deployment is too long to be read', async () => {
  const run = await runScripted(
    ({ request }) => {
      if (request === requests.resource) return resourceIn('running');
      if (request === requests.list) return listOf('dep_7 finished');
      return detailOf('dep_7', 'finished', 'x'.repeat(17 * 1024 * 1024));
    },
    { operation: 'status', 'deployment-id': 'dep_7' },
  );
  expect(errorOf(run)).toBe('');
  expect(run.outputs).toMatchObject({ 'deployment-id': 'dep_7', status: 'finished' });
});

test('fails for an unknown deployment as not_found', async () => {
  await withWorld({ resources }, async (world) => {
    const inputs = { operation: 'status', 'resource-id': 'app_web', 'deployment-id': 'dep_nowhere' };
    const step = await runReadOnly(world, inputs);
    expect(step.exitCode).toBe(1);
    expect(step.outputs).toMatchObject({ 'error-code': 'not_found', 'resource-status': 'running' });
    expect(step.tookMs).toBeLessThan(1_000);
  });
});

test('reports one row per resource, and passes with a failed deployment', async () => {
  await withWorld({ resources }, async (world) => {
    world.emulator.deploy('app_web');
    await world.clock.sleep(10_000);
    const step = await runReadOnly(world, { operation: 'status', 'resource-id': 'app_web,wrk_mail db_main' });
    expect(step.exitCode).toBe(0);
    expect(step.outputs).toMatchObject({ status: 'failed', 'deployment-id': '', url: '' });
    const rows = rowsOf(step, 'deployments');
    expect(rows.map(({ name, resourceStatus, status }) => ({ name, resourceStatus, status }))).toEqual([
      { name: 'web-shop', resourceStatus: 'running', status: 'failed' },
      { name: 'web mailer', resourceStatus: 'stopped', status: '' },
      { name: 'main', resourceStatus: 'low on disk', status: '' },
    ]);
  });
});

test('passes when the service refuses to list the deployments of something that is not an app', async () => {
  const faults = [{ kind: 'status', status: 400, code: 'invalid_input', on: 'listDeployments' }] as const;
  await withWorld({ faults, resources }, async (world) => {
    const step = await runReadOnly(world, { operation: 'status', 'resource-id': 'db_main' });
    expect(step.exitCode).toBe(0);
    expect(warningsOf(step)).toEqual([]);
  });
});

test.each(['status', 'list', 'logs', 'env'])(
  '(%s) ends after two minutes unless a timeout is given',
  async (operation) => {
    const faults = [{ kind: 'status', status: 500, on: '*', times: 'always' }] as const;
    await withWorld({ faults, resources }, async (world) => {
      const inputs = operation === 'list' ? { operation } : { operation, 'resource-id': 'app_web' };
      const step = await runReadOnly(world, { ...inputs, timeout: '' });
      expect(step.outputs['error-code']).toBe('service_error');
      expect(step.tookMs).toBe(120_000);
      expect(countOf(world.emulator, 'createDeployment')).toBe(0);
    });
  },
);
