// deploy, from inputs to verdict: what a user reads, and what the service receives.
import { afterEach, describe, expect, test } from '@jest/globals';
import { judgedDeploy } from '../faults/judged.ts';
import { BUILD_MS, type Trial, type TrialOptions } from '../faults/trial.ts';
import { createRawServers } from '../support/service/raw-server.ts';
import { dialectNames, errorOf, warningsOf } from '../support/world.ts';

const TIMEOUT_MS = 180_000;
const servers = createRawServers();

afterEach(async () => {
  await servers.close();
});

const deploying = (options: TrialOptions = {}): Promise<Trial> => judgedDeploy(TIMEOUT_MS, options);

/** An app that answers with one status; resolves with its address. */
const appThatAnswers = async (status: number): Promise<string> =>
  `${await servers.serve((_, response) => void response.writeHead(status).end())}/health`;

describe('without any fault, a deploy', () => {
  test.each(dialectNames)('passes in the dialect "%s", with one POST', async (dialect) => {
    const trial = await deploying({ dialect });
    expect(trial.run.exitCode).toBe(0);
    expect(trial.run.outputs).toMatchObject({ status: 'finished', 'resource-status': 'running', 'error-code': '' });
    expect(trial.run.outputs['deployment-id']).toBe(trial.ours[0]?.id);
    expect(trial.requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
    expect(warningsOf(trial.run)).toEqual([]);
  });

  test('reads the resource and its deployments before it changes anything', async () => {
    const { requests } = await deploying();
    expect(requests.map(({ endpoint }) => endpoint).slice(0, 3)).toEqual([
      'getResource',
      'listDeployments',
      'createDeployment',
    ]);
  });

  test('sees the end within seconds, and shows the address', async () => {
    const { run } = await deploying();
    expect(run.tookMs).toBeGreaterThanOrEqual(BUILD_MS);
    expect(run.tookMs).toBeLessThan(BUILD_MS + 5_000);
    expect(run.outputs['url']).toBe('https://web.example.test');
  });

  test('requests a build without cache with force', async () => {
    const { ours } = await deploying({ inputs: { force: 'true' } });
    expect(ours[0]?.force).toBe(true);
  });

  test('passes with wait: false once the request is accepted', async () => {
    const { run, ours } = await deploying({ inputs: { wait: 'false' } });
    expect(run.tookMs).toBe(0);
    expect(run.outputs).toMatchObject({ 'deployment-id': ours[0]?.id, 'error-code': '' });
  });
});

describe('the deadline', () => {
  test('that comes during the build names deployment and status, and explains how to take over', async () => {
    const { run, ours } = await deploying({ resource: { script: { buildMs: 600_000 } } });
    expect(run.tookMs).toBe(TIMEOUT_MS);
    expect(run.outputs).toMatchObject({ 'error-code': 'timeout', status: 'building' });
    expect(errorOf(run)).toContain(`${ours[0]?.id} was building`);
    expect(errorOf(run)).toContain(`operation: wait, resource-id: app_web, deployment-id: ${ours[0]?.id}`);
  });

  test('that comes after the end does not change the verdict', async () => {
    const hang = { on: 'getResource', kind: 'hang', times: 'always' } as const;
    const { run } = await deploying({ faults: [hang], inputs: { timeout: '45s' } });
    expect(run.exitCode).toBe(0);
    expect(run.tookMs).toBeLessThanOrEqual(45_000);
    expect(run.log).toContain('the status of app_web at the start of this step is unknown');
    expect(warningsOf(run)).toEqual([expect.stringContaining('whether the app runs is not certain')]);
  });
});

describe('the health check', () => {
  test('passes when the app answers', async () => {
    const { run } = await deploying({ inputs: { 'health-check': await appThatAnswers(204) } });
    expect(run.exitCode).toBe(0);
  });

  test('fails as unhealthy when it never does, and the deployment is not reported as continuing', async () => {
    const { run } = await deploying({ inputs: { 'health-check': await appThatAnswers(503) } });
    expect(run.outputs).toMatchObject({ 'error-code': 'unhealthy', status: 'finished' });
    expect(run.summary).not.toMatch(/\bcontinues?\b/);
  });

  test('passes with a warning when the app answers though the resource cannot be read', async () => {
    const hang = { on: 'getResource', kind: 'hang', times: 'always' } as const;
    const { run } = await deploying({ faults: [hang], inputs: { 'health-check': await appThatAnswers(200) } });
    expect(run.outputs).toMatchObject({ 'error-code': '', status: 'finished' });
    expect(warningsOf(run)).toEqual([expect.stringContaining('whether the app runs is not certain')]);
  });

  test('is not made after a failed deployment', async () => {
    let requests = 0;
    const origin = await servers.serve((_, response) => {
      requests += 1;
      response.end();
    });
    const { run } = await deploying({
      inputs: { 'health-check': `${origin}/health` },
      resource: { script: { outcome: 'failed' } },
    });
    expect(run.outputs['error-code']).toBe('deployment_failed');
    expect(requests).toBe(0);
  });
});
