// The guard at the start of every script.
import { expect, test } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const GUARD = join(import.meta.dirname, '../../scripts/node-version.ts');

test.each([
  ['20.19.0', 1, 'Node 24 is needed, this is 20.19.0. Run "npm ci" and start scripts with "npm run".\n'],
  ['24.0.0', 0, ''],
  ['26.1.0', 0, ''],
])('ends a script under Node %s with exit code %i', (version, exitCode, message) => {
  const disguise = `Object.defineProperty(process.versions, 'node', { value: '${version}' })`;
  const { status, stderr } = spawnSync(
    process.execPath,
    [`--import=data:text/javascript,${encodeURIComponent(disguise)}`, GUARD],
    { encoding: 'utf8' },
  );
  expect({ status, stderr }).toEqual({ status: exitCode, stderr: message });
});
