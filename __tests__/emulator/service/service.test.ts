// What the service does with requests for work: one job per resource, jobs in the background, failures that stay inside.
import { describe, expect, test } from '@jest/globals';
import type { ResourceOptions } from '../../../emulator/index.ts';
import type { Stage } from '../client.ts';
import { errorOf, stage } from '../client.ts';

const DEPLOYMENTS = '/resources/app_web/deployments';

async function withApp(options: Omit<ResourceOptions, 'id'>): Promise<Stage> {
  return await stage({ resources: [{ id: 'app_web', ...options }] });
}

describe('work on a resource', () => {
  test('two clients that deploy at once get one 202 and one 409, whatever their number', async () => {
    const { call, emulator } = await withApp({});
    const answers = await Promise.all(Array.from({ length: 8 }, async () => await call('POST', DEPLOYMENTS)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      202,
      ...Array.from({ length: 7 }, () => 409),
    ]);
    expect(emulator.deployments('app_web')).toHaveLength(1);
  });

  test('work on one resource does not make another one busy, nor show among its deployments', async () => {
    const { call, emulator } = await stage({ resources: [{ id: 'app_web' }, { id: 'app_api' }] });
    expect((await call('POST', DEPLOYMENTS)).status).toBe(202);
    expect((await call('POST', '/resources/app_api/deployments')).status).toBe(202);
    expect(emulator.deployments('app_web').map(({ id }) => id)).toEqual(['dep_000001']);
    expect(emulator.deployments('app_api').map(({ id }) => id)).toEqual(['dep_000002']);
  });

  test('one from the console has its own label, and can be made to overlap', async () => {
    const { call, emulator } = await withApp({});
    await call('POST', DEPLOYMENTS);
    expect(() => emulator.deploy('app_web')).toThrow(/busy/);
    const second = emulator.deploy('app_web', { label: 'console', evenIfBusy: true });
    expect(second).toMatchObject({ id: 'dep_000002', label: 'console', by: 'console', status: 'queued' });
    expect((await call('GET', DEPLOYMENTS)).json).toMatchObject({
      deployments: [{ id: 'dep_000002' }, { id: 'dep_000001' }],
    });
  });

  test('busy is reported for the one resource, with a message', async () => {
    const { call } = await withApp({});
    await call('POST', '/resources/app_web/restart');
    expect(errorOf(await call('POST', DEPLOYMENTS))).toMatchObject({
      code: 'busy',
      message: expect.stringContaining('busy'),
    });
  });
});

test('a workload that throws fails the deployment and is reported, and the service continues', async () => {
  const broken = async (): Promise<never> => await Promise.reject(new Error('no compiler'));
  const staged = await withApp({
    workload: () => ({
      build: broken,
      start: broken,
      stop: broken,
      domains: () => [],
      close: async () => await Promise.resolve(),
    }),
  });
  await staged.call('POST', DEPLOYMENTS);
  await staged.call('POST', '/resources/app_web/restart');
  expect(staged.emulator.deployments('app_web')[0]).toMatchObject({ status: 'failed' });
  expect(staged.emulator.violations).toEqual(['no compiler', 'no compiler']);
  expect((await staged.call('POST', DEPLOYMENTS)).status).toBe(202);
});
