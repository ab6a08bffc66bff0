// Whether a resource is as requested after start, stop or restart, at the edges of each state and
// time: reads at 0.5, 1, 2 and 3 s, then every 3 s.
import { expect, test } from '@jest/globals';
import {
  hasChanged,
  isWanted,
  judgeSettled,
  type SettleFacts,
} from '../../src/operations/settle.ts';
import type { Sample } from '../../src/app/poll-until.ts';

/** A status over time, such as `stopped 0, running 2`; `NONE` for a reply without one. */
type Course = string;

function statusAt(course: Course, second: number): string | undefined {
  const parts = course.split(', ').map((part) => /^(.*) ([\d.]+)$/.exec(part));
  const status = parts.findLast((part) => Number(part?.[2]) <= second)?.[1];
  return status === 'NONE' ? undefined : status;
}

const SECONDS = [0.5, 1, 2, ...Array.from({ length: 199 }, (_, at) => 3 * (at + 1))];

/** When the resource is judged, and how. */
function judged(course: Course, known: Pick<SettleFacts, 'goal' | 'before'>): string {
  const samples: Sample<string | undefined>[] = [];
  const facts = { name: 'web', wasChanged: false, startedAtMs: 0, ...known };
  for (const second of SECONDS) {
    samples.push({ atMs: second * 1_000, value: statusAt(course, second) });
    const settled = judgeSettled(facts, samples);
    if (settled.kind === 'wait') continue;
    const { warning, isWithoutChange } = { warning: '', isWithoutChange: false, ...settled };
    const more = [isWithoutChange && 'unchanged', warning !== '' && `warned: ${warning}`];
    return [`${settled.kind} ${second}`, ...more.filter(Boolean)].join(', ');
  }
  return 'still waiting';
}

test.each<[goal: SettleFacts['goal'], before: string | undefined, course: Course, verdict: string]>(
  [
    // A change, and what was wanted at a read two seconds later.
    ['start', 'stopped', 'stopped 0, running 0.9', 'reached 3'],
    ['start', 'stopped', 'starting 0, running 4', 'reached 9'],
    ['stop', 'running', 'stopping 0, stopped 2', 'reached 6'],
    ['stop', 'running', 'exited 0', 'reached 3'],
    ['stop', 'running', ' Killed (9) 0', 'reached 3'],
    ['restart', 'running', 'restarting 0, running 2, exited 3, running 9', 'reached 12'],
    ['restart', 'Up 3 hours', 'Up 3 hours 0, Up 1 hours 0.9', 'reached 3'],
    ['restart', 'running (1/2)', 'running (1/2) 0, running (2/2) 0.9', 'reached 3'],
    // A moving status is a change, even if it is the one from before.
    ['start', 'starting', 'starting 0, running 2', 'reached 6'],
    ['start', 'starting', 'starting 0', 'still waiting'],
    // Without a status from before, the first read takes its place.
    ['start', undefined, 'stopped 0, running 4', 'reached 9'],
    // Another settled state for 60 seconds.
    ['stop', 'running', 'stopping 0, running 2', 'wrong 63'],
    ['start', 'stopped', 'starting 0, exited 0.9', 'wrong 63'],
    ['stop', 'running', 'crashed 0', 'wrong 63'],
    ['restart', 'running', 'restarting 0, running 59', 'reached 63'],
    // Unknown, unhealthy or no status for 60 seconds.
    ['start', 'stopped', 'odd 0', 'reached 63, warned: is odd (unknown status)'],
    ['stop', 'running', 'odd 0, other 9', 'reached 63, warned: is other (unknown status)'],
    [
      'restart',
      'running',
      'restarting 0, running (unhealthy) 1',
      'reached 63, warned: is running (unhealthy)',
    ],
    ['restart', 'running', 'restarting 0, running (unhealthy) 1, running 59', 'reached 63'],
    ['start', undefined, 'NONE 0', 'reached 60, warned: shows no status'],
    // No change.
    ['start', 'running', 'running 0', 'reached 6, unchanged'],
    ['stop', 'stopped', 'stopped 0', 'reached 6, unchanged'],
    ['stop', 'crashed', 'crashed 0', 'reached 6, unchanged'],
    ['restart', 'running', 'running 0', 'reached 21, unchanged'],
    ['restart', 'odd', 'odd 0', 'reached 21, unchanged'],
    ['restart', 'up 59 seconds', 'up 59 seconds 0, up about a minute 8', 'reached 21, unchanged'],
    ['restart', undefined, 'NONE 0, running 2', 'reached 21, unchanged'],
    ['start', 'stopped', 'stopped 0', 'wrong 180'],
    ['stop', 'running', 'running 0', 'wrong 180'],
    ['restart', 'exited', 'exited 0', 'wrong 180'],
    ['start', 'odd', 'odd 0', 'wrong 180'],
  ],
)('a %s of a resource that was %p and is "%s": %s', (goal, before, course, verdict) => {
  expect(judged(course, { goal, before })).toBe(verdict);
});

const AGAIN = 'checking again';
test.each([
  ['running', false, 'stopped', 'is stopped after', 'checking that it stays so', 2_500],
  ['running', false, 'running', 'is running, as before', AGAIN, 180_000],
  ['running', true, 'running', 'is running after', AGAIN, 60_500],
  [undefined, false, undefined, 'shows no status after', AGAIN, 60_000],
])('one that was %p (changed: %p) and is %p: %s the stop', (...row) => {
  const [before, wasChanged, value, state, what, untilMs] = row;
  const facts = { name: 'web', goal: 'stop', before, wasChanged, startedAtMs: 0 } as const;
  const samples = [500, 1_000, 2_000].map((atMs) => ({ atMs, value }));
  const text = `web ${state} the stop; ${what}`;
  expect(judgeSettled(facts, samples)).toEqual({ kind: 'wait', text, untilMs });
});

test.each([
  ['running', 'stopped', true],
  ['running', 'running (unhealthy)', true],
  ['up 3 minutes', 'up 4 minutes', false],
  ['up 3 minutes', 'up 2 seconds', true],
  ['up 3 minutes', 'up 3 minutes (unhealthy)', true],
  ['running', undefined, false],
  [undefined, 'running', false],
])('from %p to %p is a change: %s (lifecycle/change)', (before, status, expected) => {
  expect(hasChanged(before, status)).toBe(expected);
});

test.each([
  ['stop', 'killed', 'running', true],
  ['stop', 'crashed (killed)', 'running', false],
  ['stop', 'crashed', 'crashed', true],
  ['stop', 'stopping', 'running', false],
  ['start', 'running', undefined, true],
  ['restart', 'running (unhealthy)', undefined, false],
] as const)('a %s wants %p of one that was %p: %s', (goal, status, before, expected) => {
  expect(isWanted(goal, status, before)).toBe(expected);
});
