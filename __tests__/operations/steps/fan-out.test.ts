// Several resources in one step: order, how many at once, what a failure stops, and how all that ran are reported.
import { describe, expect, test } from '@jest/globals';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Emulator, ResourceOptions } from '../../../emulator/index.ts';
import { countOf, errorOf, rowsOf, withWorld } from '../../support/world.ts';

const app = (name: string, options: Partial<ResourceOptions> = {}): ResourceOptions => ({
  id: `app_${name}`,
  name,
  domains: [`${name}.example.test`],
  history: 1,
  script: { buildMs: 20_000, log: [`building ${name}`] },
  ...options,
});

const three = [app('api'), app('web'), app('docs')];
const inputs = { 'resource-id': 'app_api, app_web\napp_docs' };
const failing = { script: { buildMs: 20_000, log: ['npm ERR! boom'], outcome: 'failed' } } as const;
const endless = { script: { buildMs: Infinity, log: ['still at it'] } };

/** Wall times at which deployments were made, in the order of the resources. */
function beginningsOf(emulator: Emulator, ids: readonly string[]): number[] {
  return ids.map((id) => emulator.deployments(id)[0]?.createdAtMs ?? 0);
}

function oursOf(emulator: Emulator): string[] {
  return emulator
    .view()
    .activity.flatMap(({ action, target, by }) => (action === 'deploy' && by === 'ci' ? target : []));
}

test('deploys all at once, labelled by name, with a table and JSON', async () => {
  await withWorld({ resources: three }, async ({ emulator, run }) => {
    const step = await run(inputs);
    expect(errorOf(step)).toBe('');
    expect(step.exitCode).toBe(0);
    expect(step.outputs).toMatchObject({ status: 'finished', 'deployment-id': '', url: '', 'log-file': '' });
    const rows = rowsOf(step, 'deployments');
    expect(rows.map(({ resourceId }) => resourceId)).toEqual(['app_api', 'app_web', 'app_docs']);
    expect(rows.map(({ name, status, errorCode, skipped }) => ({ name, status, errorCode, skipped }))).toEqual(
      ['api', 'web', 'docs'].map((name) => ({ name, status: 'finished', errorCode: '', skipped: '' })),
    );
    expect(rows.map(({ deploymentId }) => deploymentId)).toEqual(
      three.map(({ id }) => emulator.deployments(id)[0]?.id),
    );
    expect(new Set(rows.map(({ logFile }) => logFile)).size).toBe(3);
    const beganMs = beginningsOf(emulator, ['app_api', 'app_web', 'app_docs']);
    expect(Math.max(...beganMs) - Math.min(...beganMs)).toBeLessThan(1_000);
    for (const name of ['api', 'web', 'docs']) {
      expect(step.log).toContain(`${name}: finished after`);
      expect(step.log).toMatch(new RegExp(`${name}.*building ${name}`));
      expect(step.summary).toMatch(new RegExp(`^\\|[^|]*\\b${name}\\b[^|]*\\| finished,[^|]*\\|$`, 'm'));
      expect(step.summary).toContain(`building ${name}`);
    }
    expect(step.tookMs).toBeLessThan(40_000);
  });
});

test('fails the step when one fails, and reports all that ran', async () => {
  await withWorld({ resources: [app('api'), app('web', failing), app('docs')] }, async ({ run }) => {
    const step = await run(inputs);
    expect(step.exitCode).toBe(1);
    expect(step.outputs).toMatchObject({ status: 'failed', 'error-code': 'deployment_failed' });
    expect(errorOf(step)).toContain('2 of 3 deployed');
    expect(errorOf(step)).toContain('web: ');
    expect(rowsOf(step, 'deployments').map(({ status, errorCode }) => [status, errorCode])).toEqual([
      ['finished', ''],
      ['failed', 'deployment_failed'],
      ['finished', ''],
    ]);
    expect(step.summary).toContain('npm ERR! boom');
  });
});

test('writes one log file per resource', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'several-'));
  try {
    await withWorld({ resources: three }, async ({ run }) => {
      const step = await run(inputs, { env: { RUNNER_TEMP: folder } });
      const texts = rowsOf(step, 'deployments').map(({ logFile }) => readFileSync(String(logFile), 'utf8'));
      expect(texts).toEqual(['building api\n', 'building web\n', 'building docs\n']);
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

describe('max-parallel', () => {
  test('1 deploys them in the given order, each after the end of the one before', async () => {
    await withWorld({ resources: three }, async ({ emulator, run }) => {
      const step = await run({ 'resource-id': 'app_docs app_api app_web', 'max-parallel': '1' });
      expect(step.exitCode).toBe(0);
      const order = ['app_docs', 'app_api', 'app_web'].map((id) => emulator.deployments(id)[0]);
      for (const [index, next] of order.slice(1).entries()) {
        expect(next?.createdAtMs).toBeGreaterThanOrEqual(order[index]?.finishedAtMs ?? Infinity);
      }
    });
  });

  test('2 deploys two at a time', async () => {
    await withWorld({ resources: three }, async ({ emulator, run }) => {
      const step = await run({ ...inputs, 'max-parallel': '2' });
      expect(step.exitCode).toBe(0);
      const [api = 0, web = 0, docs = 0] = beginningsOf(emulator, ['app_api', 'app_web', 'app_docs']);
      expect(web - api).toBeLessThan(1_000);
      expect(docs - api).toBeGreaterThanOrEqual(20_000);
      expect(step.tookMs).toBeLessThan(60_000);
    });
  });
});

describe('fail-fast', () => {
  const resources = [app('api', failing), app('web'), app('docs')];

  test('true starts no other after a failure, and reports that', async () => {
    await withWorld({ resources }, async ({ emulator, run }) => {
      const step = await run({ ...inputs, 'max-parallel': '1' });
      expect(step.exitCode).toBe(1);
      expect(oursOf(emulator)).toEqual(['app_api']);
      expect(rowsOf(step, 'deployments').map(({ skipped }) => skipped)).toEqual(['', 'fail-fast', 'fail-fast']);
      expect(step.outputs).toMatchObject({ status: 'failed', skipped: '', 'error-code': 'deployment_failed' });
      expect(step.log).toContain('web: nothing done: fail-fast');
      expect(step.summary).toContain('fail-fast');
    });
  });

  test('true waits for the deployments already started', async () => {
    const slow = app('web', { script: { buildMs: 90_000, log: ['slow'] } });
    await withWorld({ resources: [app('api', failing), slow, app('docs')] }, async ({ emulator, run }) => {
      const step = await run({ ...inputs, 'max-parallel': '2' });
      expect(oursOf(emulator).toSorted()).toEqual(['app_api', 'app_web']);
      expect(rowsOf(step, 'deployments').map(({ status }) => status)).toEqual(['failed', 'finished', '']);
    });
  });

  test('false starts the others after a failure', async () => {
    await withWorld({ resources }, async ({ emulator, run }) => {
      const step = await run({ ...inputs, 'max-parallel': '1', 'fail-fast': 'false' });
      expect(step.exitCode).toBe(1);
      expect(oursOf(emulator)).toHaveLength(3);
      expect(rowsOf(step, 'deployments').map(({ status }) => status)).toEqual(['failed', 'finished', 'finished']);
      expect(step.outputs['status']).toBe('failed');
    });
  });
});

test('deploys a resource that is named twice only once, with a note', async () => {
  await withWorld({ resources: three }, async ({ emulator, run }) => {
    const step = await run({ 'resource-id': 'app_api app_web,app_api' });
    expect(step.exitCode).toBe(0);
    expect(step.log).toContain('more than once');
    expect(oursOf(emulator).toSorted()).toEqual(['app_api', 'app_web']);
  });
});

describe.each(['true', 'false'])('with fail-fast: %s', (failFast) => {
  const resources = [app('api', endless), app('web', endless), app('docs', endless)];
  /** What is reported for the third, for which nothing was ever sent. */
  const codeOfThird = (code: string): string => (failFast === 'true' ? '' : code);

  test('ends all at the deadline, and starts nothing after it', async () => {
    await withWorld({ resources }, async ({ emulator, run }) => {
      const step = await run({ ...inputs, 'max-parallel': '2', 'fail-fast': failFast, timeout: '2m' });
      expect(step.tookMs).toBe(120_000);
      expect(step.outputs).toMatchObject({ status: '', 'error-code': 'timeout' });
      expect(oursOf(emulator).toSorted()).toEqual(['app_api', 'app_web']);
      const rows = rowsOf(step, 'deployments').map(({ errorCode }) => errorCode);
      expect(rows).toEqual(['timeout', 'timeout', codeOfThird('timeout')]);
      expect(errorOf(step).match(/continues at the service/g)).toHaveLength(2);
      expect(errorOf(step)).not.toContain('app_docs');
    });
  });

  test.each(['deploy', 'restart'])('ends a cancelled %s for all, and starts nothing after it', async (operation) => {
    const restart = [{ afterMs: 0, status: 'restarting' }];
    const never = resources.map((resource) => ({ ...resource, lifecycle: { restart } }));
    await withWorld({ resources: never }, async ({ emulator, clock, run }) => {
      const step = await run(
        { ...inputs, operation, 'max-parallel': '2', 'fail-fast': failFast },
        { onStart: (cancel) => void clock.sleep(30_000).then(() => cancel('SIGINT')) },
      );
      expect(step.tookMs).toBe(30_000);
      expect(step.outputs['error-code']).toBe('interrupted');
      const rows = rowsOf(step, 'deployments').map(({ errorCode }) => errorCode);
      expect(rows).toEqual(['interrupted', 'interrupted', codeOfThird('interrupted')]);
      expect(errorOf(step).match(/continues? at the service/g)).toHaveLength(2);
      expect(emulator.requests.filter(({ method }) => method === 'POST')).toHaveLength(2);
    });
  });
});

describe('on-busy: skip', () => {
  test('of one resource keeps the status different from finished', async () => {
    await withWorld({ resources: three }, async ({ emulator, run }) => {
      emulator.deploy('app_web');
      const step = await run({ ...inputs, 'on-busy': 'skip' });
      expect(step.exitCode).toBe(0);
      expect(step.outputs['status']).not.toBe('finished');
      expect(step.outputs['skipped']).toBe('');
      expect(rowsOf(step, 'deployments').map(({ status, skipped }) => [status, skipped])).toEqual([
        ['finished', ''],
        ['', 'busy'],
        ['finished', ''],
      ]);
      expect(step.summary).toContain('1 skipped');
    });
  });

  test('of all resources empties every output except skipped', async () => {
    await withWorld({ resources: three }, async ({ emulator, run }) => {
      for (const { id } of three) emulator.deploy(id);
      const step = await run({ ...inputs, 'on-busy': 'skip' });
      expect(step.exitCode).toBe(0);
      const { skipped, ...others } = step.outputs;
      expect(skipped).toBe('busy');
      expect(Object.values(others).join('')).toBe('');
    });
  });
});

test('only notes that the names cannot be listed: each resource is read before it is deployed', async () => {
  const faults = [{ kind: 'status', status: 400, on: 'listResources', times: 'always' }] as const;
  await withWorld({ faults, resources: three }, async ({ run }) => {
    const step = await run(inputs);
    expect(step.exitCode).toBe(0);
    expect(step.annotations).toEqual([]);
    expect(step.log).toContain('the names of the resources could not be read');
    expect(step.log).toContain('api: building after');
    expect(rowsOf(step, 'deployments').map(({ name }) => name)).toEqual(['api', 'web', 'docs']);
  });
});

test('does not wait long for the names when the service does not list them', async () => {
  const faults = [{ kind: 'hang', on: 'listResources', times: 'always' }] as const;
  await withWorld({ faults, resources: three }, async ({ run }) => {
    const step = await run({ ...inputs, timeout: '40s' });
    expect(step.exitCode).toBe(0);
    expect(rowsOf(step, 'deployments').map(({ name }) => name)).toEqual(['api', 'web', 'docs']);
  });
});

test('names an unknown resource among several, and reports the others', async () => {
  await withWorld({ resources: three }, async ({ emulator, run }) => {
    const step = await run({ 'resource-id': 'app_api app_nowhere', operation: 'restart' });
    expect(step.exitCode).toBe(1);
    expect(step.outputs['error-code']).toBe('not_found');
    expect(errorOf(step)).toContain('app_nowhere');
    expect(rowsOf(step, 'deployments').map(({ resourceStatus }) => resourceStatus)).toEqual(['running', '']);
    expect(countOf(emulator, 'restartResource')).toBe(1);
  });
});

test('a run that is cancelled while the names are read is an interruption of every resource', async () => {
  const faults = [{ kind: 'hang', on: 'listResources', times: 'always' }] as const;
  await withWorld({ faults, resources: three }, async ({ emulator, clock, run }) => {
    const step = await run(inputs, { onStart: (cancel) => void clock.sleep(1_000).then(() => cancel('SIGINT')) });
    expect(rowsOf(step, 'deployments').map(({ errorCode }) => errorCode)).toEqual(Array(3).fill('interrupted'));
    expect(emulator.requests.filter(({ method }) => method === 'POST')).toEqual([]);
  });
});
