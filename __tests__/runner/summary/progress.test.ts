// The state of a step while it runs, as the sum of its events.
import { describe, expect, test } from '@jest/globals';
import type { StepEvent } from '../../../src/operations/operation.ts';
import { advance, newProgress, type Progress } from '../../../src/runner/summary/progress.ts';
import { following } from '../../support/runner/outcome-of.ts';
import { accepted, busyWith, deploymentId, polled, resourceId } from '../../support/runner/summary-data.ts';

function after(...events: StepEvent[]): Progress {
  return events.reduce((progress, event, index) => advance(progress, event, index * 1_000), newProgress([resourceId]));
}

const waiting = busyWith('dep_6');

test('shows every resource in the given order before anything has happened', () => {
  expect([...newProgress(['b', 'a']).keys()]).toEqual(['b', 'a']);
});

test('keeps facts as they become known, and does not lose them to later events', () => {
  const progress = after(
    { kind: 'named', resourceId, name: 'web' },
    accepted,
    polled('building', 4_000),
    { kind: 'commit', resourceId, commit: '4f6c21d' },
    { kind: 'resource', resourceId, status: 'running', url: 'https://web.example.test' },
    { kind: 'resource', resourceId, status: 'stopped', url: '' },
    { kind: 'as-before', resourceId },
  );
  expect(progress.get(resourceId)?.outcome).toEqual({
    resourceId,
    name: 'web',
    deploymentId,
    phase: following,
    stillRunning: true,
    status: 'building',
    durationMs: 4_000,
    commit: '4f6c21d',
    resourceStatus: 'stopped',
    isAsBefore: true,
    url: 'https://web.example.test',
  });
});

test('does not keep the status of a resource that is then read without one', () => {
  const progress = after(
    { kind: 'resource', resourceId, status: 'running', url: 'https://web.example.test' },
    { kind: 'resource', resourceId, status: undefined, url: '' },
  );
  expect(progress.get(resourceId)?.outcome.resourceStatus).toBeUndefined();
});

test('leaves the deployment unknown after an acceptance without an id', () => {
  const [found] = after({ ...accepted, deploymentId: undefined }).values();
  expect(found?.outcome).toEqual({ resourceId, phase: { kind: 'searching' }, stillRunning: true });
});

describe('phases', () => {
  test('with the status "waiting" of the service do not count as a wait of this step', () => {
    const [found] = after(accepted, waiting, polled('waiting')).values();
    expect(found?.phases.map(({ isWaiting = false }) => isWaiting)).toEqual([false, true, false]);
  });

  test('begin when their status is first seen', () => {
    const queued: StepEvent = { ...accepted, status: 'queued' };
    const [found] = after(waiting, waiting, queued, polled('queued'), polled('queued'), polled('building')).values();
    expect(found?.phases).toEqual([
      { label: 'waiting', startMs: 0, isWaiting: true },
      { label: 'queued', startMs: 2_000 },
      { label: 'building', startMs: 5_000 },
    ]);
  });

  test.each<[string, StepEvent[], string[]]>([
    ['its status', [{ ...accepted, status: 'building' }], ['building']],
    ['no status', [accepted], ['accepted']],
    ['no status and then in the queue', [accepted, polled('queued')], ['accepted', 'queued']],
    ['no id, and is found later', [{ ...accepted, deploymentId: undefined }, accepted], ['accepted']],
    ['another id while it is built', [accepted, polled('building'), accepted], ['accepted', 'building']],
  ])('of a deployment that was accepted with %s have only labels that were seen', (_, events, labels) => {
    const [found] = after(...events).values();
    expect(found?.phases.map(({ label }) => label)).toEqual(labels);
  });

  test.each<StepEvent>([
    { kind: 'failed', resourceId, errorCode: 'unhealthy', cause: 'No answer.' },
    { kind: 'healthy', resourceId, answer: 'answered 200', proof: { url: 'https://x.test', status: 200 } },
  ])('end when the health check is "$kind", whatever is done after it', (event) => {
    const checking: StepEvent = { kind: 'checking', resourceId, url: 'https://x.test' };
    const [found] = after(checking, event, { kind: 'ended', resourceId }).values();
    expect(found?.phases).toEqual([{ label: 'health check', startMs: 0, endMs: 1_000 }]);
  });

  test('include the health check', () => {
    const [found] = after(polled('finished'), { kind: 'checking', resourceId, url: 'https://x.test' }).values();
    expect(found?.phases.at(-1)?.label).toBe('health check');
  });
});

test('has the blocking deployment while the step waits, until the request is accepted or the work has ended', () => {
  const blockerAfter = (...events: StepEvent[]) => after(...events).get(resourceId)?.blocker?.id;
  expect(blockerAfter(waiting)).toBe('dep_6');
  expect(blockerAfter(waiting, accepted)).toBeUndefined();
  expect(blockerAfter(waiting, { kind: 'ended', resourceId })).toBeUndefined();
});

test('keeps every deployment that was waited for, once each', () => {
  const [found] = after(busyWith('dep_5'), busyWith('dep_5'), waiting, waiting, accepted).values();
  expect(found?.waitedFor).toEqual(['dep_5', 'dep_6']);
});

test('keeps the moment at which the work on a resource ended', () => {
  const [found] = after(polled('failed'), { kind: 'ended', resourceId }).values();
  expect(found).toMatchObject({ endedAtMs: 1_000, outcome: { status: 'failed', deploymentId, stillRunning: false } });
});

test.each<StepEvent>([
  { kind: 'note', text: 'a note' },
  { kind: 'note', resourceId, text: 'a note' },
  { kind: 'warning', resourceId: 'unheard_of', text: 'a warning' },
  { kind: 'log', resourceId, source: 'build', text: 'a line\n' },
])('is not changed by an event of the kind "$kind"', (event) => {
  const before = newProgress([resourceId]);
  expect(advance(before, event, 0)).toBe(before);
});
