// A deployment: its status, its commit, the cause of its failure, and the response to a deploy request.
import { describe, expect, test } from '@jest/globals';
import {
  assertAccepted,
  readDeployment as readWithTrace,
  readDeployments as readListWithTrace,
} from '../../../src/api/wire/index.ts';
import { PROXY_PAGE } from '../../support/service/raw-service.ts';
import { contentOf, readAcceptance, readDeployment, readDeployments, traceOf } from '../../support/service/readers.ts';

const read = (fields: object) => readDeployment({ deployment: { id: 'dep_1', ...fields } });

describe('the status of a deployment', () => {
  test.each([
    [{ status: 'finished' }, 'finished'],
    [{ status: ' FINISHED ' }, 'finished'],
    [{ status: 'Canceled' }, 'cancelled'],
    [{ state: 'failed' }, 'failed'],
    [{ status: 'Rolling Out', state: 'finished' }, 'Rolling Out'],
    [{ status: { phase: 'building' } }, 'building'],
    [{ status: { note: 'x', at: 3, phase: 'Queued' } }, 'queued'],
    [{ status: '', state: 'failed' }, 'failed'],
    [{ status: { phase: 'finished' } }, 'unknown'],
    [{ status: { build: { phase: 'building' } } }, 'unknown'],
    [{ status: ['finished'] }, 'unknown'],
    [{ status: null }, 'unknown'],
    [{ statusText: 'finished', result: 'finished' }, 'unknown'],
  ])('of %j is %s', (fields, status) => {
    expect(read(fields).status).toBe(status);
    expect(readDeployments({ deployments: [{ id: 'dep_1', ...fields }] })[0]?.status).toBe(status);
  });

  test('is reported with its path, or with its shape', () => {
    const reports = (status: unknown) =>
      traceOf((trace) =>
        readWithTrace({ data: { id: 'dep_1', status } }, { deploymentId: 'dep_1', logPath: undefined }, trace),
      );
    expect(reports('queued')).toEqual(['deployment ← data', 'deployment status ← data.status']);
    expect(reports('')).toEqual(['deployment ← data']);
    expect(reports({ phase: 'sk-canary' })).toEqual(['deployment ← data', 'deployment status: {phase: string}']);
  });
});

test('a list is reported with the paths of its parts, and the shape of what is no deployment', () => {
  const failed = { id: 'dep_1', status: 'failed', commit: 'a'.repeat(40), reason: 'x', error: 'sk-canary' };
  const body = { data: { deployments: [failed, 7, { status: 'queued' }] } };
  const reports = traceOf((trace) => {
    expect(readListWithTrace(body, trace).items.map(({ id }) => id)).toEqual(['dep_1', undefined, undefined]);
  });
  expect(reports).toEqual([
    'deployments ← data.deployments',
    'deployment status ← data.deployments[].status',
    'commit ← data.deployments[].commit',
    'cause ← data.deployments[].error',
    'deployment: number',
    'deployment: {status: string}',
    'deployment status ← data.deployments[].status',
  ]);
});

describe('the commit of a deployment', () => {
  const sha = 'a'.repeat(40);
  const other = 'b'.repeat(40);

  test.each([
    [{ commit: sha }, sha],
    [{ commitSha: sha.toUpperCase() }, sha],
    [{ git_revision: sha }, sha],
    [{ commit: { id: sha } }, sha],
    [{ source: { head: { sha } } }, sha],
    [{ commit: 'abc1234' }, 'abc1234'],
    [{ shortSha: 'aaaaaaa', commit: sha }, sha],
    [{ previousCommit: other, baseSha: other, commit: sha }, sha],
    [{ commit: { tree: other, parents: [{ sha: other }], sha } }, sha],
    [{ commit: { message: 'x' } }, undefined],
    [{ commit: 'abc123' }, undefined],
    [{ commit: `${sha}a` }, undefined],
    [{ commit: 1234567 }, undefined],
    [{ digest: sha }, undefined],
    [{ latest: { id: 'dep_0', status: 'finished', commit: other } }, undefined],
    [{ previous: { status: 'finished', build: { commit: other } } }, undefined],
  ])('in %j is %s', (fields, commit) => {
    expect(read(fields).commit).toBe(commit);
  });

  test('is read whatever the objects around the deployment are called', () => {
    expect(readDeployment({ base: { id: 'dep_1', status: 'queued', commit: sha } }).commit).toBe(sha);
  });
});

describe('the cause of a failed deployment', () => {
  test.each([
    [{ failure_reason: 'exit code 137' }, [['failure_reason', 'exit code 137', true]]],
    [
      { message: 'Fix the login page', errorMessage: 'No space\n left.' },
      [
        ['errorMessage', 'No space left.', true],
        ['message', 'Fix the login page', false],
      ],
    ],
    [{ error: { code: 'oom', message: 'out of memory' } }, [['error', 'out of memory', true]]],
    [{ error: { code: 'oom' } }, [['error', 'oom', true]]],
    [{ error: { exit: 137, code: 'oom' } }, [['error', 'oom', true]]],
    [{ errors: [{ detail: 'out of memory' }] }, [['errors', 'out of memory', true]]],
    [{ errors: ['first', 'second'] }, [['errors', 'first', true]]],
    [{ error: '', reason: null, statusMessage: 'image not found' }, [['statusMessage', 'image not found', false]]],
    [{ error: true, failure: { exit: 137 }, messages: 3, messageId: 'm1', label: 'x', errors: [] }, []],
  ])('is read from %j', (fields, remarks) => {
    expect(
      read({ status: 'failed', ...fields }).remarks.map(({ name, text, isError }) => [name, text, isError]),
    ).toEqual(remarks);
  });

  test('is at most 16384 characters long, with no half of a surrogate pair', () => {
    const [remark] = read({ error: `x${'\u{1f600}'.repeat(20_000)}` }).remarks;
    expect(remark?.text).toHaveLength(16_383);
    expect(remark?.text.isWellFormed()).toBe(true);
  });
});

describe('the response to a deploy request', () => {
  test.each([
    [{ deploymentId: 'dep_1' }, 'dep_1'],
    [{ data: { deployment_id: 7 } }, '7'],
    [{ deployments: [{ 'deployment-uuid': 'dep_1' }] }, 'dep_1'],
    [{ deployment: { id: 'dep_1' } }, 'dep_1'],
    [{ data: { deployment: { uuid: 'dep_1' } } }, 'dep_1'],
    [{ id: 'dep_1', status: 'queued' }, 'dep_1'],
    [{ result: { id: 'dep_1', state: 'BUILDING', resourceId: 'app_web' } }, 'dep_1'],
    [{ id: 'req_1', status: 'queued', deployment: { id: 'dep_1' } }, 'dep_1'],
    [{ deployment: { id: 'row_1', deploymentId: 'dep_1' } }, 'dep_1'],
    [{ deployment: { id: 'dep_1', replaces: { deploymentId: 'dep_0' } } }, 'dep_1'],
    [{ id: 'app_web', deploymentId: 'dep_1' }, 'dep_1'],
    [{ deployment: { latest: { deploymentId: 'dep_1' } } }, 'dep_1'],
    [{ resource: { id: 'app_web', type: 'app', status: 'building' }, deployment: { id: 'dep_1' } }, 'dep_1'],
  ])('%j names a deployment', (body, deploymentId) => {
    expect(readAcceptance(body).deploymentId).toBe(deploymentId);
  });

  test.each([
    [undefined],
    [null],
    ['dep_1'],
    [{}],
    [{ ok: true, id: 'dep_1' }],
    [{ id: 'job_1', status: 'accepted' }],
    [{ jobId: 'job_1', taskId: 't', requestId: 'r' }],
    [{ previousDeploymentId: 'dep_0' }],
    [{ previousDeployment: { id: 'dep_0' } }],
    [{ id: 'app_web', status: 'queued' }],
    [{ deploymentId: 'app_web' }],
    [{ deployment: { id: 'app_web' } }],
    [{ deployment: { id: 'app_web', uuid: 'row_1' } }],
    [{ deploymentQueue: { id: 'dep_1' } }],
    [{ deployment: { id: 'app_web', type: 'app' } }],
    [{ resource: { id: 'x', type: 'app', status: 'building' } }],
    [{ deployment: { id: {} } }],
    [{ deployment: 'dep_1' }],
    [
      {
        deployments: [
          { id: 'dep_1', status: 'queued' },
          { id: 'dep_0', status: 'finished' },
        ],
      },
    ],
    [{ ok: false, deploymentId: 'dep_1' }],
  ])('%j names none', (body) => {
    expect(readAcceptance(body)).toEqual({});
  });

  test.each([
    ...['app', 'worker', 'database', 'service'].map((type) => ({ type })),
    ...['cpuMillicores', 'memoryMb', 'diskGb'].map((size) => ({ [size]: 1 })),
  ])('names none with an object that is a resource: %j', (fields) => {
    expect(readAcceptance({ deployment: { id: 'x', ...fields } })).toEqual({});
  });

  test.each([
    [{ deployment: { id: 'dep_1', status: 'Queued' } }, 'queued'],
    [{ deployment: { id: 'dep_1', status: 'accepted' } }, undefined],
    [{ status: 'queued', deployment: { id: 'dep_1' } }, undefined],
  ])('%j shows a status only in the deployment', (body, status) => {
    expect(readAcceptance(body)).toEqual({ deploymentId: 'dep_1', ...(status && { status }) });
  });

  test.each([
    [202, ''],
    [202, 'Accepted'],
    [202, '{"ok":true}'],
    [200, '{"ok":true}'],
  ])('with %d %j is an acceptance', (status, body) => {
    expect(() => assertAccepted({ status, ...contentOf(body) })).not.toThrow();
  });

  test.each([
    [202, `\n${PROXY_PAGE}`],
    [200, ''],
    [200, 'Created'],
    [201, PROXY_PAGE],
  ])('with %d %j is no acceptance: the request may not have reached the service', (status, body) => {
    expect(() => assertAccepted({ status, ...contentOf(body) })).toThrow('expected JSON');
  });
});
