// When a status is final after start, stop or restart: sequences of reads, compared with the status before.
import { expect, test } from '@jest/globals';
import { createSettling, type LifecycleAction, type Settled } from '../../../src/operations/steps/settling.ts';

type Read = readonly [atSeconds: number, status: string | undefined];
type End = readonly [atSeconds: number, settled: Settled] | undefined;

/** The first read that settles it, and how. */
function endOf(action: LifecycleAction, before: string | undefined, reads: readonly Read[]): End {
  const settling = createSettling(action, before, 0);
  for (const [atSeconds, status] of reads) {
    const settled = settling(status, atSeconds * 1_000);
    if (settled !== undefined) return [atSeconds, settled];
  }
  return undefined;
}

/** Reads of the same status, one every two seconds. */
function steady(status: string, fromSeconds: number, toSeconds: number): Read[] {
  return Array.from({ length: (toSeconds - fromSeconds) / 2 + 1 }, (_, index) => [fromSeconds + 2 * index, status]);
}

test.each<[string, LifecycleAction, string | undefined, readonly Read[], End]>([
  [
    'a start passes when the resource was up for five seconds after a change',
    'start',
    'stopped',
    [...steady('starting', 0, 4), ...steady('running', 6, 14)],
    [12, 'reached'],
  ],
  ['a start of what runs already takes two reads', 'start', 'running', steady('running', 0, 10), [6, 'reached']],
  ['a stop of what is stopped already takes two reads, too', 'stop', 'Exited', steady('Exited', 0, 10), [6, 'reached']],
  [
    'a stop does not pass while the old status is still shown, with or without an addition',
    'stop',
    'running (healthy)',
    steady('running (healthy)', 0, 58),
    undefined,
  ],
  [
    'a stop has not changed a status of which only the addition differs',
    'stop',
    'running (healthy)',
    [...steady('Running (unhealthy)', 0, 12), ...steady('exited (0)', 14, 20)],
    [20, 'reached'],
  ],
  [
    'a restart does not pass before it began, although the status shows its age',
    'restart',
    'up 59 minutes',
    [...steady('up 60 minutes', 0, 14), ...steady('restarting', 16, 20), ...steady('up 1 second', 22, 30)],
    [28, 'reached'],
  ],
  [
    'a status that shows its age counts, although no two reads are equal',
    'stop',
    'up 2 minutes',
    [0, 2, 4, 6].map((atSeconds) => [atSeconds, `exited (0) ${atSeconds} s ago`] as const),
    [6, 'reached'],
  ],
  ['a stop that changes nothing for a minute is wrong', 'stop', 'active', steady('active', 0, 70), [60, 'wrong']],
  [
    'a restart does not pass before it began, with the old status for fifteen seconds',
    'restart',
    'running',
    [...steady('running', 0, 14), ...steady('restarting', 16, 20), ...steady('running', 22, 30)],
    [28, 'reached'],
  ],
  [
    'a status that cannot be read is wrong after a minute',
    'stop',
    'running',
    [
      [0, undefined],
      [30, undefined],
      [60, undefined],
    ],
    [60, 'wrong'],
  ],
  [
    'a status that cannot be read once, long after the request, is not wrong',
    'restart',
    'running',
    [...steady('restarting', 0, 68), [70, undefined], ...steady('running', 72, 80)],
    [78, 'reached'],
  ],
  [
    'a status counts although every second one cannot be read',
    'stop',
    'running',
    [
      [0, 'stopping'],
      [2, undefined],
      [4, 'stopped'],
      [6, undefined],
      [8, 'stopped'],
      [10, undefined],
      [12, 'stopped'],
    ],
    [12, 'reached'],
  ],
  ['a restart without a change passes after 20 s', 'restart', 'running', steady('running', 0, 30), [20, 'unchanged']],
  [
    'a restart that ends in a crash is wrong',
    'restart',
    'running',
    [...steady('restarting', 0, 2), ...steady('crash-loop', 4, 12)],
    [10, 'wrong'],
  ],
  [
    'an unknown transitional status is given time',
    'restart',
    'running',
    [...steady('rolling out', 0, 8), ...steady('warm-up', 10, 20), ...steady('running', 22, 30)],
    [28, 'reached'],
  ],
  [
    'a new unknown status that remains for 20 s is unknown, not wrong',
    'start',
    'stopped',
    steady('green', 2, 30),
    [22, 'unknown'],
  ],
  ['an unchanged unknown status is wrong', 'start', 'grey', steady('grey', 0, 70), [60, 'wrong']],
  ['running (unhealthy) is up', 'start', 'stopped', steady('running (unhealthy)', 2, 10), [8, 'reached']],
  [
    'a change is recognised even when the status before is unknown',
    'restart',
    undefined,
    [...steady('restarting', 0, 2), ...steady('running', 4, 12)],
    [10, 'reached'],
  ],
  [
    'a status that comes and goes does not count',
    'stop',
    'running',
    [
      [0, 'stopped'],
      [4, 'running'],
      [8, 'stopped'],
      [12, 'running'],
    ],
    undefined,
  ],
])('%s', (_, action, before, reads, end) => {
  expect(endOf(action, before, reads)).toEqual(end);
});
