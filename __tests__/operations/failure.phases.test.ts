// The sentence and the code for a deadline, a cancelled run or an error in each phase.
import { VirtualClock } from '../../emulator/index.ts';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { type ApiError, ConnectionLostError, UnreachableError } from '../../src/api/errors.ts';
import { Deadline, Stop } from '../../src/clock.ts';
import { type Failure, failureOf } from '../../src/operations/failure.ts';
import type { Outcome, StepEvent } from '../../src/operations/operation.ts';
import { applyEvent, newOutcome } from '../../src/operations/outcome.ts';
import { failed, refused } from '../support/service/refusals.ts';

const resourceId = 'app_web';
const deploymentId = 'dep_7';
const post = { method: 'POST', path: '/resources/app_web/deployments' } as const;
const lostError = new ConnectionLostError('the connection was lost', post);

const posting: StepEvent = { kind: 'posting', resourceId, action: 'deploy', isRetry: false };
const busy: StepEvent = { kind: 'refused', resourceId, error: refused('busy', { status: 409 }) };
const lost: StepEvent = { kind: 'lost', resourceId, error: lostError, text: '' };
const unnamed: StepEvent = { kind: 'accepted', resourceId, deploymentId: undefined, ownership: 'response' };
const accepted: StepEvent = { kind: 'accepted', resourceId, deploymentId, ownership: 'response' };
const requested: StepEvent = { kind: 'requested', resourceId };
const checking: StepEvent = { kind: 'checking', resourceId, url: 'https://web.test' };
const status = (value: string, hasEnded = false): StepEvent => ({
  kind: 'status',
  resourceId,
  deploymentId,
  status: value,
  elapsedMs: 1,
  hasEnded,
});
const resource = (value: string): StepEvent => ({ kind: 'resource', resourceId, status: value, url: '' });

let clock: VirtualClock;

beforeEach(() => {
  clock = new VirtualClock();
});

afterEach(() => {
  clock.dispose();
});

/** The failure after these events. */
function after(events: readonly StepEvent[], error: Stop | ApiError): Failure & Pick<Outcome, 'stillRunning'> {
  const outcome = events.reduce(applyEvent, newOutcome(resourceId));
  const failure = failureOf(error, outcome, { deadline: new Deadline(clock, 90_000) });
  const { stillRunning } = applyEvent(outcome, { kind: 'failed', resourceId, ...failure });
  return { ...failure, ...(stillRunning === undefined ? {} : { stillRunning }) };
}

type Row = readonly [
  phase: string,
  events: readonly StepEvent[],
  code: Failure['errorCode'],
  cause: string,
  stillRunning: boolean,
];

const DEADLINE = 'The deadline of 1m 30s was reached';
const UNKNOWN = 'before it was known whether the request had been accepted';

describe('at the deadline', () => {
  test.each<Row>([
    ['before', [], 'timeout', `${DEADLINE}.`, false],
    [
      'busy',
      [posting, busy],
      'busy',
      `GET /resources: the service answered 409 busy. ${DEADLINE} before this had changed.`,
      false,
    ],
    ['posting', [posting], 'unknown_outcome', `${DEADLINE} before the response came.`, true],
    [
      'lost',
      [posting, lost],
      'unknown_outcome',
      `${post.method} ${post.path}: the connection was lost. ${DEADLINE} before it was known what had become of it.`,
      true,
    ],
    [
      'lost, then busy',
      [posting, lost, posting, busy],
      'unknown_outcome',
      `${post.method} ${post.path}: the connection was lost. ${DEADLINE} before it was known what had become of it.`,
      true,
    ],
    [
      'searching',
      [posting, unnamed],
      'timeout',
      `${DEADLINE} while the new deployment of app_web was not identified yet.`,
      true,
    ],
    [
      'following, not read yet',
      [posting, accepted],
      'timeout',
      `${DEADLINE} while the status of deployment dep_7 had not been seen yet.`,
      true,
    ],
    [
      'following',
      [posting, accepted, status('building')],
      'timeout',
      `${DEADLINE} while deployment dep_7 was building.`,
      true,
    ],
    [
      'following an unknown word',
      [posting, accepted, status('paused')],
      'timeout',
      `${DEADLINE} while deployment dep_7 had the status "paused", which this action does not know: whether it has ended is not known.`,
      true,
    ],
    [
      'following, ended',
      [posting, accepted, status('finished', true)],
      'timeout',
      `${DEADLINE} after deployment dep_7 had ended (finished), before the state of app_web was known.`,
      false,
    ],
    [
      'following a resource, not read yet',
      [posting, requested],
      'timeout',
      `${DEADLINE} while the status of app_web had not been seen yet.`,
      true,
    ],
    [
      'following a resource',
      [posting, requested, resource('restarting')],
      'timeout',
      `${DEADLINE} while the status of app_web was restarting.`,
      true,
    ],
    [
      'checking',
      [posting, accepted, status('finished', true), checking],
      'timeout',
      `${DEADLINE} while the health check of app_web had not passed yet.`,
      false,
    ],
  ])('%s', (_, events, errorCode, cause, stillRunning) => {
    expect(after(events, new Stop('timeout'))).toMatchObject({ errorCode, cause, stillRunning });
  });

  test.each<[string, readonly StepEvent[], ApiError, Failure['errorCode']]>([
    ['what was in the way gives the code: the rate', [], refused('rate_limited', { status: 429 }), 'rate_limited'],
    ['what was in the way gives the code: the network', [], new UnreachableError('no route', post), 'unreachable'],
    ['what was in the way gives the code: the service', [], failed(500), 'service_error'],
    ['what was in the way gives the code: a lost connection', [], lostError, 'unreachable'],
  ])('%s', (_, events, cause, errorCode) => {
    const failure = after(events, new Stop('timeout', { cause }));
    expect(failure.errorCode).toBe(errorCode);
    expect(failure.cause).toMatch(
      /^(?:GET|POST) \/resources.*\. The deadline of 1m 30s was reached before this had changed\.$/,
    );
  });

  test('a request that was being sent again had started nothing', () => {
    const cause = new UnreachableError('no route', post);
    const failure = after([posting], new Stop('timeout', { cause }));
    expect(failure).toMatchObject({ errorCode: 'unreachable', stillRunning: false });
  });

  test('the last error is named after the request was accepted', () => {
    const { cause } = after([posting, accepted, status('building')], new Stop('timeout', { cause: failed(503) }));
    expect(cause).toContain('dep_7 was building. Last error: GET /resources: the service answered 503');
  });
});

describe('a cancelled run', () => {
  test.each<readonly [phase: string, events: readonly StepEvent[], when: string, stillRunning: boolean]>([
    ['before', [], 'before this step had changed app_web', false],
    ['busy', [posting, busy], 'before this step had changed app_web', false],
    ['posting', [posting], UNKNOWN, true],
    ['lost', [posting, lost], UNKNOWN, true],
    ['searching', [posting, unnamed], 'while the new deployment of app_web was not identified yet', true],
    ['following', [posting, accepted, status('building')], 'while deployment dep_7 was building', true],
    [
      'following, ended',
      [posting, accepted, status('finished', true)],
      'after deployment dep_7 had ended (finished), before the state of app_web was known',
      false,
    ],
    ['following a resource', [requested, resource('stopping')], 'while the status of app_web was stopping', true],
    ['checking', [requested, checking], 'while the health check of app_web had not passed yet', true],
  ])('%s', (_, events, when, stillRunning) => {
    const failure = after(events, new Stop('interrupted', { cause: failed(503) }));
    // Before anything was changed, what was in the way is named.
    const last = when.startsWith('before this') ? ' Last error: GET /resources: the service answered 503.' : '';
    const cause = `The run was cancelled ${when}.${last}`;
    expect(failure).toMatchObject({ errorCode: 'interrupted', cause, stillRunning });
  });
});

describe('an error', () => {
  const forbidden = refused('forbidden', { status: 403 });
  test.each<readonly [phase: string, events: readonly StepEvent[], stillRunning: boolean]>([
    ['before', [], false],
    ['busy', [posting, busy], false],
    ['posting', [posting], false],
    ['searching', [posting, unnamed], true],
    ['following', [posting, accepted, status('building')], true],
    ['checking', [posting, accepted, status('finished', true), checking], false],
  ])('%s, is named as it came', (_, events, stillRunning) => {
    const failure = after(events, forbidden);
    expect(failure).toMatchObject({ errorCode: 'forbidden', stillRunning });
    expect(failure.cause).toBe('GET /resources: the service answered 403 forbidden.');
  });

  test('lost, is named with the lost request', () => {
    const failure = after([posting, lost], forbidden);
    expect(failure).toMatchObject({ errorCode: 'forbidden', stillRunning: true });
    expect(failure.cause).toContain('The response to an earlier request was lost (POST');
  });

  test('lost, and the same: is named once', () => {
    expect(after([posting, lost], lostError).cause).toBe(`${post.method} ${post.path}: the connection was lost.`);
  });
});
