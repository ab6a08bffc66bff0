// Which entry of a list is the latest deployment.
import { expect, test } from '@jest/globals';
import type { Deployment } from '../../../../src/api/model.ts';
import { latestOf } from '../../../../src/operations/steps/deployment/target.ts';
import { createTask } from '../../../../src/operations/task.ts';

function latestIn(...items: Deployment[]) {
  const task = createTask('app_web', { emit: () => undefined });
  return { latest: latestOf(task, { items, isComplete: true }), outcome: task.outcome };
}

test('takes the first entry for the latest deployment', () => {
  const { latest, outcome } = latestIn(
    { id: 'b', status: 'building', remarks: [] },
    { id: 'a', status: 'finished', remarks: [] },
  );
  expect(latest).toEqual({ id: 'b', status: 'building', remarks: [] });
  expect(outcome.errorCode).toBeUndefined();
});

test('finds no latest deployment in an empty list, without a failure', () => {
  expect(latestIn()).toEqual({ latest: undefined, outcome: { resourceId: 'app_web', phase: { kind: 'before' } } });
});

test('fails on a first entry without an id, and does not take the second for the latest', () => {
  const { latest, outcome } = latestIn(
    { id: undefined, status: 'building', remarks: [] },
    { id: 'a', status: 'finished', remarks: [] },
  );
  expect(latest).toBeUndefined();
  expect(outcome).toMatchObject({
    errorCode: 'unreadable_reply',
    cause: expect.stringContaining('latest deployment of app_web (building) has no id'),
  });
});

test('ignores an entry without an id further down', () => {
  expect(
    latestIn({ id: 'b', status: 'queued', remarks: [] }, { id: undefined, status: 'finished', remarks: [] }).latest?.id,
  ).toBe('b');
});
