// The state file: what survives a restart, and what becomes of a file that cannot be used.
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { startEmulator } from '../../emulator/emulator.ts';
import { appendLog } from '../../emulator/logs.ts';
import { State } from '../../emulator/state.ts';
import { startTestEmulator, type TestEmulator, type TestOptions } from './test-emulator.ts';
import { at, call, control } from './client.ts';
import { VirtualClock } from '../support/virtual-clock.ts';

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

test('writes a change before it is acknowledged; a deployment cut off by a kill has failed', async () => {
  const options = {
    resources: [{ id: 'app_web' }],
    keys: [{ name: 'ci', scopes: ['deploy' as const] }],
  };
  const killed = await startEmulator({ ...options, stateFile });
  await call(killed, 'POST /resources/app_web/deployments');
  const copy = readFileSync(stateFile, 'utf8');
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
  ['that is no JSON', '{', 'it is not JSON'],
  ['of another program', '{"hello": 1}', 'version: is missing; it is 1'],
  ['of another version', '{"version": 2}', 'version: must be 1, not 2'],
])('refuses a file %s and leaves it alone', async (_what, text, why) => {
  writeFileSync(stateFile, text);
  await expect(startTestEmulator({ stateFile })).rejects.toThrow(
    `${stateFile} is no state file of the emulator: ${why}. It stays as it is.`,
  );
  expect(readFileSync(stateFile, 'utf8')).toBe(text);
});

test('refuses a folder in one sentence', async () => {
  await expect(startTestEmulator({ stateFile: folder })).rejects.toThrow(
    `The state file ${folder} is a folder; name a file, such as ${path.join(folder, 'state.json')}.`,
  );
  expect(existsSync(`${folder}.lock`)).toBe(false);
});

test('says in one sentence that it cannot save, and tries again at the end', async () => {
  const { promise, resolve } = Promise.withResolvers<string>();
  const state = new State(stateFile, resolve);
  mkdirSync(stateFile); // nothing can be renamed to it
  state.addActivity({ atMs: 1, by: 'ci', action: 'stop', target: 'app' });
  const sentence = await promise;
  expect(sentence).toMatch(/^The state could not be saved: EISDIR.*$/);
  expect(() => state.close()).toThrow(sentence);
  expect(readdirSync(folder)).toEqual(['state.json']);
  const later = new State(path.join(folder, 'later.json'), () => undefined);
  later.addActivity({ atMs: 1, by: 'ci', action: 'stop', target: 'app' });
  later.close();
  expect(readdirSync(folder)).toEqual(['later.json', 'state.json']);
});

test('keeps the end of a log, below a line that says how much is missing', () => {
  const line = `${'a'.repeat(999)}\n`;
  const log = Array.from({ length: 9000 }).reduce<string>((text) => appendLog(text, line), '');
  const [note = '', ...lines] = log.trim().split('\n');
  expect(note).toBe(
    `[emulator] the first ${((9000 - lines.length) * 1000).toLocaleString('en')} ` +
      'characters of this log are left out',
  );
  expect(new Set(lines)).toEqual(new Set([line.trim()]));
  expect(lines.length).toBeGreaterThanOrEqual(4000);
  expect(lines.length).toBeLessThanOrEqual(4800);
  const endless = appendLog('', `${'a'.repeat(5_000_000)}\n`);
  expect(endless).toMatch(/^\[emulator\] the first 1,000,001 characters of .*\na{3999999}\n$/);
});

test('keeps the latest deployments and the latest activity', () => {
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
  expect(state.deployments.map(({ log }) => log.slice(0, 10)).join()).toBe(
    ['[emulator]', ...Array.from({ length: 5 }, () => 'a'.repeat(10))].join(),
  );
  expect(state.deployments[0]?.log).toMatch(/^\[emulator\] this log is left out: .*\n$/);
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

test('says where the state overrules the configuration, which scopes follow', async () => {
  const before = { resources: [{ id: 'app_web', status: 'stopped' }], wallet: 'funded' as const };
  await use({ ...before, keys: [{ name: 'more', scopes: ['deploy'] }] }, async (emulator) => {
    await control(emulator, 'PUT /wallet', { wallet: 'empty' });
    await control(emulator, 'POST /resources/app_web/crash');
  });
  await use({ ...before, keys: [{ name: 'more', scopes: ['write'] }] }, async (emulator) => {
    expect(emulator.problems.splice(0)).toEqual([
      'The wallet is empty, as the state file has it; the configuration says funded.',
      'app_web is crashed, as the state file has it; the configuration says stopped.',
    ]);
    expect(emulator.view().keys.at(-1)).toMatchObject({ scopes: ['read', 'write'] });
  });
});

test('renews a configured key that has expired', async () => {
  const keys = [{ name: 'old', value: 'the-old-key' }];
  const clock = new VirtualClock();
  const statuses: number[] = [];
  const request = async (emulator: TestEmulator): Promise<void> => {
    const { status } = await call(emulator, 'GET /resources', { key: 'the-old-key' });
    statuses.push(status);
  };
  await use({ keys, clock }, async (emulator) => {
    await clock.sleep(90 * 86_400_000);
    await request(emulator);
  });
  await use({ keys, clock }, request);
  clock.dispose();
  expect(statuses).toEqual([401, 200]);
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
