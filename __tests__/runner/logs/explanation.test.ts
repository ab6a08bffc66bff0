// Which log explains which failure.
import { describe, expect, test } from '@jest/globals';
import type { ErrorCode } from '../../../src/api/errors.ts';
import type { Outcome } from '../../../src/operations/operation.ts';
import { explanationsOf, isLogEnough } from '../../../src/runner/logs/explanation.ts';
import { following, outcomeOf } from '../../support/runner/outcome-of.ts';
import { failed, finished, logOf, reportOn } from '../../support/runner/summary-data.ts';

const logs = [
  logOf('error: of the app of b\n', { of: 'b', source: 'runtime' }),
  logOf('fine\nerror: of the build of a\nlast\n', { of: 'a' }),
  logOf('error: of the app of a\n', { of: 'a', source: 'runtime' }),
  logOf('error: of the build of b\n', { of: 'b' }),
];

test.each<[ErrorCode | undefined, string[]]>([
  ['deployment_failed', ['error: of the build of a']],
  ['not_running', ['error: of the app of a']],
  ['unhealthy', ['error: of the app of a']],
  ['timeout', []],
  [undefined, []],
])('the cause of %s is in %j', (errorCode, cause) => {
  const outcome = outcomeOf({ resourceId: 'a', phase: following, ...(errorCode === undefined ? {} : { errorCode }) });
  expect(explanationsOf([outcome], logs).flatMap(({ excerpt }) => excerpt.cause)).toEqual(cause);
});

test('each failure of several is explained by its own log, in the order of the resources', () => {
  const failure = { phase: following, errorCode: 'deployment_failed' } as const;
  const found = explanationsOf(
    ['a', 'c', 'b'].map((resourceId) => outcomeOf({ resourceId, ...failure })),
    logs,
  );
  expect(found.map(({ log, excerpt }) => [log.resourceId, excerpt.cause])).toEqual([
    ['a', ['error: of the build of a']],
    ['b', ['error: of the build of b']],
  ]);
});

describe('a build log is enough of an explanation', () => {
  test('for one deployment with the status failed', () => {
    expect(isLogEnough(reportOn([failed]))).toBe(true);
  });

  test.each<[string, Outcome[]]>([
    ['the service names a reason', [{ ...failed, reason: 'The image is too large.' }]],
    ['the service has another word than failed', [{ ...failed, status: 'error' }]],
    ['there is no status', [outcomeOf({ resourceId: 'a', phase: following, errorCode: 'deployment_failed' })]],
    ['something else failed', [{ ...failed, errorCode: 'timeout' }]],
    ['there are several resources', [failed, { ...finished, resourceId: 'b' }]],
  ])('but not where %s', (_, outcomes) => {
    expect(isLogEnough(reportOn(outcomes))).toBe(false);
  });
});

test('a log that may not be shown explains nothing', () => {
  const hidden = [logOf('error: private\n', { of: 'a', show: false })];
  expect(
    explanationsOf([outcomeOf({ resourceId: 'a', phase: following, errorCode: 'deployment_failed' })], hidden),
  ).toEqual([]);
});
