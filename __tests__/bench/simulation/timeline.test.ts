// Simulated time: everything happens, in order.

import { describe, expect, test } from '@jest/globals';
import { seededRandom } from '../../../bench/simulation/random.ts';
import { createTimeline } from '../../../bench/simulation/timeline.ts';

describe('the timeline', () => {
  test('lets things happen in order of time, and of entry where times are equal', () => {
    const timeline = createTimeline();
    const random = seededRandom(5);
    const waitsMs = Array.from({ length: 500 }, () => Math.floor(random() * 50));
    const happened: { atMs: number; entry: number }[] = [];
    for (const [entry, waitMs] of waitsMs.entries()) {
      timeline.after(waitMs, () => happened.push({ atMs: timeline.nowMs(), entry }));
    }
    timeline.run();
    expect(happened).toHaveLength(500);
    expect(happened).toEqual(happened.toSorted((a, b) => a.atMs - b.atMs || a.entry - b.entry));
    expect(happened.every(({ atMs, entry }) => atMs === waitsMs[entry])).toBe(true);
  });

  test.each([-1, Number.NaN])('refuses a wait of %d ms', (waitMs) => {
    expect(() => createTimeline().after(waitMs, () => {})).toThrow(RangeError);
  });
});
