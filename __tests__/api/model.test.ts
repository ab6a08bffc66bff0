// What ids and statuses mean.
import { describe, expect, test } from '@jest/globals';
import {
  endingOf,
  isFinal,
  isIdentified,
  isServiceId,
  isUnsuccessful,
  isUpAndHealthy,
  isUpButUnhealthy,
  normalizeStatus,
  isSameStatus,
  resourceStateOf,
} from '../../src/api/model.ts';

describe('the status of a resource', () => {
  test.each([
    ['up', ['running', 'Running', 'running (healthy)', 'running:healthy', 'running (unhealthy)', 'ACTIVE', 'deployed']],
    ['down', ['stopped', 'Stopped', 'exited (0)', 'paused', 'off']],
    ['broken', ['dead', 'crashed', 'crashing', 'CrashLoopBackOff', 'failed', 'error', 'errored', 'unhealthy']],
    ['transition', ['pending', 'queued', 'starting', 'shutting down', 'deploying']],
    ['unknown', ['', '42', 'degraded', 'no idea', undefined]],
    ['unknown', ['upgraded', 'offline', 'deployment', 'undead', 'prefailed', 'prequeued', 'pendings', 'ringed']],
  ] as const)('is %s: %j', (state, statuses) => {
    for (const status of statuses) expect(resourceStateOf(status)).toBe(state);
  });
});

test.each([
  ['running', 'Running', true],
  ['running', 'Running (healthy)', false],
  ['up 3 minutes', 'up 4 minutes', true],
  ['exited (0) 1 s ago', 'Exited (1)', true],
  ['läuft', 'LÄUFT', true],
  ['running', 'active', false],
  ['unhealthy', 'running (unhealthy)', false],
  ['en marche', 'en pause', false],
  ['🔴', '🟢', false],
  ['running', undefined, false],
  [undefined, undefined, true],
])('%j and %j are the same status of a resource: %j', (one, other, isSame) => {
  expect(isSameStatus(one, other)).toBe(isSame);
  expect(isSameStatus(other, one)).toBe(isSame);
});

test.each(
  's m h d sec secs min mins hr hrs second seconds minute minutes hour hours day days week weeks month months year years ago a an about less than since'.split(
    ' ',
  ),
)('the status is the same while only its age changes: up 3 %s', (word) => {
  expect(isSameStatus('up 3', `up 4 ${word}`)).toBe(true);
  expect(isSameStatus('up', `up x${word}`)).toBe(false);
  expect(isSameStatus('up', `up ${word}x`)).toBe(false);
});

describe('the status of a deployment', () => {
  test.each([
    ['finished', ['finished', ' Finished ']],
    ['failed', ['failed', 'FAILURE', 'error', 'errored', 'crashed', 'aborted', 'rejected', 'timed_out', 'timeout']],
    ['cancelled', ['cancelled', 'Canceled', 'cancelled-by-user', 'skipped', 'superseded']],
    [undefined, ['queued', 'building', 'deployed', 'unfinished', 'not_failed', 'uncancelled', '']],
    [
      undefined,
      ['cancel_requested', 'cancel-pending', 'failed, will retry', 'cancel in progress', 'failing ', 'Skipping'],
    ],
  ] as const)('says that it ended as %s: %j', (ending, statuses) => {
    for (const status of statuses) {
      expect(endingOf(status)).toBe(ending);
      expect(isFinal(status)).toBe(ending !== undefined);
      expect(isUnsuccessful(status)).toBe(ending === 'failed' || ending === 'cancelled');
    }
  });

  test.each([
    ['FINISHED', 'finished'],
    [' Queued ', 'queued'],
    ['canceled', 'cancelled'],
    ['Cancelled', 'cancelled'],
    ['Success', 'Success'],
    ['deploying', 'deploying'],
  ])('%j is written %s', (sent, written) => {
    expect(normalizeStatus(sent)).toBe(written);
  });
});

describe('an id', () => {
  test('identifies an entry unless it is undefined', () => {
    expect(isIdentified({ id: 'a' })).toBe(true);
    expect(isIdentified({ id: undefined })).toBe(false);
  });

  test.each(['a', '_V1St', 'a/b==', 'é', '...', 'a b', 'a,b', 'a\nb', 'a\u0000b', 'x'.repeat(257)])(
    'may be %j',
    (id) => {
      expect(isServiceId(id)).toBe(true);
    },
  );

  test.each(['', '.', '..'])('is not %j', (id) => {
    expect(isServiceId(id)).toBe(false);
  });
});

test.each([
  ['running', true, false],
  ['ACTIVE', true, false],
  ['running (healthy)', true, false],
  ['running (unhealthy)', false, true],
  ['unhealthy', false, false],
  ['starting', false, false],
  [undefined, false, false],
])('an app that is %j is up and healthy: %j, up but unhealthy: %j', (status, healthy, unhealthy) => {
  expect([isUpAndHealthy(status), isUpButUnhealthy(status)]).toEqual([healthy, unhealthy]);
});
