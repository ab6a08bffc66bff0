// The judges of a resource's status, asked as a step asks them: at the times that they name
// themselves.
import { describe, expect, test } from '@jest/globals';
import { Failure } from '../../src/failure.ts';
import {
  type AppFacts,
  type AppStatus,
  judgeAfterDeploy,
  judgeLifecycle,
  pauseBefore,
  type Settled,
  type StatusSample,
} from '../../src/operations/judge-resource.ts';
import type { Sample, Wait } from '../../src/operations/poll-until.ts';

/** A status over time, such as `exited 0, running 12`: exited from 0 s, running from 12 s on. */
type Course = string;

function statusAt(course: Course, second: number): string | undefined {
  const parts = course.split(', ').map((part) => /^(.*) ([\d.]+)$/.exec(part));
  const current = parts.findLast((part) => Number(part?.[2]) <= second);
  const status = current?.[1];
  return status === 'NONE' ? undefined : status;
}

/** An app that was deployed before, and whose last deployment finished at 0 s. */
const APP = { name: 'web', wasDeployed: true, finishedAtMs: 0 } as const;
/** Courses name reads of an app that failed. */
const FAILURES: Readonly<Record<string, Failure>> = {
  UNREADABLE: new Failure('unreachable', 'No. 1 fell.'),
  'TOO-LARGE': new Failure('unreadable_reply', 'Too large.', { isTooLarge: true }),
};

function readOf({ atMs, value }: StatusSample): Sample<AppStatus> {
  return { atMs, value: FAILURES[value ?? ''] ?? value };
}

/** Judges an app by its course from 0 s on. */
const playApp = (course: Course, facts: AppFacts): string =>
  play(course, (samples, last) => judgeAfterDeploy(facts, samples.map(readOf), readOf(last)), {
    firstMs: 0,
  });

/** Reads and asks until there is a verdict: `verdict, second`, and what is said about it. */
function play(
  course: Course,
  judge: (samples: readonly StatusSample[], last: StatusSample) => Settled | Wait,
  { firstMs }: { firstMs: number },
): string {
  const samples: StatusSample[] = [];
  for (let atMs = firstMs; atMs <= 600_000;) {
    const last = { atMs, value: statusAt(course, atMs / 1_000) };
    samples.push(last);
    const verdict = judge(samples, last);
    if (verdict.kind === 'wait') {
      if (verdict.ms <= 0) throw new Error('a wait of nothing');
      atMs += Math.min(verdict.ms, verdict.untilMs - atMs);
      continue;
    }
    const { warning, asBefore, isWithoutChange } = verdict;
    return [
      `${verdict.kind} at ${atMs / 1_000}`,
      asBefore === undefined ? [] : 'as before',
      warning === undefined ? [] : `warning: ${warning}`,
      isWithoutChange ? 'unseen' : [],
    ]
      .flat()
      .join(', ');
  }
  return 'still waiting';
}

const NONE = undefined;

describe('after a deployment has finished, a resource', () => {
  test.each<[before: string | undefined, course: Course, verdict: string]>([
    // Up and healthy: at once.
    ['running', 'running 0', 'reached at 0'],
    ['exited', 'serving 0', 'reached at 0'],
    [NONE, 'running 0', 'reached at 0'],
    ['running', 'exited 0, running 1', 'reached at 3'],
    // The same as before: at once; a warning only for what is down.
    ['stopped', 'stopped 0', 'reached at 0, as before'],
    ['busy-ish', 'busy-ish 0', 'reached at 0, as before'],
    ['running (unhealthy)', 'running (unhealthy) 0', 'reached at 0, as before'],
    ['exited', 'exited 0', 'reached at 0, as before, warning: is still exited, as before'],
    ['dead', 'Dead 0', 'reached at 0, as before, warning: is still Dead, as before'],
    [
      'exited (0)',
      'Exited (137) 0',
      'reached at 0, as before, warning: is Exited (137), and was exited (0) before',
    ],
    // No status before and after.
    [NONE, 'NONE 0', 'reached at 0'],
    ['running', 'NONE 0', 'reached at 60, warning: shows no status'],
    // Asleep or unknown at two reads 5 s apart.
    ['running', 'stopped 0', 'reached at 5, warning: is stopped'],
    ['running', 'odd 0', 'reached at 5, warning: is odd (unknown status)'],
    ['running', 'odd 0, running 4', 'reached at 5'],
    ['running', 'starting 0, odd 3', 'reached at 8, warning: is odd (unknown status)'],
    ['running', 'starting 0, odd 3, idle 6', 'reached at 8, warning: is idle'],
    ['running', 'starting 0, idle 3, odd 6', 'reached at 8, warning: is odd (unknown status)'],
    ['running', 'starting 0, idle 3', 'reached at 8, warning: is idle'],
    // Unhealthy or moving for 60 s.
    ['running', 'running (unhealthy) 0', 'reached at 60, warning: is running (unhealthy)'],
    ['running', 'running (unhealthy) 0, running 40', 'reached at 42'],
    ['running', 'starting 0', 'reached at 60, warning: is starting'],
    ['starting', 'starting 0', 'reached at 60, warning: is starting'],
    // Down that it was not before, at two reads 20 s apart.
    ['running', 'exited 0', 'wrong at 20'],
    ['running', 'exited 0, running 19', 'reached at 20'],
    ['running', 'oomkilled 0', 'wrong at 20'],
    ['running', 'crashed (restarting) 0', 'wrong at 20'],
    ['running', 'exited 0, starting 6, crashed 12', 'wrong at 20'],
    ['running', 'crashed 0, starting 6, exited 12', 'wrong at 20'],
    ['running', 'starting 0, exited 6', 'wrong at 26'],
    ['stopped', 'down 0', 'wrong at 20'],
    [NONE, 'offline 0', 'wrong at 20'],
    // A crashed one as before after 60 s.
    ['crashed', 'crashed 0', 'wrong at 60'],
    ['crashed', 'crashed 0, running 50', 'reached at 51'],
    // A restart loop after three minutes.
    ['running', 'restarting 0', 'wrong at 180'],
    ['running', 'restarting 0, exited 6, restarting 12, running 100', 'reached at 102'],
    ['running', 'restarting 0, starting 50', 'reached at 60, warning: is starting'],
    ['running', 'restarting 0, exited 6, restarting 12, starting 58', 'wrong at 180'],
    ['running', 'starting 0, restarting 30, starting 50', 'reached at 60, warning: is starting'],
    [
      'running',
      'restarting 0, UNREADABLE 12, restarting 24, starting 50',
      'reached at 60, warning: is starting',
    ],
    // Too large at once, otherwise unreadable at two reads 20 s apart.
    ['running', 'TOO-LARGE 0', 'reached at 0, warning: cannot be read: Too large'],
    ['running', 'UNREADABLE 0', 'reached at 20, warning: cannot be read: No. 1 fell'],
    ['running', 'UNREADABLE 0, running 9', 'reached at 9'],
    ['running', 'starting 0, UNREADABLE 6', 'reached at 26, warning: cannot be read: No. 1 fell'],
    [
      'running',
      'UNREADABLE 0, starting 9, UNREADABLE 30',
      'reached at 30, warning: cannot be read: No. 1 fell',
    ],
  ])('that was %p and is "%s": %s', (before, course, verdict) => {
    expect(playApp(course, { ...APP, before: { status: before } })).toBe(verdict);
  });

  test.each<[before: string, course: Course, verdict: string]>([
    ['exited', 'exited 0', 'wrong at 60'],
    ['stopped', 'stopped 0', 'reached at 5, warning: is stopped'],
    [
      'running (unhealthy)',
      'running (unhealthy) 0',
      'reached at 60, warning: is running (unhealthy)',
    ],
    ['exited', 'running 0', 'reached at 0'],
  ])('that was %p when nothing was deployed and is "%s": %s', (before, course, verdict) => {
    const facts = { ...APP, before: { status: before }, wasDeployed: false };
    expect(playApp(course, facts)).toBe(verdict);
  });
});

test('the patience after a deployment counts from its end', () => {
  const facts = { ...APP, before: undefined, finishedAtMs: 60_000 };
  const first = { atMs: 60_000, value: 'starting' };
  expect(judgeAfterDeploy(facts, [first], first)).toMatchObject({
    kind: 'wait',
    ms: 3_000,
    text: 'web is starting; checking again',
    untilMs: 120_000,
  });
});

describe('after it was accepted,', () => {
  test.each<
    [
      goal: 'start' | 'stop' | 'restart',
      before: string | undefined,
      course: Course,
      verdict: string,
    ]
  >([
    // A change, and the state that was asked for at a read 2 s later.
    ['start', 'stopped', 'stopped 0, running 0.4', 'reached at 2.5'],
    ['restart', 'Up 3 days', 'Up 3 days 0, Up 1 second 0.9', 'reached at 3'],
    ['restart', 'Up 3 hours', 'Up 3 hours 0, Up 1 hours 0.9', 'reached at 3'],
    ['start', 'stopped', 'starting 0, running 4', 'reached at 8'],
    ['stop', 'running', 'stopping 0, stopped 2', 'reached at 4'],
    ['stop', 'running', 'exited 0', 'reached at 2.5'],
    ['stop', 'running', 'killed 0', 'reached at 2.5'],
    ['stop', 'running', ' Killed (9) 0', 'reached at 2.5'],
    ['stop', 'running', 'crashed (killed) 0', 'wrong at 5.5'],
    ['stop', 'crashed', 'crashed 0', 'reached at 5, unseen'],
    ['restart', 'running', 'restarting 0, running 2', 'reached at 4'],
    ['restart', 'running', 'restarting 0, running 2, exited 3, running 9', 'reached at 11'],
    // Another known state that is not moving: 5 s for stop, 20 s else.
    ['stop', 'running', 'stopping 0, running 2', 'wrong at 7'],
    ['start', 'stopped', 'starting 0, exited 2', 'wrong at 22'],
    ['restart', 'running', 'restarting 0, running (unhealthy) 2', 'wrong at 22'],
    ['restart', 'running', 'restarting (unhealthy) 0, running 40', 'reached at 44'],
    ['restart', 'running', 'restarting 0, running (unhealthy) 2, running 15', 'reached at 17'],
    // No change: start and stop that find what they ask for.
    ['start', 'running', 'running 0', 'reached at 5, unseen'],
    ['stop', 'stopped', 'stopped 0', 'reached at 5, unseen'],
    ['restart', 'running', 'running 0', 'reached at 20, unseen'],
    ['start', 'exited (0)', 'exited (0) 0, exited (1) 0.6', 'wrong at 21'],
    ['restart', 'running (1/2)', 'running (1/2) 0, running (2/2) 0.9', 'reached at 3'],
    // A time that goes on is no change.
    ['restart', 'up 3 minutes', 'up 3 minutes 0, up 4 minutes 8', 'reached at 20, unseen'],
    ['restart', 'up 59 seconds', 'up 59 seconds 0, up about a minute 8', 'reached at 20, unseen'],
    ['restart', 'up 3 minutes', 'up 3 minutes 0, up 4 seconds 2', 'reached at 4'],
    ['restart', 'odd', 'odd 0', 'reached at 20, unseen'],
    ['start', 'stopped', 'stopped 0', 'wrong at 180'],
    ['stop', 'running', 'running 0', 'wrong at 180'],
    ['restart', 'exited', 'exited 0', 'wrong at 180'],
    ['start', 'odd', 'odd 0', 'wrong at 180'],
    // A moving status is a change, even if it is the same as before.
    ['start', 'starting', 'starting 0, running 2', 'reached at 4'],
    // An unknown word that differs from before, and a service that shows no status.
    ['start', 'stopped', 'odd 0', 'reached at 20.5, warning: is odd (unknown status)'],
    ['stop', 'running', 'odd 0, odd 9', 'reached at 20.5, warning: is odd (unknown status)'],
    ['start', NONE, 'NONE 0', 'reached at 20, warning: shows no status'],
    ['stop', 'running', 'NONE 0', 'reached at 20, warning: shows no status'],
    // Counted from the read that showed it first, which is at 1 s.
    ['start', 'stopped', 'stopped 0, odd 0.6', 'reached at 21, warning: is odd (unknown status)'],
    ['stop', 'running', 'running 0, NONE 0.6', 'reached at 20, warning: shows no status'],
    ['start', 'stopped', 'starting 0, exited 0.6', 'wrong at 21'],
    // Words that a service may use on the way.
    ['restart', 'serving', 'updating 0, serving 2', 'reached at 4'],
    ['start', 'stopped', 'provisioning 0, ready 5', 'reached at 8'],
    // Moving for ever is left to the deadline.
    ['start', 'starting', 'starting 0', 'still waiting'],
    // Without a status before, the first read takes its place.
    ['restart', NONE, 'NONE 0, running 2', 'reached at 20, unseen'],
    ['start', NONE, 'stopped 0, running 4', 'reached at 8'],
  ])('%s of a resource that was %p and is "%s": %s', (goal, before, course, verdict) => {
    const facts = { name: 'web', goal, before, wasChanged: false, startedAtMs: 0 };
    const played = play(course, (...samples) => judgeLifecycle(facts, ...samples), {
      firstMs: pauseBefore(0).ms,
    });
    expect(played).toBe(verdict);
  });

  test.each([
    ['running', false, 'stopped', 2_500, 'is stopped after'],
    ['running', false, 'running', 180_000, 'is running, as before'],
    ['running', true, 'running', 5_500, 'is running after'],
    [NONE, false, NONE, 20_000, 'shows no status after'],
  ])('was %p (changed: %p), is %p: waits until %d and says it %s', (...row) => {
    const [before, wasChanged, value, untilMs, state] = row;
    const facts = { name: 'web', goal: 'stop', before, wasChanged, startedAtMs: 0 } as const;
    const samples = [500, 1_000, 2_000].map((atMs) => ({ atMs, value }));
    const text = `web ${state} the stop; checking again`;
    const wait = { kind: 'wait', ms: 1_000, isQuick: true, text, untilMs };
    expect(judgeLifecycle(facts, samples, { atMs: 2_000, value })).toEqual(wait);
  });

  test('the first reads are 0.5, 1, 2 and 3 s after the acceptance, then every 3 s', () => {
    let atMs = 0;
    const timesMs = [0, 1, 2, 3, 4, 5].map((count) => (atMs += pauseBefore(count).ms));
    expect(timesMs).toEqual([500, 1_000, 2_000, 3_000, 6_000, 9_000]);
    const quick = [0, 3, 4].filter((count) => pauseBefore(count).isQuick === true);
    expect(quick).toEqual([0, 3]);
  });
});
