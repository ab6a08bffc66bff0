// The comparison itself: who is played how often in which world, and what stands in the results.

import { describe, expect, test } from '@jest/globals';
import { ownPace } from '../../../bench/contenders.ts';
import type { Contender } from '../../../bench/contenders.ts';
import { coordinatorName, playQuietKey, playScenario, scenarios } from '../../../bench/simulation/scenarios.ts';

const run = { contenders: [ownPace.unknown], seed: 1, runs: 1 };

test('the scenarios have names of their own, and none has an empty fleet', () => {
  expect(new Set(scenarios.map(({ name }) => name)).size).toBe(scenarios.length);
  expect(scenarios.filter(({ jobs }) => jobs.length === 0 || jobs.some((size) => size < 1))).toEqual([]);
});

describe('a scenario', () => {
  const short = { name: 'short', title: '', jobs: [2, 50], world: { builds: { fromMs: 1000, toMs: 2000 } } };

  test('is played at every size, the coordinator first, with the ratio to it', () => {
    const results = playScenario(short, run);
    expect(results.map(({ scenario, jobs, contender }) => [scenario, jobs, contender])).toEqual([
      ['short', 2, coordinatorName],
      ['short', 2, ownPace.unknown.name],
      ['short', 50, coordinatorName],
      ['short', 50, ownPace.unknown.name],
    ]);
    expect(results.filter(({ contender }) => contender === coordinatorName).map(({ ratio }) => ratio)).toEqual([1, 1]);
  });

  test('is played for at least a hundred jobs, small fleets more often than large ones', () => {
    const deploys = playScenario(short, run)
      .filter(({ contender }) => contender === ownPace.unknown.name)
      .map(({ measured }) => measured.deploys);
    expect(deploys).toEqual([100, 100]);
  });

  test('is met by every contender with its own world', () => {
    const worlds: (readonly [number, number])[] = [];
    const spy: Contender = {
      name: 'spy',
      enter: (world) => {
        worlds.push([world.jobs, world.seed]);
        return ownPace.unknown.enter(world);
      },
    };
    playScenario(short, { contenders: [spy], seed: 9, runs: 1 });
    expect(worlds).toEqual([
      [2, 9],
      [50, 9],
    ]);
  });
});

test('a quiet key has one job, builds spread evenly round the length, and no ratio', () => {
  const [result] = playQuietKey(12_000, { ...run, runs: 5 });
  expect(result).toMatchObject({ scenario: 'quiet-key-12-s', jobs: 1, ratio: undefined, measured: { deploys: 5 } });
  let lengths: unknown;
  const spy: Contender = {
    name: 'spy',
    enter: (world) => {
      lengths = world.builds;
      return ownPace.unknown.enter(world);
    },
  };
  playQuietKey(4000, { contenders: [spy], seed: 1, runs: 1 });
  expect(lengths).toEqual({ fromMs: 2000, toMs: 6000 });
  playQuietKey(61_000, { contenders: [spy], seed: 1, runs: 1 });
  expect(lengths).toEqual({ fromMs: 56_000, toMs: 66_000 });
});
