// The adversary at length: `npm run adversary` draws 20,000 services and judges the step that meets each.
import '../node-version.ts';
import { findBrokenPromise } from '../../__tests__/support/adversary/check.ts';
import { readCommandLine } from '../command-line.ts';

const BATCHES = 40;
const SERVICES_PER_BATCH = 500;
const SHRINK_MS = 20_000;

readCommandLine({
  command: 'npm run adversary',
  purpose: 'Draws 20,000 services and judges the step that meets each.',
});
for (let seed = 1; seed <= BATCHES; seed += 1) {
  const drawn = { seed, runs: SERVICES_PER_BATCH, shrinkMs: SHRINK_MS };
  const found = await findBrokenPromise(drawn);
  if (found !== undefined) process.exitCode = 1;
  process.stdout.write(`seed ${seed}: ${SERVICES_PER_BATCH} services, ${found ?? 'nothing found'}\n`);
}
