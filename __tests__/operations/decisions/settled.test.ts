// When the status of a resource has settled: sequences of reads, compared with the status before.
import { describe, expect, test } from '@jest/globals';
import { resourceStateOf } from '../../../src/api/model.ts';
import { type Goal, settled, type SettledAs, type StatusRead } from '../../../src/operations/decisions/index.ts';
import { sequences } from '../../support/decisions.ts';

type Shown = string | undefined;
/** The status by seconds since the acceptance. */
type Timeline = (seconds: number) => Shown;
type Before = { readonly status: Shown } | undefined;
type End = readonly [seconds: number, as: SettledAs] | undefined;

const always =
  (status: Shown): Timeline =>
  () =>
    status;

/** A status until a time in seconds, then the next one. */
function steps(...parts: readonly (readonly [status: Shown, untilSeconds: number])[]): Timeline {
  return (seconds) => (parts.find(([, until]) => seconds < until) ?? parts.at(-1))?.[0];
}

/** Reads whenever the decision asks for it: when it settled, how, and the times of the reads in seconds. */
function play(
  goal: Goal,
  before: Before,
  shown: Timeline,
  { untilSeconds = Infinity, atMost = 200 }: { untilSeconds?: number; atMost?: number } = {},
): { end: End; at: number[] } {
  const acceptedAtMs = 7_000;
  const reads: StatusRead[] = [];
  const at: number[] = [];
  for (;;) {
    const decision = settled({ goal, before, acceptedAtMs, reads, untilMs: acceptedAtMs + untilSeconds * 1_000 });
    if ('as' in decision) return { end: [at.at(-1) ?? 0, decision.as], at };
    if (reads.length === atMost) return { end: undefined, at };
    const lastMs = reads.at(-1)?.atMs;
    if (lastMs !== undefined && decision.readAtMs <= lastMs) throw new Error('it asks for a read in the past');
    const seconds = (decision.readAtMs - acceptedAtMs) / 1_000;
    at.push(seconds);
    reads.push({ atMs: decision.readAtMs, status: shown(seconds) });
  }
}

describe('the reads after start, stop and restart', () => {
  test('come quickly at first, then every three seconds', () => {
    const { at } = play('restart', { status: 'running' }, always('restarting'), { atMost: 8 });
    expect(at).toEqual([0.5, 1, 2, 3, 6, 9, 12, 15]);
  });

  test('come earlier if one read can settle it', () => {
    expect(play('restart', { status: 'running' }, steps(['restarting', 4], ['running', 99])).at).toEqual([
      0.5, 1, 2, 3, 6, 8,
    ]);
  });

  test('that came late are followed by one at the next usual time', () => {
    const reads = [{ atMs: 2_400, status: 'restarting' }];
    const question = { goal: 'restart', before: { status: 'running' }, acceptedAtMs: 0 } as const;
    expect(settled({ ...question, reads })).toEqual({ readAtMs: 3_000 });
    expect(settled({ ...question, reads: [{ atMs: 3_000, status: 'restarting' }] })).toEqual({ readAtMs: 6_000 });
  });
});

test('the reads after a deployment begin at once and come every five seconds, the last at the end of the time', () => {
  const { at } = play('deploy', { status: 'running' }, always('starting'), { untilSeconds: 23 });
  expect(at).toEqual([0, 5, 10, 15, 20, 23]);
});

interface Case {
  readonly what: string;
  readonly goal: Exclude<Goal, 'deploy'>;
  readonly before: Shown;
  readonly shown: Timeline;
  readonly end: End;
}

describe('after a change', () => {
  test.each<Case>([
    {
      what: 'the wanted state counts two seconds later',
      goal: 'start',
      before: 'stopped',
      shown: steps(['starting', 5], ['running', 99]),
      end: [8, 'reached'],
    },
    {
      what: 'a crash loop, up for a moment, is not reached',
      goal: 'restart',
      before: 'running',
      shown: steps(['restarting', 2], ['running', 3.5], ['crashed', 99]),
      end: [9, 'wrong'],
    },
    {
      what: 'a restart of a second is seen',
      goal: 'restart',
      before: 'running',
      shown: steps(['running', 0.8], ['restarting', 1.5], ['running', 99]),
      end: [4, 'reached'],
    },
    {
      what: 'what follows the first word is a change, too',
      goal: 'restart',
      before: 'running (healthy)',
      shown: steps(['running (starting)', 4], ['running (healthy)', 99]),
      end: [2.5, 'reached'],
    },
    {
      what: 'an age is none',
      goal: 'restart',
      before: 'up 59 minutes',
      shown: (seconds) => `up ${60 + Math.floor(seconds / 60)} minutes`,
      end: [20, 'unchanged'],
    },
    {
      what: 'another spelling is none',
      goal: 'restart',
      before: 'running (healthy)',
      shown: always('Running:healthy'),
      end: [20, 'unchanged'],
    },
    {
      what: 'another unknown word than before is one',
      goal: 'restart',
      before: 'green 1',
      shown: steps(['green 2', 4], ['green 1', 99]),
      end: [8, 'reached'],
    },
    {
      what: 'any other status counts once reads five seconds apart show it',
      goal: 'start',
      before: 'stopped',
      shown: steps(['starting', 2.5], ['crashed', 99]),
      end: [8, 'wrong'],
    },
    {
      what: 'the old status counts, too',
      goal: 'start',
      before: 'stopped',
      shown: steps(['starting', 2.5], ['stopped', 99]),
      end: [8, 'wrong'],
    },
    {
      what: 'a transition is waited for, however long it takes',
      goal: 'start',
      before: 'stopped',
      shown: steps(['shipping out', 300], ['running', 999]),
      end: [302, 'reached'],
    },
    {
      what: 'a status that comes and goes does not count',
      goal: 'stop',
      before: 'running',
      shown: (seconds) => (Math.floor(seconds / 2) % 2 === 0 ? 'running' : 'exited'),
      end: undefined,
    },
    {
      what: 'reads without a status do not begin it anew',
      goal: 'stop',
      before: 'running',
      shown: (seconds) => (seconds === 3 ? undefined : seconds < 3 ? 'stopping' : 'exited'),
      end: [8, 'reached'],
    },
    {
      what: 'a transition is one without a status before',
      goal: 'restart',
      before: undefined,
      shown: steps(['restarting', 2.5], ['running', 99]),
      end: [5, 'reached'],
    },
    {
      what: 'running (unhealthy) is up',
      goal: 'start',
      before: 'stopped',
      shown: always('running (unhealthy)'),
      end: [2.5, 'reached'],
    },
    {
      what: 'the unknown word from before is as good as up for a restart',
      goal: 'restart',
      before: 'green',
      shown: steps(['restarting', 2.5], ['green', 99]),
      end: [5, 'reached'],
    },
    {
      what: 'the unknown word from before is not as good as up for a start',
      goal: 'start',
      before: 'green',
      shown: steps(['starting', 2.5], ['green', 99]),
      end: [8, 'wrong'],
    },
    {
      what: 'a new unknown word must hold for twenty seconds',
      goal: 'start',
      before: 'stopped',
      shown: always('green'),
      end: [20.5, 'uncertain'],
    },
    {
      what: 'a new unknown word that gives way in time is waited for',
      goal: 'start',
      before: 'stopped',
      shown: steps(['warm-up', 20], ['running', 99]),
      end: [22.5, 'reached'],
    },
  ])('$what', ({ goal, before, shown, end }) => {
    expect(play(goal, before === undefined ? undefined : { status: before }, shown).end).toEqual(end);
  });
});

describe('without a change', () => {
  test.each<Case>([
    {
      what: 'a start of what is up takes two reads five seconds apart',
      goal: 'start',
      before: 'running',
      shown: always('running'),
      end: [5.5, 'reached'],
    },
    {
      what: 'a stop of what is down takes them, too',
      goal: 'stop',
      before: 'Exited (0)',
      shown: always('exited (0)'),
      end: [5.5, 'reached'],
    },
    {
      what: 'a restart of what is up takes twenty seconds',
      goal: 'restart',
      before: 'running',
      shown: always('running'),
      end: [20, 'unchanged'],
    },
    {
      what: 'a restart of what has an unknown word takes twenty seconds, too',
      goal: 'restart',
      before: 'green',
      shown: always('green'),
      end: [20, 'unchanged'],
    },
    {
      what: 'a start of what is down is wrong after a minute',
      goal: 'start',
      before: 'stopped',
      shown: always('stopped'),
      end: [60, 'wrong'],
    },
    { what: 'a stop of what is up, too', goal: 'stop', before: 'active', shown: always('active'), end: [60, 'wrong'] },
    {
      what: 'a restart of what is down, too',
      goal: 'restart',
      before: 'stopped',
      shown: always('stopped'),
      end: [60, 'wrong'],
    },
    {
      what: 'a start of what has an unknown word, too',
      goal: 'start',
      before: 'grey',
      shown: always('grey'),
      end: [60, 'wrong'],
    },
    {
      what: 'a change after 59 seconds is still seen',
      goal: 'stop',
      before: 'running',
      shown: steps(['running', 59], ['exited', 999]),
      end: [62, 'reached'],
    },
    {
      what: 'a status that is no longer shown is wrong after a minute',
      goal: 'stop',
      before: 'running',
      shown: always(undefined),
      end: [60, 'wrong'],
    },
    {
      what: 'a status that is not shown any more is wrong a minute after the last one',
      goal: 'restart',
      before: 'running',
      shown: steps(['restarting', 31], [undefined, 999]),
      end: [90, 'wrong'],
    },
    {
      what: 'without a status before, what is as asked takes two reads',
      goal: 'start',
      before: undefined,
      shown: always('running'),
      end: [5.5, 'reached'],
    },
    {
      what: 'without a status before, any other is wrong after a minute',
      goal: 'start',
      before: undefined,
      shown: always('stopped'),
      end: [60, 'wrong'],
    },
  ])('$what', ({ goal, before, shown, end }) => {
    expect(play(goal, before === undefined ? undefined : { status: before }, shown).end).toEqual(end);
  });
});

describe('a service that shows no status', () => {
  const none: Before = { status: undefined };
  test.each<Goal>(['start', 'stop', 'restart', 'deploy'])('is not waited for after a %s', (goal) => {
    expect(play(goal, none, always(undefined)).end).toEqual([goal === 'deploy' ? 0 : 0.5, 'unshown']);
  });

  test('is one only if a read before showed it', () => {
    expect(play('start', undefined, always(undefined)).end).toEqual([60, 'wrong']);
    expect(play('deploy', undefined, always(undefined)).end).toEqual([5, 'uncertain']);
    expect(play('deploy', { status: 'running' }, always(undefined)).end).toEqual([5, 'uncertain']);
  });

  test('is one no longer as soon as it shows one', () => {
    expect(play('start', none, always('running')).end).toEqual([5.5, 'reached']);
  });
});

describe('after a deployment', () => {
  test.each<[string, Shown, Timeline, End]>([
    ['up passes at once', 'running', always('Running (healthy)'), [0, 'reached']],
    ['up passes at once, whatever was before', 'crashed', always('active'), [0, 'reached']],
    ['the unknown word from before passes at once', 'green', always('Green'), [0, 'reached']],
    ['another unknown word counts after five seconds', 'green', always('grey'), [5, 'uncertain']],
    ['a transition is waited for', 'running', steps(['starting', 40], ['running', 99]), [40, 'reached']],
    ['a transition that stays is uncertain after a minute', 'running', always('starting'), [60, 'uncertain']],
    ['a transition as before is no state as before', 'starting', always('starting'), [60, 'uncertain']],
    ['broken counts after five seconds', 'running', always('crashed'), [5, 'wrong']],
    ['broken for a moment does not', 'running', steps(['crashed', 4], ['running', 99]), [5, 'reached']],
    ['broken as before is waited for', 'crashed', steps(['crashed', 31], ['running', 99]), [35, 'reached']],
    ['broken as before with another count is so, too', 'crashed (3)', always('crashed (4)'), [60, 'wrong']],
    ['broken in another way than before counts after five seconds', 'crashed', always('dead'), [5, 'wrong']],
    ['down counts after five seconds', 'running', always('stopped'), [5, 'uncertain']],
    ['down as before counts at once', 'exited', always('Exited (137)'), [0, 'as before']],
    ['another down counts after five seconds', 'exited', always('stopped'), [5, 'uncertain']],
    ['unhealthy as before counts at once', 'unhealthy', always('unhealthy'), [0, 'as before']],
    ['up but unhealthy as before counts at once', 'running (unhealthy)', always('running:unhealthy'), [0, 'as before']],
    ['up but unhealthy is read like a transition', 'running', always('running (unhealthy)'), [60, 'uncertain']],
    [
      'up but unhealthy that recovers passes',
      'running (healthy)',
      steps(['running (unhealthy)', 21], ['running (healthy)', 99]),
      [25, 'reached'],
    ],
    ['up but unhealthy is waited for after a read that failed', undefined, always('up (unhealthy)'), [60, 'uncertain']],
    ['unhealthy that was healthy before is wrong after five seconds', 'healthy', always('unhealthy'), [5, 'wrong']],
    ['unhealthy for ever in a crash loop is wrong', 'crashed', steps(['starting', 50], ['dead', 99]), [55, 'wrong']],
    ['broken at the end of the time is wrong', 'running', steps(['starting', 58], ['dead', 99]), [60, 'wrong']],
  ])('%s', (_, before, shown, end) => {
    const earlier = before === undefined ? undefined : { status: before };
    expect(play('deploy', earlier, shown, { untilSeconds: 60 }).end).toEqual(end);
  });
});

describe('every sequence of three reads', () => {
  const shown = ['running', 'stopped', 'restarting', 'crashed', 'green', 'running (unhealthy)', undefined];
  const gaps = [500, 2_000, 5_000, 25_000];

  test.each<Goal>(['start', 'stop', 'restart', 'deploy'])('of a %s is decided alike, and never for nothing', (goal) => {
    const problems: unknown[] = [];
    for (const before of [undefined, { status: undefined }, ...shown.slice(0, 5).map((status) => ({ status }))]) {
      for (const statuses of sequences(shown, 3)) {
        for (const gapMs of gaps) {
          const reads = statuses.map((status, at) => ({ atMs: (at + 1) * gapMs, status }));
          const question = { goal, before, acceptedAtMs: 0, reads };
          const decision = settled(question);
          const isSame = JSON.stringify(settled(question)) === JSON.stringify(decision);
          const problem = isSame ? problemOf(question, decision) : 'decided twice';
          if (problem !== undefined) problems.push({ problem, question, decision });
        }
      }
    }
    expect(problems).toEqual([]);
  });

  /** What is wrong with a decision. */
  function problemOf(
    { goal, before, reads }: Parameters<typeof settled>[0],
    decision: ReturnType<typeof settled>,
  ): string | undefined {
    const last = reads.at(-1);
    if (last === undefined) return 'no read';
    if (!('as' in decision)) return decision.readAtMs > last.atMs ? undefined : 'asks for a read in the past';
    const state = resourceStateOf(last.status);
    const isAsBefore = last.status !== undefined && last.status === before?.status;
    const isUp = state === 'up' || (state === 'unknown' && isAsBefore && (goal === 'restart' || goal === 'deploy'));
    const isWanted = goal === 'stop' ? state === 'down' : isUp;
    switch (decision.as) {
      case 'reached':
        if (goal !== 'deploy' && reads.length < 2) return 'reached by a single read';
        return isWanted ? undefined : 'reached without the wanted state';
      case 'unchanged':
        if (goal !== 'restart' || !isWanted) return 'unchanged without the wanted state';
        return last.atMs >= 20_000 ? undefined : 'unchanged too soon';
      case 'as before':
        if (goal !== 'deploy' || !isAsBefore) return 'as before without the state from before';
        return state === 'down' || state === 'up' ? undefined : 'as before in another state';
      case 'unshown':
        return reads.every(({ status }) => status === undefined) ? undefined : 'unshown with a status';
      case 'uncertain':
        return ['broken', 'transition'].includes(state) ? 'uncertain about what is certain' : undefined;
      case 'wrong':
        if (goal === 'deploy') return state === 'broken' ? undefined : 'wrong, but not broken';
        return state === 'transition' || (isWanted && last.status !== undefined)
          ? 'wrong in the wanted state'
          : undefined;
    }
  }
});
