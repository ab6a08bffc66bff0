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
import { createPolls, type Polls } from '../../../src/operations/steps/polls.ts';

const endpoint = { method: 'GET', path: '/resources/app_web' } as const;
const page = new UnreadableResponseError('a page', endpoint, { status: 200 });
const refused = (code: ErrorCode) =>
  new RefusedError(endpoint, { status: 400, serviceMessage: '', retryAfterMs: undefined, code });
const failed = new ServiceFailedError(endpoint, {
  status: 503,
  serviceMessage: '',
  retryAfterMs: undefined,
  fromService: true,
});

let clock: VirtualClock;
let notes: unknown[];
let polls: Polls;

beforeEach(() => {
  clock = new VirtualClock();
  notes = [];
  polls = createPolls({ emit: (event) => void notes.push(event) }, clock);
});

afterEach(() => {
  clock.dispose();
});

test('notes a failure once, however its message changes', async () => {
  for (const serviceMessage of ['Request 1 failed.', 'Request 2 failed.']) {
    const response = { status: 503, retryAfterMs: undefined, fromService: true, sent: { serviceCode: 'internal' } };
    const error = new ServiceFailedError(endpoint, { ...response, serviceMessage });
    await polls.read('the status', Promise.reject(error));
  }
  expect(notes).toEqual([
    {
      kind: 'note',
      text: 'the status could not be read. GET /resources/app_web: the service answered 503 internal: Request 1 failed.',
    },
  ]);
});

/** True when polling continues after a read that fails with this error. */
async function continuesAfter(failure: ApiError): Promise<boolean> {
  const request = async (): Promise<never> => {
    throw failure;
  };
  return await polls.read('the status', request()).then(
    (result) => result === undefined,
    (thrown) => thrown !== failure,
  );
}

test.each<[string, ApiError, boolean]>([
  ['a lost connection', new ConnectionLostError('lost', endpoint), true],
  ['an error of the service', failed, true],
  ['a rate limit', refused('rate_limited'), true],
  ['a key that is not accepted', refused('unauthorized'), false],
  ['a deployment that does not exist', refused('not_found'), false],
])('is continued after %s: %s', async (_, error, mayContinue) => {
  expect(await continuesAfter(error)).toBe(mayContinue);
});

test('ends after so many answers of another shape in a row as are allowed', async () => {
  polls = createPolls({ emit: () => undefined }, clock, { otherShapes: 2 });
  const other = new UnreadableResponseError('other', endpoint, { status: 200, isWellFormed: true });
  expect(await continuesAfter(other)).toBe(true);
  expect(await continuesAfter(page)).toBe(true);
  expect(await continuesAfter(other)).toBe(true);
  polls.answered();
  expect(await continuesAfter(other)).toBe(true);
  expect(await continuesAfter(other)).toBe(false);
});

test('is continued through an outage of an hour', async () => {
  expect(await continuesAfter(failed)).toBe(true);
  await clock.sleep(3_600_000);
  expect(await continuesAfter(failed)).toBe(true);
});

test('is noted with what could not be read and why', async () => {
  await continuesAfter(failed);
  const text = 'the status could not be read. GET /resources/app_web: the service answered 503.';
  expect(notes).toEqual([{ kind: 'note', text }]);
});

test.each([
  ['pages', page],
  ['redirects', new RedirectedError(endpoint, 302, 'login.example.test')],
])('ends after a minute of %s instead of JSON', async (_, error) => {
  expect(await continuesAfter(error)).toBe(true);
  await clock.sleep(59_999);
  expect(await continuesAfter(error)).toBe(true);
  await clock.sleep(1);
  expect(await continuesAfter(error)).toBe(false);
});

test.each([
  ['is read', async () => await polls.read('the status', Promise.resolve('running'))],
  ['is reported', async () => await Promise.resolve(polls.answered())],
])('begins the minute anew after a good response that %s', async (_, answer) => {
  await continuesAfter(page);
  await clock.sleep(50_000);
  await answer();
  await clock.sleep(50_000);
  expect(await continuesAfter(page)).toBe(true);
});
