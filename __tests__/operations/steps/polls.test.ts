// After which failed polls polling continues, and for how long.
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { VirtualClock } from '../../../emulator/index.ts';
import {
  type ApiError,
  ConnectionLostError,
  type ErrorCode,
  RedirectedError,
  RefusedError,
  ServiceFailedError,
  UnreadableResponseError,
} from '../../../src/api/errors.ts';
import { createPollFailures } from '../../../src/operations/steps/polls.ts';

const endpoint = { method: 'GET', path: '/resources/app_web' } as const;
const page = new UnreadableResponseError('a page', endpoint, 200);
const refused = (code: ErrorCode) =>
  new RefusedError(endpoint, { status: 400, serviceMessage: '', retryAfterMs: undefined, code });
const failed = new ServiceFailedError(endpoint, {
  status: 503,
  serviceMessage: '',
  retryAfterMs: undefined,
  fromService: true,
});

let clock: VirtualClock;

beforeEach(() => {
  clock = new VirtualClock();
});

afterEach(() => {
  clock.dispose();
});

test.each<[string, ApiError, boolean]>([
  ['a lost connection', new ConnectionLostError('lost', endpoint), true],
  ['an error of the service', failed, true],
  ['a rate limit', refused('rate_limited'), true],
  ['a key that is not accepted', refused('unauthorized'), false],
  ['a deployment that does not exist', refused('not_found'), false],
])('is continued after %s: %s', (_, error, mayContinue) => {
  expect(createPollFailures(clock).mayContinueAfter(error)).toBe(mayContinue);
});

test('is continued through an outage of an hour', async () => {
  const failures = createPollFailures(clock);
  expect(failures.mayContinueAfter(failed)).toBe(true);
  await clock.sleep(3_600_000);
  expect(failures.mayContinueAfter(failed)).toBe(true);
});

test.each([
  ['pages', page],
  ['redirects', new RedirectedError(endpoint, 302, 'login.example.test')],
])('ends after a minute of %s instead of JSON', async (_, error) => {
  const failures = createPollFailures(clock);
  expect(failures.mayContinueAfter(error)).toBe(true);
  await clock.sleep(59_999);
  expect(failures.mayContinueAfter(error)).toBe(true);
  await clock.sleep(1);
  expect(failures.mayContinueAfter(error)).toBe(false);
});

test('begins the minute anew after a good response', async () => {
  const failures = createPollFailures(clock);
  failures.mayContinueAfter(page);
  await clock.sleep(50_000);
  failures.answered();
  await clock.sleep(50_000);
  expect(failures.mayContinueAfter(page)).toBe(true);
});
