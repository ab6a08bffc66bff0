// Bars of time: where they begin and end on a common axis, and that none of them is lost.
import { describe, expect, test } from '@jest/globals';
import { type Phase, type Track, WAITING } from '../../../src/runner/summary/progress.ts';
import { barOf, spanOf, type Stretch, stretchesOf, waitedMs } from '../../../src/runner/summary/timeline.ts';

function trackOf(phases: readonly Phase[], endedAtMs?: number): Track {
  return { outcome: { resourceId: 'app_web' }, phases, blocker: undefined, behind: [], endedAtMs };
}

function phasesOf(...phases: [label: string, startMs: number][]): Phase[] {
  return phases.map(([label, startMs]) => ({ label, startMs }));
}

function drawn(stretches: readonly Stretch[], endMs: number): string {
  return barOf(stretches, { startMs: 0, endMs }).replaceAll('\u00A0', '.').replaceAll('`', '');
}

const building = (startMs: number, endMs: number): Stretch => ({ label: 'building', startMs, endMs });

describe('stretches', () => {
  test('each phase lasts until the next one; the last until the resource has settled', () => {
    expect(stretchesOf(trackOf(phasesOf(['queued', 10], ['building', 30]), 70), 100)).toEqual([
      { label: 'queued', startMs: 10, endMs: 30 },
      { label: 'building', startMs: 30, endMs: 70 },
    ]);
  });

  test('what has not settled lasts until now', () => {
    expect(stretchesOf(trackOf(phasesOf(['building', 30])), 100)).toEqual([building(30, 100)]);
  });

  test.each(['finished', 'failed', 'cancelled'])('%s ends what came before it and has no length of its own', (word) => {
    const phases = phasesOf(['building', 0], [word, 40], ['health check', 50]);
    expect(stretchesOf(trackOf(phases, 60), 100)).toEqual([
      building(0, 40),
      { label: 'health check', startMs: 50, endMs: 60 },
    ]);
  });

  test('all waits in line are one sum', () => {
    const phases = phasesOf([WAITING, 0], ['building', 20], [WAITING, 30]);
    expect(waitedMs(stretchesOf(trackOf(phases, 35), 100))).toBe(25);
  });

  test('the span reaches from the first beginning to the last end, in whatever order', () => {
    expect(spanOf([building(5, 9), building(2, 4)])).toEqual({ startMs: 2, endMs: 9 });
    expect(spanOf([])).toEqual({ startMs: 0, endMs: 0 });
  });
});

describe('bars', () => {
  test.each([
    ['the whole', building(0, 12), '████████████'],
    ['a half', building(0, 6), '██████......'],
    ['the other half', building(6, 12), '......██████'],
    ['a moment at the beginning', building(0, 0), '█...........'],
    ['a moment at the end', building(12, 12), '...........█'],
    ['less than a cell', building(5, 5.1), '.....█......'],
  ])('%s is drawn where it lies: %o, %s', (_, stretch, bar) => {
    expect(drawn([stretch], 12)).toBe(bar);
  });

  test('time in line is light', () => {
    expect(drawn([{ label: WAITING, startMs: 0, endMs: 4 }, building(4, 8)], 12)).toBe('░░░░████....');
  });

  test('no time at all still shows', () => {
    expect(drawn([building(0, 0)], 0)).toBe('█...........');
  });
});
