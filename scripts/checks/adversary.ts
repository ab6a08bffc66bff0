// The adversary at length: draws services and judges the step that meets each, from new seeds in
// every run. `npm run adversary -- 2000 4711`: how many services (default 20,000), and the first
// seed.
import '../node-version.ts';
import { randomInt } from 'node:crypto';
import { judgeDrawnServices } from '../../__tests__/support/adversary/check.ts';

const SERVICES_PER_SEED = 500;

const [services = 20_000, firstSeed = randomInt(2 ** 31)] = process.argv.slice(2).map(Number);
for (let drawn = 0; drawn < services; drawn += SERVICES_PER_SEED) {
  const seed = firstSeed + drawn / SERVICES_PER_SEED;
  const report = await judgeDrawnServices({
    seed,
    rounds: Math.min(SERVICES_PER_SEED, services - drawn),
  });
  if (report !== '') process.exitCode = 1;
  process.stdout.write(`seed ${seed}: ${report === '' ? 'nothing found' : report}\n`);
}
