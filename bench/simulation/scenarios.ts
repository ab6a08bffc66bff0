// The worlds in which contenders are compared, and the comparison itself. Printing is left to `bench/fleet.ts`.

import type { Contender } from '../contenders.ts';
import { burst, type World } from './fleet.ts';
import { type Measured, measure, measureBaseline, ratio } from './measure.ts';

/** A world, and the numbers of jobs that it is played with. */
export interface Scenario {
  readonly name: string;
  readonly title: string;
  readonly jobs: readonly number[];
  readonly world: Partial<World>;
}

/** The result of one contender in one world. */
export interface Result {
  readonly scenario: string;
  readonly jobs: number;
  readonly contender: string;
  /** Mean overhead relative to the coordinator's, each + 1 s; undefined where only one job uses the key. */
  readonly ratio: number | undefined;
  readonly measured: Measured;
}

const refusedCount = { ...burst.limit, refusedCount: true };
const halfAnHour = 30 * 60_000;
const sizes = [1, 10, 30, 50, 100, 300];

/** Every world in which jobs share a key. */
export const scenarios: readonly Scenario[] = [
  { name: 'burst', title: 'All jobs start within 10 s', jobs: sizes, world: {} },
  { name: 'burst-of-posts', title: 'The same, with POSTs and polls alone', jobs: sizes, world: { before: [] } },
  {
    name: 'short-builds',
    title: 'Builds around 30 s',
    jobs: [6, 10],
    world: { builds: { medianMs: 30_000, sigma: 0.35 } },
  },
  { name: 'steady', title: 'Jobs come and go for half an hour', jobs: [50, 100], world: { comeAndGoMs: halfAnHour } },
  {
    name: 'steady-posts',
    title: 'The same, with POSTs and polls alone',
    jobs: [50, 100],
    world: { comeAndGoMs: halfAnHour, before: [] },
  },
  { name: 'retry-after', title: 'Retry-After is given', jobs: [10, 30, 100, 300], world: { givesRetryAfter: true } },
  {
    name: 'refused-count',
    title: 'Refused requests count against the limit too',
    jobs: [10, 30, 100, 300],
    world: { limit: refusedCount },
  },
  {
    name: 'refused-count-retry-after',
    title: 'Refused requests count against the limit too, Retry-After is given',
    jobs: [10, 30, 100, 300],
    world: { limit: refusedCount, givesRetryAfter: true },
  },
];

/** The baseline's row in a table. */
const coordinatorName = 'fair coordinator who knows all';

/** Plays a scenario at every size, the coordinator first. `runs` are of 100 jobs; smaller fleets are played more often. */
export function playScenario(
  { name, jobs, world }: Scenario,
  { contenders, seed, runs }: { contenders: readonly Contender[]; seed: number; runs: number },
): Result[] {
  return jobs.flatMap((size) => {
    const here: World = { ...burst, ...world, seed, jobs: size };
    // Half an hour of a steady fleet has about as many deploys as ten bursts.
    const times = Math.ceil((runs * Math.max(1, 100 / size)) / (here.comeAndGoMs > 0 ? 10 : 1));
    const baseline = measureBaseline(here, Math.ceil(times / 2));
    const entry = (contender: string, measured: Measured) => ({
      scenario: name,
      jobs: size,
      contender,
      ratio: ratio(measured, baseline),
      measured,
    });
    return [
      entry(coordinatorName, baseline),
      ...contenders.map((contender) => entry(contender.name, measure(contender.enter(here), here, times))),
    ];
  });
}

/** One job on the key, with builds around this length, spread evenly over up to ten seconds. */
export function playQuietKey(
  lengthMs: number,
  { contenders, seed, runs }: { contenders: readonly Contender[]; seed: number; runs: number },
): Result[] {
  const spreadMs = Math.min(5000, lengthMs / 2);
  const builds = { fromMs: lengthMs - spreadMs, toMs: lengthMs + spreadMs };
  const world: World = { ...burst, seed, jobs: 1, builds };
  return contenders.map((contender) => ({
    scenario: `quiet-key-${lengthMs / 1000}-s`,
    jobs: 1,
    contender: contender.name,
    ratio: undefined,
    measured: measure(contender.enter(world), world, runs),
  }));
}
