// The adversary at length: draws thousands of services and judges the step that meets each, seed after seed.
import '../node-version.ts';
import { judgeDrawnServices } from '../../__tests__/next/support/adversary/check.ts';
import { readOptions } from '../command-line.ts';

/** Services per seed: a report names the seed, and playing it again must not take long. */
const SERVICES_PER_SEED = 500;

const HELP = `npm run adversary -- [--rounds N] [--seed S]

Draws N services (2,000 by default) from the seed S on (by default another one each time), ${SERVICES_PER_SEED} per seed,
and judges the step that meets each. Prints the shortest service of every seed with which something is wrong.
`;

const options = readOptions(HELP, { rounds: '2000', seed: String(Math.floor(Date.now() / 1_000)) });
const first = Number(options.seed);
const seeds = Math.ceil(Number(options.rounds) / SERVICES_PER_SEED);
for (let seed = first; seed < first + seeds; seed += 1) {
  const report = await judgeDrawnServices({ seed, rounds: SERVICES_PER_SEED });
  if (report !== '') process.exitCode = 1;
  process.stdout.write(`seed ${seed}: ${SERVICES_PER_SEED} services, ${report || 'nothing found'}\n`);
}
