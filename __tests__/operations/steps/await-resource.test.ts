// When the status of a resource counts as final: each row is a sequence of statuses that a service may show.
import { describe, expect, test } from '@jest/globals';
import type { LifecycleScript } from '../../../emulator/index.ts';
import type { StepRun } from '../../support/runner/step.ts';
import { errorOf, withWorld } from '../../support/world.ts';

type Statuses = readonly (readonly [afterMs: number, status: string])[];

/** Runs one step on a resource that goes through these statuses after the request. */
async function awaitResource(
  operation: keyof LifecycleScript,
  statuses: Statuses,
  { from, timeout = '10m' }: { from: string; timeout?: string },
): Promise<StepRun> {
  const lifecycle = { [operation]: statuses.map(([afterMs, status]) => ({ afterMs, status })) };
  const resources = [{ id: 'app_web', status: from, lifecycle, runtimeLog: 'the last lines\n' }];
  return await withWorld({ resources }, ({ run }) => run({ operation, 'resource-id': 'app_web', timeout }));
}

/** The statuses in the step log, in order. */
function statusesOf(step: StepRun): string[] {
  return [...step.log.matchAll(/the resource is (?!still )(\S+)/g)].map(([, status]) => status ?? '');
}

describe('a step passes', () => {
  test.each<{
    what: string;
    operation: keyof LifecycleScript;
    from: string;
    statuses: Statuses;
    betweenMs: [number, number];
  }>([
    {
      what: 'only after the change when the old status is still shown after the request',
      operation: 'restart',
      from: 'running',
      statuses: [
        [3_000, 'restarting'],
        [4_000, 'running'],
      ],
      betweenMs: [9_000, 14_000],
    },
    {
      what: 'once the status stays the same when a stopped resource is stopped again',
      operation: 'stop',
      from: 'stopped',
      statuses: [],
      betweenMs: [5_000, 12_000],
    },
    {
      what: 'after twenty seconds for a restart without a visible change',
      operation: 'restart',
      from: 'running',
      statuses: [],
      betweenMs: [20_000, 30_000],
    },
    {
      what: 'at the end of a restart through several statuses',
      operation: 'restart',
      from: 'running',
      statuses: [
        [0, 'stopping'],
        [3_000, 'stopped'],
        [3_000, 'starting'],
        [5_000, 'running'],
      ],
      betweenMs: [13_000, 19_000],
    },
    {
      what: 'after minutes for a slow start',
      operation: 'start',
      from: 'stopped',
      statuses: [
        [0, 'provisioning'],
        [180_000, 'running'],
      ],
      betweenMs: [182_000, 190_000],
    },
    {
      what: 'when a start goes to running without a status in between',
      operation: 'start',
      from: 'stopped',
      statuses: [[20_000, 'running']],
      betweenMs: [22_000, 28_000],
    },
    {
      what: 'when a stop ends in any status that is neither running nor in transition',
      operation: 'stop',
      from: 'running',
      statuses: [
        [0, 'shutting down'],
        [30_000, 'exited'],
      ],
      betweenMs: [32_000, 38_000],
    },
  ])('$what', async ({ operation, from, statuses, betweenMs: [least, most] }) => {
    const step = await awaitResource(operation, statuses, { from });
    expect(errorOf(step)).toBe('');
    expect(step.exitCode).toBe(0);
    expect(step.tookMs).toBeGreaterThanOrEqual(least);
    expect(step.tookMs).toBeLessThan(most);
  });
});

describe('a step fails as not_running', () => {
  test.each<{
    what: string;
    operation: keyof LifecycleScript;
    from: string;
    statuses: Statuses;
    seen: string[];
    withinMs: number;
  }>([
    {
      what: 'when a wrong status remains after a change',
      operation: 'restart',
      from: 'running',
      statuses: [
        [0, 'restarting'],
        [4_000, 'crashed'],
      ],
      seen: ['restarting', 'crashed'],
      withinMs: 20_000,
    },
    {
      what: 'when a start returns to the old status',
      operation: 'start',
      from: 'stopped',
      statuses: [
        [0, 'starting'],
        [4_000, 'stopped'],
      ],
      seen: ['starting', 'stopped'],
      withinMs: 20_000,
    },
    {
      what: 'when a start shows no change for a minute',
      operation: 'start',
      from: 'stopped',
      statuses: [],
      seen: ['stopped'],
      withinMs: 70_000,
    },
    {
      what: 'when a stop shows no change for a minute',
      operation: 'stop',
      from: 'running',
      statuses: [],
      seen: ['running'],
      withinMs: 70_000,
    },
    {
      what: 'when the resource runs again after a stop',
      operation: 'stop',
      from: 'running',
      statuses: [
        [0, 'stopping'],
        [4_000, 'running'],
      ],
      seen: ['stopping', 'running'],
      withinMs: 20_000,
    },
  ])('$what', async ({ operation, from, statuses, seen, withinMs }) => {
    const step = await awaitResource(operation, statuses, { from });
    expect(step.exitCode).toBe(1);
    expect(step.outputs).toMatchObject({ 'error-code': 'not_running', 'resource-status': seen.at(-1) });
    expect(errorOf(step)).toContain(`statuses seen: ${seen.join(', ')}.`);
    const shown = statusesOf(step);
    expect(shown.slice(shown[0] === seen[0] ? 0 : 1)).toEqual(seen);
    expect(step.summary).toContain('the last lines');
    expect(step.tookMs).toBeLessThan(withinMs);
  });
});

test('ends exactly at the deadline when the status never becomes final, and reports that the work may continue', async () => {
  const step = await awaitResource('restart', [[0, 'restarting']], { from: 'running', timeout: '95s' });
  expect(step.exitCode).toBe(1);
  expect(step.outputs).toMatchObject({ 'error-code': 'not_running', 'resource-status': 'restarting' });
  expect(step.tookMs).toBe(95_000);
  expect(errorOf(step)).toContain('the deadline of 1m 35s was reached before app_web had settled');
  expect(errorOf(step)).toContain('statuses seen: restarting');
  expect(errorOf(step)).toContain('Work on app_web may continue at the service');
  expect(step.summary).toContain('may continue at the service');
});
