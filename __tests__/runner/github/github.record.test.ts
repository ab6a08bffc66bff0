// github-environment: the exact calls for every ending, and a record that is never left in progress.
import { describe, expect, test } from '@jest/globals';
import type { ResourceOptions } from '../../../emulator/index.ts';
import { callsOf, RUN_SHA } from '../../support/fake-github.ts';
import { type GithubTrialOptions, RESOURCE_ID, tryWithGithub } from '../../support/github-trial.ts';
import { warningsOf } from '../../support/world.ts';

const wanted = { 'github-environment': 'production' };
const runUrl = 'https://github.example/octo-org/octo-app/actions/runs/77';

function web(script: ResourceOptions['script']): readonly ResourceOptions[] {
  return [{ id: RESOURCE_ID, name: 'web', domains: ['web.example.test'], ...(script && { script }) }];
}

/** A deployment of somebody else is being built when the step starts. */
function occupied({ emulator }: { emulator: { deploy: (id: string) => unknown } }): void {
  emulator.deploy(RESOURCE_ID);
}

describe('the record of a deployment', () => {
  test('is created before the request, in progress while it builds, and a success with the address in the end', async () => {
    let postsBefore = -1;
    const { run, github } = await tryWithGithub({
      inputs: wanted,
      prepare: (world) => {
        world.github.onCall = ({ name }) => {
          const posts = world.emulator.requests.filter(({ method }) => method === 'POST').length;
          if (name === 'create') postsBefore = posts;
          return undefined;
        };
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
    says: RegExp;
  }[] = [
    {
      ending: 'a build that fails',
      trial: { resources: web({ buildMs: 9_000, outcome: 'failed' }) },
      exitCode: 1,
      errorCode: 'deployment_failed',
      calls: ['create', 'in_progress', 'failure'],
      says: /^Deployment dep_000001 of web failed$/,
    },
    {
      ending: 'a deployment that somebody cancels at the service',
      trial: { resources: web({ buildMs: 9_000, outcome: 'cancelled' }) },
      exitCode: 1,
      errorCode: 'deployment_cancelled',
      calls: ['create', 'in_progress', 'inactive'],
      says: /^Deployment dep_000001 of web was cancelled$/,
    },
    {
      ending: 'the deadline while it builds',
      trial: { resources: web({ buildMs: Infinity }), inputs: { timeout: '2m' } },
      exitCode: 1,
      errorCode: 'timeout',
      calls: ['create', 'in_progress', 'error'],
      says: /goes on at the service$/,
    },
    {
      ending: 'the deadline in line',
      trial: { resources: web({ buildMs: Infinity }), inputs: { timeout: '2m' }, prepare: occupied },
      exitCode: 1,
      errorCode: 'busy',
      calls: ['create', 'in_progress', 'error'],
      says: /^Could not deploy/,
    },
    {
      ending: 'a wait in line and a success',
      trial: { resources: web({ buildMs: 60_000 }), prepare: occupied },
      exitCode: 0,
      errorCode: '',
      calls: ['create', 'in_progress', 'success'],
      says: /^web is deployed: dep_000002/,
    },
    {
      ending: 'a busy resource that is skipped',
      trial: { resources: web({ buildMs: Infinity }), inputs: { 'on-busy': 'skip' }, prepare: occupied },
      exitCode: 0,
      errorCode: '',
      calls: ['create', 'in_progress', 'inactive'],
      says: /skipped: it is busy/,
    },
    {
      ending: 'a busy resource that is not waited for',
      trial: { resources: web({ buildMs: Infinity }), inputs: { 'on-busy': 'fail' }, prepare: occupied },
      exitCode: 1,
      errorCode: 'busy',
      calls: ['create', 'in_progress', 'error'],
      says: /^Could not deploy/,
    },
    {
      ending: 'a request that the service refuses',
      trial: { faults: [{ kind: 'status', on: 'createDeployment', status: 402, code: 'billing' }] },
      exitCode: 1,
      errorCode: 'billing',
      calls: ['create', 'in_progress', 'error'],
      says: /^Could not deploy/,
    },
    {
      ending: 'inputs that are refused',
      trial: { inputs: { force: 'perhaps' } },
      exitCode: 1,
      errorCode: 'invalid_input',
      calls: [],
      says: /^$/,
    },
    {
      ending: 'a service that cannot be reached',
      trial: { inputs: { 'base-url': 'http://127.0.0.1:1/api/v1' } },
      exitCode: 1,
      errorCode: 'unreachable',
      calls: [],
      says: /^$/,
    },
    {
      ending: 'a resource without a variable that it needs',
      trial: { inputs: { 'required-env': 'DATABASE_URL' } },
      exitCode: 1,
      errorCode: 'missing_env',
      calls: [],
      says: /^$/,
    },
  ];

  test.each(endings)('tells $ending: $calls', async ({ trial, exitCode, errorCode, calls, says }) => {
    const { run, github } = await tryWithGithub({ ...trial, inputs: { ...wanted, ...trial.inputs } });
    expect({ exitCode: run.exitCode, errorCode: run.outputs['error-code'] }).toEqual({ exitCode, errorCode });
    expect(callsOf(github)).toEqual(calls);
    expect(github.calls.at(-1)?.body['description'] ?? '').toEqual(expect.stringMatching(says));
    expect(warningsOf(run)).toEqual([]);
  });

  test('is one for several resources, says the worst, and names no address', async () => {
    const { run, github } = await tryWithGithub({
      inputs: { ...wanted, 'resource-id': 'app_web app_api', 'fail-fast': 'false' },
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

  test('holds descriptions that GitHub takes, however long the names', async () => {
    const name = 'w'.repeat(300);
    const { github } = await tryWithGithub({ inputs: wanted, resources: [{ id: RESOURCE_ID, name }] });
    expect(callsOf(github)).toEqual(['create', 'in_progress', 'success']);
    for (const { body } of github.calls) expect(String(body['description']).length).toBeLessThanOrEqual(140);
  });

  test('has an id that is empty among the outputs when nothing was done', async () => {
    const { run } = await tryWithGithub({
      inputs: { ...wanted, 'on-busy': 'skip' },
      resources: web({ buildMs: Infinity }),
      prepare: occupied,
    });
    expect(run.outputs).toMatchObject({ skipped: 'busy', 'github-deployment-id': '', 'deployment-id': '' });
  });
});
