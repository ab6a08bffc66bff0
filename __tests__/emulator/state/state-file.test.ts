// What outlives a restart, what does not, and that a file is never half written.
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { EmulatorOptions } from '../../../emulator/index.ts';
import type { Stage } from '../client.ts';
import { refusalOf, send, stage } from '../client.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'emulator-state-'));
});
afterEach(async () => {
  await rm(folder, { recursive: true });
});

const OPTIONS: EmulatorOptions = {
  keys: [{ name: 'ci', scopes: ['deploy'] }],
  resources: [{ id: 'app_web', history: 1, script: { buildMs: 5000, log: ['built'] } }],
};

async function run(options: EmulatorOptions = {}): Promise<Stage & { readonly file: string }> {
  const file = path.join(folder, 'state.json');
  return { ...(await stage({ ...OPTIONS, ...options, stateFile: file })), file };
}

test('keys, deployments, activity and wallet are there after a restart; history is not made twice', async () => {
  const first = await run();
  const value = first.emulator.keys['ci'];
  await first.call('POST', '/resources/app_web/deployments');
  await first.clock.sleep(60_000);
  first.emulator.control.setWallet('empty');
  const before = first.emulator.view();
  await first.emulator.close();

  const { emulator, call } = await run();
  const after = emulator.view();
  expect(after.keys).toEqual(before.keys);
  expect(after.activity).toEqual(before.activity);
  expect(after.wallet).toBe('empty');
  expect(emulator.deployments('app_web').map(({ id, status, log }) => ({ id, status, log }))).toEqual([
    { id: 'dep_000002', status: 'finished', log: 'built\n' },
    { id: 'dep_000001', status: 'finished', log: 'Built.\n' },
  ]);
  expect(emulator.keys).toEqual({});
  expect((await call('GET', '/resources', { key: value })).status).toBe(200);
  emulator.control.setWallet('funded');
  await call('POST', '/resources/app_web/deployments', { key: value });
  expect(emulator.deployments('app_web')[0]?.id).toBe('dep_000003');
});

test('a key revoked or expired stays so, and a key of the options takes its place', async () => {
  const first = await run();
  const value = first.emulator.keys['ci'];
  first.emulator.control.revokeKey('ci');
  await first.emulator.close();
  const { call, emulator } = await run();
  expect(refusalOf(await call('GET', '/resources', { key: value }))).toBe('401 unauthorized');
  expect((await call('GET', '/resources', { key: emulator.keys['ci'] })).status).toBe(200);
});

test('a key whose value the options name is known by it after a restart', async () => {
  const keys = [{ name: 'ci', value: 'key_of_my_own' }];
  const first = await run({ keys });
  await first.emulator.close();
  const { emulator } = await run({ keys });
  expect(emulator.keys).toEqual({ ci: 'key_of_my_own' });
  expect(emulator.view().keys).toHaveLength(1);
});

test('a deployment that was under way has failed after a restart, and the resource is free', async () => {
  const first = await run();
  await first.call('POST', '/resources/app_web/deployments');
  await first.clock.sleep(1000);
  await first.emulator.close();
  const { emulator } = await run();
  expect(emulator.deployments('app_web')[0]).toMatchObject({
    status: 'failed',
    log: expect.stringContaining('restarted'),
    finishedAtMs: expect.any(Number),
  });
  expect(emulator.deploy('app_web').id).toBe('dep_000003');
});

test('the file holds no value of a key, is for its owner alone, and has no drafts beside it', async () => {
  const { call, emulator, file } = await run();
  await call('POST', '/resources/app_web/deployments');
  await emulator.close();
  expect(await readFile(file, 'utf8')).not.toContain(emulator.keys['ci']);
  expect((await stat(file)).mode & 0o077).toBe(0);
  expect(await readdir(folder)).toEqual(['state.json']);
});

test('whenever it is looked at, the file is whole', async () => {
  const { call, emulator, file } = await run();
  for (let count = 0; count < 40; count += 1) {
    await call('GET', '/resources');
    emulator.control.createKey({ name: `k${count}` });
    const parsed: unknown = JSON.parse(await readFile(file, 'utf8'));
    expect(parsed).toMatchObject({ version: 1, state: { wallet: 'funded' } });
  }
});

const STATE = { keys: [], deployments: [], activity: [], wallet: 'funded', deploymentCount: 0 };

test('a file with a state that has nothing is a good one', async () => {
  await writeFile(path.join(folder, 'state.json'), JSON.stringify({ version: 1, state: STATE }));
  const { emulator } = await run();
  expect(emulator.view()).toMatchObject({ wallet: 'funded', activity: [] });
});

test.each([
  '',
  '{',
  'null',
  '[]',
  ...[
    { version: 2, state: STATE },
    { state: STATE },
    { version: 1 },
    { version: 1, state: { ...STATE, keys: {} } },
    { version: 1, state: { ...STATE, deployments: undefined } },
    { version: 1, state: { ...STATE, activity: '' } },
    { version: 1, state: { ...STATE, wallet: 'full' } },
    { version: 1, state: { ...STATE, deploymentCount: '0' } },
  ].map((content) => JSON.stringify(content)),
])('a file with %j is refused, not overwritten', async (text) => {
  const file = path.join(folder, 'state.json');
  await writeFile(file, text);
  await expect(run()).rejects.toThrow(/JSON|is not a state/);
  expect(await readFile(file, 'utf8')).toBe(text);
});

test('a file that is there and cannot be read is refused', async () => {
  await expect(stage({ ...OPTIONS, stateFile: folder })).rejects.toMatchObject({ code: 'EISDIR' });
});

test('without a file nothing is written and nothing remembered', async () => {
  const { emulator } = await stage(OPTIONS);
  await send({ method: 'GET', url: `${emulator.baseUrl}/resources`, key: emulator.keys['ci'] ?? '' });
  expect(await readdir(folder)).toEqual([]);
});
