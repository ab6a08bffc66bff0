// The command line of the benchmarks: what it offers, and what it refuses before anything is measured.

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';

const MAIN = join(import.meta.dirname, '../../bench/main.ts');

function bench(...args: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [MAIN, ...args], { encoding: 'utf8' });
  return { status, stdout, stderr };
}

test('lists every benchmark for --help', () => {
  const { status, stdout } = bench('--help');
  expect(status).toBe(0);
  for (const name of ['startup', 'lone', 'deploys', 'growth', 'fleet', 'virtual-fleet', 'real-fleet'])
    expect(stdout).toContain(name);
});

test('runs nothing for a name that is no benchmark, and names those that there are', () => {
  const { status, stdout, stderr } = bench('flet');
  expect([status, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(/flet.*startup, lone, deploys, growth, fleet, virtual-fleet, real-fleet/s);
});
