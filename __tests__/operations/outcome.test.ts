// The outcome of a resource as the sum of its events.
import { describe, expect, test } from '@jest/globals';
import { ConnectionLostError } from '../../src/api/errors.ts';
import type { Outcome, StepEvent } from '../../src/operations/operation.ts';
import { applyEvent } from '../../src/operations/outcome.ts';
import { refused } from '../support/service/refusals.ts';

const resourceId = 'app_web';
const deploymentId = 'dep_7';
const error = new ConnectionLostError('the connection was lost', { method: 'POST', path: '/resources/app_web/start' });
const busy = refused('busy');

const posting: StepEvent = { kind: 'posting', resourceId, action: 'deploy' };
const lost: StepEvent = { kind: 'lost', resourceId, error, text: 'lost' };
const busyRefusal: StepEvent = { kind: 'refused', resourceId, error: busy };
const accepted: StepEvent = { kind: 'accepted', resourceId, deploymentId, ownership: 'response' };

function status(value: string): StepEvent {
  return { kind: 'status', resourceId, deploymentId, status: value, elapsedMs: 4_000 };
}

function after(...events: StepEvent[]): Outcome {
  return events.reduce(applyEvent, { resourceId });
}

describe('a POST', () => {
  test.each<[string, StepEvent[], Outcome['pending']]>([
    ['is pending until it is answered', [posting], { kind: 'posting' }],
    ['is no longer pending after a refusal', [posting, { kind: 'refused', resourceId }], undefined],
    ['that found the resource busy will be sent again', [posting, busyRefusal], { kind: 'busy', error: busy }],
    ['whose response was lost stays lost, whatever is sent next', [posting, lost, posting], { kind: 'lost', error }],
    ['stays lost when the next one finds the resource busy', [lost, posting, busyRefusal], { kind: 'lost', error }],
    ['is no longer pending when a deployment is known as ours', [posting, lost, accepted], undefined],
    [
      'is no longer pending when start, stop or restart is accepted',
      [posting, lost, { kind: 'requested', resourceId }],
      undefined,
    ],
  ])('%s', (_, events, pending) => {
    expect(after(...events).pending).toEqual(pending);
  });
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
    ['when the deployment has ended', [accepted, status('failed')]],
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
      expect(after({ ...accepted, ownership })).toEqual({ resourceId, deploymentId });
    },
  );
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
  expect(after(skipped)).toEqual({ resourceId, skipped: 'outdated', cause: 'main has moved on' });
  expect(after({ ...skipped, detail: '' })).toEqual({ resourceId, skipped: 'outdated' });
});

test('is checking from the first health request until the check has passed', () => {
  const checking: StepEvent = { kind: 'checking', resourceId, url: 'https://web.test' };
  expect(after(checking).isChecking).toBe(true);
  expect(after(checking, { kind: 'healthy', resourceId, answer: 'answered 200' }).isChecking).toBe(false);
});

test.each<StepEvent>([
  { kind: 'note', resourceId, text: 'a note' },
  { kind: 'retrying', error, afterMs: 1, attempt: 1 },
  { kind: 'ended', resourceId },
])('is not changed by an event of the kind $kind', (event) => {
  const before: Outcome = { resourceId };
  expect(applyEvent(before, event)).toBe(before);
});
