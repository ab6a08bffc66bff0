// start, stop and restart: one request, waiting for a busy resource, and what is reported for each ending.
import { describe, expect, test } from '@jest/globals';
import type { ResourceOptions } from '../../emulator/index.ts';
import { countOf, dialectNames, errorOf, warningsOf, withWorld } from '../support/world.ts';

const ID = 'app_web';
const RUNTIME_LOG = 'listening on 8080\nError: cannot reach the database\n';

function resource(options: Partial<ResourceOptions> = {}): ResourceOptions {
  return { id: ID, name: 'web', domains: ['web.example.test'], history: 1, runtimeLog: RUNTIME_LOG, ...options };
}

const methods = [
  { action: 'start', from: 'stopped', to: 'running' },
  { action: 'stop', from: 'running', to: 'stopped' },
  { action: 'restart', from: 'running', to: 'running' },
] as const;

describe.each(dialectNames)('in the dialect %s', (dialect) => {
  test.each(methods)('$action passes once the resource is $to', async ({ action, from, to }) => {
    await withWorld({ dialect, resources: [resource({ status: from })] }, async ({ emulator, run }) => {
      const step = await run({ operation: action, 'resource-id': ID });
      expect(errorOf(step)).toBe('');
      expect(step.exitCode).toBe(0);
      expect(step.outputs).toMatchObject({ 'resource-status': to, 'error-code': '', skipped: '', status: '' });
      expect(Number(step.outputs['duration'])).toBeGreaterThanOrEqual(2);
      expect(countOf(emulator, `${action}Resource`)).toBe(1);
      expect(emulator.requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
      expect(step.summary).toContain(to);
    });
  });

  test('fails a start that ends in a crash as not_running, with the statuses seen and the runtime log', async () => {
    const start = [
      { afterMs: 0, status: 'starting' },
      { afterMs: 3_000, status: 'crashed' },
    ];
    const resources = [resource({ status: 'stopped', lifecycle: { start } })];
    await withWorld({ dialect, resources }, async ({ run }) => {
      const step = await run({ operation: 'start', 'resource-id': ID });
      expect(step.exitCode).toBe(1);
      expect(step.outputs).toMatchObject({ 'error-code': 'not_running', 'resource-status': 'crashed' });
      expect(errorOf(step)).toContain('starting, crashed');
      expect(step.summary).toContain('Error: cannot reach the database');
      expect(step.log).toContain('Error: cannot reach the database');
      expect(step.tookMs).toBeLessThan(60_000);
    });
  });

  test.each(methods)('$action waits while a deployment is in progress, and names it', async ({ action, to }) => {
    await withWorld({ dialect, resources: [resource()] }, async ({ emulator, run }) => {
      const inTheWay = emulator.deploy(ID);
      const step = await run({ operation: action, 'resource-id': ID });
      expect(errorOf(step)).toBe('');
      expect(step.outputs).toMatchObject({ 'resource-status': to, 'deployment-id': '' });
      expect(step.log).toMatch(
        new RegExp(`the resource is busy: deployment ${inTheWay.id} is \\w+(?:, (?:created|first seen) |; next)`),
      );
      expect(emulator.deployments(ID)[0]).toMatchObject({ id: inTheWay.id, status: 'finished' });
    });
  });

  test('fails at once with on-busy: fail', async () => {
    await withWorld({ dialect, resources: [resource()] }, async ({ emulator, run }) => {
      emulator.deploy(ID);
      const step = await run({ operation: 'restart', 'resource-id': ID, 'on-busy': 'fail' });
      expect(step.exitCode).toBe(1);
      expect(step.outputs['error-code']).toBe('busy');
      expect(emulator.requests.map(({ endpoint }) => endpoint)).toEqual(['getResource', 'restartResource']);
    });
  });

  test('passes with on-busy: skip without a change, and with empty outputs except skipped', async () => {
    await withWorld({ dialect, resources: [resource()] }, async ({ emulator, run }) => {
      emulator.deploy(ID);
      const step = await run({ operation: 'restart', 'resource-id': ID, 'on-busy': 'skip' });
      expect(step.exitCode).toBe(0);
      const { skipped, ...others } = step.outputs;
      expect(skipped).toBe('busy');
      expect(Object.values(others).join('')).toBe('');
      expect(countOf(emulator, 'restartResource')).toBe(1);
      expect(step.summary).toContain('was skipped');
    });
  });

  test('takes a change of status after a lost response as proof that our restart was accepted', async () => {
    const restart = [
      { afterMs: 0, status: 'restarting' },
      { afterMs: 20_000, status: 'running' },
    ];
    const faults = [{ kind: 'reset-after', on: 'restartResource' }] as const;
    await withWorld(
      { dialect, faults, resources: [resource({ lifecycle: { restart } })] },
      async ({ emulator, run }) => {
        const step = await run({ operation: 'restart', 'resource-id': ID, 'on-busy': 'fail' });
        expect(errorOf(step)).toBe('');
        expect(step.outputs['resource-status']).toBe('running');
        expect(countOf(emulator, 'restartResource')).toBe(1);
        expect(step.tookMs).toBeGreaterThanOrEqual(20_000);
      },
    );
  });

  test('does not take a deployment that makes the resource busy after a lost response for our restart', async () => {
    const faults = [{ kind: 'reset-before', on: 'restartResource' }] as const;
    const resources = [resource({ script: { buildMs: 60_000 } })];
    await withWorld({ dialect, faults, resources }, async ({ emulator, run }) => {
      emulator.deploy(ID);
      const step = await run({ operation: 'restart', 'resource-id': ID });
      expect(errorOf(step)).toBe('');
      expect(step.tookMs).toBeGreaterThan(60_000);
      expect(emulator.view().activity.filter(({ action }) => action === 'restart')).toHaveLength(1);
    });
  });
});

describe('a request that the service refuses is not sent again', () => {
  const unknown = { 'resource-id': 'app_nowhere' };
  test.each([
    { code: 'forbidden', hint: 'scope "deploy"', inputs: {}, key: 'reader', wallet: 'funded' },
    { code: 'not_found', hint: 'operation: list', inputs: unknown, key: 'ci', wallet: 'funded' },
    { code: 'unauthorized', hint: '90 days', inputs: { 'api-key': 'no-such-key' }, key: 'ci', wallet: 'funded' },
    { code: 'billing', hint: 'wallet', inputs: {}, key: 'ci', wallet: 'empty' },
  ] as const)('($code)', async ({ code, hint, inputs, key, wallet }) => {
    await withWorld({ wallet, resources: [resource()] }, async ({ emulator, run }) => {
      const step = await run({ operation: 'stop', 'resource-id': ID, ...inputs }, { key });
      expect(step.exitCode).toBe(1);
      expect(step.outputs['error-code']).toBe(code);
      expect(errorOf(step)).toContain(hint);
      expect(emulator.requests.length).toBeLessThanOrEqual(2);
      expect(step.tookMs).toBeLessThan(1_000);
    });
  });
});

test('returns with wait: false once the request is accepted, after one read of the resource', async () => {
  await withWorld({ resources: [resource()] }, async ({ emulator, run }) => {
    const step = await run({ operation: 'restart', 'resource-id': ID, wait: 'false' });
    expect(step.exitCode).toBe(0);
    expect(step.outputs).toMatchObject({ 'resource-status': 'restarting', duration: '', 'error-code': '' });
    expect(step.log).toContain('accepted and continues at the service');
    expect(emulator.requests.map(({ endpoint }) => endpoint)).toEqual([
      'getResource',
      'restartResource',
      'getResource',
    ]);
    expect(step.tookMs).toBeLessThan(1_000);
  });
});

test('reports one warning with wait: false when the resource cannot be read before and after', async () => {
  const faults = [{ kind: 'status', status: 400, on: 'getResource', times: 'always' }] as const;
  await withWorld({ faults, resources: [resource()] }, async ({ run }) => {
    const step = await run({ operation: 'restart', 'resource-id': ID, wait: 'false' });
    expect(step.exitCode).toBe(0);
    expect(step.log).toContain('at the start of this step is unknown');
    expect(warningsOf(step)).toEqual([expect.stringContaining('Could not read the resource')]);
  });
});

test('waits for a database, too, whose deployments the service refuses to list', async () => {
  const faults = [
    { kind: 'busy', on: 'restartResource', times: 2 },
    { kind: 'status', status: 400, code: 'invalid_input', on: 'listDeployments', times: 'always' },
  ] as const;
  const resources = [resource({ type: 'database', history: 0 })];
  await withWorld({ faults, resources }, async ({ emulator, run }) => {
    const step = await run({ operation: 'restart', 'resource-id': ID });
    expect(errorOf(step)).toBe('');
    expect(countOf(emulator, 'restartResource')).toBe(3);
    expect(step.log.match(/the resource is busy: the service does not show with what/g)).toHaveLength(2);
  });
});

test('fails as busy when the deadline comes during the wait, and names the blocking deployment', async () => {
  await withWorld({ resources: [resource({ script: { buildMs: Infinity } })] }, async ({ emulator, run }) => {
    emulator.deploy(ID);
    const step = await run({ operation: 'stop', 'resource-id': ID, timeout: '90s' });
    expect(step.outputs['error-code']).toBe('busy');
    expect(step.tookMs).toBe(90_000);
    expect(errorOf(step)).not.toContain('may continue');
    expect(emulator.view().activity.filter(({ action }) => action === 'stop')).toEqual([]);
  });
});

test('reports an unknown outcome, which may continue, when the request is never answered', async () => {
  const faults = [{ kind: 'hang', on: 'restartResource', times: 'always', after: true }] as const;
  await withWorld({ faults, resources: [resource()] }, async ({ run }) => {
    // 30 s for a response, 5 s of pause, and half of the next 30 s; then the same with the end in the pause.
    for (const [timeout, ms] of [
      ['50s', 50_000],
      ['33s', 33_000],
    ] as const) {
      const step = await run({ operation: 'restart', 'resource-id': ID, timeout });
      expect(step.outputs['error-code']).toBe('unknown_outcome');
      expect(errorOf(step)).toContain(`Work on ${ID} may continue`);
      expect(step.tookMs).toBe(ms);
    }
  });
});

test.each(['true', 'false'])(
  'fails after a minute when only HTML pages come back, as from a wrong address (wait: %s)',
  async (wait) => {
    const faults = [{ kind: 'html', on: 'restartResource', times: 'always' }] as const;
    await withWorld({ faults, resources: [resource()] }, async ({ run }) => {
      const step = await run({ operation: 'restart', 'resource-id': ID, wait });
      expect(step.exitCode).toBe(1);
      expect(step.outputs['error-code']).toBe('unreadable_reply');
      expect(errorOf(step)).toContain('an HTML page');
      expect(step.tookMs).toBeGreaterThanOrEqual(60_000);
      expect(step.tookMs).toBeLessThan(70_000);
    });
  },
);

test('sends the request again after a single HTML page, however long it has waited before', async () => {
  const faults = [{ kind: 'html', on: 'restartResource', skip: 2, times: 1 }] as const;
  await withWorld({ faults, resources: [resource({ script: { buildMs: 150_000 } })] }, async ({ emulator, run }) => {
    emulator.deploy(ID);
    const step = await run({ operation: 'restart', 'resource-id': ID });
    expect(errorOf(step)).toBe('');
    expect(step.tookMs).toBeGreaterThan(150_000);
    expect(countOf(emulator, 'restartResource')).toBeGreaterThan(4);
  });
});

test('ends at once when the run is cancelled, and reports that the work continues', async () => {
  const restart = [{ afterMs: 0, status: 'restarting' }];
  await withWorld({ resources: [resource({ lifecycle: { restart } })] }, async ({ clock, run }) => {
    const step = await run(
      { operation: 'restart', 'resource-id': ID },
      { onStart: (cancel) => void clock.sleep(20_000).then(() => cancel('SIGTERM')) },
    );
    expect(step.exitCode).toBe(1);
    expect(step.outputs).toMatchObject({ 'error-code': 'interrupted', 'resource-status': 'restarting' });
    expect(errorOf(step)).toContain('may continue');
    expect(step.tookMs).toBe(20_000);
  });
});
