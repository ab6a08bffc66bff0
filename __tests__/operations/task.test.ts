// The work on one resource: its events give its outcome, and an error that is expected ends it with a failure.
import { expect, test } from '@jest/globals';
import { UnreachableError } from '../../src/api/errors.ts';
import { Stop } from '../../src/clock.ts';
import type { StepEvent } from '../../src/operations/operation.ts';
import { createTask, runTask, skipAfterFailure } from '../../src/operations/task.ts';
import { rawServicesPerTest } from '../support/service/raw-service.ts';
import { createContext } from '../support/context.ts';

const services = rawServicesPerTest();
const unreachable = new UnreachableError('no connection', { method: 'GET', path: '/resources' });

function contextOf() {
  return createContext(services.clientOf('http://127.0.0.1:9'), services.clock);
}

test('adds the resource to every event, and reduces the events to the outcome', () => {
  const events: StepEvent[] = [];
  const task = createTask('app_web', { emit: (event) => void events.push(event) });
  task.emit({ kind: 'named', name: 'web' });
  expect(events).toEqual([{ kind: 'named', name: 'web', resourceId: 'app_web' }]);
  expect(task.outcome).toEqual({ resourceId: 'app_web', phase: { kind: 'before' }, name: 'web' });
});

test.each([
  ['an error of the API', unreachable, 'unreachable'],
  ['the deadline', new Stop('timeout'), 'timeout'],
  ['a cancelled run', new Stop('interrupted'), 'interrupted'],
])('ends with a failure after %s', async (_, error, errorCode) => {
  const { context, events } = contextOf();
  const outcome = await runTask('app_web', context, () => Promise.reject(error));
  expect(outcome).toMatchObject({ resourceId: 'app_web', errorCode });
  expect(events.map(({ kind }) => kind)).toEqual(['failed', 'ended']);
});

test('keeps the first failure when an error follows it', async () => {
  const { context } = contextOf();
  const outcome = await runTask('app_web', context, (task) => {
    task.emit({ kind: 'failed', errorCode: 'deployment_failed', cause: 'The build failed.' });
    return Promise.reject(unreachable);
  });
  expect(outcome).toMatchObject({ errorCode: 'deployment_failed', cause: 'The build failed.' });
});

test('rethrows an unexpected error', async () => {
  const { context } = contextOf();
  const unexpected = new TypeError('x');
  await expect(runTask('app_web', context, () => Promise.reject(unexpected))).rejects.toBe(unexpected);
});

test('is skipped without any request after another one has failed', () => {
  const { context, events } = contextOf();
  expect(skipAfterFailure('app_web', context)).toEqual({
    resourceId: 'app_web',
    phase: { kind: 'before' },
    skipped: 'fail-fast',
  });
  expect(events.map(({ kind }) => kind)).toEqual(['skipped', 'ended']);
});
