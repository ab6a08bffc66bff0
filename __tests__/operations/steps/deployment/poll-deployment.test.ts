// Polling one deployment until its end: only the service reports an end, and a log that cannot be read hides none.
import { describe, expect, test } from '@jest/globals';
import type { Fault } from '../../../../emulator/index.ts';
import { judgedDeploy } from '../../../faults/judged.ts';
import type { Trial, TrialOptions } from '../../../faults/trial.ts';
import {
  listOf,
  refusal,
  type ScriptedResponse,
  requests,
  resourceIn,
  runScripted,
} from '../../../support/service/scripted-service.ts';
import { errorOf, warningsOf } from '../../../support/world.ts';

const TIMEOUT_MS = 300_000;

const deploying = (options: TrialOptions): Promise<Trial> => judgedDeploy(TIMEOUT_MS, options);

describe('the status', () => {
  test('that is unknown is neither success nor the end, and is noted once', async () => {
    const statuses = [{ afterMs: 3_000, status: 'completed' }];
    const { run } = await deploying({ resource: { script: { buildMs: 60_000, statuses } } });
    expect(run.exitCode).toBe(0);
    expect(run.tookMs).toBeGreaterThanOrEqual(60_000);
    expect(run.log.match(/has the status "completed", which this action does not know/g)).toHaveLength(1);
    expect(warningsOf(run)).toEqual([]);
  });

  test('that stays unknown ends at the deadline, as a timeout', async () => {
    const statuses = [{ afterMs: 0, status: 'success' }];
    const { run } = await deploying({ resource: { script: { buildMs: Infinity, statuses } } });
    expect(run.outputs['error-code']).toBe('timeout');
    expect(run.tookMs).toBe(TIMEOUT_MS);
  });

  test('that goes back is polled until the end nevertheless', async () => {
    const statuses = [
      { afterMs: 5_000, status: 'building' },
      { afterMs: 10_000, status: 'queued' },
      { afterMs: 10_000, status: 'building' },
    ];
    const { run } = await deploying({ resource: { script: { buildMs: 60_000, statuses } } });
    expect(run.exitCode).toBe(0);
    expect(run.log).toMatch(/building[^]*queued[^]*building[^]*finished/);
  });

  test.each([
    ['failed', 'deployment_failed'],
    ['cancelled', 'deployment_cancelled'],
  ] as const)('%s fails the step as %s', async (outcome, code) => {
    const { run } = await deploying({ resource: { script: { buildMs: 10_000, outcome } } });
    expect(run.outputs).toMatchObject({ status: outcome, 'error-code': code });
  });

  test('is found in a list that shows it twice', async () => {
    const faults = [{ on: 'listDeployments', kind: 'duplicate' }] as const;
    const { run, ours } = await deploying({ faults, dialect: 'silent' });
    expect(run.exitCode).toBe(0);
    expect(run.outputs['deployment-id']).toBe(ours[0]?.id);
  });
});

describe('a deployment that the service does not know', () => {
  const away = (times: number | 'always'): Fault[] =>
    (['getDeployment', 'listDeployments'] as const).map((on) => ({
      on,
      kind: 'vanish',
      deploymentId: 'dep_000003',
      skip: 1,
      times,
    }));

  test('for a while is polled until it is back', async () => {
    const { run } = await deploying({ faults: away(5) });
    expect(run.exitCode).toBe(0);
  });

  test('for more than a minute fails as not found, and may continue', async () => {
    const { run } = await deploying({ faults: away('always'), resource: { script: { buildMs: 200_000 } } });
    expect(run.outputs['error-code']).toBe('not_found');
    expect(run.tookMs).toBeGreaterThan(60_000);
    expect(run.tookMs).toBeLessThan(90_000);
    expect(run.summary).toContain('may continue at the service');
    // One line each 25 s.
    expect(run.log.match(/does not show deployment/g)).toHaveLength(3);
  });

  test('at the deadline is named there as the last error', async () => {
    const { run } = await deploying({ faults: away('always'), inputs: { timeout: '40s' } });
    expect(run.outputs['error-code']).toBe('timeout');
    expect(errorOf(run)).toMatch(/Last error: GET \S+dep_000003: the service answered 404/);
  });
});

test.each<[string, ScriptedResponse, string]>([
  ['refuses', refusal(422, 'invalid_id'), 'invalid_id'],
  ['answers with a page', { status: 404, body: 'default backend - 404' }, 'unreadable_reply'],
])('a deployment that the service %s and does not list ends the step after a minute', async (_, response, code) => {
  const run = await runScripted(
    ({ request }) => {
      if (request === requests.resource) return resourceIn('running');
      return request === requests.list ? listOf('old finished') : response;
    },
    { operation: 'wait', 'deployment-id': 'dep_7' },
  );
  expect(run.outputs['error-code']).toBe(code);
  expect(run.tookMs).toBeGreaterThanOrEqual(60_000);
  expect(run.tookMs).toBeLessThan(75_000);
});

test('a deployment whose details fail is found in the list under either of its ids', async () => {
  const run = await runScripted(
    ({ request }) => {
      if (request === requests.resource) return resourceIn('running');
      if (request !== requests.list) return refusal(500, 'internal');
      return { body: { ok: true, deployments: [{ id: 46, deployment_uuid: 'dep_7', status: 'finished' }] } };
    },
    { operation: 'wait', 'deployment-id': 'dep_7' },
  );
  expect(run.outputs).toMatchObject({ 'error-code': '', 'deployment-id': 'dep_7', status: 'finished' });
});

describe('a request for the details', () => {
  test.each([
    ['garbage', { kind: 'garbage' }],
    ['a page', { kind: 'html' }],
    ['5xx', { kind: 'status', status: 500 }],
    ['a refusal', { kind: 'ok-false' }],
    ['a redirect', { kind: 'redirect', status: 302, location: 'https://elsewhere.example/' }],
  ] as const)('that is answered by %s every time is noted once, and the list shows the end', async (_, how) => {
    const { run } = await deploying({ faults: [{ on: 'getDeployment', times: 'always', ...how }] });
    expect(run.exitCode).toBe(0);
    expect(run.log.match(/dep_000003 could not be read, so the list is read for its status/g)).toHaveLength(1);
    expect(warningsOf(run)).toEqual([]);
  });

  test('that is answered slowly is read to its end while bytes keep coming', async () => {
    const { run } = await deploying({ faults: [{ on: 'getDeployment', kind: 'drip', intervalMs: 250 }] });
    expect(run.exitCode).toBe(0);
    expect(run.tookMs).toBeGreaterThan(20_000);
    expect(run.log).not.toContain('could not be read');
  });

  test('that fails for a moment costs no warning, and no line of the log', async () => {
    const { run } = await deploying({ faults: [{ on: 'getDeployment', kind: 'status', status: 502, times: 2 }] });
    expect(warningsOf(run)).toEqual([]);
    expect(run.log).toContain('  | Step 1');
    expect(run.log).toContain('  | Step 2');
  });

  test('that fails does not change the verdict of a failed deployment', async () => {
    const { run } = await deploying({
      faults: [{ on: 'getDeployment', kind: 'garbage', times: 'always' }],
      resource: { script: { buildMs: 20_000, outcome: 'failed' } },
    });
    expect(run.outputs['error-code']).toBe('deployment_failed');
  });
});

test('fails at the next poll when the key is revoked during the build, and reports that the deployment may continue', async () => {
  const { run, ours } = await deploying({
    resource: { script: { buildMs: 120_000 } },
    meanwhile: async ({ clock, emulator }) => {
      await clock.sleep(30_000);
      emulator.control.revokeKey('ci');
    },
  });
  expect(run.outputs['error-code']).toBe('unauthorized');
  expect(run.tookMs - 30_000).toBeLessThan(10_000);
  expect(run.summary).toContain(`${ours[0]?.id}`);
  expect(run.summary).toContain('may continue at the service');
});

test('shows a log that grows or loses its beginning without repeating a line', async () => {
  const log = Array.from({ length: 12 }, (_, index) => `a line of the build, number ${index}`);
  for (const logMode of ['grow', 'window:6'] as const) {
    const { run } = await deploying({ resource: { script: { buildMs: 40_000, log, logMode } } });
    const shown = log.map((line) => run.log.split(`${line}\n`).length - 1);
    expect({ logMode, shown }).toEqual({ logMode, shown: log.map(() => 1) });
  }
});

test('a page instead of the deployment is reported although a failure was before', async () => {
  const faults: Fault[] = [
    { kind: 'status', status: 500, on: 'getDeployment', times: 1 },
    { kind: 'html', on: 'getDeployment', times: 1 },
  ];
  const { run } = await deploying({ faults, resource: { script: { buildMs: 60_000 } } });
  expect(run.log.match(/the list is read for its status/g)).toHaveLength(2);
  expect(run.log).toContain('an HTML page');
});

test('a page instead of the deployment is reported where the list cannot be read either', async () => {
  const faults: Fault[] = [
    { kind: 'html', on: 'getDeployment', times: 1 },
    { kind: 'status', status: 502, on: 'listDeployments', skip: 1, times: 1 },
  ];
  const { run } = await deploying({ faults, resource: { script: { buildMs: 60_000 } } });
  expect(run.log).toMatch(/^deployment \S+ could not be read, .* an HTML page/m);
});

test.each<[what: string, detail: ScriptedResponse, error: string]>([
  ['fails while the list shows its status', refusal(500, 'internal_error'), 'was building. Last error: GET'],
  [
    'is postponed beyond it',
    { status: 503, body: 'busy', headers: { 'retry-after': '100' } },
    'had not been seen yet. Last error: GET',
  ],
])('a deployment that %s is named at the deadline as the last error', async (_, detail, error) => {
  const run = await runScripted(
    ({ request, earlier }) => {
      const isPosted = earlier.some(({ request: sent }) => sent === requests.deploy);
      if (request === requests.resource) return resourceIn('running');
      if (request === requests.list) return listOf(...(isPosted ? ['new building'] : []), 'old finished');
      return request === requests.deploy ? { body: { ok: true, deployment: { id: 'new' } } } : detail;
    },
    { timeout: '20s' },
  );
  expect(run.outputs['error-code']).toBe('timeout');
  expect(errorOf(run)).toContain(`${error} /resources/app_web/deployments/new: the service`);
});

test('a poll that the service postpones is announced with the time until the next one', async () => {
  const detail = requests.detail('new');
  const run = await runScripted(({ request, earlier }) => {
    const isFirst = !earlier.some(({ request: sent }) => sent === detail);
    if (request === detail && isFirst) return { status: 503, body: 'busy', headers: { 'retry-after': '60' } };
    if (request === detail) return { body: { ok: true, deployment: { id: 'new', status: 'finished' } } };
    if (request === requests.deploy) return { body: { ok: true, deployment: { id: 'new' } } };
    return request === requests.list ? listOf('old finished') : resourceIn('running');
  });
  expect(errorOf(run)).toBe('');
  expect(run.log).toMatch(/deployments\/new: .* answered 503; try 2 in 1m/);
});
