// The parts that the simulated fleets are made of do what the comparison takes them to do.

import { describe, expect, test } from '@jest/globals';
import { drawBuildMs, endedPart } from '../../../bench/simulation/builds.ts';
import { coordinator } from '../../../bench/simulation/coordinator.ts';
import { burst, playFleet } from '../../../bench/simulation/fleet.ts';
import { createKeyLimit } from '../../../bench/simulation/key-limit.ts';
import { seededRandom } from '../../../bench/simulation/random.ts';
import { createTimeline } from '../../../bench/simulation/timeline.ts';
import { ownPace } from '../../../bench/contenders.ts';

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

describe('the limit of a key', () => {
  const limitOf = (refusedCount: boolean) => createKeyLimit({ requests: 2, windowMs: 60_000, refusedCount });

  test('admits so many in any window, and knows when the next may come', () => {
    const limit = limitOf(false);
    expect([0, 1000, 2000, 59_999].map((atMs) => limit.arrive(atMs))).toEqual([undefined, undefined, 58_000, 1]);
    expect(limit.hasRoom(60_000)).toBe(true);
    expect([60_000, 60_500].map((atMs) => limit.arrive(atMs))).toEqual([undefined, 500]);
  });

  test('stays full while requests keep coming, where refused requests count', () => {
    const limit = limitOf(true);
    for (let atMs = 0; atMs < 600_000; atMs += 20_000) limit.arrive(atMs);
    expect(limit.hasRoom(600_000)).toBe(false);
    expect(limit.hasRoom(660_000)).toBe(true);
  });
});

describe('builds', () => {
  test.each([
    { medianMs: 90_000, sigma: 0.5 },
    { fromMs: 56_000, toMs: 66_000 },
  ])('end as drawn: %j', (lengths) => {
    const random = seededRandom(11);
    const drawn = Array.from({ length: 4000 }, () => drawBuildMs(lengths, random));
    for (const atMs of [58_000, 61_000, 90_000, 150_000]) {
      const part = drawn.filter((ms) => ms <= atMs).length / drawn.length;
      expect(Math.abs(part - endedPart(lengths, atMs))).toBeLessThan(0.03);
    }
  });
});

describe('a fleet', () => {
  const world = { ...burst, seed: 4, jobs: 40 };

  test('comes to the same with the same seed, and to something else with another', () => {
    const played = playFleet(ownPace.unknown.enter(world), world);
    expect(playFleet(ownPace.unknown.enter(world), world)).toEqual(played);
    expect(playFleet(ownPace.unknown.enter(world), { ...world, seed: 5 })).not.toEqual(played);
  });

  test('of the coordinator is never refused and never fails', () => {
    const { refused, outcomes } = playFleet(coordinator(1000), world);
    expect(refused).toBe(0);
    expect(outcomes.map(({ failed }) => failed)).toEqual(Array.from({ length: 40 }, () => false));
  });

  test('comes and goes for as long as it is set to', () => {
    const { outcomes } = playFleet(coordinator(1000), { ...world, jobs: 5, comeAndGoMs: 600_000 });
    expect(outcomes.length).toBeGreaterThan(15);
    expect(outcomes.length).toBeLessThan(50);
  });
});
