// check: it changes nothing. What it finds, what fails it, and what only warns.
import { describe, expect, test } from '@jest/globals';
import type { Fault, ResourceOptions } from '../../emulator/index.ts';
import { neededEndpoints } from '../../src/api/model.ts';
import type { StepRun } from '../support/runner/step.ts';
import { refusal, requests, runScripted } from '../support/service/scripted-service.ts';
import { errorOf, warningsOf, type World, withWorld } from '../support/world.ts';

const resources: readonly ResourceOptions[] = [
  { id: 'app_web', name: 'web', domains: ['web.example.test'], history: 1, env: ['PORT', 'DATABASE_URL'] },
  { id: 'wrk_mail', type: 'worker', name: 'mailer' },
];

/** Runs a check with the read key, and checks that it changed nothing and sent the key nowhere else. */
async function check({ emulator, run }: World, inputs: Record<string, string> = {}): Promise<StepRun> {
  const before = emulator.view().activity;
  const step = await run({ operation: 'check', ...inputs }, { key: 'reader' });
  expect(emulator.requests.filter(({ method }) => method !== 'GET')).toEqual([]);
  expect(emulator.view().activity).toEqual(before);
  const descriptions = emulator.requests.filter(({ endpoint }) => endpoint === 'getOpenapi');
  expect(descriptions.filter(({ headers }) => headers.authorization !== undefined)).toEqual([]);
  return step;
}

test('passes for an app that is ready, and shows in the summary what was found and what could not be tried', async () => {
  await withWorld({ resources }, async (world) => {
    const step = await check(world, { 'resource-id': 'app_web', 'required-env': 'PORT, DATABASE_URL' });
    expect(errorOf(step)).toBe('');
    expect(step.exitCode).toBe(0);
    expect(warningsOf(step)).toEqual([]);
    expect(step.outputs).toMatchObject({ 'resource-status': 'running', status: '', 'deployment-id': '' });
    for (const text of [
      'accepted; it sees 2 resources',
      'not tested',
      'no deployment',
      'all names are set',
      'names all that is needed',
      'What was read',
      'resource status ←',
      'names of variables ←',
    ]) {
      expect(step.summary).toContain(text);
    }
  });
});

test('fails when a variable is not set, and names it', async () => {
  await withWorld({ resources }, async (world) => {
    const step = await check(world, { 'resource-id': 'app_web', 'required-env': 'PORT\nSMTP_HOST\nSMTP_USER' });
    expect(step.exitCode).toBe(1);
    expect(step.outputs['error-code']).toBe('missing_env');
    expect(errorOf(step)).toContain('SMTP_HOST, SMTP_USER.');
    expect(errorOf(step)).not.toContain('PORT');
  });
});

test('names a deployment in progress', async () => {
  await withWorld({ resources }, async (world) => {
    const { id } = world.emulator.deploy('app_web');
    const step = await check(world, { 'resource-id': 'app_web' });
    expect(step.exitCode).toBe(0);
    expect(step.summary).toMatch(new RegExp(`In progress \\| .*${id}.* is queued`));
  });
});

test('passes for a worker without deployments or domain', async () => {
  await withWorld({ resources }, async (world) => {
    const step = await check(world, { 'resource-id': 'wrk_mail' });
    expect(step.exitCode).toBe(0);
    expect(warningsOf(step)).toEqual([]);
  });
});

test.each<[type: string, warnings: unknown[]]>([
  ['database', []],
  ['app', [expect.stringContaining('Could not read the deployments')]],
])('warns of a refused list of deployments only for an app: %s', async (type, warnings) => {
  const resource = { id: 'app_web', name: 'web', type, status: 'running' };
  const run = await runScripted(
    ({ request }) => {
      if (request === requests.resource) return { body: { ok: true, resource } };
      if (request === requests.resources) return { body: { ok: true, resources: [resource] } };
      const paths: unknown = Object.fromEntries(
        neededEndpoints.map((needed) => [needed.split(' ')[1] ?? '', { get: {}, post: {} }]),
      );
      return request === 'GET /openapi.json' ? { body: { openapi: '3.1.0', paths } } : refusal(422, 'not_an_app');
    },
    { operation: 'check' },
  );
  expect(run.exitCode).toBe(0);
  expect(warningsOf(run)).toEqual(warnings);
});

test('fails for an unknown resource, and shows what was found before', async () => {
  await withWorld({ resources }, async (world) => {
    const step = await check(world, { 'resource-id': 'app_nowhere' });
    expect(step.exitCode).toBe(1);
    expect(step.outputs['error-code']).toBe('not_found');
    expect(step.summary).toContain('accepted; it sees 2 resources');
  });
});

test('checks only the key when no resource is given', async () => {
  await withWorld({ resources }, async (world) => {
    const step = await check(world);
    expect(step.exitCode).toBe(0);
    expect(step.summary).toContain('accepted; it sees 2 resources');
    expect(world.emulator.requests.map(({ endpoint }) => endpoint)).toEqual(['listResources', 'getOpenapi']);
  });
});

test.each([{}, { 'resource-id': 'app_web' }])('fails at once when the key is not accepted: %j', async (inputs) => {
  await withWorld({ resources }, async (world) => {
    const step = await check(world, { ...inputs, 'api-key': 'no-such-key' });
    expect(step.exitCode).toBe(1);
    expect(step.outputs['error-code']).toBe('unauthorized');
    expect(errorOf(step)).toContain('90 days');
    expect(world.emulator.requests).toHaveLength(1);
  });
});

describe('a description that cannot be used', () => {
  const onlyResources = { openapi: '3.1.0', paths: { '/resources': { get: {} } } };
  const descriptionFaults: readonly [what: string, fault: Fault, warning: string][] = [
    ['500', { kind: 'status', status: 500, on: 'getOpenapi', times: 'always' }, 'Could not read'],
    ['404', { kind: 'status', status: 404, on: 'getOpenapi' }, 'Could not read'],
    ['401', { kind: 'status', status: 401, on: 'getOpenapi' }, 'Could not read'],
    ['redirect', { kind: 'redirect', status: 302, location: '/login', on: 'getOpenapi' }, 'Could not read'],
    ['garbage', { kind: 'garbage', on: 'getOpenapi', times: 'always' }, 'Could not read'],
    ['a page', { kind: 'html', on: 'getOpenapi', times: 'always' }, 'Could not read'],
    ['nothing', { kind: 'empty', on: 'getOpenapi', times: 'always' }, 'Could not read'],
    ['wrong types', { kind: 'wrong-types', on: 'getOpenapi', times: 'always' }, ''],
    ['a reset', { kind: 'reset-before', on: 'getOpenapi', times: 'always' }, 'Could not read'],
    ['no answer', { kind: 'hang', on: 'getOpenapi', times: 'always' }, 'Could not read'],
    ['missing paths', { kind: 'status', status: 200, body: onlyResources, on: 'getOpenapi' }, 'does not list'],
    ['no paths', { kind: 'status', status: 200, body: { openapi: '3.1.0' }, on: 'getOpenapi' }, ''],
  ];

  test.each(descriptionFaults)('(%s) causes one warning, and the check passes', async (_, fault, warning) => {
    await withWorld({ faults: [fault], resources }, async (world) => {
      for (const inputs of [{}, { 'resource-id': 'app_web' }]) {
        world.emulator.faults.clear();
        world.emulator.faults.add(fault);
        const step = await check(world, inputs);
        expect(step.exitCode).toBe(0);
        expect(warningsOf(step)).toHaveLength(1);
        expect(warningsOf(step)[0]).toContain(warning);
        expect(step.tookMs).toBeLessThan(30_000);
      }
    });
  });

  test('without what is needed causes a warning that names it', async () => {
    const fault: Fault = { kind: 'status', status: 200, body: onlyResources, on: 'getOpenapi' };
    await withWorld({ faults: [fault], resources }, async (world) => {
      const [warning = ''] = warningsOf(await check(world));
      const named = neededEndpoints.filter(
        (endpoint) => warning.includes(`${endpoint},`) || warning.includes(`${endpoint}.`),
      );
      expect(named).toEqual(neededEndpoints.filter((endpoint) => endpoint !== 'GET /resources'));
    });
  });

  test('that is not read before the deadline causes a warning, too', async () => {
    const faults = [{ kind: 'hang', on: 'getOpenapi' }] as const;
    await withWorld({ faults, resources }, async (world) => {
      const step = await check(world, { 'resource-id': 'app_web', timeout: '5s' });
      expect(step.exitCode).toBe(0);
      expect(warningsOf(step)).toEqual([expect.stringContaining('left no time')]);
      expect(step.tookMs).toBe(5_000);
    });
  });
});

test.each([
  ['required-env', { 'required-env': 'PORT' }],
  ['required-env', { 'resource-id': 'app_web', 'required-env': 'PORT=80' }],
  ['resource-id', { 'resource-id': 'app_web wrk_mail' }],
])('refuses a bad %s before any request: %j', async (name, inputs) => {
  await withWorld({ resources }, async (world) => {
    const step = await check(world, inputs);
    expect(step.outputs['error-code']).toBe('invalid_input');
    expect(errorOf(step)).toContain(name);
    expect(world.emulator.requests).toEqual([]);
  });
});
