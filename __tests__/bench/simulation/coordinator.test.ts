// The yardstick: a coordinator that is never refused, serves POSTs first, and polls when it is worth it.

import { describe, expect, test } from '@jest/globals';
import { coordinator } from '../../../bench/simulation/coordinator.ts';
import { burst, playFleet } from '../../../bench/simulation/fleet.ts';
import type { World } from '../../../bench/simulation/fleet.ts';
import type { RequestKind } from '../../../bench/simulation/job.ts';
import { createTimeline } from '../../../bench/simulation/timeline.ts';

/** A world whose builds take exactly a second, on a key of so many requests a minute. */
const worldOf = (requests: number): World => ({
  ...burst,
  builds: { fromMs: 1000, toMs: 1000 },
  limit: { requests, windowMs: 60_000, refusedCount: false },
});

/** Lets requests wait together; returns what went when, in seconds of the timeline. */
function dispatched(world: World, pollCostMs: number, waiting: readonly RequestKind[]): readonly string[] {
  const timeline = createTimeline();
  const dispatch = coordinator(pollCostMs).dispatcher?.(timeline, world);
  const gone: string[] = [];
  for (const send of waiting) {
    dispatch?.({ send, acceptedAtMs: send === 'poll' ? 0 : Infinity }, () =>
      gone.push(`${send} ${timeline.nowMs() / 1000}`),
    );
  }
  timeline.run();
  return gone;
}

describe('the coordinator', () => {
  test('lets builds begin before steps go on, and steps before anybody polls', () => {
    expect(dispatched(worldOf(120), 0, ['poll', 'read', 'list', 'post'])).toEqual([
      'post 0',
      'list 0',
      'read 0',
      'poll 0',
    ]);
  });

  test('lets as many go as the key has room for, and the next when it has room again', () => {
    expect(dispatched(worldOf(2), 0, ['post', 'post', 'post', 'post', 'post'])).toEqual([
      'post 0',
      'post 0',
      'post 60',
      'post 60',
      'post 120',
    ]);
  });

  test('polls once the delay to be expected without it reaches the cost of a poll', () => {
    // The build ends after a second, for certain: from then on each tick of 100 ms adds as much delay.
    expect(dispatched(worldOf(120), 1, ['poll'])).toEqual(['poll 1']);
    expect(dispatched(worldOf(120), 500, ['poll'])).toEqual(['poll 1.4']);
  });

  test('lets the one that went first in time go first where all else is equal', () => {
    const timeline = createTimeline();
    const dispatch = coordinator(0).dispatcher?.(timeline, worldOf(120));
    const gone: number[] = [];
    for (const number of [1, 2, 3]) dispatch?.({ send: 'post', acceptedAtMs: Infinity }, () => gone.push(number));
    timeline.run();
    expect(gone).toEqual([1, 2, 3]);
  });

  test('takes longer where a poll costs more, with fewer requests', () => {
    const world: World = { ...burst, seed: 7, jobs: 5 };
    const meanOf = (pollCostMs: number) => {
      const { outcomes, answered, refused } = playFleet(coordinator(pollCostMs), world);
      const passed = outcomes.filter((outcome) => !outcome.failed);
      const detectionMs = passed.reduce((sum, outcome) => sum + outcome.detectionMs, 0) / passed.length;
      return { passed: passed.length, detectionMs, answered, refused };
    };
    const eager = meanOf(100);
    const thrifty = meanOf(10_000);
    expect([eager, thrifty]).toMatchObject([
      { passed: 5, refused: 0 },
      { passed: 5, refused: 0 },
    ]);
    expect(thrifty.detectionMs).toBeGreaterThan(eager.detectionMs);
    expect(thrifty.answered).toBeLessThan(eager.answered);
  });
});
