// A deployment: its status, its commit, why it failed, and the answer to the request for one.
import { describe, expect, test } from '@jest/globals';
import { parseAccepted, parseDeployment, parseDeployments } from '../../src/api/deployments.ts';

const read = (fields: object) =>
  parseDeployment({ deployment: { id: 'dep_1', ...fields } }, 'dep_1');

test.each([
  [{ status: 'finished' }, 'finished', true],
  [{ status: ' FINISHED ' }, 'finished', true],
  [{ status: 'Canceled' }, 'cancelled', true],
  [{ status: 'Rolling Out', state: 'finished' }, 'Rolling Out', true],
  [{ status: { phase: 'finished' } }, 'unknown', false],
  [{ status: null }, 'unknown', false],
  [{ result: 'finished' }, 'unknown', false],
])('the status of %j is %s', (fields, status, hasStatus) => {
  expect(read(fields).status).toBe(hasStatus ? status : undefined);
  const { items } = parseDeployments({ deployments: [{ id: 'dep_1', ...fields }] });
  expect(items[0]?.status).toBe(status);
});

describe('the commit of a deployment', () => {
  const sha = 'a'.repeat(40);
  const other = 'b'.repeat(40);

  test.each([
    [{ commit: sha }, sha],
    [{ commitSha: sha.toUpperCase() }, sha],
    [{ git_revision: sha }, sha],
    [{ git_commit_hash: sha }, sha],
    [{ commit: { id: sha } }, sha],
    [{ source: { head: { sha } } }, sha],
    [{ meta: { githubCommitSha: sha, githubCommitMessage: 'deadbeef fix' } }, sha],
    [{ commit: 'abc1234' }, 'abc1234'],
    [{ shortSha: 'aaaaaaa', commit: sha }, sha],
    [{ sha1: sha }, sha],
    [{ commit: 'bbbbbbb', sha }, sha],
    [{ commits: [{ sha: other }] }, undefined],
    [{ previousCommit: other, baseSha: other, commit: sha }, sha],
    [{ liveCommit: other, image: { imageSha: other }, source: { git_commit: sha } }, sha],
    [{ shown: { commit: sha }, activeRevision: 'aaaaaaa', deployedSha: other }, sha],
    [{ deployedCommit: sha }, sha],
    [{ liveCommit: { sha: other }, commit: 'aaaaaaa' }, 'aaaaaaa'],
    [{ currentCommit: other, targetCommit: sha }, sha],
    [{ commit: { tree: other, parent: { sha: other }, sha } }, sha],
    [{ commit: { parents: [{ sha: other }] } }, undefined],
    [{ commit: { message: 'x' } }, undefined],
    [{ commit: 'abc123' }, undefined],
    [{ commit: `${sha}a` }, undefined],
    [{ commit: ` ${sha}` }, undefined],
    [{ commit: 1234567 }, undefined],
    [{ digest: sha, sharedSecret: sha, shadow: sha }, undefined],
    [{ latest: { id: 'dep_0', status: 'finished', commit: other } }, undefined],
    [{ previous: { commit: other } }, undefined],
    [{ build: { status: 'failed', commit: sha } }, sha],
  ])('in %j is %s', (fields, commit) => expect(read(fields).commit).toBe(commit));

  test('is read whatever the objects around the deployment are called', () => {
    const reply = {
      commits: { base: { id: 'dep_1', status: 'queued', hash: other, commit: sha } },
    };
    expect(parseDeployment(reply, 'dep_1').commit).toBe(sha);
  });
});

test.each([
  [{ id: 'dep_1', deployment: { id: 'dep_1', status: 'failed', log: 'one' } }, 'failed', 'one'],
  [
    { logs: { deploymentId: 'dep_1', text: 'one' }, data: { id: 'dep_1', status: 'failed' } },
    'failed',
    'one\n',
  ],
  [{ id: 'dep_1', log: 'a', steps: [{ deploymentId: 'dep_1', status: 'failed' }] }, undefined, 'a'],
])('the record of a deployment has a status: %j', (reply, status, text) => {
  const { log, ...deployment } = parseDeployment(reply, 'dep_1');
  expect([deployment.status, log.text]).toEqual([status, text]);
});

test.each([
  [{ failure_reason: 'exit code 137' }, ['exit code 137']],
  [
    { errorCode: 'OOM', errorMessage: 'No space\n left.', message: 'Fix the page' },
    ['No space\u2028 left.', 'OOM'],
  ],
  [{ error: { code: 'oom', message: 'out of memory' } }, ['out of memory', 'oom']],
  [{ errors: [{ message: 'first one' }, 'second'] }, ['first one']],
  [{ errors: ['first', 'second'] }, ['first']],
  [{ lastError: 'E_1', failReason: 'E_2', buildError: 'no disk' }, ['no disk', 'E_1', 'E_2']],
  [{ error: '', failure: null, failed: true, errorCount: 3, errors: [] }, []],
  [{ reason: 'x', messages: ['x'] }, []],
  [{ failedAt: '2026-03-01T10:00:00Z', failedBy: 'alice' }, []],
  [{ errorLogUrl: 'https://x.example', errorDetail: { text: 'x' } }, []],
  [{ error: { code: 'oom' } }, ['oom']],
  [{ build: { errorMessage: 'No memory.' }, error: '{"code": 1}' }, ['No memory.', '{"code": 1}']],
  [{ error: '{"code": 1}', errorCode: 'oom' }, ['oom', '{"code": 1}']],
  [{ steps: [{ name: 'build', error: 'No memory.' }] }, ['No memory.']],
  [{ steps: [{ id: 's1', error: 'No memory.' }], owner: { id: 'u1', error: 'x' } }, []],
  [{ SENTRY_ERROR_DSN: 'x', errorHandler: 'x', onError: 'x', errorRate: 'x' }, []],
  [{ env: { ERROR: 'x' }, settings: { error: 'x' }, buildConfig: { failure: 'x' } }, []],
  [{ variables: [{ error: 'x' }], previous: { error: 'x' }, logs: [{ error: 'x' }] }, []],
  [{ failure: { reason: 'OOM', detail: 'No memory.' } }, ['No memory.', 'OOM']],
  [{ error: { code: 'oom', description: 'No memory.' } }, ['No memory.', 'oom']],
])('why a deployment failed is read from %j', (fields, reasons) => {
  expect(read({ status: 'failed', ...fields }).reasons).toEqual(reasons);
});

describe('the answer to a request for a deployment', () => {
  test.each([
    [{ deploymentId: 'dep_1' }],
    [{ data: { deployment_id: 'dep_1' } }],
    [{ deployment: { id: 'dep_1' } }],
    [{ data: { Deployment: { uuid: 'dep_1' } } }],
    [{ id: 'dep_1', status: 'success' }],
    [{ ok: true, id: 'dep_1' }],
    [{ id: 'req_1', deployment: { id: 'dep_1' } }],
    [{ deployment: { id: 'row_1', deploymentId: 'dep_1' } }],
    [{ deployment_uuid: 'dep_1' }],
    [{ deployment: { id: 'dep_1', replaces: { deploymentId: 'dep_0' } } }],
    [{ deployment: { id: 'dep_1', previous: { deploymentId: 'dep_0' } } }],
    [{ id: 'app_web', type: 'app', deploymentId: 'dep_1' }],
    [{ id: 'dep_1', resource: { id: 'app_web' }, user: { id: 'u1' }, data: { id: 'job_7' } }],
    [{ resource: { id: 'app_web', type: 'app', status: 'building' }, deployment: { id: 'dep_1' } }],
  ])('%j names a deployment', (reply) => {
    expect(parseAccepted(reply, 'app_web')).toEqual({ deploymentId: 'dep_1' });
  });

  test.each([
    [undefined],
    [{}],
    [['dep_1']],
    [{ data: { id: 'dep_1' } }],
    [{ jobId: 'job_1', taskId: 't', requestId: 'r', uuid: 'u' }],
    [{ previousDeploymentId: 'dep_0', previousDeployment: { id: 'dep_0' } }],
    [{ last: { deployment: { id: 'dep_0' } } }],
    [{ id: 'app_web', status: 'queued' }],
    [{ id: 'r-7', type: 'app' }],
    [{ deploymentId: 'app_web' }],
    [{ deployment: { id: 'app_web', status: 'queued' } }],
    [{ deploymentQueue: { id: 'dep_1' } }],
    [{ redeployment: { id: 'dep_1' } }],
    [{ deployment: { id: 'x', type: 'app' } }],
    [{ deployment: { id: {} } }],
    [{ deployment: 'dep_1' }],
    [{ deployments: [{ id: 'dep_1' }, { id: 'dep_0' }] }],
  ])('%j names none', (reply) => {
    expect(parseAccepted(reply, 'app_web').deploymentId).toBeUndefined();
  });

  test.each([
    [
      { deployment: { id: 'dep_1', status: 'Queued' } },
      { deploymentId: 'dep_1', status: 'queued' },
    ],
    [
      { id: 'dep_1', status: 'superseded' },
      { deploymentId: 'dep_1', status: 'superseded' },
    ],
    [{ status: 'queued', deployment: { id: 'dep_1' } }, { deploymentId: 'dep_1' }],
    [{ ok: true, message: ' already\nup to date ' }, { serviceMessage: 'already\u2028up to date' }],
    [{ ok: true, skipped: true, reason: 'No changes.' }, { serviceMessage: 'No changes.' }],
    [{ status: 'queued', message: '' }, {}],
    [{ data: { message: 'x' }, message: 7 }, {}],
  ])('%j shows %j', (reply, accepted) => expect(parseAccepted(reply, 'app_web')).toEqual(accepted));
});

test.each([
  [{ deployments: [{ id: 'dep_1' }] }, undefined, 'dep_1'],
  [{ data: { deployments: [{ uuid: 'dep_1' }] } }, undefined, 'dep_1'],
  [{ deployments: [{ id: 'dep_1' }, { id: 'dep_0' }] }, undefined, undefined],
  [{ jobs: [{ id: 'job_1', status: 'queued' }] }, undefined, undefined],
  [[{ id: 'job_1', status: 'queued' }], undefined, undefined],
  [undefined, '/api/v1/resources/app_web/deployments/dep_1', 'dep_1'],
  [{}, 'https://a.example/deployments/dep%201/?a=1#b', 'dep 1'],
  [{}, '/deployments/dep_1/events', undefined],
  [{}, '/deployments/', undefined],
  [{}, '/deployments/..', undefined],
  [{}, '/deployments/%', undefined],
  [{}, '/jobs/dep_1', undefined],
  [{ deployments: [{ deploymentId: 'dep_8' }, { deploymentId: 'dep_9' }] }, '', undefined],
])('the candidate in the answer %j with Location %s is %s', (reply, location, candidateId) => {
  expect(parseAccepted(reply, 'app_web', location)).toEqual({ candidateId });
});

describe('a list', () => {
  test('shows a deployment that stands in it twice once, at its lowest place', () => {
    const ids = ['a', 'b', 'a', 'c'].map((id) => ({ id, status: 'queued' }));
    const { items } = parseDeployments({ deployments: ids });
    expect(items.map(({ id }) => id)).toEqual(['b', 'a', 'c']);
  });

  test('shows commits and causes of its first hundred', () => {
    const commit = 'a'.repeat(40);
    const all = Array.from({ length: 101 }, (_, at) => ({ id: at, status: 'failed', commit }));
    const { items } = parseDeployments({ deployments: all });
    expect(items.filter((item) => item.commit === commit)).toHaveLength(100);
    expect(items.at(-1)).toEqual({ id: '100', status: 'failed', reasons: [] });
  });
});
