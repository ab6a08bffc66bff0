// Random schedules of faults: whatever happens, in whatever order, the promises of the step hold. A failure names its seed;
// `FUZZ_SEED=<seed>` runs that one alone with its log, `FUZZ_SCALE=<factor>` runs so many times as many.
import { describe, expect, test } from '@jest/globals';
import { fuzzRounds } from '../support/random.ts';
import { problemsOf } from './invariants.ts';
import { type Schedule, scheduleOf } from './schedule.ts';
import { RESOURCE_ID, tryDeploy, type Surroundings } from './trial.ts';

/** The seeds are the same in every run: what is red once is red again. */
const RUNS = 300;
const RUNS_PER_TEST = 30;
const FIRST_SEED = 1;
/** From the signal to the end: the step has to be gone within two seconds. */
const GONE_WITHIN_MS = 2_000;
const MS_PER_RUN = 2_000;

const oneSeed = process.env['FUZZ_SEED'];
const seeds =
  oneSeed === undefined
    ? Array.from({ length: fuzzRounds(RUNS) }, (_, index) => FIRST_SEED + index)
    : [Number(oneSeed)];
const batches = Array.from({ length: Math.ceil(seeds.length / RUNS_PER_TEST) }, (_, index) =>
  seeds.slice(index * RUNS_PER_TEST, (index + 1) * RUNS_PER_TEST),
);

describe('whatever goes wrong, a deploy step keeps its promises', () => {
  test.each(batches.map((batch) => [batch[0], batch.at(-1), batch] as const))(
    'seeds %d to %d',
    async (_first, _last, batch) => {
      for (const seed of batch) expect({ seed, problems: await problemsOfSeed(seed) }).toEqual({ seed, problems: [] });
    },
    RUNS_PER_TEST * MS_PER_RUN,
  );
});

async function problemsOfSeed(seed: number): Promise<string[]> {
  const schedule = scheduleOf(seed);
  const trial = await tryDeploy({ ...schedule.trial, meanwhile: (world) => play(schedule, world) });
  const { run } = trial;
  if (oneSeed !== undefined) process.stdout.write(`${JSON.stringify(schedule, null, 2)}\n${run.log}\n${run.summary}\n`);
  const { timeoutMs, waits, cancelledAtMs = Infinity } = schedule;
  const late = run.tookMs > cancelledAtMs + GONE_WITHIN_MS;
  return [
    ...problemsOf(trial, { timeoutMs, waits }),
    ...(late ? [`not gone after the signal at ${cancelledAtMs}`] : []),
  ];
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
