// The result of a fleet over several runs, and the baseline that it is compared with.

import { mean, quantile } from '../table.ts';
import { coordinator } from './coordinator.ts';
import { type Contestant, playFleet, type World } from './fleet.ts';
import { derivedSeed } from './random.ts';

/** Overhead: the wait for the POST plus the time from the end of the build to the end of the job. */
export interface Measured {
  readonly deploys: number;
  readonly failedPart: number;
  readonly overheadMs: { readonly mean: number; readonly median: number; readonly p95: number; readonly worst: number };
  readonly postWaitMs: number;
  readonly detectionMs: { readonly mean: number; readonly worst: number };
  readonly answeredPerDeploy: number;
  readonly refusedPerDeploy: number;
}

/** Plays a fleet `runs` times, each with its own seed. Times are those of the jobs that did not fail. */
export function measure(contestant: Contestant, world: World, runs: number): Measured {
  const fleets = Array.from({ length: runs }, (_, run) =>
    playFleet(contestant, { ...world, seed: derivedSeed(world.seed, run) }),
  );
  const outcomes = fleets.flatMap((fleet) => fleet.outcomes);
  const passed = outcomes.filter((outcome) => !outcome.failed);
  const overheadMs = passed.map(({ postWaitMs, detectionMs }) => postWaitMs + detectionMs);
  const detectionMs = passed.map((outcome) => outcome.detectionMs);
  const perDeploy = (count: (fleet: (typeof fleets)[number]) => number) =>
    fleets.reduce((sum, fleet) => sum + count(fleet), 0) / outcomes.length;
  return {
    deploys: outcomes.length,
    failedPart: 1 - passed.length / outcomes.length,
    overheadMs: {
      mean: mean(overheadMs),
      median: quantile(overheadMs, 0.5),
      p95: quantile(overheadMs, 0.95),
      worst: quantile(overheadMs, 1),
    },
    postWaitMs: mean(passed.map((outcome) => outcome.postWaitMs)),
    detectionMs: { mean: mean(detectionMs), worst: quantile(detectionMs, 1) },
    answeredPerDeploy: perDeploy((fleet) => fleet.answered),
    refusedPerDeploy: perDeploy((fleet) => fleet.refused),
  };
}

/** Candidates for the coordinator's `pollCostMs`: from one job on the key to hundreds. */
const pollCostsMs = [1, 3, 10, 30, 100, 200, 400, 700, 1000, 2000, 4000, 7000, 10_000, 20_000];

/** The fair coordinator with the `pollCostMs` that gives the least mean overhead. */
export function measureBaseline(world: World, runs: number): Measured {
  const tries = pollCostsMs.map((pollCostMs) => measure(coordinator(pollCostMs), world, runs));
  return tries.reduce((best, next) => (next.overheadMs.mean < best.overheadMs.mean ? next : best));
}

/** The ratio of the mean overheads, with a second added to both, since differences below that do not matter. */
export function ratio(measured: Measured, baseline: Measured): number {
  return (measured.overheadMs.mean + 1000) / (baseline.overheadMs.mean + 1000);
}
