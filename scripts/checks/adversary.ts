// The adversary at length: `npm run adversary` draws 20,000 services and judges the step that meets each.
import '../node-version.ts';
import { judgeDrawnServices } from '../../__tests__/support/adversary/check.ts';
import { readCommandLine } from '../command-line.ts';

const BATCHES = 40;
const SERVICES_PER_BATCH = 500;

readCommandLine({
  command: 'npm run adversary',
  purpose: 'Draws 20,000 services and judges the step that meets each.',
});
for (let seed = 1; seed <= BATCHES; seed += 1) {
  const found = await problemOf(seed);
  if (found !== undefined) process.exitCode = 1;
  process.stdout.write(`seed ${seed}: ${SERVICES_PER_BATCH} services, ${found ?? 'nothing found'}\n`);
}

async function problemOf(seed: number): Promise<string | undefined> {
  try {
    await judgeDrawnServices({ seed, rounds: SERVICES_PER_BATCH });
    return undefined;
  } catch (error) {
    const report = Error.isError(error) ? error.message : String(error);
    return `${report} npm test -- __tests__/adversary/adversary`;
  }
}
