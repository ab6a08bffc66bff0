// The report of a step: its headline, and the failure that gives the step its error code.
import { beforeEach, describe, expect, test } from '@jest/globals';
import { RefusedError } from '../../src/api/errors.ts';
import { Stop } from '../../src/clock.ts';
import type { Context, Outcome, Report } from '../../src/operations/operation.ts';
import { reportFor, reportOn } from '../../src/operations/report.ts';
import { createContext } from '../support/context.ts';
import { rawServicesPerTest } from '../support/service/raw-service.ts';

const web: Outcome = { resourceId: 'app_web', phase: { kind: 'before' }, name: 'web', status: 'finished' };
const api: Outcome = { resourceId: 'app_api', phase: { kind: 'before' }, status: 'finished' };
const failed: Outcome = { ...api, status: 'failed', errorCode: 'deployment_failed', cause: 'The build failed.' };
const passed = ({ name = '' }: Outcome): string => `${name} was deployed`;
const deploying = { passed, action: 'deploy', done: 'deployed' };

describe('one resource', () => {
  test('that was changed as requested gives the headline', () => {
    const report = reportOn([web], deploying);
    expect(report).toEqual({
      action: 'deploy',
      headline: 'web was deployed',
      outcomes: [web],
    });
  });

  test('that failed gives code and cause, and leaves the headline to the error code', () => {
    const report = reportOn([failed], deploying);
    expect(report).toMatchObject({ errorCode: 'deployment_failed', cause: 'The build failed.' });
    expect(report).not.toHaveProperty('headline');
  });

  test.each([
    ['busy', 'web was skipped: it is busy with other work'],
    ['outdated', 'web was skipped: the branch has moved past this commit'],
    ['fail-fast', 'web was skipped: another resource failed'],
  ] as const)('that was skipped (%s) shows the reason', (skipped, headline) => {
    expect(reportOn([{ ...web, skipped }], deploying).headline).toBe(headline);
  });

  test('without a known name is called by its id', () => {
    expect(reportOn([{ ...api, skipped: 'busy' }], deploying).headline).toContain('app_api was skipped');
  });
});

describe('several resources', () => {
  test.each([
    ['2 of 2 restarted', { ...deploying, done: 'restarted' }],
    ['2 of 2 read', { passed, action: 'read the status of' }],
  ])('that passed are counted: %s', (headline, wording) => {
    expect(reportOn([web, api], wording).headline).toBe(headline);
  });

  test('that failed and that were skipped are counted separately, and the first failure is named', () => {
    const skipped: Outcome = { resourceId: 'app_job', phase: { kind: 'before' }, skipped: 'fail-fast' };
    const second: Outcome = { ...web, errorCode: 'timeout', cause: 'Too late.' };
    const report = reportOn([web, failed, skipped, second], deploying);
    expect(report.headline).toBe('1 of 4 deployed, 2 failed, 1 skipped');
    expect(report).toMatchObject({ errorCode: 'deployment_failed', cause: 'app_api: The build failed.' });
  });

  test('that are not awaited are accepted, not deployed', () => {
    expect(reportOn([{ ...web, stillRunning: true }, api], deploying).headline).toBe('2 of 2 accepted');
  });
});

describe('an operation that reads the service as a whole', () => {
  const done: Report = { headline: '2 resources', outcomes: [] };
  const services = rawServicesPerTest();
  let context: Context;

  beforeEach(() => {
    ({ context } = createContext(services.clientOf('http://127.0.0.1:9'), services.clock));
  });

  test('reports its result', async () => {
    expect(await reportFor('list the resources', context, () => Promise.resolve(done))).toBe(done);
  });

  test('reports a refusal of the service', async () => {
    const refused = {
      status: 403,
      serviceMessage: 'No.',
      retryAfterMs: undefined,
      code: 'forbidden',
      sent: 'forbidden',
    } as const;
    const error = new RefusedError({ method: 'GET', path: '/resources' }, refused);
    expect(await reportFor('list the resources', context, () => Promise.reject(error))).toMatchObject({
      action: 'list the resources',
      errorCode: 'forbidden',
      cause: 'GET /resources: the service answered 403 forbidden: No.',
    });
  });

  test('reports a deadline', async () => {
    const report = await reportFor('list the resources', context, () => Promise.reject(new Stop('timeout')));
    expect(report).toMatchObject({ errorCode: 'timeout', cause: expect.stringContaining('10m') });
  });

  test('rethrows an unexpected error', async () => {
    await expect(reportFor('list', context, () => Promise.reject(new TypeError('x')))).rejects.toThrow(TypeError);
  });
});
