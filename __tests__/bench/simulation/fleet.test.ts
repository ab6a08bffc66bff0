// A fleet in simulated time: repeatable, and with a coordinator that is never refused.

import { describe, expect, test } from '@jest/globals';
import { ownPace } from '../../../bench/contenders.ts';
import { coordinator } from '../../../bench/simulation/coordinator.ts';
import { burst, playFleet } from '../../../bench/simulation/fleet.ts';
import type { Agent } from '../../../bench/simulation/job.ts';

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

  test('is handled half-way of a round trip, and reports how long to wait in whole seconds where it is set so', () => {
    const waits: (number | undefined)[] = [];
    const agent: Agent = {
      dueMs: () => 0,
      sent: () => undefined,
      answered: () => undefined,
      refused: ({ retryAfterMs }) => {
        waits.push(retryAfterMs);
        return false;
      },
    };
    const limit = { requests: 1, windowMs: 1400, refusedCount: false };
    const narrow = { ...burst, jobs: 2, startWithinMs: 0, before: [], limit, builds: { fromMs: 1e9, toMs: 1e9 } };
    for (const givesRetryAfter of [true, false]) playFleet({ agent: () => agent }, { ...narrow, givesRetryAfter });
    // The second POST and the poll of the first, 80 ms later, are refused: the place is free 1400 ms after it was taken.
    expect(waits).toEqual([2000, 2000, undefined, undefined]);
  });

  test('fails every job where nothing is ever let in', () => {
    const limit = { requests: 0, windowMs: 1000, refusedCount: false };
    const { outcomes, answered } = playFleet(ownPace.unknown.enter(world), { ...world, jobs: 3, limit });
    expect([outcomes, answered]).toEqual([[{ failed: true }, { failed: true }, { failed: true }], 0]);
  });
});
