// A fleet in simulated time: repeatable, and with a coordinator that is never refused.

import { describe, expect, test } from '@jest/globals';
import { ownPace } from '../../../bench/contenders.ts';
import { coordinator } from '../../../bench/simulation/coordinator.ts';
import { burst, playFleet } from '../../../bench/simulation/fleet.ts';

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
