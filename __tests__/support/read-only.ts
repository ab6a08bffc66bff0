// What the tests of status, list, logs and env share: resources to read, and a run with a read key that changes nothing.
import { expect } from '@jest/globals';
import type { ResourceOptions } from '../../emulator/index.ts';
import type { StepRun } from './runner/step.ts';
import type { World } from './world.ts';

/** The runtime log of `app_web`. */
export const RUNTIME_LOG = 'listening on 8080\nGET / 200\n';

/** An app with two deployments, a stopped worker and a database. */
export const resources: readonly ResourceOptions[] = [
  {
    id: 'app_web',
    name: 'web-shop',
    domains: ['web.example.test', 'www.example.test'],
    history: 2,
    env: ['PORT', 'DATABASE_URL', 'API_TOKEN'],
    runtimeLog: RUNTIME_LOG,
    script: { buildMs: 1_000, outcome: 'failed' },
  },
  { id: 'wrk_mail', type: 'worker', name: 'web mailer', status: 'stopped' },
  { id: 'db_main', type: 'database', name: 'main', catalogKey: 'postgres-17', status: 'low on disk' },
];

/** Runs an operation with the read key and checks that it only read. */
export async function runReadOnly({ emulator, run }: World, inputs: Record<string, string>): Promise<StepRun> {
  const before = emulator.view().activity;
  const step = await run(inputs, { key: 'reader' });
  expect(emulator.requests.filter(({ method }) => method !== 'GET')).toEqual([]);
  expect(emulator.view().activity).toEqual(before);
  return step;
}
