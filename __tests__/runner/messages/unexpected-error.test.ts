// The report for an error that no operation has handled.
import { expect, test } from '@jest/globals';
import { RefusedError, UnreachableError } from '../../../src/api/errors.ts';
import { Stop } from '../../../src/clock.ts';
import { unexpectedErrorReport } from '../../../src/runner/messages/unexpected-error.ts';

const endpoint = { method: 'GET', path: '/resources' } as const;

test.each(['timeout', 'interrupted'] as const)(
  'gives a step that was stopped the error code %s and no cause',
  (reason) => {
    expect(unexpectedErrorReport(new Stop(reason))).toEqual({
      outcomes: [],
      errorCode: reason,
      headline: 'The step was stopped before it had an outcome',
    });
  },
);

test('keeps the code of a service error, with its message as the headline', () => {
  const refused = new RefusedError(endpoint, {
    status: 418,
    code: { serviceCode: 'teapot' },
    sent: { serviceCode: 'teapot' },
    serviceMessage: '',
    retryAfterMs: undefined,
  });
  expect(unexpectedErrorReport(refused)).toEqual({
    outcomes: [],
    errorCode: { serviceCode: 'teapot' },
    headline: 'the service answered 418 teapot',
  });
  expect(unexpectedErrorReport(new UnreachableError('nobody listens', endpoint))).toMatchObject({
    errorCode: 'unreachable',
    headline: 'nobody listens',
  });
});

test.each([
  [new TypeError('x is not a function'), 'x is not a function'],
  ['a text', 'a text'],
  [{}, 'something without a message was thrown'],
])('reports anything else as a failure of the action, with its message as the cause: %p', (thrown, cause) => {
  expect(unexpectedErrorReport(thrown)).toEqual({
    outcomes: [],
    errorCode: 'internal',
    headline: 'The action failed',
    cause,
  });
});
