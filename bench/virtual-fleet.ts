// A fleet of the product itself on one key, in this process, against the emulator on virtual time. Unlike the simulation of
// `fleet`, it sends all requests, such as lists read instead of a deployment; but the network takes no time.
//   npm run bench -- virtual-fleet [--jobs 10,30,50,100] [--runs 3] [--seed 1] [--out bench/results/virtual-fleet.json]
import { parseArgs } from 'node:util';
import { startEmulator, VirtualClock } from '../emulator/index.ts';
import { runStep } from '../__tests__/support/runner/step.ts';
import { drawBuildMs } from './simulation/builds.ts';
import { burst } from './simulation/fleet.ts';
import { derivedSeed, seededRandom } from './simulation/random.ts';
import { layOut, mean, writeJson } from './table.ts';

const { values: options } = parseArgs({
  options: {
    jobs: { type: 'string', default: '10,30,50,100' },
    runs: { type: 'string', default: '3' },
    seed: { type: 'string', default: '1' },
    out: { type: 'string', default: 'bench/results/virtual-fleet.json' },
  },
});
const runs = Number(options.runs);
const seed = Number(options.seed);

interface Fleet {
  /** From the start of each step to its end, minus its build. */
  readonly overheadsMs: readonly number[];
  readonly failed: number;
  readonly answered: number;
  readonly refused: number;
}

async function playFleet(jobs: number, { isKnown, run }: { isKnown: boolean; run: number }): Promise<Fleet> {
  const runSeed = derivedSeed(seed, run);
  const starts = Array.from({ length: jobs }, (_, slot) => {
    const startMs = Math.round(seededRandom(derivedSeed(runSeed, slot))() * burst.startWithinMs);
    const buildMs = Math.round(drawBuildMs(burst.builds, seededRandom(derivedSeed(runSeed, slot, 0))));
    return { resourceId: `app_${slot}`, startMs, buildMs };
  });
  const clock = new VirtualClock();
  const emulator = await startEmulator({
    clock,
    keys: [{ name: 'ci', scopes: ['deploy'] }],
    resources: starts.map(({ resourceId, buildMs }) => ({ id: resourceId, script: { buildMs } })),
  });
  const inputs = { 'base-url': emulator.baseUrl, 'api-key': emulator.keys['ci'] ?? '' };
  const known = isKnown ? { 'concurrent-jobs': String(jobs) } : {};
  try {
    const steps = await Promise.all(
      starts.map(async ({ resourceId, startMs, buildMs }, slot) => {
        await clock.sleep(startMs, new AbortController().signal);
        const step = await runStep({
          clock,
          seed: derivedSeed(runSeed, slot, 1),
          inputs: { ...inputs, ...known, 'resource-id': resourceId },
        });
        return { hasFailed: step.exitCode !== 0, overheadMs: step.tookMs - buildMs };
      }),
    );
    const refused = emulator.requests.filter(({ status }) => status === 429).length;
    return {
      overheadsMs: steps.filter(({ hasFailed }) => !hasFailed).map(({ overheadMs }) => overheadMs),
      failed: steps.filter(({ hasFailed }) => hasFailed).length,
      answered: emulator.requests.length - refused,
      refused,
    };
  } finally {
    await emulator.close();
    clock.dispose();
  }
}

const results: { jobs: number; isKnown: boolean; fleets: Fleet[] }[] = [];
for (const jobs of options.jobs.split(',').map(Number)) {
  for (const isKnown of [true, false]) {
    const fleets: Fleet[] = [];
    for (let run = 0; run < runs; run += 1) fleets.push(await playFleet(jobs, { isKnown, run }));
    results.push({ jobs, isKnown, fleets });
  }
}
const rows = results.map(({ jobs, isKnown, fleets }) => {
  const perDeploy = (count: (fleet: Fleet) => number) => (mean(fleets.map(count)) / jobs).toFixed(1);
  return [
    `${jobs} jobs, size ${isKnown ? 'known' : 'unknown'}`,
    (mean(fleets.flatMap(({ overheadsMs }) => overheadsMs)) / 1000).toFixed(1),
    perDeploy(({ answered }) => answered),
    perDeploy(({ refused }) => refused),
    String(fleets.reduce((sum, { failed }) => sum + failed, 0)),
  ];
});
process.stdout.write(
  layOut({
    title: `Jobs start within 10 s, ${runs} fleets each: mean overhead in s, requests per deploy, jobs that failed`,
    columns: ['', 'overhead', 'answered', 'refused', 'failed'],
    rows,
  }),
);
await writeJson(options.out, { runs, seed, results });
