// Build logs in the state file: the oldest make room, so that an emulator whose builds flood accepts deployments for days.
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { DeploymentRecord } from '../../../emulator/index.ts';
import { stage } from '../client.ts';

const FILE_LIMIT = 1_000_000;
const LINES = Array.from({ length: 100 }, (_, index) => `${index} ${'x'.repeat(500)}`);

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'emulator-logs-'));
});
afterEach(async () => {
  await rm(folder, { recursive: true });
});

function logs(deployments: readonly DeploymentRecord[]): readonly string[] {
  return deployments.map(({ log }) => log);
}

test('the oldest logs are dropped with a note before the file is full, and every deployment is accepted', async () => {
  const stateFile = path.join(folder, 'state.db');
  const problems: string[] = [];
  const options = {
    stateFile,
    stateFileLimit: FILE_LIMIT,
    onProblem: (sentence: string) => problems.push(sentence),
    resources: [{ id: 'app_web', script: { buildMs: 1000, log: LINES } }],
  };
  const { call, clock, emulator } = await stage(options);
  for (let count = 0; count < 40; count += 1) {
    expect((await call('POST', '/resources/app_web/deployments')).status).toBe(202);
    await clock.sleep(60_000);
  }
  const [latest = '', ...before] = logs(emulator.deployments('app_web'));
  expect(latest).toBe(LINES.map((line) => `${line}\n`).join(''));
  expect(before[1]).toBe(latest);
  expect(before.at(-1)).toBe('[the emulator dropped this log to make room in the state file]\n');
  expect(problems).toEqual([]);
  expect((await stat(stateFile)).size).toBeLessThanOrEqual(FILE_LIMIT);

  await emulator.close();
  const second = await stage(options);
  expect(logs(second.emulator.deployments('app_web'))).toEqual([latest, ...before]);
});
