// github-environment: the requests to GitHub for every ending of a step.
import { describe, expect, test } from '@jest/globals';
import type { ResourceOptions } from '../../../emulator/index.ts';
import { callsOf, RUN_SHA, statesOf } from '../../support/github/fake-github.ts';
import { type GithubTrialOptions, occupy, RESOURCE_ID, tryWithGithub } from '../../support/github/github-trial.ts';
import { warningsOf } from '../../support/world.ts';

const recorded = { 'github-environment': 'production' };
const runUrl = 'https://github.example/octo-org/octo-app/actions/runs/77';

function web(script: ResourceOptions['script']): readonly ResourceOptions[] {
  return [{ id: RESOURCE_ID, name: 'web', domains: ['web.example.test'], ...(script && { script }) }];
}

describe('the record of a deployment', () => {
  test('is created before the deploy request, in progress during the build, and finally a success with the address', async () => {
    let postsBefore = -1;
    const { run, github } = await tryWithGithub({
      inputs: recorded,
      onCall: ({ name }, { emulator }) => {
        if (name === 'create') postsBefore = emulator.requests.filter(({ method }) => method === 'POST').length;
        return undefined;
      },
    });
    expect(run.exitCode).toBe(0);
    expect(postsBefore).toBe(0);
    expect(github.calls.map(({ method, path, body }) => ({ call: `${method} ${path}`, body }))).toEqual([
      {
        call: 'POST /api/v3/repos/octo-org/octo-app/deployments',
        body: {
          ref: RUN_SHA,
          environment: 'production',
          description: 'Deploying app_web',
          payload: { run_id: '77', run_attempt: '2', job: 'release', step: expect.stringMatching(/^[0-9a-f-]{36}$/) },
          auto_merge: false,
          required_contexts: [],
        },
      },
      {
        call: 'POST /api/v3/repos/octo-org/octo-app/deployments/4200000001/statuses',
        body: { state: 'in_progress', description: 'Deploying app_web', log_url: runUrl },
      },
      {
        call: 'POST /api/v3/repos/octo-org/octo-app/deployments/4200000001/statuses',
        body: {
          state: 'success',
          description: expect.stringMatching(/^web is deployed: dep_000001 finished in \d+s$/),
          log_url: runUrl,
          environment_url: 'https://web.example.test/',
        },
      },
    ]);
    expect(run.outputs['github-deployment-id']).toBe('4200000001');
  });

  const endings: {
    ending: string;
    trial: GithubTrialOptions;
    exitCode: number;
    errorCode: string;
    calls: string[];
    description: RegExp;
  }[] = [
    {
      ending: 'a build that fails',
      trial: { resources: web({ buildMs: 9_000, outcome: 'failed' }) },
      exitCode: 1,
      errorCode: 'deployment_failed',
      calls: ['create', 'in_progress', 'failure'],
      description: /^Deployment dep_000001 of web failed$/,
    },
    {
      ending: 'a deployment that somebody cancels at the service',
      trial: { resources: web({ buildMs: 9_000, outcome: 'cancelled' }) },
      exitCode: 1,
      errorCode: 'deployment_cancelled',
      calls: ['create', 'in_progress', 'inactive'],
      description: /^Deployment dep_000001 of web was cancelled$/,
    },
    {
      ending: 'the deadline while it builds',
      trial: { resources: web({ buildMs: Infinity }), inputs: { timeout: '2m' } },
      exitCode: 1,
      errorCode: 'timeout',
      calls: ['create', 'in_progress', 'error'],
      description: /; the deployment continues at the service$/,
    },
    {
      ending: 'the deadline while the resource is busy',
      trial: { resources: web({ buildMs: Infinity }), inputs: { timeout: '2m' }, prepare: occupy },
      exitCode: 1,
      errorCode: 'busy',
      calls: ['create', 'in_progress', 'error'],
      description: /^Could not deploy/,
    },
    {
      ending: 'a success after a wait for the busy resource',
      trial: { resources: web({ buildMs: 60_000 }), prepare: occupy },
      exitCode: 0,
      errorCode: '',
      calls: ['create', 'in_progress', 'success'],
      description: /^web is deployed: dep_000002/,
    },
    {
      ending: 'a busy resource that is skipped',
      trial: { resources: web({ buildMs: Infinity }), inputs: { 'on-busy': 'skip' }, prepare: occupy },
      exitCode: 0,
      errorCode: '',
      calls: ['create', 'in_progress', 'inactive'],
      description: /skipped: it is busy/,
    },
    {
      ending: 'a request that the service refuses',
      trial: { faults: [{ kind: 'status', on: 'createDeployment', status: 402, code: 'billing' }] },
      exitCode: 1,
      errorCode: 'billing',
      calls: ['create', 'in_progress', 'error'],
      description: /^Could not deploy/,
    },
    {
      ending: 'a service that cannot be reached',
      trial: { inputs: { 'base-url': 'http://127.0.0.1:1/api/v1' } },
      exitCode: 1,
      errorCode: 'unreachable',
      calls: [],
      description: /^$/,
    },
    {
      ending: 'a resource without a variable that it needs',
      trial: { inputs: { 'required-env': 'DATABASE_URL' } },
      exitCode: 1,
      errorCode: 'missing_env',
      calls: [],
      description: /^$/,
    },
  ];

  test.each(endings)('after $ending is sent as $calls', async ({ trial, exitCode, errorCode, calls, description }) => {
    const { run, github } = await tryWithGithub({ ...trial, inputs: { ...recorded, ...trial.inputs } });
    expect({ exitCode: run.exitCode, errorCode: run.outputs['error-code'] }).toEqual({ exitCode, errorCode });
    expect(callsOf(github)).toEqual(calls);
    expect(github.calls.at(-1)?.body['description'] ?? '').toEqual(expect.stringMatching(description));
    expect(warningsOf(run)).toEqual([]);
  });

  test('is created for the deployment of an earlier attempt, which a re-run waits for', async () => {
    const deployment = { id: 'dep_000001', status: 'building', commit: RUN_SHA };
    const { run, github, emulator } = await tryWithGithub({
      inputs: recorded,
      resources: web({ buildMs: 60_000 }),
      prepare: occupy,
      faults: [{ kind: 'status', on: 'listDeployments', status: 200, body: { deployments: [deployment] } }],
    });
    expect(run.outputs).toMatchObject({ 'deployment-id': 'dep_000001', 'github-deployment-id': '4200000001' });
    expect(emulator.requests.filter(({ method }) => method === 'POST')).toEqual([]);
    expect(callsOf(github)).toEqual(['create', 'in_progress', 'success']);
  });

  test('does not delay the deployment by more than a second, or its result at all, where GitHub is slow', async () => {
    let finished: { atMs: number; status: string | undefined } | undefined;
    const { run, github, emulator } = await tryWithGithub({
      inputs: recorded,
      resources: web({ buildMs: 5_000 }),
      onCall: ({ body, atMs }, { seen }) => {
        if (body['state'] === 'success') finished = { atMs, status: seen().outputs['status'] };
        return { delayMs: 2_900 };
      },
    });
    const [create] = github.calls;
    const post = emulator.requests.find(({ method }) => method === 'POST');
    // The emulator counts from the epoch.
    const postedAtMs = (post?.atMs ?? 0) - Date.UTC(2026, 2, 2, 12);
    expect(postedAtMs - (create?.atMs ?? 0)).toBeLessThan(1_200);
    expect(finished?.status).toBe('finished');
    expect(run.tookMs - (finished?.atMs ?? 0)).toBeLessThan(3_500);
    expect(statesOf(github)).toEqual(['success']);
  });

  test('is one for several resources, with the worst state and without an address', async () => {
    const { run, github } = await tryWithGithub({
      inputs: { ...recorded, 'resource-id': 'app_web app_api', 'fail-fast': 'false' },
      resources: [
        { id: 'app_web', domains: ['web.example.test'] },
        { id: 'app_api', domains: ['api.example.test'], script: { buildMs: 30_000, outcome: 'failed' } },
      ],
    });
    expect(run.exitCode).toBe(1);
    expect(callsOf(github)).toEqual(['create', 'in_progress', 'failure']);
    expect(github.calls[0]?.body['description']).toBe('Deploying 2 resources');
    expect(github.calls.at(-1)?.body).toEqual({
      state: 'failure',
      description: expect.stringContaining('1 failed'),
      log_url: runUrl,
    });
  });

  test('accepts environments with slashes, spaces and letters of any script', async () => {
    const environment = 'review/feature one/größe';
    const { run, github } = await tryWithGithub({
      inputs: { 'github-environment': environment },
      onCall: ({ name }) => (name === 'create' ? { breaks: true } : undefined),
    });
    expect(statesOf(github)).toEqual(['success']);
    expect(github.deployments[0]?.environment).toBe(environment);
    expect(run.outputs['github-deployment-id']).toBe('4200000001');
    expect(warningsOf(run)).toEqual([]);
  });
});

describe('the record of a pull request', () => {
  const pullRequest = { GITHUB_EVENT_NAME: 'pull_request', GITHUB_REF: 'refs/pull/7/merge' };
  const headSha = '3'.repeat(40);

  function payloadOf(repository: string, more: object = {}): string {
    const head = { sha: headSha, ref: 'topic', repo: { full_name: repository } };
    return JSON.stringify({ pull_request: { head, ...more } });
  }

  test('is on the head commit, is transient and makes no other record inactive', async () => {
    const { github } = await tryWithGithub({
      inputs: recorded,
      env: pullRequest,
      event: payloadOf('octo-org/octo-app'),
    });
    expect(callsOf(github)).toEqual(['create', 'in_progress', 'success']);
    const [create, ...statuses] = github.calls;
    expect(create?.body).toMatchObject({ ref: headSha, transient_environment: true });
    expect(statuses.map(({ body }) => body['auto_inactive'])).toEqual([false, false]);
    expect(github.calls.at(-1)?.body['environment_url']).toBe('https://web.example.test/');
  });

  test('is not transient, and makes others inactive, once the pull request is merged', async () => {
    const { github } = await tryWithGithub({
      inputs: recorded,
      env: pullRequest,
      event: payloadOf('octo-org/octo-app', { state: 'closed', merged: true }),
    });
    const [create, ...statuses] = github.calls;
    expect(create?.body['ref']).toBe(headSha);
    expect(create?.body).not.toHaveProperty('transient_environment');
    for (const { body } of statuses) expect(body).not.toHaveProperty('auto_inactive');
  });

  test('is not created for a fork, with a note', async () => {
    const { run, github } = await tryWithGithub({
      inputs: recorded,
      env: pullRequest,
      event: payloadOf('contributor/octo-app'),
    });
    expect(run.outputs).toMatchObject({ status: 'finished', 'github-deployment-id': '' });
    expect(github.calls).toEqual([]);
    expect(run.log).toContain('comes from the fork contributor/octo-app');
    expect(warningsOf(run)).toEqual([]);
  });

  test.each([undefined, 'no JSON'])(
    'is on the merge commit, with a note, where the event payload is %s',
    async (event) => {
      const { run, github } = await tryWithGithub({
        inputs: recorded,
        env: { ...pullRequest, ...(event === undefined ? { GITHUB_EVENT_PATH: '/nowhere/event.json' } : {}) },
        ...(event === undefined ? {} : { event }),
      });
      expect(github.deployments.map(({ sha }) => sha)).toEqual([RUN_SHA]);
      expect(run.log).toContain('names no head of the pull request');
      expect(warningsOf(run)).toEqual([]);
    },
  );
});
