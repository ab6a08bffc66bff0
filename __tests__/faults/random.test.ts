// Random schedules of faults: whatever happens, in whatever order, the invariants hold. A failure prints the
// shortest schedule, its log and how to repeat it; `FUZZ_SCALE=<factor>` multiplies their number, `FUZZ_SEED` sets the seed.
import { describe, expect, test } from '@jest/globals';
import { forDrawn } from '../support/drawn.ts';
import { fuzzRounds, fuzzSeed } from '../support/random.ts';
import { problemsOf } from './invariants.ts';
import { type Schedule, schedules } from './schedule.ts';
import { RESOURCE_ID, tryDeploy, type Surroundings, type Trial } from './trial.ts';

/** In batches, so that a failure does not stop the others. The seeds are the same in every run, so failures repeat. */
const BATCHES = 5;
const RUNS_PER_BATCH = 20;
const SHRINK_MS = 20_000;
/** From the signal to the end of the step. */
const GONE_WITHIN_MS = 2_000;
const MS_PER_RUN = 10_000;

describe('a deploy step with random faults breaks no invariant', () => {
  test.each(Array.from({ length: BATCHES }, (_, index) => fuzzSeed + index))(
    `in ${fuzzRounds(RUNS_PER_BATCH)} schedules of seed %d`,
    async (seed) => {
      await forDrawn(schedules, { rounds: RUNS_PER_BATCH, seed, shrinkMs: SHRINK_MS }, async (schedule) => {
        const { trial, problems } = await played(schedule);
        expect({ problems, log: problems.length === 0 ? '' : trial.run.log }).toEqual({ problems: [], log: '' });
      });
    },
    SHRINK_MS + fuzzRounds(RUNS_PER_BATCH) * MS_PER_RUN,
  );
});

async function played(schedule: Schedule): Promise<{ trial: Trial; problems: string[] }> {
  const trial = await tryDeploy({ ...schedule.trial, meanwhile: (world) => play(schedule, world) });
  const { timeoutMs, waits, cancelledAtMs = Infinity } = schedule;
  const isLate = trial.run.tookMs > cancelledAtMs + GONE_WITHIN_MS;
  const problems = [
    ...problemsOf(trial, { timeoutMs, waits }),
    ...(isLate ? [`not gone after the signal at ${cancelledAtMs}`] : []),
  ];
  return { trial, problems };
}

/** What happens outside the step, each at its time. */
async function play(schedule: Schedule, { clock, emulator, cancel }: Surroundings): Promise<void> {
  const { consoleDeploysAtMs, keyRevokedAtMs, cancelledAtMs } = schedule;
  const at = async (ms: number | undefined, act: () => unknown): Promise<void> => {
    if (ms === undefined) return;
    await clock.sleep(ms);
    act();
  };
  await Promise.all([
    at(consoleDeploysAtMs, () => emulator.deploy(RESOURCE_ID, { evenIfBusy: true })),
    at(keyRevokedAtMs, () => emulator.control.revokeKey('ci')),
    at(cancelledAtMs, () => cancel('SIGTERM')),
  ]);
}
