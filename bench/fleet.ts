// Simulated fleets of jobs on one key: the product's own pacing beside what deploy actions do today.
//   npm run bench -- fleet [--seed 1] [--runs 10] [--only burst,steady] [--out bench/results/fleet.json]

import { parseArgs } from 'node:util';
import { ownPace, rivals } from './contenders.ts';
import type { Measured } from './simulation/measure.ts';
import { playQuietKey, playScenario, type Result, scenarios } from './simulation/scenarios.ts';
import { layOut, writeJson } from './table.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    runs: { type: 'string', default: '10' },
    only: { type: 'string', default: '' },
    out: { type: 'string', default: 'bench/results/fleet.json' },
  },
});
const seed = Number(values.seed);
const runs = Number(values.runs);
if (!Number.isInteger(seed) || !(runs >= 1)) throw new RangeError('--seed and --runs take whole numbers');

const seconds = (ms: number) => (ms / 1000).toFixed(ms < 100_000 ? 1 : 0);
const percent = (part: number) => `${(100 * part).toFixed(part < 0.05 ? 1 : 0)} %`;

/** Where many jobs fail, the times of those that passed are not representative. */
const manyFail = ({ failedPart }: Measured) => failedPart > 0.05;

function meanCell({ ratio, measured }: Result): string {
  const { overheadMs, failedPart, answeredPerDeploy, refusedPerDeploy } = measured;
  if (manyFail(measured)) return `${percent(failedPart)} fail`;
  const requests = `${answeredPerDeploy.toFixed(1)}+${refusedPerDeploy.toFixed(1)}`;
  return `${seconds(overheadMs.mean)} (${ratio?.toFixed(2)}) ${requests}${failedPart > 0 ? `, ${percent(failedPart)} fail` : ''}`;
}

function spreadCell({ measured }: Result): string {
  if (manyFail(measured)) return '-';
  const { median, p95, worst } = measured.overheadMs;
  return [median, p95, worst].map(seconds).join(' / ');
}

function quietCell({ measured: { detectionMs, answeredPerDeploy } }: Result): string {
  return `${(detectionMs.mean / 1000).toFixed(2)} / ${seconds(detectionMs.worst)} / ${answeredPerDeploy.toFixed(1)}`;
}

function print(
  title: string,
  results: readonly Result[],
  layout: { columns: readonly string[]; cell: (result: Result) => string },
) {
  const rows = Map.groupBy(results, (result) => result.contender);
  const cells = [...rows].map(([name, ofOne]) => [name].concat(ofOne.map((result) => layout.cell(result))));
  process.stdout.write(`${layOut({ title, columns: ['', ...layout.columns], rows: cells })}\n`);
}

process.stdout.write(`seed ${seed}, runs ${runs}\n\n`);
const results: Result[] = [];

const lengthsMs = [5_000, 12_000, 33_000, 61_000];
const only = values.only.split(',').filter((name) => name !== '');
const isWanted = (name: string) => only.length === 0 || only.includes(name);
const alone = isWanted('quiet') ? [ownPace.unknown, ...rivals] : [];
const quiet = lengthsMs.flatMap((lengthMs) => playQuietKey(lengthMs, { contenders: alone, seed, runs: 100 * runs }));
results.push(...quiet);
print(
  'One job on the key: detection latency in s (mean / worst) / requests per deploy, by length of the build',
  quiet,
  {
    columns: lengthsMs.map((lengthMs) => `${lengthMs / 1000} ± ${Math.min(5, lengthMs / 2000)} s`),
    cell: quietCell,
  },
);

for (const scenario of scenarios.filter(({ name }) => isWanted(name))) {
  const contenders = [ownPace.unknown, ownPace.known, ...rivals];
  const played = playScenario(scenario, { contenders, seed, runs });
  results.push(...played);
  const columns = scenario.jobs.map((jobs) => (jobs === 1 ? '1 job' : `${jobs} jobs`));
  const means = 'mean overhead in s (ratio to the coordinator) requests answered + refused per deploy';
  print(`${scenario.title}: ${means}`, played, { columns, cell: meanCell });
  print(`${scenario.title}: overhead in s, median / 95 of 100 / worst`, played, { columns, cell: spreadCell });
}

await writeJson(values.out, { seed, runs, results });
process.stdout.write(`written to ${values.out}\n`);
