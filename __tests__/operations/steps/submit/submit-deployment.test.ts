// Posting once and finding our deployment, whatever happens to the request.
import { describe, expect, test } from '@jest/globals';
import type { Fault } from '../../../../emulator/index.ts';
import { judgedDeploy } from '../../../faults/judged.ts';
import { RESOURCE_ID, timesOf, type Trial, type TrialOptions } from '../../../faults/trial.ts';

const TIMEOUT_MS = 180_000;

const deploying = (options: TrialOptions): Promise<Trial> => judgedDeploy(TIMEOUT_MS, options);

const lostAfter: Fault = { on: 'createDeployment', kind: 'reset-after' };
const lostBefore: Fault = { on: 'createDeployment', kind: 'reset-before' };
/** An acceptance that names this id, whatever the deployment is called. */
const named = (id: string): Fault => {
  return { on: 'createDeployment', kind: 'status', status: 202, body: { ok: true, id }, work: true };
};

describe('a lost POST', () => {
  test.each([0, 5_000, 9_000])('is found in a list that lags by %d ms, and is not sent again', async (ms) => {
    const trial = await deploying({ faults: [lostAfter, { on: 'listDeployments', kind: 'lag', ms }] });
    expect(trial.run.exitCode).toBe(0);
    expect(trial.run.outputs['deployment-id']).toBe(trial.ours[0]?.id);
    expect(timesOf(trial, 'createDeployment')).toHaveLength(1);
    expect(trial.run.log).toContain('is new since our request');
  });

  test('is sent again when it created nothing, after three reads of the list over fifteen seconds', async () => {
    const trial = await deploying({ faults: [lostBefore] });
    expect(trial.run.exitCode).toBe(0);
    const [first = 0, second = 0, ...others] = timesOf(trial, 'createDeployment');
    expect(others).toEqual([]);
    expect(second - first).toBeGreaterThanOrEqual(15_000);
    const reads = timesOf(trial, 'listDeployments').filter((atMs) => atMs >= first && atMs <= second);
    expect(reads.length).toBeGreaterThanOrEqual(3);
  });

  test('that a gateway answered is searched for without being silent for half a minute', async () => {
    const { run } = await deploying({
      faults: [{ on: 'createDeployment', kind: 'status', status: 502, body: '<html>' }],
    });
    expect(run.exitCode).toBe(0);
    expect(run.log.match(/^the list does not show a new deployment in progress yet$/gm)).toHaveLength(3);
  });

  test('is not sent again on failed reads of the list: only successful ones count', async () => {
    const faults: Fault[] = [lostBefore, { on: 'listDeployments', kind: 'status', status: 502, skip: 1, times: 6 }];
    const trial = await deploying({ faults });
    const [first = 0, second = 0] = timesOf(trial, 'createDeployment');
    const reads = trial.requests.filter(({ endpoint, status, atMs }) => {
      const sinceMs = atMs - (trial.requests[0]?.atMs ?? 0);
      return endpoint === 'listDeployments' && status === 200 && sinceMs >= first && sinceMs <= second;
    });
    expect(trial.run.exitCode).toBe(0);
    expect(reads.length).toBeGreaterThanOrEqual(3);
  });

  test('that makes the resource busy in a list that lags for longer is found by reading on, not waited for', async () => {
    const faults: Fault[] = [lostAfter, { on: 'listDeployments', kind: 'lag', ms: 18_000 }];
    const trial = await deploying({ faults, resource: { script: { buildMs: 60_000 } } });
    expect(trial.run.exitCode).toBe(0);
    expect(timesOf(trial, 'createDeployment')).toHaveLength(2);
    expect(trial.run.log).not.toContain('the resource is busy:');
  });

  test('that is followed by two new deployments is ambiguous: neither is taken, and no third is started', async () => {
    const trial = await deploying({
      faults: [{ on: 'createDeployment', kind: 'hang', after: true }],
      meanwhile: async ({ clock, emulator }) => {
        await clock.sleep(5_000);
        emulator.deploy(RESOURCE_ID, { evenIfBusy: true });
      },
    });
    expect(trial.run.outputs['error-code']).toBe('ambiguous');
    expect(trial.run.outputs['deployment-id']).toBe('');
    expect(timesOf(trial, 'createDeployment')).toHaveLength(1);
    for (const { id } of trial.fresh) expect(trial.run.summary).toContain(id);
  });

  test('is an unknown outcome when the deadline comes before the list was read for long enough', async () => {
    const { run } = await deploying({ faults: [lostBefore], inputs: { timeout: '12s' } });
    expect(run.outputs['error-code']).toBe('unknown_outcome');
    expect(run.summary).toContain('may continue');
  });

  test('is known to have created nothing once the list was read for long enough', async () => {
    const limited: Fault = { on: 'createDeployment', kind: 'rate-limited', retryAfter: 999_999, times: 'always' };
    const { run } = await deploying({ faults: [lostBefore, limited] });
    expect(run.outputs['error-code']).toBe('rate_limited');
    expect(run.summary).not.toContain('may continue');
  });

  test('ends the step at once when the key is then revoked, and the summary shows that the deployment may continue', async () => {
    const trial = await deploying({
      faults: [lostAfter, { on: 'listDeployments', kind: 'lag', ms: 9_000 }],
      meanwhile: async ({ clock, emulator }) => {
        await clock.sleep(3_000);
        emulator.control.revokeKey('ci');
      },
    });
    expect(trial.run.outputs['error-code']).toBe('unauthorized');
    expect(trial.run.tookMs).toBeLessThan(6_000);
    expect(trial.run.summary).toContain('may continue');
  });
});

describe('an accepted request', () => {
  test('is not recognised in the HTML page of a proxy: the request is sent again', async () => {
    const trial = await deploying({ faults: [{ on: 'createDeployment', kind: 'html' }] });
    expect(trial.run.exitCode).toBe(0);
    expect(timesOf(trial, 'createDeployment')).toHaveLength(2);
  });

  test.each([0, 5_000, 9_000])('without an id is found in a list that lags by %d ms', async (ms) => {
    const faults: Fault[] = [{ on: 'listDeployments', kind: 'lag', ms }];
    const trial = await deploying({ faults, dialect: 'silent' });
    expect(trial.run.exitCode).toBe(0);
    expect(timesOf(trial, 'createDeployment')).toHaveLength(1);
  });

  test('without an id that no list ever shows fails as a timeout, and may continue', async () => {
    const faults: Fault[] = [{ on: 'listDeployments', kind: 'lag', ms: 999_000 }];
    const trial = await deploying({ faults, dialect: 'silent' });
    expect(trial.run.outputs['error-code']).toBe('timeout');
    expect(trial.run.summary).toContain('may continue');
    expect(timesOf(trial, 'createDeployment')).toHaveLength(1);
  });

  test('without an id passes with wait: false once the list was read', async () => {
    const faults: Fault[] = [{ on: 'listDeployments', kind: 'lag', ms: 999_000 }];
    const { run } = await deploying({ faults, dialect: 'silent', inputs: { wait: 'false' } });
    expect(run.exitCode).toBe(0);
    expect(run.outputs['deployment-id']).toBe('');
    expect(run.tookMs).toBeLessThan(20_000);
  });

  test('that names the resource instead is found in the list', async () => {
    const trial = await deploying({ dialect: 'misleading' });
    expect(trial.run.outputs['deployment-id']).toBe(trial.ours[0]?.id);
  });

  test('that names an old deployment is found in the list', async () => {
    const trial = await deploying({ faults: [named('dep_000002')] });
    expect(trial.run.exitCode).toBe(0);
    expect(trial.run.outputs['deployment-id']).toBe(trial.ours[0]?.id);
  });

  test.each([
    ['our deployment', 'dep_000003'],
    ['an old deployment', 'dep_000002'],
  ])('without a body is found in the list, whatever its Location names: %s', async (_, id) => {
    const headers = { location: `/api/v1/resources/${RESOURCE_ID}/deployments/${id}` };
    const accepted: Fault = { on: 'createDeployment', kind: 'status', status: 202, body: '', headers, work: true };
    const trial = await deploying({ faults: [accepted] });
    expect(trial.run.exitCode).toBe(0);
    expect(trial.run.outputs['deployment-id']).toBe('dep_000003');
    expect(trial.ours[0]?.id).toBe('dep_000003');
    expect(trial.run.log).toContain('the service did not name it');
  });

  test('that names a job is replaced by the one new deployment when the job cannot be found for a while', async () => {
    const trial = await deploying({ faults: [named('job_7')] });
    expect(trial.run.exitCode).toBe(0);
    expect(trial.run.outputs['deployment-id']).toBe(trial.ours[0]?.id);
  });

  test('that names our deployment is never replaced by another, however long it cannot be found', async () => {
    const vanish: Fault[] = [
      { on: 'getDeployment', kind: 'vanish', deploymentId: 'dep_000003', skip: 1, times: 6 },
      { on: 'listDeployments', kind: 'vanish', deploymentId: 'dep_000003', skip: 1, times: 6 },
    ];
    const trial = await deploying({
      faults: vanish,
      resource: { script: { buildMs: 60_000 } },
      meanwhile: async ({ clock, emulator }) => {
        await clock.sleep(6_000);
        emulator.deploy(RESOURCE_ID, { evenIfBusy: true });
      },
    });
    expect(trial.run.exitCode).toBe(0);
    expect(trial.run.outputs['deployment-id']).toBe('dep_000003');
    expect(trial.ours[0]?.id).toBe('dep_000003');
  });
});

describe('a final refusal', () => {
  test.each([
    ['create_limit', { on: 'createDeployment', kind: 'create-limit' }],
    ['quota_used_up', { on: 'createDeployment', kind: 'status', status: 422, code: 'quota_used_up' }],
    // The code equals one of ours, so it is not passed on: "nothing was sent" would not be true.
    ['service_error', { on: 'createDeployment', kind: 'status', status: 422, code: 'invalid_input' }],
    ['forbidden', { on: 'createDeployment', kind: 'status', status: 403, code: 'forbidden' }],
  ] as const)('%s ends the step with one request', async (code, fault) => {
    const trial = await deploying({ faults: [{ ...fault, times: 'always' }] });
    expect(trial.run.outputs['error-code']).toBe(code);
    expect(timesOf(trial, 'createDeployment')).toHaveLength(1);
    expect(trial.run.tookMs).toBe(0);
  });

  test('for an empty wallet has the code billing', async () => {
    const trial = await deploying({
      meanwhile: async ({ emulator }) => {
        emulator.control.setWallet('empty');
        await Promise.resolve();
      },
    });
    expect(trial.run.outputs['error-code']).toBe('billing');
    expect(trial.ours).toEqual([]);
  });
});

describe('the rate limit', () => {
  test.each([
    ['seconds', { retryAfter: 40 }],
    ['a date', { retryAfter: 'date', retryAfterMs: 40_000 }],
  ] as const)('is waited for with Retry-After in %s', async (_, how) => {
    const trial = await deploying({ faults: [{ on: 'createDeployment', kind: 'rate-limited', ...how }] });
    expect(trial.run.exitCode).toBe(0);
    expect(timesOf(trial, 'createDeployment')[1]).toBeGreaterThanOrEqual(40_000);
  });

  test.each([999_999, 123_456_789_012])('with a Retry-After of %d seconds ends at the deadline', async (retryAfter) => {
    const trial = await deploying({ faults: [{ on: 'createDeployment', kind: 'rate-limited', retryAfter }] });
    expect(trial.run.outputs['error-code']).toBe('rate_limited');
    expect(trial.run.tookMs).toBe(TIMEOUT_MS);
    expect(trial.ours).toEqual([]);
  });
});
