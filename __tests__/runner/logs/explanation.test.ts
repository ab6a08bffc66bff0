// Which log explains which failure.
import { expect, test } from '@jest/globals';
import type { ErrorCode } from '../../../src/api/errors.ts';
import { explanationsOf } from '../../../src/runner/logs/explanation.ts';
import { logOf } from '../../support/runner/summary-data.ts';

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
  const outcome = { resourceId: 'a', ...(errorCode === undefined ? {} : { errorCode }) };
  expect(explanationsOf([outcome], logs).flatMap(({ excerpt }) => excerpt.cause)).toEqual(cause);
});

test('each failure of several is explained by its own log, in the order of the resources', () => {
  const failed = { errorCode: 'deployment_failed' } as const;
  const found = explanationsOf(
    ['a', 'c', 'b'].map((resourceId) => ({ resourceId, ...failed })),
    logs,
  );
  expect(found.map(({ log, excerpt }) => [log.resourceId, excerpt.cause])).toEqual([
    ['a', ['error: of the build of a']],
    ['b', ['error: of the build of b']],
  ]);
});

test('a log that may not be shown explains nothing', () => {
  const hidden = [logOf('error: private\n', { of: 'a', show: false })];
  expect(explanationsOf([{ resourceId: 'a', errorCode: 'deployment_failed' }], hidden)).toEqual([]);
});
