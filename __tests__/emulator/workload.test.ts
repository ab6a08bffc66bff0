// Simulated resources: scripts of builds, statuses over time, and the end of the emulator in the
// middle of work.
import { expect, test } from '@jest/globals';
import type { TestEmulator } from './test-emulator.ts';
import type { ConfigInput } from '../../emulator/config.ts';
import { call, openEmulator } from './client.ts';

type BuildScript = Exclude<NonNullable<ConfigInput['resources'][number]['script']>, unknown[]>;

/** Status of the resource at these times, in seconds of the clock. */
async function statusesAt(emulator: TestEmulator, seconds: readonly number[]): Promise<unknown[]> {
  const seen = [];
  for (const second of seconds) {
    await emulator.clock.sleep(second * 1000 - emulator.clock.now());
    seen.push(emulator.view().resources[0]?.status);
  }
  return seen;
}

test.each([
  ['start', 'stopped', ['starting', 'running']],
  ['stop', 'running', ['stopping', 'stopped']],
  ['restart', 'running', ['restarting', 'running']],
])('%s shows a status on the way and one at the end', async (action, status, expected) => {
  const emulator = await openEmulator({ resources: [{ id: 'db', type: 'database', status }] });
  await call(emulator, `POST /resources/db/${action}`);
  expect(await statusesAt(emulator, [1, 5])).toEqual(expected);
});

test('follows a lifecycle of one’s own', async () => {
  const restart = [
    { afterMs: 0, status: 'Restarting' },
    { afterMs: 1000, status: 'crashed' },
  ];
  const emulator = await openEmulator({ resources: [{ id: 'app_web', lifecycle: { restart } }] });
  await call(emulator, 'POST /resources/app_web/restart');
  expect(await statusesAt(emulator, [0.5, 2])).toEqual(['restarting', 'crashed']);
});

test('follows one script for each deployment, the last one again and again', async () => {
  const script: BuildScript[] = [
    { queuedMs: 0, buildMs: 1000, outcome: 'failed' },
    { queuedMs: 0, buildMs: 1000, outcome: 'cancelled' },
    { queuedMs: 0, buildMs: 0, log: [] },
  ];
  const emulator = await openEmulator({
    resources: [{ id: 'app_web', status: 'stopped', script }],
  });
  for (let count = 1; count <= 4; count += 1) {
    await call(emulator, 'POST /resources/app_web/deployments');
    await emulator.clock.sleep(1100);
  }
  const [resource] = emulator.view().resources;
  expect(resource?.deployments.map(({ status }) => status)).toEqual([
    'finished',
    'finished',
    'cancelled',
    'failed',
  ]);
  expect(resource?.status).toBe('running');
});

test('shows statuses after a deployment, until something else is requested', async () => {
  const statusAfter = [
    { afterMs: 0, status: 'starting' },
    { afterMs: 2000, status: 'running' },
    { afterMs: 5000, status: 'crashed' },
  ];
  const script = { queuedMs: 0, buildMs: 1000, statusAfter };
  const emulator = await openEmulator({ resources: [{ id: 'app_web', script }] });
  await call(emulator, 'POST /resources/app_web/deployments');
  expect(await statusesAt(emulator, [0.5, 1.5, 4, 9])).toEqual([
    'running',
    'starting',
    'running',
    'crashed',
  ]);
  await call(emulator, 'POST /resources/app_web/deployments');
  await emulator.clock.sleep(1500);
  await call(emulator, 'POST /resources/app_web/stop');
  expect(await statusesAt(emulator, [11, 14, 20])).toEqual(['stopping', 'stopped', 'stopped']);
});

test('spreads the log over the build', async () => {
  const script = { queuedMs: 0, buildMs: 3000, log: ['one', 'two', 'three'] };
  const emulator = await openEmulator({ resources: [{ id: 'app_web', script }] });
  await call(emulator, 'POST /resources/app_web/deployments');
  const logs = [];
  await emulator.clock.sleep(500);
  for (let second = 0; second < 3; second += 1) {
    logs.push(emulator.view().resources[0]?.deployments[0]?.log);
    await emulator.clock.sleep(1000);
  }
  expect(logs).toEqual(['one\n', 'one\ntwo\n', 'one\ntwo\nthree\n']);
  expect(emulator.view().resources[0]?.deployments[0]?.status).toBe('finished');
});

test('ends at once in the middle of a build, twice too', async () => {
  const emulator = await openEmulator({ resources: [{ id: 'app_web', script: { buildMs: 1e9 } }] });
  await call(emulator, 'POST /resources/app_web/deployments');
  await emulator.clock.sleep(5000);
  await Promise.all([emulator.stop(), emulator.stop()]);
  expect(emulator.clock.sleeping).toBe(0);
  await expect(fetch(emulator.origin)).rejects.toThrow('fetch failed');
});

test('a second emulator on the same port is refused in one sentence', async () => {
  const { origin } = await openEmulator();
  const port = Number(new URL(origin).port);
  const second = openEmulator({ port });
  await expect(second).rejects.toThrow(
    `Port ${port} is taken. Choose another one with --port, such as --port 0.`,
  );
});
