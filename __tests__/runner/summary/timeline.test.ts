// The timeline: lengths of phases, bars on a common axis, and when it is worth showing.
import { describe, expect, test } from '@jest/globals';
import { newOutcome } from '../../../src/operations/outcome.ts';
import type { Phase, ResourceProgress } from '../../../src/runner/summary/progress.ts';
import {
  barOf,
  isWorthShowing,
  spanOf,
  type TimedPhase,
  timedPhasesOf,
  waitedMs,
} from '../../../src/runner/summary/timeline.ts';

function progressOf(phases: readonly Phase[], endedAtMs?: number): ResourceProgress {
  const outcome = newOutcome('app_web');
  return {
    outcome,
    phases,
    blocker: undefined,
    waitedFor: [],
    ours: true,
    isStartedHere: true,
    isReread: true,
    endedAtMs,
  };
}

function phasesOf(...phases: [label: string, startMs: number][]): Phase[] {
  return phases.map(([label, startMs]) => ({ label, startMs }));
}

function drawn(phases: readonly TimedPhase[], endMs: number): string {
  return barOf(phases, { startMs: 0, endMs }).replaceAll('\u00A0', '.').replaceAll('`', '');
}

const waiting = (startMs: number): Phase => ({ label: 'waiting', startMs, isWaiting: true });
const building = (startMs: number, endMs: number): TimedPhase => ({ label: 'building', startMs, endMs });

describe('the phases', () => {
  test('last until the next one begins, and the last until the work has ended', () => {
    expect(timedPhasesOf(progressOf(phasesOf(['queued', 10], ['building', 30]), 70), 100)).toEqual([
      { label: 'queued', startMs: 10, endMs: 30 },
      { label: 'building', startMs: 30, endMs: 70 },
    ]);
  });

  test('last until now when they have not ended', () => {
    expect(timedPhasesOf(progressOf(phasesOf(['building', 30])), 100)).toEqual([building(30, 100)]);
  });

  test.each(['finished', 'failed', 'cancelled'])('do not include the final status %s', (word) => {
    const phases = phasesOf(['building', 0], [word, 40], ['health check', 50]);
    expect(timedPhasesOf(progressOf(phases, 60), 100)).toEqual([
      building(0, 40),
      { label: 'health check', startMs: 50, endMs: 60 },
    ]);
  });

  test('include the time from the final status to the health check if it is long', () => {
    const phases = phasesOf(['building', 0], ['finished', 40_000], ['health check', 52_000]);
    expect(timedPhasesOf(progressOf(phases, 60_000), 60_000)).toEqual([
      building(0, 40_000),
      { label: 'status check', startMs: 40_000, endMs: 52_000 },
      { label: 'health check', startMs: 52_000, endMs: 60_000 },
    ]);
  });

  test('end before the next one begins where that is known', () => {
    const phases = [{ label: 'health check', startMs: 10, endMs: 30 }];
    expect(timedPhasesOf(progressOf(phases, 70), 100)).toEqual(phases);
  });

  test('have their times of waiting added up', () => {
    const phases = [waiting(0), { label: 'building', startMs: 20 }, waiting(30)];
    expect(waitedMs(timedPhasesOf(progressOf(phases, 35), 100))).toBe(25);
  });

  test('count no status of the service as waiting', () => {
    const phases = phasesOf(['waiting', 0], ['building', 20]);
    expect(waitedMs(timedPhasesOf(progressOf(phases, 35), 100))).toBe(0);
  });

  test('span the time from the first start to the last end, in whatever order', () => {
    expect(spanOf([building(5, 9), building(2, 4)])).toEqual({ startMs: 2, endMs: 9 });
    expect(spanOf([])).toEqual({ startMs: 0, endMs: 0 });
  });
});

describe('the timeline', () => {
  test.each<[string, TimedPhase[], boolean]>([
    ['a short build', [{ label: 'queued', startMs: 0, endMs: 4_000 }, building(4_000, 60_000)], false],
    ['a build of two minutes', [{ label: 'queued', startMs: 0, endMs: 4_000 }, building(4_000, 120_000)], true],
    ['a wait', [{ ...waiting(0), endMs: 1_000 }, building(1_000, 2_000)], true],
    ['one phase, however long', [building(0, 900_000)], false],
    ['nothing', [], false],
  ])('of %s is shown or left out', (_, phases, isShown) => {
    expect(isWorthShowing(phases)).toBe(isShown);
  });
});

describe('the bars', () => {
  test.each([
    ['the whole', building(0, 12), '████████████'],
    ['a half', building(0, 6), '██████......'],
    ['the other half', building(6, 12), '......██████'],
    ['a moment at the beginning', building(0, 0), '█...........'],
    ['a moment at the end', building(12, 12), '...........█'],
    ['less than a cell', building(5, 5.1), '.....█......'],
  ])('show %s in its place: %o, %s', (_, phase, bar) => {
    expect(drawn([phase], 12)).toBe(bar);
  });

  test('show time spent waiting in a lighter shade', () => {
    expect(drawn([{ ...waiting(0), endMs: 4 }, building(4, 8)], 12)).toBe('░░░░████....');
  });

  test('show even a phase without length', () => {
    expect(drawn([building(0, 0)], 0)).toBe('█...........');
  });
});
