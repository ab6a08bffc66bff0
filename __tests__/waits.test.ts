// When a wait gets a line, and what the line says.
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { createWaits, type Waits } from '../src/waits.ts';
import { VirtualClock } from './support/virtual-clock.ts';

type Wait = Parameters<Waits['begin']>[1];

let clock: VirtualClock;
let waits: Waits;
/** Each line with the second in which it came. */
let lines: string[];

beforeEach(() => {
  clock = new VirtualClock();
  lines = [];
  const info = (text: string): void =>
    void lines.push(`${Math.round(clock.now() / 1_000)}: ${text}`);
  waits = createWaits({ clock, deadlineMs: 1_000_000, info });
});
afterEach(() => {
  waits.leaveAll();
  clock.dispose();
});

const waiting = (more: Partial<Wait> = {}): Wait => ({
  text: 'Waiting for a',
  untilMs: 300_000,
  ...more,
});
const pass = async (seconds: number): Promise<void> => await clock.sleep(seconds * 1_000);

test('a wait is told after five seconds and then once a minute', async () => {
  waits.begin('a', waiting());
  await pass(4);
  expect(lines).toEqual([]);
  await pass(130);
  expect(lines).toEqual([
    '5: Waiting for a, for at most 4m 55s more.',
    '65: Waiting for a, for at most 3m 55s more.',
    '125: Waiting for a, for at most 2m 55s more.',
  ]);
  waits.end('a');
  waits.end('a');
  await pass(100);
  expect(lines).toHaveLength(3);
});

test.each<[what: string, wait: Partial<Wait>, expected: string[]]>([
  [
    'lasts until the deadline at most',
    { untilMs: Infinity },
    ['5: Waiting for a, for at most 16m 35s more.'],
  ],
  ['has a rest too short to be named', { untilMs: 5_400 }, ['5: Waiting for a.']],
  ['was told', { isTold: true }, []],
])('a wait that %s', async (_, wait, expected) => {
  waits.begin('a', waiting(wait));
  await pass(59);
  expect(lines).toEqual(expected);
});

test('a reason that is new is told at once, and only once; a text alone is no news', async () => {
  waits.begin('a', waiting({ reason: 'a' }));
  await pass(2);
  waits.begin('a', waiting({ reason: 'b', text: 'Waiting for b' }));
  expect(lines).toEqual([]);
  await pass(10);
  for (const [reason, text] of [
    ['a', 'Waiting for a'],
    ['b', 'Waiting for b'],
    ['a', 'Waiting for another a'],
  ] as const)
    waits.begin('a', waiting({ reason, text }));
  expect(lines).toEqual([
    '5: Waiting for b, for at most 4m 55s more.',
    '12: Waiting for a, for at most 4m 48s more.',
  ]);
  await pass(54);
  expect(lines.slice(2)).toEqual(['65: Waiting for another a, for at most 3m 55s more.']);
});

test('an end that is later than was told is told when that has passed', async () => {
  waits.begin('a', waiting({ untilMs: 10_000 }));
  await pass(9);
  waits.begin('a', waiting({ untilMs: 20_000 }));
  expect(lines).toHaveLength(1);
  await pass(1);
  waits.begin('a', waiting({ untilMs: 20_000 }));
  expect(lines.at(-1)).toBe('10: Waiting for a, for at most 10 s more.');
});

test('an end that has passed is not told again where no later one takes its place', async () => {
  waits.begin('a', waiting({ untilMs: 10_000 }));
  await pass(12);
  waits.begin('a', waiting({ untilMs: 10_000 }));
  expect(lines).toEqual(['5: Waiting for a, for at most 5 s more.']);
});

test.each([
  ['end', 6, ['6: Over.']],
  ['end', 4, []],
  ['leave', 6, []],
] as const)(
  'its end has a line if its beginning had one: %s after %d s',
  async (how, seconds, end) => {
    waits.begin('a', waiting({ ended: () => 'Over.' }));
    await pass(seconds);
    waits[how]('a');
    expect(lines.slice(seconds > 5 ? 1 : 0)).toEqual(end);
  },
);

test('waits of several keys are told each on its own, and left together', async () => {
  waits.begin('a', waiting());
  waits.begin('b', waiting({ text: 'Waiting for b' }));
  await pass(6);
  expect(lines).toHaveLength(2);
  waits.leaveAll();
  await pass(100);
  expect([lines.length, clock.sleeping]).toEqual([2, 0]);
});
