// deploy, from its inputs to its verdict: what a user reads, and what the service receives.
import { afterEach, describe, expect, test } from '@jest/globals';
import { parseDialect } from '../../emulator/index.ts';
import { judgedDeploy } from '../faults/judged.ts';
import { BUILD_MS, type Trial, type TrialOptions } from '../faults/trial.ts';
import { createRawServers } from '../support/raw-server.ts';
import { dialectNames, errorOf, warningsOf } from '../support/world.ts';

const TIMEOUT_MS = 180_000;
const servers = createRawServers();

afterEach(async () => {
  await servers.close();
});

const deploying = (options: TrialOptions = {}): Promise<Trial> => judgedDeploy(TIMEOUT_MS, options);

/** An app that answers with one status; resolves with the address to ask. */
const appThatAnswers = async (status: number): Promise<string> =>
  `${await servers.serve((_, response) => void response.writeHead(status).end())}/health`;

describe('without any fault', () => {
  test.each(dialectNames)('passes in the dialect "%s", with one POST', async (dialect) => {
    const trial = await deploying({ dialect: parseDialect(dialect) });
    expect(trial.run.exitCode).toBe(0);
    expect(trial.run.outputs).toMatchObject({ status: 'finished', 'resource-status': 'running', 'error-code': '' });
    expect(trial.run.outputs['deployment-id']).toBe(trial.ours[0]?.id);
    expect(trial.requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
    expect(warningsOf(trial.run)).toEqual([]);
  });

  test('the resource and its deployments are read before anything is changed', async () => {
    const { requests } = await deploying();
    expect(requests.map(({ endpoint }) => endpoint).slice(0, 3)).toEqual([
      'getResource',
      'listDeployments',
      'createDeployment',
    ]);
  });

  test('the end is seen within seconds, and the address is shown', async () => {
    const { run } = await deploying();
    expect(run.tookMs).toBeGreaterThanOrEqual(BUILD_MS);
    expect(run.tookMs).toBeLessThan(BUILD_MS + 5_000);
    expect(run.outputs['url']).toBe('https://web.example.test');
  });

  test('force asks for a build without cache', async () => {
    const { ours } = await deploying({ inputs: { force: 'true' } });
    expect(ours[0]?.force).toBe(true);
  });

  test('wait: false passes with the acceptance', async () => {
    const { run, ours } = await deploying({ inputs: { wait: 'false' } });
    expect(run.tookMs).toBe(0);
    expect(run.outputs).toMatchObject({ 'deployment-id': ours[0]?.id, 'error-code': '' });
  });
});

describe('the deadline', () => {
  test('reached while it builds names deployment and status, and how to take over', async () => {
    const { run, ours } = await deploying({ resource: { script: { buildMs: 600_000 } } });
    expect(run.tookMs).toBe(TIMEOUT_MS);
    expect(run.outputs).toMatchObject({ 'error-code': 'timeout', status: 'building' });
    expect(errorOf(run)).toContain(`${ours[0]?.id} was building`);
    expect(errorOf(run)).toContain(`operation: wait, resource-id: app_web, deployment-id: ${ours[0]?.id}`);
  });

  test('reached after the end changes no verdict', async () => {
    const hang = { on: 'getResource', kind: 'hang', times: 'always' } as const;
    const { run } = await deploying({ faults: [hang], inputs: { timeout: '45s' } });
    expect(run.exitCode).toBe(0);
    expect(run.tookMs).toBeLessThanOrEqual(45_000);
    expect(warningsOf(run)).toEqual([
      expect.stringContaining('before the request is unknown'),
      expect.stringContaining('whether the app runs is not certain'),
    ]);
  });
});

describe('the health check', () => {
  test('passes when the app answers', async () => {
    const { run } = await deploying({ inputs: { 'health-check': await appThatAnswers(204) } });
    expect(run.exitCode).toBe(0);
  });

  test('fails as unhealthy when it never does, and nothing is said to go on', async () => {
    const { run } = await deploying({ inputs: { 'health-check': await appThatAnswers(503) } });
    expect(run.outputs).toMatchObject({ 'error-code': 'unhealthy', status: 'finished' });
    expect(run.summary).not.toMatch(/\bcontinues?\b/);
  });

  test('passes when the app answers though the resource cannot be read, with warnings', async () => {
    const hang = { on: 'getResource', kind: 'hang', times: 'always' } as const;
    const { run } = await deploying({ faults: [hang], inputs: { 'health-check': await appThatAnswers(200) } });
    expect(run.outputs).toMatchObject({ 'error-code': '', status: 'finished' });
    expect(warningsOf(run)).toHaveLength(2);
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
