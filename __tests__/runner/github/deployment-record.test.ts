// The last state of a record: the worst of what became of the resources, in words that fit, with an address only if sound.
import { describe, expect, test } from '@jest/globals';
import { VirtualClock } from '../../../emulator/index.ts';
import type { Outcome, Report } from '../../../src/operations/operation.ts';
import { createDeploymentRecord, endingOf } from '../../../src/runner/github/deployment-record.ts';
import type { DeploymentStatus } from '../../../src/runner/github/github-api.ts';
import { createSanitizers } from '../../../src/runner/sanitize/sanitizers.ts';

function reportOf(...outcomes: Omit<Outcome, 'resourceId'>[]): Report {
  const failure = outcomes.find(({ errorCode }) => errorCode !== undefined)?.errorCode;
  return {
    headline: 'What happened',
    outcomes: outcomes.map((outcome, index) => Object.assign({ resourceId: `app_${index}` }, outcome)),
    facts: [],
    sections: [],
    ...(failure === undefined ? {} : { errorCode: failure }),
  };
}

const finished = { status: 'finished' };

describe('the last state of a record', () => {
  test.each([
    [undefined, 'success'],
    ['deployment_failed', 'failure'],
    ['unhealthy', 'failure'],
    ['deployment_cancelled', 'inactive'],
    ['interrupted', 'inactive'],
    ['timeout', 'error'],
    ['busy', 'error'],
    ['unknown_outcome', 'error'],
    ['ambiguous', 'error'],
    ['unauthorized', 'error'],
    [{ serviceCode: 'constructor' }, 'error'],
  ] as const)('of a step that ended with %s is %s', (errorCode, state) => {
    expect(endingOf(reportOf(errorCode === undefined ? finished : { errorCode })).state).toBe(state);
  });

  test('is a success only when every resource was deployed', () => {
    expect(endingOf(reportOf(finished, finished)).state).toBe('success');
    expect(endingOf(reportOf(finished, { skipped: 'busy' })).state).toBe('inactive');
    expect(endingOf(reportOf(finished, { errorCode: 'interrupted' }, { errorCode: 'timeout' })).state).toBe('error');
    expect(endingOf(reportOf({ errorCode: 'timeout' }, { errorCode: 'deployment_failed' })).state).toBe('failure');
  });

  test('of a step that failed before it had outcomes is no success', () => {
    expect(endingOf({ ...reportOf(), errorCode: 'internal' }).state).toBe('error');
  });

  test('says that work goes on where it does', () => {
    expect(endingOf(reportOf({ errorCode: 'timeout', stillRunning: true })).description).toContain(
      'goes on at the service',
    );
    expect(endingOf(reportOf({ errorCode: 'timeout', stillRunning: false })).description).toBe('What happened');
  });

  test.each([
    { url: 'https://web.example.test', address: 'https://web.example.test/' },
    { url: 'http://127.0.0.1:8080/x', address: 'http://127.0.0.1:8080/x' },
    { url: 'http://web.example.test', address: undefined },
    { url: 'javascript:alert(1)', address: undefined },
    { url: 'https://user:secret@web.example.test', address: undefined },
    { url: 'no address', address: undefined },
    { url: 'https://canary-key-1.example.test', address: undefined },
    { url: 'https://web.example.test/Canary-Key-1', address: undefined },
  ])('names $url as $address', async ({ url, address }) => {
    const clock = new VirtualClock();
    const sent: DeploymentStatus[] = [];
    const record = createDeploymentRecord({
      api: {
        createDeployment: () => Promise.resolve('1'),
        createStatus: (_id, status) => {
          sent.push(status);
          return Promise.resolve();
        },
      },
      environment: 'production',
      resourceIds: ['app_0'],
      env: {},
      clock,
      sanitizers: createSanitizers({ secrets: ['Canary-Key-1'] }),
      signal: new AbortController().signal,
      onCreated: () => undefined,
      onError: (trouble) => {
        throw trouble;
      },
    });
    await record.open();
    await record.close(reportOf({ ...finished, url }));
    clock.dispose();
    expect(sent.map(({ state, environment_url }) => [state, environment_url])).toEqual([
      ['in_progress', undefined],
      ['success', address],
    ]);
  });
});
