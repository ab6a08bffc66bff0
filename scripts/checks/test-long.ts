// The random tests at length: FUZZ_SCALE times as many rounds (default 50), from another seed in every run unless
// FUZZ_SEED is set. Arguments go to jest.
import '../node-version.ts';
import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { readCommandLine } from '../command-line.ts';

const { rest } = readCommandLine({
  command: 'npm run test:long',
  purpose: 'Runs all tests with FUZZ_SCALE times as many random rounds (50 by default), from a new FUZZ_SEED.',
  passesTo: 'jest',
});
const root = join(import.meta.dirname, '../..');
const flags = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'];
const jest = join(root, 'node_modules/jest/bin/jest.js');
const env = { FUZZ_SCALE: '50', FUZZ_SEED: String(randomInt(2 ** 31)), ...process.env };
process.stdout.write(`FUZZ_SCALE=${env.FUZZ_SCALE} FUZZ_SEED=${env.FUZZ_SEED}\n`);
const { status } = spawnSync(process.execPath, [...flags, jest, '--testTimeout=3600000', ...rest], {
  cwd: root,
  stdio: 'inherit',
  env,
});
process.exitCode = status ?? 1;
