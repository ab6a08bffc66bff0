// wait: which deployment it waits for, when it passes, and that a read key is enough.
import { describe, expect, test } from '@jest/globals';
import type { Emulator, ResourceOptions } from '../../emulator/index.ts';
import { detailOf, listOf, requests, resourceIn, runScripted } from '../support/service/scripted-service.ts';
import { countOf, errorOf, warningsOf, withWorld } from '../support/world.ts';

const ID = 'app_web';
const LINES = ['Cloning', 'Installing 412 packages', 'Compiling', 'Exporting the image'];

function resource(options: Partial<ResourceOptions> = {}): ResourceOptions {
  return {
    id: ID,
    name: 'web',
    domains: ['web.example.test'],
    history: 2,
    runtimeLog: 'the app has stopped\n',
    script: { queuedMs: 5_000, buildMs: 30_000, log: LINES },
    ...options,
  };
}

/** Everything that changes something is a POST. */
function postsOf(emulator: Pick<Emulator, 'requests'>): string[] {
  return emulator.requests.filter(({ method }) => method !== 'GET').map(({ path }) => path);
}

const gate = { operation: 'wait', 'resource-id': ID };
const reader = { key: 'reader' };

test('waits for the latest deployment with a read key, and shows each line of the log once', async () => {
  await withWorld({ resources: [resource()] }, async ({ emulator, run }) => {
    const { id } = emulator.deploy(ID);
    const step = await run(gate, reader);
    expect(errorOf(step)).toBe('');
    expect(step.exitCode).toBe(0);
    expect(step.outputs).toMatchObject({
      'deployment-id': id,
      status: 'finished',
      'resource-status': 'running',
      'error-code': '',
    });
    expect(Number(step.outputs['duration'])).toBeGreaterThanOrEqual(35);
    expect(step.logFile.split('\n').filter((line) => line !== '')).toEqual(LINES);
    for (const line of LINES) expect(step.log.split(line)).toHaveLength(2);
    expect(warningsOf(step)).toEqual([]);
    expect(postsOf(emulator)).toEqual([]);
  });
});

test('stays with the deployment it found first when a newer one starts', async () => {
  await withWorld({ resources: [resource()] }, async ({ emulator, clock, run }) => {
    const { id } = emulator.deploy(ID);
    void clock.sleep(10_000).then(() => emulator.deploy(ID, { evenIfBusy: true }));
    const step = await run(gate, reader);
    expect(step.outputs).toMatchObject({ 'deployment-id': id, status: 'finished' });
    expect(emulator.deployments(ID)).toHaveLength(4);
    expect(emulator.deployments(ID)[0]?.status).toBe('building');
  });
});

test('passes at once for a given deployment that has finished, without a warning', async () => {
  await withWorld({ resources: [resource()] }, async ({ emulator, run }) => {
    const [, older] = emulator.deployments(ID);
    emulator.deploy(ID);
    const step = await run({ ...gate, 'deployment-id': older?.id ?? '' }, reader);
    expect(errorOf(step)).toBe('');
    expect(step.outputs).toMatchObject({ 'deployment-id': older?.id, status: 'finished' });
    expect(warningsOf(step)).toEqual([]);
    expect(step.tookMs).toBeLessThan(1_000);
  });
});

test('judges the latest deployment that has ended with deployment-id: latest, and reports that', async () => {
  await withWorld({ resources: [resource()] }, async ({ emulator, run }) => {
    const step = await run({ ...gate, 'deployment-id': 'latest' }, reader);
    expect(step.exitCode).toBe(0);
    expect(step.outputs).toMatchObject({ 'deployment-id': emulator.deployments(ID)[0]?.id, status: 'finished' });
    expect(step.log).toMatch(/deployment \S+ is the latest/);
    expect(step.summary.split('\n')[0]).toContain('had already finished before this step began');
    expect(warningsOf(step)).toEqual([]);
  });
});

test('does not report a deployment as ended before that the list alone shows as ended', async () => {
  const step = await runScripted(
    ({ atMs, request }) => {
      if (request === requests.resource) return resourceIn('running');
      if (request === requests.list) return listOf('dep_7 finished');
      return detailOf('dep_7', atMs < 20_000 ? 'building' : 'finished');
    },
    { operation: 'wait', 'deployment-id': 'latest' },
  );
  expect(step.outputs).toMatchObject({ 'deployment-id': 'dep_7', status: 'finished' });
  expect(step.tookMs).toBeGreaterThanOrEqual(20_000);
  expect(step.summary).toContain('finished; waited');
  expect(step.summary + step.log).not.toMatch(/had already/);
});

test('never passes without an id for a deployment that has ended: after two minutes it fails as no_deployment', async () => {
  await withWorld({ resources: [resource()] }, async ({ emulator, run }) => {
    const step = await run(gate, reader);
    expect(step.exitCode).toBe(1);
    expect(step.outputs).toMatchObject({ 'error-code': 'no_deployment', status: '', 'deployment-id': '' });
    expect(errorOf(step)).toContain(`the latest, ${emulator.deployments(ID)[0]?.id}, is finished`);
    expect(errorOf(step)).toContain('deployment-id: latest');
    expect(step.tookMs).toBeGreaterThanOrEqual(120_000);
    expect(step.tookMs).toBeLessThan(130_000);
  });
});

test('waits without an id for the deployment that appears within two minutes', async () => {
  await withWorld({ resources: [resource()] }, async ({ emulator, clock, run }) => {
    void clock.sleep(90_000).then(() => emulator.deploy(ID));
    const step = await run(gate, reader);
    expect(errorOf(step)).toBe('');
    expect(step.outputs).toMatchObject({ 'deployment-id': emulator.deployments(ID)[0]?.id, status: 'finished' });
    expect(emulator.deployments(ID)).toHaveLength(3);
  });
});

test.each(['failed', 'cancelled'] as const)('fails when the deployment is %s', async (outcome) => {
  const script = { buildMs: 20_000, log: [...LINES, 'npm ERR! missing script'], outcome };
  await withWorld({ resources: [resource({ script })] }, async ({ emulator, run }) => {
    const { id } = emulator.deploy(ID);
    const step = await run(gate, reader);
    expect(step.exitCode).toBe(1);
    expect(step.outputs).toMatchObject({
      'deployment-id': id,
      status: outcome,
      'error-code': `deployment_${outcome}`,
    });
    expect(errorOf(step)).toContain(id);
  });
});

test.each([
  ['without an id', {}, 120_000],
  ['with latest', { 'deployment-id': 'latest' }, 0],
])('fails %s as no_deployment for a resource without deployments', async (_, more, leastMs) => {
  await withWorld({ resources: [resource({ history: 0 })] }, async ({ run }) => {
    const step = await run({ ...gate, ...more }, reader);
    expect(step.exitCode).toBe(1);
    expect(step.outputs).toMatchObject({ 'error-code': 'no_deployment', status: '', 'deployment-id': '' });
    expect(step.tookMs).toBeGreaterThanOrEqual(leastMs);
  });
});

test('fails for an unknown deployment-id as not_found after about a minute', async () => {
  await withWorld({ resources: [resource()] }, async ({ run }) => {
    const step = await run({ ...gate, 'deployment-id': 'dep_nowhere' }, reader);
    expect(errorOf(step)).not.toContain('continues');
    expect(step.exitCode).toBe(1);
    expect(step.outputs).toMatchObject({ 'error-code': 'not_found', status: '' });
    expect(step.log).toContain('does not show deployment dep_nowhere');
    expect(step.tookMs).toBeGreaterThanOrEqual(60_000);
    expect(step.tookMs).toBeLessThan(75_000);
  });
});

test('shows for a failed deployment the end of its log and the likely cause, and no runtime log while the app is up as before', async () => {
  const script = { buildMs: 20_000, log: [...LINES, 'npm ERR! missing script'], outcome: 'failed' } as const;
  await withWorld({ resources: [resource({ script })] }, async ({ emulator, run }) => {
    emulator.deploy(ID);
    const step = await run(gate, reader);
    expect(errorOf(step)).toContain('npm ERR! missing script');
    expect(step.summary).toContain('npm ERR! missing script');
    expect(step.summary).not.toContain('the app has stopped');
    expect(countOf(emulator, 'getLogs')).toBe(0);
  });
});

test('fails with deployment-id: latest when that deployment has failed', async () => {
  const script = { buildMs: 1_000, outcome: 'failed' } as const;
  await withWorld({ resources: [resource({ script })] }, async ({ emulator, clock, run }) => {
    emulator.deploy(ID);
    await clock.sleep(60_000);
    const step = await run({ ...gate, 'deployment-id': 'latest' }, reader);
    expect(step.exitCode).toBe(1);
    expect(step.outputs).toMatchObject({ status: 'failed', 'error-code': 'deployment_failed' });
  });
});

test('fails when the deployment is cancelled in the console', async () => {
  await withWorld({ resources: [resource()] }, async ({ emulator, clock, run }) => {
    const { id } = emulator.deploy(ID);
    void clock.sleep(12_000).then(() => emulator.cancel(ID, id));
    const step = await run(gate, reader);
    expect(step.outputs).toMatchObject({ status: 'cancelled', 'error-code': 'deployment_cancelled' });
    expect(step.tookMs).toBeLessThan(20_000);
  });
});

test('names at the deadline the deployment, its last status and how to take over', async () => {
  const resources = [resource({ script: { buildMs: Infinity, log: LINES } })];
  await withWorld({ resources }, async ({ emulator, run }) => {
    const { id } = emulator.deploy(ID);
    const step = await run({ ...gate, timeout: '2m' }, reader);
    expect(step.tookMs).toBe(120_000);
    expect(step.outputs).toMatchObject({ 'deployment-id': id, status: 'building', 'error-code': 'timeout' });
    expect(errorOf(step)).toContain('deadline of 2m');
    expect(errorOf(step)).toContain(`deployment ${id} was building`);
    expect(errorOf(step)).toContain(`operation: wait, resource-id: ${ID}, deployment-id: ${id}`);
  });
});

test('ends at once when the key is revoked', async () => {
  await withWorld({ resources: [resource()] }, async ({ emulator, clock, run }) => {
    emulator.deploy(ID);
    void clock.sleep(12_000).then(() => emulator.control.revokeKey('reader'));
    const step = await run(gate, reader);
    expect(step.outputs['error-code']).toBe('unauthorized');
    expect(step.tookMs).toBeLessThan(20_000);
  });
});

test('keeps the log out of the step log and the summary with build-log: false, but not out of the file', async () => {
  await withWorld({ resources: [resource()] }, async ({ emulator, run }) => {
    emulator.deploy(ID);
    const step = await run({ ...gate, 'build-log': 'false' }, reader);
    expect(step.exitCode).toBe(0);
    expect(step.log + step.summary).not.toContain('Compiling');
    expect(step.logFile).toContain('Compiling');
  });
});

test('passes for several resources only when all deployments finish', async () => {
  const failing = resource({ id: 'app_api', name: 'api', script: { buildMs: 5_000, outcome: 'failed' } });
  await withWorld({ resources: [resource(), failing] }, async ({ emulator, run }) => {
    emulator.deploy(ID);
    emulator.deploy('app_api');
    const step = await run({ ...gate, 'resource-id': `${ID} app_api` }, reader);
    expect(step.exitCode).toBe(1);
    expect(step.outputs).toMatchObject({ status: 'failed', 'error-code': 'deployment_failed', 'deployment-id': '' });
    expect(step.log).toContain('web: finished after');
    expect(postsOf(emulator)).toEqual([]);
  });
});

describe('before any request', () => {
  test.each([
    { name: 'deployment-id', inputs: { 'resource-id': 'app_web app_api', 'deployment-id': 'dep_1' } },
    { name: 'deployment-id', inputs: { 'deployment-id': '..' } },
    { name: 'resource-id', inputs: { 'resource-id': '' } },
    { name: 'lines', inputs: { lines: '50' } },
  ])('refuses a bad $name: $inputs', async ({ name, inputs }) => {
    await withWorld({ resources: [resource()] }, async ({ emulator, run }) => {
      const step = await run({ ...gate, ...inputs });
      expect(step.outputs['error-code']).toBe('invalid_input');
      expect(errorOf(step)).toContain(name);
      expect(emulator.requests).toEqual([]);
    });
  });
});

test.each([
  ['unknown resource', { 'resource-id': 'app_nowhere' }, 'not_found'],
  ['unknown resource with a deployment', { 'resource-id': 'app_nowhere', 'deployment-id': 'dep_1' }, 'not_found'],
  ['bad key', { 'api-key': 'no-such-key' }, 'unauthorized'],
])('fails at once (%s %j) as %s', async (_, inputs, code) => {
  await withWorld({ resources: [resource()] }, async ({ emulator, run }) => {
    const step = await run({ ...gate, ...inputs });
    expect(step.outputs['error-code']).toBe(code);
    expect(step.tookMs).toBeLessThan(1_000);
    expect(countOf(emulator, 'getDeployment')).toBe(0);
  });
});
