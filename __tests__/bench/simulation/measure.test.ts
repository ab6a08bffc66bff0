// The result of several runs: what is counted over all jobs, and what over those that passed.

import { describe, expect, test } from '@jest/globals';
import { burst } from '../../../bench/simulation/fleet.ts';
import type { Contestant, World } from '../../../bench/simulation/fleet.ts';
import type { Agent } from '../../../bench/simulation/job.ts';
import { measure, measureYardstick, ratio } from '../../../bench/simulation/measure.ts';
import type { Measured } from '../../../bench/simulation/measure.ts';

/** Five jobs that begin at once, with builds of exactly 10 s, POSTs and polls alone. */
const world: World = {
  ...burst,
  jobs: 5,
  startWithinMs: 0,
  before: [],
  builds: { fromMs: 10_000, toMs: 10_000 },
  roundTripMs: 100,
};

/** Polls at 5 s and every 10 s from then on, never gives up. */
const steady: Contestant = {
  agent: () => {
    let dueMs = -Infinity;
    const agent: Agent = {
      dueMs: () => dueMs,
      sent: () => undefined,
      answered: ({ kind, receivedMs }) => {
        dueMs = receivedMs + (kind === 'post' ? 5000 : 10_000);
      },
      refused: ({ receivedMs }) => {
        dueMs = receivedMs + 1000;
        return true;
      },
    };
    return agent;
  },
};
/** Gives up over the first refusal. */
const hasty: Contestant = { agent: (random) => ({ ...steady.agent(random), refused: () => false }) };

describe('measuring', () => {
  test('adds the wait for the POST and the time from the end of the build to the end of the job', () => {
    const measured = measure(steady, world, 3);
    // POST handled at 50; polls are sent at 5100 and 15 200, where the response to the second arrives at 15 300.
    expect(measured).toEqual({
      deploys: 15,
      failedPart: 0,
      overheadMs: { mean: 5300, median: 5300, p95: 5300, worst: 5300 },
      postWaitMs: 50,
      detectionMs: { mean: 5250, worst: 5250 },
      answeredPerDeploy: 3,
      refusedPerDeploy: 0,
    });
  });

  test('counts requests of all jobs, and times of those that passed', () => {
    const narrow = { ...world, limit: { requests: 4, windowMs: 1000, refusedCount: false } };
    const measured = measure(hasty, narrow, 2);
    // Of five POSTs at once one is refused, and of the polls of the other four none.
    expect(measured).toMatchObject({ deploys: 10, failedPart: expect.closeTo(0.2), postWaitMs: 50 });
    expect(measured.refusedPerDeploy).toBeCloseTo(0.2);
    expect(measured.answeredPerDeploy).toBeCloseTo(12 / 5);
  });

  test('has no times where no job passed', () => {
    const closed = { ...world, limit: { requests: 0, windowMs: 1000, refusedCount: false } };
    expect(measure(hasty, closed, 1)).toMatchObject({ failedPart: 1, overheadMs: { mean: Number.NaN } });
  });

  test('comes to the same with the same seed', () => {
    const drawn = { ...world, startWithinMs: 5000, builds: burst.builds };
    expect(measure(steady, drawn, 2)).toEqual(measure(steady, drawn, 2));
    expect(measure(steady, drawn, 2)).not.toEqual(measure(steady, { ...drawn, seed: 1000 }, 2));
  });
});

describe('the yardstick', () => {
  test('is better than one that polls by a clock, and never refused', () => {
    const yardstick = measureYardstick(world, 1);
    expect(yardstick).toMatchObject({ deploys: 5, failedPart: 0, refusedPerDeploy: 0 });
    expect(yardstick.overheadMs.mean).toBeLessThan(measure(steady, world, 1).overheadMs.mean);
  });

  test.each([
    [3000, 1000, 2],
    [1000, 1000, 1],
    [0, 1000, 0.5],
    [10, 0, 1.01],
  ])('a mean of %d ms against one of %d ms is %d: differences below a second hardly count', (ms, other, expected) => {
    const of = (mean: number): Measured => ({
      ...measure(steady, world, 1),
      overheadMs: { mean, median: 0, p95: 0, worst: 0 },
    });
    expect(ratio(of(ms), of(other))).toBeCloseTo(expected);
  });
});
