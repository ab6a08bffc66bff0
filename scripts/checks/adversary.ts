// The adversary at length: draws services and judges the step that meets each, from new seeds in every run.
// `npm run adversary -- 2000 4711`: how many services (default 20,000), from which seed.
import '../node-version.ts';
import { randomInt } from 'node:crypto';
import { judgeDrawnServices } from '../../__tests__/support/adversary/check.ts';

const SERVICES_PER_SEED = 500;

const [services = 20_000, firstSeed = randomInt(2 ** 31)] = process.argv.slice(2).map(Number);
for (let seed = firstSeed; seed < firstSeed + services / SERVICES_PER_SEED; seed += 1) {
  const found = await problemOf(seed);
  if (found !== undefined) process.exitCode = 1;
  process.stdout.write(`seed ${seed}: ${SERVICES_PER_SEED} services, ${found ?? 'nothing found'}\n`);
}

async function problemOf(seed: number): Promise<string | undefined> {
  try {
    await judgeDrawnServices({ seed, rounds: SERVICES_PER_SEED });
    return undefined;
  } catch (error) {
    return Error.isError(error) ? error.message : String(error);
  }
}
