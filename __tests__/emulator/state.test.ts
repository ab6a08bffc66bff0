// The state file: what survives a restart, and what becomes of a file that cannot be used.
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { startEmulator } from '../../emulator/emulator.ts';
import { appendLog, State } from '../../emulator/state.ts';
import { startTestEmulator, type TestEmulator, type TestOptions } from './test-emulator.ts';
import { at, call, control } from './client.ts';

let folder = '';
let stateFile = '';

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'state-'));
  stateFile = path.join(folder, 'state.json');
});

afterEach(() => rmSync(folder, { recursive: true }));

/** Uses an emulator with the state file, and closes it. */
async function use<T>(
  options: TestOptions,
  body: (emulator: TestEmulator) => Promise<T>,
): Promise<T> {
  const emulator = await startTestEmulator({ stateFile, ...options });
  try {
    return await body(emulator);
  } finally {
    await emulator.stop();
  }
}

test('keeps keys, deployments with logs, activity, statuses and the wallet', async () => {
  const options = { resources: [{ id: 'app_web', history: 1 }] };
  const key = await use(options, async (emulator) => {
    await call(emulator, 'POST /resources/app_web/deployments');
    await emulator.clock.sleep(20_000);
    await call(emulator, 'POST /resources/app_web/stop');
    await emulator.clock.sleep(20_000);
    await control(emulator, 'POST /keys', { name: 'gone' });
    await control(emulator, 'DELETE /keys/gone');
    await control(emulator, 'PUT /wallet', { wallet: 'empty' });
    return emulator.key;
  });
  expect(readFileSync(stateFile, 'utf8')).not.toContain(key);
  expect(statSync(stateFile).mode & 0o077).toBe(0);
  expect(existsSync(`${stateFile}.tmp`)).toBe(false);

  await use(options, async (emulator) => {
    expect(emulator.keys).toEqual({}); // the value was shown when it was made
    const reply = await call(emulator, 'GET /resources/app_web/deployments/dep_000002', { key });
    expect(at(reply.body, 'deployment')).toEqual({
      id: 'dep_000002',
      status: 'finished',
      log: 'Building\nBuilt\n',
    });
    expect((await call(emulator, 'POST /resources/app_web/start', { key })).status).toBe(402);
    await control(emulator, 'PUT /wallet', { wallet: 'funded' });
    const next = await call(emulator, 'POST /resources/app_web/deployments', { key });
    expect(at(next.body, 'deployment', 'id')).toBe('dep_000003');
    const { resources, activity, keys } = emulator.view();
    expect(resources).toMatchObject([{ status: 'stopped' }]);
    expect(activity).toHaveLength(6);
    expect(keys.map(({ name, revokedAtMs }) => [name, revokedAtMs === null])).toEqual([
      ['ci', true],
      ['gone', false],
    ]);
  });
});

test('a configured value takes the place of the one kept', async () => {
  await use(
    { keys: [{ name: 'mine', value: 'first-value' }] },
    async () => await Promise.resolve(),
  );
  await use({ keys: [{ name: 'mine', value: 'second-value' }] }, async (emulator) => {
    expect((await call(emulator, 'GET /resources', { key: 'first-value' })).status).toBe(401);
    expect((await call(emulator, 'GET /resources', { key: 'second-value' })).status).toBe(200);
  });
});

test('writes changes as they happen; a deployment cut off by a kill has failed', async () => {
  const options = {
    resources: [{ id: 'app_web' }],
    keys: [{ name: 'ci', scopes: ['deploy' as const] }],
  };
  const killed = await startEmulator({ ...options, stateFile });
  await call(killed, 'POST /resources/app_web/deployments');
  let copy = '';
  while (!copy.includes('"dep_000001"')) {
    // The file follows in real time, within 200 ms.
    await new Promise((resolve) => setTimeout(resolve, 20));
    copy = existsSync(stateFile) ? readFileSync(stateFile, 'utf8') : '';
  }
  await killed.stop();
  writeFileSync(stateFile, copy);
  await use({}, async (emulator) => {
    const key = killed.keys['ci'] ?? '';
    const { body } = await call(emulator, 'GET /resources/app_web/deployments/dep_000001', { key });
    expect(at(body, 'deployment')).toMatchObject({
      status: 'failed',
      log: expect.stringContaining('The emulator ended'),
    });
  });
});

test.each([
  ['that is no JSON', '{', 'is not JSON'],
  ['of another program', '{"hello": 1}', 'version: is missing'],
  ['of another version', '{"version": 2}', 'version: must be 1, not 2'],
])('refuses a file %s and leaves it alone', async (_what, text, message) => {
  writeFileSync(stateFile, text);
  await expect(startTestEmulator({ stateFile })).rejects.toThrow(message);
  expect(readFileSync(stateFile, 'utf8')).toBe(text);
});

test('refuses a folder in one sentence', async () => {
  await expect(startTestEmulator({ stateFile: folder })).rejects.toThrow(
    /^The state file cannot be read: EISDIR.*$/,
  );
});

test('says in one sentence that it cannot save, and goes on', async () => {
  const problems: string[] = [];
  const state = new State(stateFile, (text) => problems.push(text));
  mkdirSync(`${stateFile}.tmp`);
  state.addActivity({ atMs: 1, by: 'ci', action: 'stop', target: 'app' });
  state.close();
  expect(problems).toEqual([expect.stringMatching(/^The state could not be saved: EISDIR/)]);
  expect(state.activity).toHaveLength(1);
  await Promise.resolve();
});

test('keeps the end of a log, the latest deployments and the latest activity', () => {
  const line = `${'a'.repeat(999)}\n`;
  const log = Array.from({ length: 9000 }).reduce<string>((text) => appendLog(text, line), '');
  expect(log.length).toBeGreaterThanOrEqual(6_000_000);
  expect(log.length).toBeLessThanOrEqual(7_200_000);
  expect(log.split('\n', 1)).toEqual([line.trim()]);
  const state = new State(undefined, () => undefined);
  const facts = {
    resourceId: 'app',
    status: 'finished' as const,
    label: 'api',
    by: 'ci',
    force: false,
  };
  for (let count = 0; count < 2100; count += 1) {
    state.addDeployment({ ...facts, createdAtMs: count, finishedAtMs: count });
    state.addActivity({ atMs: count, by: 'ci', action: 'stop', target: 'app' });
  }
  expect([state.deployments.length, state.deployments.at(-1)?.id]).toEqual([500, 'dep_002100']);
  expect([state.activity.length, state.activity.at(-1)?.atMs]).toEqual([2000, 2099]);
});

test('drops the oldest logs when all together are too long', () => {
  const state = new State(undefined, () => undefined);
  const facts = { resourceId: 'app', status: 'finished' as const, label: 'api', by: 'ci' };
  for (let count = 0; count < 6; count += 1) {
    const times = { createdAtMs: count, finishedAtMs: count };
    state.addDeployment({ ...facts, ...times, force: false }).log = 'a'.repeat(6_000_000);
  }
  expect(state.deployments.map(({ log }) => log.length / 6_000_000).join('')).toBe('011111');
});

test('takes any name for keys, resources and variables, at every start', async () => {
  const names = ['constructor', 'toString', 'hasOwnProperty'];
  const options = {
    keys: [...names, '__proto__'].map((name) => ({ name, scopes: ['deploy' as const] })),
    resources: names.map((id) => ({
      id,
      env: Object.fromEntries(names.map((name) => [name, ''])),
    })),
  };
  for (const start of [1, 2]) {
    await use({ ...options, requestsPerMinute: 1000 }, async (emulator) => {
      expect(Object.keys(emulator.keys)).toHaveLength(start === 1 ? 5 : 0);
      expect(emulator.view().keys.map(({ name }) => name)).toEqual(['ci', ...names, '__proto__']);
      if (start === 2) return;
      for (const name of names) {
        const key = emulator.keys[name] ?? '';
        await call(emulator, `POST /resources/${name}/deployments`, { key });
        const { body } = await call(emulator, `GET /resources/${name}/env`, { key });
        expect(at(body, 'env')).toEqual(names);
      }
    });
  }
});

test('refuses a second emulator on the same file, and a folder that is missing', async () => {
  await use({}, async () => {
    await expect(startTestEmulator({ stateFile })).rejects.toThrow(
      `The state file ${stateFile} is in use by another emulator.`,
    );
  });
  expect(existsSync(`${stateFile}.lock`)).toBe(false);
  const file = path.join(folder, 'none/state.json');
  await expect(startTestEmulator({ stateFile: file })).rejects.toThrow(
    `The state file ${file} cannot be written: there is no folder ${path.dirname(file)}.`,
  );
});

test('says where the state overrules the configuration, which scopes and caps follow', async () => {
  const before = { resources: [{ id: 'app_web', status: 'stopped' }], wallet: 'funded' as const };
  await use({ ...before, keys: [{ name: 'more', scopes: ['deploy'] }] }, async (emulator) => {
    await control(emulator, 'PUT /wallet', { wallet: 'empty' });
    await control(emulator, 'PUT /resources/app_web/status', { status: 'running' });
  });
  await use({ ...before, keys: [{ name: 'more', scopes: ['write'] }] }, async (emulator) => {
    expect(emulator.problems.splice(0)).toEqual([
      'The wallet is empty, as the state file has it; the configuration says funded.',
      'app_web is running, as the state file has it; the configuration says stopped.',
    ]);
    expect(emulator.view().keys.at(-1)).toMatchObject({ scopes: ['read', 'write'] });
  });
});

test('keeps an expired key expired, and renews one that was to last', async () => {
  for (const expired of [true, true, false]) {
    const keys = [{ name: 'old', value: 'the-old-key', expired }];
    await use({ keys }, async (emulator) => {
      const { status } = await call(emulator, 'GET /resources', { key: 'the-old-key' });
      expect([status, emulator.view().keys.length]).toEqual([expired ? 401 : 200, 2]);
    });
  }
});

test('leaves the file alone when the port is taken, and names a key whose value another one has', async () => {
  await use({ stateFile: undefined }, async ({ origin }) => {
    await expect(
      startTestEmulator({ stateFile, port: Number(new URL(origin).port) }),
    ).rejects.toThrow('is taken');
  });
  expect(existsSync(stateFile)).toBe(false);
  const using = async (name: string) =>
    await use({ keys: [{ name, value: 'the-same-value' }] }, async () => await Promise.resolve());
  await using('a');
  await expect(using('b')).rejects.toThrow('Another key has the value of the key "b".');
});
