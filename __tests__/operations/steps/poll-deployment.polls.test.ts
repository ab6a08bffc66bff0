// status, list, logs and env: one look at the service. They change nothing, and a read key is enough.
import { describe, expect, test } from '@jest/globals';
import type { ResourceOptions } from '../../../emulator/index.ts';
import type { StepRun } from '../../support/step.ts';
import { countOf, dialectNames, errorOf, rowsOf, warningsOf, type World, withWorld } from '../../support/world.ts';

const RUNTIME_LOG = 'listening on 8080\nGET / 200\n';

const resources: readonly ResourceOptions[] = [
  {
    id: 'app_web',
    name: 'web-shop',
    domains: ['web.example.test', 'www.example.test'],
    history: 2,
    env: ['PORT', 'DATABASE_URL', 'API_TOKEN'],
    runtimeLog: RUNTIME_LOG,
    script: { buildMs: 1_000, outcome: 'failed' },
  },
  { id: 'wrk_mail', type: 'worker', name: 'web mailer', status: 'stopped' },
  { id: 'db_main', type: 'database', name: 'main', catalogKey: 'postgres-17', status: 'low on disk' },
];

/** Runs a look with the read key and makes sure that it was no more than that. */
async function look({ emulator, run }: World, inputs: Record<string, string>): Promise<StepRun> {
  const before = emulator.view().activity;
  const step = await run(inputs, { key: 'reader' });
  expect(emulator.requests.filter(({ method }) => method !== 'GET')).toEqual([]);
  expect(emulator.view().activity).toEqual(before);
  return step;
}

describe.each(dialectNames)('in the dialect %s', (dialect) => {
  const domains = dialect === 'silent' ? [] : ['web.example.test'];

  test('status tells an app, its latest deployment and its address', async () => {
    await withWorld({ dialect, resources }, async (world) => {
      const step = await look(world, { operation: 'status', 'resource-id': 'app_web' });
      expect(step.exitCode).toBe(0);
      expect(step.outputs).toMatchObject({
        'deployment-id': world.emulator.deployments('app_web')[0]?.id,
        status: 'finished',
        'resource-status': 'running',
        url: domains.map((host) => `https://${host}`).join(''),
        'error-code': '',
        duration: '',
      });
      expect(world.emulator.requests).toHaveLength(2);
    });
  });

  test('status passes whatever it finds: a deployment under way, then failed', async () => {
    await withWorld({ dialect, resources }, async (world) => {
      const inputs = { operation: 'status', 'resource-id': 'app_web' };
      const { id } = world.emulator.deploy('app_web');
      const moving = await look(world, inputs);
      expect(moving.exitCode).toBe(0);
      expect(moving.outputs).toMatchObject({ 'deployment-id': id, status: 'building' });
      await world.clock.sleep(10_000);
      const failed = await look(world, inputs);
      expect(failed.exitCode).toBe(0);
      expect(failed.outputs).toMatchObject({ 'deployment-id': id, status: 'failed', 'error-code': '' });
    });
  });

  test('status tells an older deployment when it is given its id', async () => {
    await withWorld({ dialect, resources }, async (world) => {
      const id = world.emulator.deployments('app_web')[1]?.id ?? '';
      const step = await look(world, { operation: 'status', 'resource-id': 'app_web', 'deployment-id': id });
      expect(step.outputs).toMatchObject({ 'deployment-id': id, status: 'finished' });
    });
  });

  test.each([
    ['wrk_mail', 'stopped'],
    ['db_main', 'low on disk'],
  ])('status of %s, which has neither deployment nor domain, tells its word (%s) and says so', async (id, word) => {
    await withWorld({ dialect, resources }, async (world) => {
      const step = await look(world, { operation: 'status', 'resource-id': id });
      expect(step.exitCode).toBe(0);
      expect(step.outputs).toMatchObject({ 'resource-status': word, status: '', 'deployment-id': '', url: '' });
      expect(step.summary).toContain('it has no deployments');
    });
  });

  test('list gives all resources with the field names of the API', async () => {
    await withWorld({ dialect, resources }, async (world) => {
      const step = await look(world, { operation: 'list' });
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

  test('logs shows the runtime log in the step log, on the page and in a file', async () => {
    await withWorld({ dialect, resources }, async (world) => {
      const step = await look(world, { operation: 'logs', 'resource-id': 'app_web' });
      expect(step.exitCode).toBe(0);
      expect(step.logFile).toBe(RUNTIME_LOG);
      expect(step.log).toContain('GET / 200');
      expect(step.summary).toContain('GET / 200');
      expect(step.summary).toContain('last 2 lines');
      expect(world.emulator.requests.map(({ path }) => path)).toEqual(['/resources/app_web/logs?lines=100']);
    });
  });

  test('an empty log is no failure', async () => {
    await withWorld({ dialect, resources }, async (world) => {
      const step = await look(world, { operation: 'logs', 'resource-id': 'db_main' });
      expect(step.exitCode).toBe(0);
      expect(step.outputs['log-file']).toBe('');
      expect(step.summary).toContain('is empty');
    });
  });

  test('env gives the names in order, ready for fromJSON', async () => {
    await withWorld({ dialect, resources }, async (world) => {
      const step = await look(world, { operation: 'env', 'resource-id': 'app_web' });
      expect(step.exitCode).toBe(0);
      expect(step.outputs['env-names']).toBe('["API_TOKEN","DATABASE_URL","PORT"]');
      expect(step.summary).toContain('| `DATABASE_URL` |');
    });
  });

  test('env of a resource without variables is an empty list', async () => {
    await withWorld({ dialect, resources }, async (world) => {
      const step = await look(world, { operation: 'env', 'resource-id': 'db_main' });
      expect(step.exitCode).toBe(0);
      expect(step.outputs['env-names']).toBe('[]');
    });
  });

  test.each(['status', 'logs', 'env'])('%s of an unknown resource is not_found, asked once', async (operation) => {
    await withWorld({ dialect, resources }, async (world) => {
      const step = await look(world, { operation, 'resource-id': 'app_nowhere' });
      expect(step.exitCode).toBe(1);
      expect(step.outputs).toMatchObject({ 'error-code': 'not_found', 'env-names': '', 'log-file': '' });
      expect(step.outputs['deployments']).toContain('"errorCode":"not_found"');
      expect(errorOf(step)).toContain('operation: list');
      expect(world.emulator.requests).toHaveLength(1);
    });
  });
});

test('status of a deployment whose log is longer than is read comes from the list', async () => {
  const faults = [{ kind: 'endless', on: 'getDeployment', times: 'always' }] as const;
  await withWorld({ faults, resources }, async (world) => {
    const id = world.emulator.deployments('app_web')[0]?.id ?? '';
    const step = await look(world, { operation: 'status', 'resource-id': 'app_web', 'deployment-id': id });
    expect(errorOf(step)).toBe('');
    expect(step.outputs).toMatchObject({ 'deployment-id': id, status: 'finished' });
  });
});

test('status of an unknown deployment is not_found', async () => {
  await withWorld({ resources }, async (world) => {
    const inputs = { operation: 'status', 'resource-id': 'app_web', 'deployment-id': 'dep_nowhere' };
    const step = await look(world, inputs);
    expect(step.exitCode).toBe(1);
    expect(step.outputs).toMatchObject({ 'error-code': 'not_found', 'resource-status': 'running' });
    expect(step.tookMs).toBeLessThan(1_000);
  });
});

test('status of several: a row each, and a failed deployment is no failure of the step', async () => {
  await withWorld({ resources }, async (world) => {
    world.emulator.deploy('app_web');
    await world.clock.sleep(10_000);
    const step = await look(world, { operation: 'status', 'resource-id': 'app_web,wrk_mail db_main' });
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

test('a service that refuses to list the deployments of what is no app does not fail a status', async () => {
  const faults = [{ kind: 'status', status: 400, code: 'invalid_input', on: 'listDeployments' }] as const;
  await withWorld({ faults, resources }, async (world) => {
    const step = await look(world, { operation: 'status', 'resource-id': 'db_main' });
    expect(step.exitCode).toBe(0);
    expect(warningsOf(step)).toEqual([]);
  });
});

describe('list', () => {
  test.each([
    ['type=app', ['app_web']],
    ['type=APP', ['app_web']],
    ['type=app type=worker', []],
    ['status=Running', ['app_web']],
    ['name=web*', ['app_web', 'wrk_mail']],
    ['name=Web*', []],
    ['name=web?mailer', ['wrk_mail']],
    ['name=web-*  type=app\n status=*', ['app_web']],
    ['status=low?on?disk', ['db_main']],
    ['catalogKey=postgres-*', ['db_main']],
    ['name=?', []],
    ['name=*', ['app_web', 'wrk_mail', 'db_main']],
    ['', ['app_web', 'wrk_mail', 'db_main']],
  ])('with the filter %j gives %j', async (filter, ids) => {
    await withWorld({ resources }, async (world) => {
      const step = await look(world, { operation: 'list', filter });
      expect(step.exitCode).toBe(0);
      expect(rowsOf(step, 'resources').map(({ id }) => id)).toEqual(ids);
      expect(step.summary).toContain(`Found ${ids.length} of 3 resources`);
    });
  });

  test.each(['app', 'type=', '=app', 'id=app_web', 'Type=app', 'type = app', 'name=web mailer'])(
    'filter %j is refused before any request',
    async (filter) => {
      await withWorld({ resources }, async (world) => {
        const step = await look(world, { operation: 'list', filter });
        expect(step.outputs['error-code']).toBe('invalid_input');
        expect(errorOf(step)).toContain('type, status, name, catalogKey');
        expect(world.emulator.requests).toEqual([]);
      });
    },
  );

  test('an organisation without resources has an empty list', async () => {
    await withWorld({}, async (world) => {
      const step = await look(world, { operation: 'list' });
      expect(step.exitCode).toBe(0);
      expect(step.outputs['resources']).toBe('[]');
    });
  });
});

describe('logs', () => {
  const runtimeLog = Array.from({ length: 3_000 }, (_, index) => `line ${index + 1}\n`).join('');

  test.each([
    ['', 100],
    ['100', 100],
    ['500', 500],
    ['2000', 2_000],
  ])('with lines: %j asks for %i lines and shows them', async (lines, count) => {
    await withWorld({ resources: [{ id: 'app_web', runtimeLog }] }, async (world) => {
      const step = await look(world, { operation: 'logs', 'resource-id': 'app_web', lines });
      expect(world.emulator.requests.map(({ path }) => path)).toEqual([`/resources/app_web/logs?lines=${count}`]);
      expect(step.logFile.split('\n')[0]).toBe(`line ${3_000 - count + 1}`);
      expect(step.summary).toContain(`last ${count} lines`);
    });
  });

  test.each(['logs', 'env'])('%s takes one resource: two are refused before any request', async (operation) => {
    await withWorld({ resources }, async (world) => {
      const step = await look(world, { operation, 'resource-id': 'app_web db_main' });
      expect(step.outputs['error-code']).toBe('invalid_input');
      expect(world.emulator.requests).toEqual([]);
    });
  });
});

test.each(['status', 'list', 'logs', 'env'])(
  '%s gives up after two minutes unless a timeout is given',
  async (operation) => {
    const faults = [{ kind: 'status', status: 500, on: '*', times: 'always' }] as const;
    await withWorld({ faults, resources }, async (world) => {
      const inputs = operation === 'list' ? { operation } : { operation, 'resource-id': 'app_web' };
      const step = await look(world, { ...inputs, timeout: '' });
      expect(step.outputs['error-code']).toBe('timeout');
      expect(step.tookMs).toBe(120_000);
      expect(countOf(world.emulator, 'createDeployment')).toBe(0);
    });
  },
);
