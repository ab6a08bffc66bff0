// The random tests at length: FUZZ_SCALE times as many rounds (default 20). Arguments go to jest.
import '../node-version.ts';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { readCommandLine } from '../command-line.ts';

const { rest } = readCommandLine({
  command: 'npm run test:long',
  purpose: 'Runs all tests with FUZZ_SCALE times as many random rounds (20 by default).',
  passesTo: 'jest',
});
const root = join(import.meta.dirname, '../..');
const flags = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'];
const jest = join(root, 'node_modules/jest/bin/jest.js');
const { status } = spawnSync(process.execPath, [...flags, jest, '--testTimeout=3600000', ...rest], {
  cwd: root,
  stdio: 'inherit',
  env: { FUZZ_SCALE: '20', ...process.env },
});
process.exitCode = status ?? 1;
