// The outcome of a resource as the sum of its events.
import { describe, expect, test } from '@jest/globals';
import { ConnectionLostError } from '../../src/api/errors.ts';
import type { Outcome, Phase, StepEvent } from '../../src/operations/operation.ts';
import { applyEvent, newOutcome } from '../../src/operations/outcome.ts';
import { refused } from '../support/service/refusals.ts';

const resourceId = 'app_web';
const deploymentId = 'dep_7';
const error = new ConnectionLostError('the connection was lost', { method: 'POST', path: '/resources/app_web/start' });
const busy = refused('busy');

const posting: StepEvent = { kind: 'posting', resourceId, action: 'deploy', isRetry: false };
const lost: StepEvent = { kind: 'lost', resourceId, error, text: 'lost' };
const busyRefusal: StepEvent = { kind: 'refused', resourceId, error: busy };
const accepted: StepEvent = { kind: 'accepted', resourceId, deploymentId, ownership: 'response' };

function status(value: string, hasEnded = false): StepEvent {
  return { kind: 'status', resourceId, deploymentId, status: value, elapsedMs: 4_000, hasEnded };
}

function after(...events: StepEvent[]): Outcome {
  return events.reduce(applyEvent, newOutcome(resourceId));
}

const before: Phase = { kind: 'before' };
const following: Phase = { kind: 'following' };
const requested: StepEvent = { kind: 'requested', resourceId };
const checking: StepEvent = { kind: 'checking', resourceId, url: 'https://web.test' };
const proof = { url: 'https://web.test/version', status: 200, contains: '4f6c21d' };
const healthy: StepEvent = { kind: 'healthy', resourceId, answer: 'answered 200', proof };
const unnamed: StepEvent = { kind: 'accepted', resourceId, deploymentId: undefined, ownership: 'response' };
const notStarted: StepEvent = { kind: 'not-started', resourceId, text: 'started nothing' };

describe('the phase', () => {
  test.each<[string, StepEvent[], Phase]>([
    ['is before anything was requested', [], before],
    ['is posting until the request is answered', [posting], { kind: 'posting' }],
    ['is before again after a refusal', [posting, { kind: 'refused', resourceId }], before],
    ['is busy after a refusal of that kind', [posting, busyRefusal], { kind: 'busy', error: busy }],
    ['is posting when the request is sent again', [posting, busyRefusal, posting], { kind: 'posting' }],
    ['is lost after a lost response, whatever is sent next', [posting, lost, posting], { kind: 'lost', error }],
    ['stays lost when the next request finds the resource busy', [lost, posting, busyRefusal], { kind: 'lost', error }],
    [
      'stays lost when the next request is refused',
      [lost, posting, { kind: 'refused', resourceId }],
      { kind: 'lost', error },
    ],
    ['is before again when a lost request has started nothing', [posting, lost, notStarted], before],
    ['is busy then, if the resource was', [posting, lost, notStarted, busyRefusal], { kind: 'busy', error: busy }],
    ['is searching after an acceptance that names nothing', [posting, unnamed], { kind: 'searching' }],
    ['is following when the deployment is found then', [posting, unnamed, accepted], following],
    ['is following when a deployment is known as ours', [posting, lost, accepted], following],
    ['is following when start, stop or restart is accepted', [posting, lost, requested], following],
    ['is following from the first status', [status('building')], following],
    ['is checking from the first health request', [requested, checking], { kind: 'checking' }],
    ['is following after the check', [checking, healthy], following],
  ])('%s', (_, events, phase) => {
    expect(after(...events).phase).toEqual(phase);
  });
});

test('what a passed health check has shown is kept', () => {
  expect(after(checking).proof).toBeUndefined();
  expect(after(checking, healthy).proof).toEqual(proof);
});

describe('work is known to continue', () => {
  test.each<[string, StepEvent[], boolean | undefined]>([
    ['when the response was lost', [posting, lost], true],
    ['when the request was accepted', [accepted], true],
    ['when start, stop or restart was accepted', [{ kind: 'requested', resourceId }], true],
    ['while the deployment is not final', [accepted, status('building')], true],
    ['in an unknown status', [status('paused')], true],
  ])('%s', (_, events, stillRunning) => {
    expect(after(...events).stillRunning).toBe(stillRunning);
  });

  test.each<[string, StepEvent[]]>([
    ['when the deployment has ended', [accepted, status('failed', true)]],
    ['when it has ended with an unknown word', [accepted, status('success', true)]],
    ['when a lost request has started nothing', [posting, lost, notStarted]],
    ['when a lost request turns out to have been needless', [posting, lost, { kind: 'already', resourceId, text: '' }]],
    ['when the status of the resource is final', [{ kind: 'settled', resourceId, elapsedMs: 1 }]],
    [
      'when the step failed before it sent anything',
      [{ kind: 'failed', resourceId, errorCode: 'not_found', cause: '' }],
    ],
  ])('not %s', (_, events) => {
    expect(after(...events).stillRunning).toBe(false);
  });

  test.each(['asked', 'latest'] as const)(
    'does not report a deployment (%s) as continuing that was not read yet',
    (ownership) => {
      expect(after({ ...accepted, ownership })).toEqual({ resourceId, deploymentId, phase: following });
    },
  );
});

test('is known to have ended before only until it is seen in progress', () => {
  const latest: StepEvent = { ...accepted, ownership: 'latest', status: 'finished' };
  expect(after(latest, status('finished', true)).hadEnded).toBe(true);
  expect(after(latest, status('building'), status('finished', true)).hadEnded).toBe(false);
  expect(after(accepted, status('finished', true)).hadEnded).toBeUndefined();
});

test('keeps that the resource is down or unhealthy as before', () => {
  expect(after(accepted, { kind: 'as-before', resourceId }).isAsBefore).toBe(true);
});

test('keeps the first failure', () => {
  const failed = (errorCode: 'timeout' | 'unhealthy'): StepEvent => ({
    kind: 'failed',
    resourceId,
    errorCode,
    cause: errorCode,
  });
  expect(after(failed('unhealthy'), failed('timeout'))).toMatchObject({ errorCode: 'unhealthy', cause: 'unhealthy' });
});

test('keeps the reason of a skip, and its detail as the cause', () => {
  const skipped: StepEvent = { kind: 'skipped', resourceId, why: 'outdated', detail: 'main has moved on' };
  expect(after(skipped)).toEqual({ resourceId, phase: before, skipped: 'outdated', cause: 'main has moved on' });
  expect(after({ ...skipped, detail: '' })).toEqual({ resourceId, phase: before, skipped: 'outdated' });
});

test.each<StepEvent>([
  { kind: 'note', resourceId, text: 'a note' },
  { kind: 'retrying', error, afterMs: 1, attempt: 1 },
  { kind: 'ended', resourceId },
])('is not changed by an event of the kind $kind', (event) => {
  const outcome = newOutcome(resourceId);
  expect(applyEvent(outcome, event)).toBe(outcome);
});
