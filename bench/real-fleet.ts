// A real fleet: processes of the built action on one key of the emulator, beside as many processes that poll every 10 s,
// and the simulation of the same case.
//   npm run bench -- real-fleet [--jobs 30] [--seed 1] [--out bench/results/real-fleet.json]
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type Emulator, startEmulator } from '../emulator/index.ts';
import { type Contender, ownPace, rivals } from './contenders.ts';
import { drawBuildMs } from './simulation/builds.ts';
import { burst, type World } from './simulation/fleet.ts';
import { measure } from './simulation/measure.ts';
import { derivedSeed, seededRandom } from './simulation/random.ts';
import { runStepProcess } from './step-process.ts';
import { layOut, mean, quantile, writeJson } from './table.ts';

const { values: options } = parseArgs({
  options: {
    jobs: { type: 'string', default: '30' },
    seed: { type: 'string', default: '1' },
    out: { type: 'string', default: 'bench/results/real-fleet.json' },
  },
});
const jobs = Number(options.jobs);
const seed = Number(options.seed);
const simulatedRuns = 50;
/** Builds are shorter and more alike than in `fleet`, so that a run ends within four minutes. */
const world: World = { ...burst, seed, jobs, builds: { medianMs: 50_000, sigma: 0.35 } };

/** One kind of process, and the simulated policy that corresponds to it. */
interface Kind {
  readonly name: string;
  readonly script: string;
  readonly twin: Contender | undefined;
  readonly world: World;
}

const kinds: readonly Kind[] = [
  { name: 'this action, jobs known', script: '../dist/index.js', twin: ownPace.known, world },
  {
    name: 'fixed 10 s, endless retries',
    script: 'real-fleet/fixed-gap.ts',
    twin: rivals.find(({ name }) => name === 'fixed 10 s, endless retries'),
    world: { ...world, before: [] },
  },
];

interface Job {
  readonly exitCode: number | null;
  /** From the first request to the POST that was accepted, plus from the end of the build to the last request. */
  readonly overheadMs: number;
  readonly startUpMs: number;
}

interface Fleet {
  readonly jobs: readonly Job[];
  readonly answered: number;
  readonly refused: number;
}

async function playFleet(script: string): Promise<Fleet> {
  const ids = Array.from({ length: jobs }, (_, job) => `app_${job}`);
  const emulator = await startEmulator({
    keys: [{ name: 'shared', scopes: ['deploy'] }],
    resources: ids.map((id, job) => ({
      id,
      script: { buildMs: drawBuildMs(world.builds, seededRandom(derivedSeed(seed, job))) },
    })),
  });
  try {
    const played = await Promise.all(
      ids.map(async (id, job) => {
        await sleep((world.startWithinMs * (job + 0.5)) / jobs);
        const step = await runStepProcess(join(import.meta.dirname, script), {
          'base-url': emulator.baseUrl,
          'api-key': emulator.keys['shared'] ?? '',
          'resource-id': id,
          'concurrent-jobs': String(jobs),
        });
        return jobOf(emulator, id, step);
      }),
    );
    const refused = emulator.requests.filter(({ status }) => status === 429).length;
    return { jobs: played, answered: emulator.requests.length - refused, refused };
  } finally {
    await emulator.close();
  }
}

function jobOf(emulator: Emulator, id: string, step: { exitCode: number | null; startedAtMs: number }): Job {
  const own = emulator.requests.filter(
    ({ path }) => path.startsWith(`/resources/${id}/`) || path === `/resources/${id}`,
  );
  const firstAtMs = own[0]?.atMs ?? Number.NaN;
  const lastAtMs = own.at(-1)?.atMs ?? Number.NaN;
  const [deployment] = emulator.deployments(id);
  const finishedAtMs = deployment?.finishedAtMs ?? Number.NaN;
  const postWaitMs = (deployment?.createdAtMs ?? Number.NaN) - firstAtMs;
  return {
    exitCode: step.exitCode,
    overheadMs: postWaitMs + lastAtMs - finishedAtMs,
    startUpMs: firstAtMs - step.startedAtMs,
  };
}

const seconds = (ms: number) => (ms / 1000).toFixed(1);
const percent = (part: number) => `${(100 * part).toFixed(1)} %`;
const rows: string[][] = [];
const results: unknown[] = [];
for (const { name, script, twin, world: twinWorld } of kinds) {
  const fleet = await playFleet(script);
  const overheads = fleet.jobs.map(({ overheadMs }) => overheadMs);
  const green = fleet.jobs.filter(({ exitCode }) => exitCode === 0).length;
  rows.push([
    `${name}: ${jobs} real processes`,
    `${green} of ${jobs}`,
    seconds(mean(overheads)),
    seconds(quantile(overheads, 0.95)),
    seconds(quantile(overheads, 1)),
    (fleet.answered / jobs).toFixed(1),
    percent(fleet.refused / (fleet.answered + fleet.refused)),
  ]);
  const simulated = twin && measure(twin.enter(twinWorld), twinWorld, simulatedRuns);
  results.push({ name, fleet, simulated });
  if (simulated === undefined) continue;
  const { overheadMs, failedPart, answeredPerDeploy, refusedPerDeploy } = simulated;
  rows.push([
    `${name}: simulated, ${simulatedRuns} runs`,
    percent(1 - failedPart),
    seconds(overheadMs.mean),
    seconds(overheadMs.p95),
    seconds(overheadMs.worst),
    answeredPerDeploy.toFixed(1),
    percent(refusedPerDeploy / (answeredPerDeploy + refusedPerDeploy)),
  ]);
}
process.stdout.write(
  layOut({
    title: `${jobs} jobs on one key, started within 10 s: overhead in s, requests per deploy`,
    columns: ['', 'green', 'mean', '95 of 100', 'worst', 'answered', 'refused'],
    rows,
  }),
);
await writeJson(options.out, { jobs, seed, results });
