// The simulated fleets keep the pace's promises on a small seeded run; the whole comparison is `bench/fleet.ts`.

import { describe, expect, test } from '@jest/globals';
import { ownPace, rivals } from '../../bench/contenders.ts';
import { coordinator } from '../../bench/simulation/coordinator.ts';
import { burst, playFleet, type World } from '../../bench/simulation/fleet.ts';
import { measure, ratio } from '../../bench/simulation/measure.ts';

const seed = 3;
const runs = 2;
/** The cost of a poll at which the coordinator does best, by jobs; the whole comparison searches for it. */
const pollCostMs: Record<number, number> = { 10: 100, 30: 1000, 50: 2000 };
const fleetOf = (jobs: number, more: Partial<World> = {}): World => ({ ...burst, seed, jobs, ...more });
const yardstick = (world: World) => measure(coordinator(pollCostMs[world.jobs] ?? 1000), world, runs);
const refusedCount = { limit: { ...burst.limit, refusedCount: true } };

describe(`a fleet (seed ${seed})`, () => {
  test.each([
    [10, 2.5],
    [30, 3],
    [50, 2.5],
  ])('of %d jobs that know nothing of each other stays within %d times the all-knowing coordinator', (jobs, times) => {
    const world = fleetOf(jobs);
    const unknown = measure(ownPace.unknown.enter(world), world, runs);
    expect(unknown.failedPart).toBe(0);
    expect(ratio(unknown, yardstick(world))).toBeLessThan(times);
  });

  test.each([10, 30, 50])('of %d jobs that know their number stays within 1.5 times, with few refusals', (jobs) => {
    const world = fleetOf(jobs);
    const known = measure(ownPace.known.enter(world), world, runs);
    expect(known.failedPart).toBe(0);
    expect(known.refusedPerDeploy).toBeLessThanOrEqual(1);
    expect(ratio(known, yardstick(world))).toBeLessThan(1.5);
  });

  test.each([
    ['accepted requests count', {}],
    ['accepted requests count, Retry-After is given', { givesRetryAfter: true }],
    ['refused requests count too', refusedCount],
    ['refused requests count too, Retry-After is given', { ...refusedCount, givesRetryAfter: true }],
  ])('of 300 jobs loses none where %s', (_name, more) => {
    const world = fleetOf(300, more);
    for (const contender of [ownPace.unknown, ownPace.known]) {
      expect(playFleet(contender.enter(world), world).outcomes.filter(({ failed }) => failed)).toEqual([]);
    }
  });

  test('of fixed gaps locks itself out where refused requests count', () => {
    const world = fleetOf(100, refusedCount);
    for (const rival of rivals.filter(({ name }) => name.startsWith('fixed'))) {
      expect(measure(rival.enter(world), world, 1).failedPart).toBeGreaterThan(0.9);
    }
  });
});

describe(`a key of its own (seed ${seed})`, () => {
  const even = (lengthMs: number, spreadMs: number) =>
    fleetOf(1, { builds: { fromMs: lengthMs - spreadMs, toMs: lengthMs + spreadMs } });

  test.each([
    [5_000, 2_500, 1_300],
    [12_000, 5_000, 1_300],
    [33_000, 5_000, 1_600],
    [61_000, 5_000, 1_600],
  ])('shows the end of a build of %d ± %d ms within %d ms in the mean, 3.5 s at worst', (ms, spreadMs, meanMs) => {
    const { detectionMs } = measure(ownPace.unknown.enter(even(ms, spreadMs)), even(ms, spreadMs), 400);
    // Two round trips of 80 ms are in it, of which the lone step on a loopback has none.
    expect(detectionMs.mean).toBeLessThan(meanMs + 100);
    expect(detectionMs.worst).toBeLessThan(3500);
  });

  test('costs at most 36 requests for a build of 61 s', () => {
    const world = even(61_000, 5_000);
    expect(measure(ownPace.unknown.enter(world), world, 100).answeredPerDeploy).toBeLessThan(36);
  });
});

test('the adaptive token bucket takes longer than the own pace where ten jobs start together', () => {
  const world = fleetOf(10);
  const bucket = rivals.find(({ name }) => name === 'adaptive token bucket');
  const own = measure(ownPace.unknown.enter(world), world, runs);
  const other = bucket && measure(bucket.enter(world), world, runs);
  expect(other?.overheadMs.mean).toBeGreaterThan(own.overheadMs.mean);
});
