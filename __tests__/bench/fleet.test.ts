// The simulated fleets keep the pace's promises on a small seeded run; the whole comparison is `bench/fleet.ts`.

import { describe, expect, test } from '@jest/globals';
import { ownPace, rivals } from '../../bench/contenders.ts';
import { coordinator } from '../../bench/simulation/coordinator.ts';
import { burst, playFleet, type World } from '../../bench/simulation/fleet.ts';
import { measure, ratio } from '../../bench/simulation/measure.ts';

const seed = 3;
const runs = 2;
/** The thrift at which the coordinator does best, by jobs: the whole comparison looks for it, here it is given. */
const lookCostMs: Record<number, number> = { 10: 100, 30: 1000, 50: 2000 };
const fleetOf = (jobs: number, more: Partial<World> = {}): World => ({ ...burst, seed, jobs, ...more });
const yardstick = (world: World) => measure(coordinator(lookCostMs[world.jobs] ?? 1000), world, runs);
const refusedCount = { limit: { ...burst.limit, refusedCount: true } };

describe(`a fleet (seed ${seed})`, () => {
  test.each([
    [10, 3],
    [30, 2.5],
  ])('of %d jobs that know nothing stays within %d times the all-knowing coordinator', (jobs, times) => {
    const world = fleetOf(jobs);
    const blind = measure(ownPace.blind.enter(world), world, runs);
    expect(blind.failedPart).toBe(0);
    expect(ratio(blind, yardstick(world))).toBeLessThan(times);
  });

  test.each([10, 30, 50])('of %d jobs that know their number stays within 1.5 times, with few refusals', (jobs) => {
    const world = fleetOf(jobs);
    const told = measure(ownPace.told.enter(world), world, runs);
    expect(told.failedPart).toBe(0);
    expect(told.refusedPerDeploy).toBeLessThanOrEqual(1);
    expect(ratio(told, yardstick(world))).toBeLessThan(1.5);
  });

  test.each([
    ['accepted requests count', {}],
    ['accepted requests count, Retry-After is given', { givesRetryAfter: true }],
    ['refused requests count too', refusedCount],
    ['refused requests count too, Retry-After is given', { ...refusedCount, givesRetryAfter: true }],
  ])('of 300 jobs loses none where %s', (_name, more) => {
    const world = fleetOf(300, more);
    for (const contender of [ownPace.blind, ownPace.told]) {
      expect(playFleet(contender.enter(world), world).outcomes.filter(({ failed }) => failed)).toEqual([]);
    }
  });

  test('of fixed gaps locks itself out where refused requests count: the simulation can tell', () => {
    const world = fleetOf(100, refusedCount);
    for (const rival of rivals.filter(({ name }) => name.startsWith('fixed'))) {
      expect(measure(rival.enter(world), world, 1).failedPart).toBeGreaterThan(0.9);
    }
  });
});

describe(`a key of its own (seed ${seed})`, () => {
  const even = (lengthMs: number) => fleetOf(1, { builds: { fromMs: lengthMs - 5000, toMs: lengthMs + 5000 } });

  test.each([12_000, 33_000, 61_000])(
    'shows the end of a build of %d ms within 1.7 s in the mean, 4 s at worst',
    (ms) => {
      for (const contender of [ownPace.blind, ownPace.pastOnly]) {
        const { detectionMs } = measure(contender.enter(even(ms)), even(ms), 400);
        expect(detectionMs.mean).toBeLessThan(1700);
        expect(detectionMs.worst).toBeLessThan(4000);
      }
    },
  );

  test('costs 24 requests for a build of 61 s, 12 where past builds are known', () => {
    const world = even(61_000);
    // One to spare: the action reads the domains of a resource once more than the simulated job.
    expect(measure(ownPace.blind.enter(world), world, 100).answeredPerDeploy + 1).toBeLessThan(24);
    expect(measure(ownPace.pastOnly.enter(world), world, 100).answeredPerDeploy + 1).toBeLessThan(12);
  });
});
