// Whether an app is up after its deployment, at the edges of each state and time: reads every three
// seconds from the end of the deployment on.
import { expect, test } from '@jest/globals';
import { type AppFacts, type AppStatus, judgeApp } from '../../src/app/judge.ts';
import type { Sample } from '../../src/app/poll-until.ts';
import { Failure } from '../../src/failure.ts';

/** A status over time, such as `exited 0, running 12`: exited from 0 s, running from 12 s on. */
type Course = string;

const UNREADABLE = new Failure('unreachable', 'No. 1 fell.');
const SPECIAL: Readonly<Record<string, AppStatus>> = { NONE: undefined, UNREADABLE };

function valueAt(course: Course, second: number): AppStatus {
  const parts = course.split(', ').map((part) => /^(.*) (\d+)$/.exec(part));
  const status = parts.findLast((part) => Number(part?.[2]) <= second)?.[1] ?? '';
  return status in SPECIAL ? SPECIAL[status] : status;
}

/** When the app is judged, and how. */
function judged(course: Course, facts: Partial<AppFacts>): string {
  const samples: Sample<AppStatus>[] = [];
  for (let second = 0; second <= 600; second += 3) {
    samples.push({ atMs: second * 1_000, value: valueAt(course, second) });
    const verdict = judgeApp(
      { name: 'web', before: undefined, wasDeployed: true, finishedAtMs: 0, ...facts },
      samples,
    );
    if (verdict.kind === 'wait') continue;
    const { warning, asBefore, isLoop } = { warning: '', asBefore: '', isLoop: false, ...verdict };
    const more = [warning !== '' && 'warned', asBefore !== '' && 'as before', isLoop && 'loop'];
    return [`${verdict.kind} ${second}`, ...more.filter(Boolean)].join(', ');
  }
  return 'still waiting';
}

test.each<[before: string | undefined, course: Course, verdict: string]>([
  ['exited', 'running 0', 'passed 0'],
  [undefined, 'running (healthy) 0', 'passed 0'],
  ['running', 'exited 0, running 57', 'passed 57'],
  // Nothing but the state from before.
  ['stopped', 'Stopped 0', 'passed 21, as before'],
  ['odd', ' ODD 0', 'passed 21, as before'],
  ['running (unhealthy)', 'running:unhealthy 0', 'passed 21, as before'],
  ['exited (0)', 'exited (137) 0', 'passed 21, warned, as before'],
  ['up 3 minutes (unhealthy)', 'up 4 minutes (unhealthy) 0', 'passed 21, as before'],
  ['stopped', 'stopped 0, starting 9, stopped 12', 'passed 60, warned'],
  ['stopped', 'UNREADABLE 0, stopped 3', 'passed 60, warned'],
  // States that cannot be "as before".
  ['crashed', 'crashed 0', 'failed 60'],
  ['restarting', 'restarting 0', 'failed 180'],
  ['starting', 'starting 0', 'passed 60, warned'],
  // Asleep, unknown, unhealthy, moving.
  ['running', 'stopped 0', 'passed 60, warned'],
  ['running', 'odd 0', 'passed 60, warned'],
  ['running', 'running (unhealthy) 0', 'passed 60, warned'],
  ['running', 'stopping 0, idle 30', 'passed 60, warned'],
  // Bad at the end of the time, or twice with another state between.
  ['running', 'exited 0', 'failed 60'],
  ['running', 'starting 0, oomkilled 57', 'failed 60'],
  ['running', 'exited 0, starting 57', 'passed 60, warned'],
  ['running', 'exited 0, starting 9, exited 12, starting 15', 'failed 60, loop'],
  ['running', 'exited 0, starting 9, restarting 12, starting 57', 'failed 60, loop'],
  ['running', 'exited 0, UNREADABLE 9, exited 12, starting 57', 'passed 60, warned'],
  // One unbroken time of restarting.
  ['running', 'restarting 0, running 177', 'passed 177'],
  ['running', 'starting 0, restarting 57', 'failed 180'],
  ['running', 'restarting 0, UNREADABLE 12, restarting 24', 'failed 180'],
  ['running', 'restarting 0, starting 57', 'passed 60, warned'],
  ['running', 'restarting 0, starting 12, restarting 15', 'failed 60, loop'],
  // No status, and reads that fail.
  [undefined, 'NONE 0', 'passed 60'],
  ['running', 'NONE 0', 'passed 60, warned'],
  ['running', 'UNREADABLE 0', 'passed 60, warned'],
  ['running', 'UNREADABLE 0, running 57', 'passed 57'],
])('after an earlier deployment an app that was %p and is "%s": %s', (before, course, verdict) => {
  expect(judged(course, before === undefined ? {} : { before: { status: before } })).toBe(verdict);
});

test.each<[before: string, course: Course, verdict: string]>([
  ['stopped', 'stopped 0', 'passed 60, warned'],
  ['exited', 'exited 0', 'failed 60'],
  ['exited', 'running 0', 'passed 0'],
])('after the first deployment one that was %p and is "%s": %s', (before, course, verdict) => {
  expect(judged(course, { before: { status: before }, wasDeployed: false })).toBe(verdict);
});

test('a service that shows no status of the app before and after tells nothing to wait for', () => {
  expect(judged('NONE 0', { before: {} })).toBe('passed 0');
});

test.each<[course: Course, verdict: string]>([
  ['NONE 0', 'passed 21'],
  ['NONE 0, oomkilled 2', 'failed 60'],
  ['NONE 0, running 12', 'passed 12'],
])('an app that had no status before its first deployment and is "%s": %s', (course, verdict) => {
  expect(judged(course, { before: {}, wasDeployed: false })).toBe(verdict);
});

test('the time counts from the end of the deployment', () => {
  const facts = { name: 'web', before: undefined, wasDeployed: true, finishedAtMs: 60_000 };
  expect(judgeApp(facts, [{ atMs: 60_000, value: 'starting' }])).toEqual({
    kind: 'wait',
    text: 'The deployment finished; web is starting; checking again',
    untilMs: 120_000,
  });
  expect(judgeApp(facts, [{ atMs: 120_000, value: UNREADABLE }])).toEqual({
    kind: 'passed',
    warning: expect.stringMatching(/cannot be read.*\(No\. 1 fell\) 1m after/),
  });
});
