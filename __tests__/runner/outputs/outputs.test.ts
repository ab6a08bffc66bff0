// The values of the outputs for given outcomes.
import { describe, expect, test } from '@jest/globals';
import type { Outcome } from '../../../src/operations/operation.ts';
import {
  emptyOutputs,
  type OutputContext,
  outputNames,
  type Outputs,
  outputsOf,
} from '../../../src/runner/outputs/outputs.ts';
import { following, outcomeOf } from '../../support/runner/outcome-of.ts';

const nothingElse: OutputContext = { logFiles: new Map(), githubDeploymentId: '', report: undefined };

const finished: Outcome = {
  resourceId: 'app_web',
  name: 'web',
  deploymentId: 'dep_7',
  status: 'finished',
  resourceStatus: 'running',
  url: 'https://web.example.test',
  durationMs: 72_400,
  phase: following,
};

function of(...outcomes: Outcome[]): Outputs {
  return outputsOf(outcomes, nothingElse);
}

function withStatus(status: string | undefined): Outcome {
  return outcomeOf({ resourceId: 'app_web', phase: following, ...(status === undefined ? {} : { status }) });
}

describe('one resource', () => {
  test.each(['finished', 'rolling out', 'Exited (1)', 'a:b/c.d_e-f', '::set-output::', 'x'.repeat(64)])(
    'passes on the status %j of the service unchanged',
    (status) => {
      const outputs = of({ ...withStatus(status), resourceStatus: status });
      expect([outputs.status, outputs['resource-status']]).toEqual([status, status]);
    },
  );

  test('has an output for every fact', () => {
    const logFiles = new Map([['app_web', '/tmp/1-app_web.build.log']]);
    const outputs = outputsOf([finished], { ...nothingElse, logFiles, githubDeploymentId: '42' });
    expect(outputs).toEqual({
      'deployment-id': 'dep_7',
      status: 'finished',
      'resource-status': 'running',
      url: 'https://web.example.test',
      duration: '72',
      'error-code': '',
      skipped: '',
      'log-file': '/tmp/1-app_web.build.log',
      deployments: expect.any(String),
      resources: '',
      'env-names': '',
      'github-deployment-id': '42',
    });
    expect(JSON.parse(outputs.deployments)).toEqual([
      {
        resourceId: 'app_web',
        name: 'web',
        deploymentId: 'dep_7',
        commit: '',
        status: 'finished',
        resourceStatus: 'running',
        url: 'https://web.example.test',
        duration: 72,
        logFile: '/tmp/1-app_web.build.log',
        errorCode: '',
        skipped: '',
      },
    ]);
  });

  test('has the commit that the deployment shows in deployments', () => {
    expect(JSON.parse(of({ ...finished, commit: '4f6c21d' }).deployments)).toMatchObject([{ commit: '4f6c21d' }]);
  });

  test('has empty values for what is unknown, in JSON too', () => {
    const outputs = of(outcomeOf({ resourceId: 'app_web' }));
    expect({ ...outputs, deployments: '' }).toEqual(emptyOutputs);
    expect(JSON.parse(outputs.deployments)).toEqual([
      {
        resourceId: 'app_web',
        name: '',
        deploymentId: '',
        commit: '',
        status: '',
        resourceStatus: '',
        url: '',
        duration: null,
        logFile: '',
        errorCode: '',
        skipped: '',
      },
    ]);
  });

  test('has the error code of the report, and service_error for one that is not valid', () => {
    const report = { errorCode: 'deployment_failed' } as const;
    expect(outputsOf([finished], { ...nothingElse, report })['error-code']).toBe('deployment_failed');
    for (const serviceCode of ['Bad Code', '::error::x', 'a'.repeat(41), '9lives', '']) {
      const errorCode = { serviceCode };
      expect(outputsOf([], { ...nothingElse, report: { errorCode } })['error-code']).toBe('service_error');
    }
  });

  test.each([
    ['FINISHED', 'finished'],
    ['Building', 'building'],
    ['canceled', 'cancelled'],
    ['CANCELED', 'cancelled'],
    ['Failed', 'failed'],
  ])('writes %j, one of the five statuses, always as %j', (sent, written) => {
    expect(of(withStatus(sent)).status).toBe(written);
    expect(of(withStatus(sent), withStatus('queued')).status).toBe(
      ['failed', 'cancelled', 'building'].includes(written) ? written : 'queued',
    );
  });

  test('passes on ids unchanged', () => {
    const id = 'team/shop 1';
    const outputs = of({ ...finished, resourceId: id, deploymentId: id });
    expect(outputs['deployment-id']).toBe(id);
    expect(JSON.parse(outputs.deployments)).toMatchObject([{ resourceId: id, deploymentId: id }]);
  });

  test.each(['', 'two\nlines', '$(rm -rf /)', '`id`', 'é', 'x'.repeat(200), '"; echo', '##[error]', 'x'.repeat(65)])(
    'does not write %j, which is not a status, to an output',
    (status) => {
      const outputs = of({ ...withStatus(status), resourceStatus: status });
      expect([outputs.status, outputs['resource-status']]).toEqual(['unknown', 'unknown']);
      expect(JSON.parse(outputs.deployments)).toMatchObject([{ status: 'unknown', resourceStatus: 'unknown' }]);
    },
  );
});

describe('several resources', () => {
  test('have empty single outputs, and an array with one object per resource in the given order', () => {
    const outputs = of({ ...finished, resourceId: 'b' }, { ...finished, resourceId: 'a' });
    expect(outputs).toMatchObject({
      'deployment-id': '',
      url: '',
      duration: '',
      'resource-status': '',
      'log-file': '',
    });
    expect(JSON.parse(outputs.deployments)).toMatchObject([{ resourceId: 'b' }, { resourceId: 'a' }]);
  });

  test.each([
    [['finished', 'finished'], 'finished'],
    [['finished', 'queued'], 'queued'],
    [['queued', 'building'], 'building'],
    [['building', 'deploying'], 'deploying'],
    [['deploying', 'cancelled'], 'cancelled'],
    [['cancelled', 'failed', 'finished'], 'failed'],
    [['finished', undefined], ''],
  ])('of %j have the worst status, %j', (statuses, worst) => {
    const outcomes = statuses.map((status) => withStatus(status));
    expect(of(...outcomes).status).toBe(worst);
    expect(of(...outcomes.toReversed()).status).toBe(worst);
  });
});

describe('a skipped step', () => {
  test.each(['busy', 'outdated'] as const)(
    '(%s) sets only skipped, so that a condition on another output is false',
    (skipped) => {
      const outputs = outputsOf([{ ...finished, skipped }], { ...nothingElse, githubDeploymentId: '42' });
      expect(outputs).toEqual({ ...emptyOutputs, skipped });
    },
  );

  test('with several resources is skipped only when all were, and the array lists each', () => {
    expect(of({ ...finished, skipped: 'busy' }, outcomeOf({ resourceId: 'b', skipped: 'busy' })).skipped).toBe('busy');
    const mixed = of(finished, outcomeOf({ resourceId: 'b', skipped: 'busy' }));
    expect(mixed.skipped).toBe('');
    expect(JSON.parse(mixed.deployments)).toMatchObject([{ skipped: '' }, { skipped: 'busy' }]);
  });

  test('is not one in which a resource was left out after the failure of another', () => {
    const outputs = of({ ...finished, status: 'failed' }, outcomeOf({ resourceId: 'b', skipped: 'fail-fast' }));
    expect(outputs).toMatchObject({ skipped: '', status: 'failed' });
    expect(JSON.parse(outputs.deployments)).toMatchObject([{}, { skipped: 'fail-fast', status: '' }]);
  });
});

test('passes on the outputs of an operation, and no array without resources', () => {
  const report = { outputs: { resources: '[{"id":"a"}]', 'env-names': '["A"]' } };
  expect(outputsOf([], { ...nothingElse, report })).toEqual({ ...emptyOutputs, ...report.outputs });
});

test('gives every declared output a value, whatever is known', () => {
  for (const outputs of [emptyOutputs, of(finished), of(finished, finished), of({ ...finished, skipped: 'busy' })]) {
    expect(Object.keys(outputs).toSorted()).toEqual([...outputNames].toSorted());
  }
});
