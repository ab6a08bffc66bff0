// The state file: what outlives a restart, and what is reported of a file that cannot be used.
import {
  access,
  chmod,
  constants,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { VirtualClock } from '../../../emulator/index.ts';
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
  const file = path.join(folder, 'state.db');
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

test('a deployment that was in progress has failed after a restart, and the resource is free', async () => {
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

test('the file holds no value of a key and is for its owner alone; nothing is beside it once it is closed', async () => {
  const { call, emulator, file } = await run();
  await call('POST', '/resources/app_web/deployments');
  const modes = await Promise.all(
    (await readdir(folder)).map(async (name) => (await stat(path.join(folder, name))).mode),
  );
  expect(modes.filter((mode) => (mode & 0o077) !== 0)).toEqual([]);
  await emulator.close();
  expect(await readFile(file, 'latin1')).not.toContain(emulator.keys['ci']);
  expect(await readdir(folder)).toEqual(['state.db']);
});

test('a second emulator on the same file is refused', async () => {
  const { file } = await run();
  await expect(run()).rejects.toThrow(`The state file ${file} is in use by another emulator.`);
});

test('a resource keeps the time of its creation', async () => {
  const first = await run();
  const created = first.emulator.view().resources[0]?.createdAtMs;
  await first.clock.sleep(86_400_000);
  await first.emulator.close();
  const clock = new VirtualClock(Date.UTC(2026, 5, 1));
  const { emulator } = await run({ clock });
  expect(emulator.view().resources[0]?.createdAtMs).toBe(created);
  clock.dispose();
});

test('a build log that was cut keeps its note and its end', async () => {
  const script = { buildMs: 1000, log: Array.from({ length: 200 }, (_, index) => `line ${index}`) };
  const first = await run({ logLimit: 500, resources: [{ id: 'app_web', script }] });
  await first.call('POST', '/resources/app_web/deployments');
  await first.clock.sleep(60_000);
  const before = first.emulator.deployments('app_web')[0]?.log;
  expect(before).toMatch(/^\[\d+ bytes are missing here[^]*line 199\n$/);
  await first.emulator.close();
  const { emulator } = await run();
  expect(emulator.deployments('app_web')[0]?.log).toBe(before);
});

test('a log that is rewritten is there as it was last', async () => {
  const script = { buildMs: 1000, log: ['one', 'two', 'three'], logMode: 'rewrite' } as const;
  const first = await run({ resources: [{ id: 'app_web', script }] });
  await first.call('POST', '/resources/app_web/deployments');
  await first.clock.sleep(60_000);
  await first.emulator.close();
  const { emulator } = await run();
  expect(emulator.deployments('app_web')[0]?.log).toBe('[1/3] one\n[2/3] two\n[3/3] three\n');
});

test('an endpoint that only reads writes nothing at once', async () => {
  const { call, file } = await run();
  const before = (await stat(`${file}-wal`)).size;
  for (let count = 0; count < 20; count += 1) await call('GET', '/resources');
  expect((await stat(`${file}-wal`)).size).toBe(before);
});

describe('a state file that cannot be used is refused with one sentence that names it, and is not changed', () => {
  test.each<[string, (file: string) => Promise<unknown>, RegExp]>([
    ['text', async (file) => await writeFile(file, 'keys: []\n'.repeat(200)), /is not a state of this emulator/],
    [
      'an older version',
      async (file) => await writeFile(file, '{"version":1,"state":{}}'),
      /is not a state of this emulator/,
    ],
    ['another database', (file) => other(file), /is not a state of this emulator/],
    ['a folder', async (file) => await mkdir(file), /is a folder\. Name a file\./],
    ['a damaged file', (file) => damaged(file), /is damaged|is not a state/],
    [
      'a record of another shape',
      (file) =>
        changed(
          file,
          `UPDATE records SET json = '{"wallet":"full","deploymentCount":"1"}' WHERE kind = 'organisation'`,
        ),
      /has a bad record, organisation: wallet must be one of funded, empty, not "full"; deploymentCount must be a whole number, not "1"\.$/,
    ],
    [
      'a record that is no JSON',
      (file) => changed(file, `UPDATE records SET json = '{' WHERE kind = 'key'`),
      /has a bad record, key apikey_\w+: it must be an object/,
    ],
  ])('%s', async (_what, prepare, sentence) => {
    const file = path.join(folder, 'state.db');
    await prepare(file);
    const before = await readFile(file).catch(() => undefined);
    const error: unknown = await run().catch((reason: unknown) => reason);
    expect(error).toMatchObject({ name: 'StoreError', message: expect.stringMatching(sentence) });
    expect(error).toMatchObject({ message: expect.stringContaining(file) });
    expect(error).toMatchObject({ message: expect.not.stringMatching(/\n|\. .*\. .*\./) });
    expect(await readFile(file).catch(() => undefined)).toEqual(before);
  });

  test.each(['/dev/null', '/dev/zero'])('%s, which is no regular file', async (stateFile) => {
    const isThere = process.platform !== 'win32';
    const error: unknown = await stage({ ...OPTIONS, stateFile }).catch((reason: unknown) => reason);
    expect(String(error)).toContain(isThere ? 'is no regular file. Name another one.' : 'does not exist');
  });

  test('a folder that does not exist', async () => {
    const stateFile = path.join(folder, 'nowhere', 'state.db');
    await expect(stage({ ...OPTIONS, stateFile })).rejects.toThrow(
      `The folder ${path.dirname(stateFile)} of the state file does not exist. Create it.`,
    );
  });

  test('a place that cannot be written', async () => {
    const file = path.join(folder, 'state.db');
    await (await run()).emulator.close();
    await chmod(file, 0o400);
    await chmod(folder, 0o500);
    // The superuser may write everywhere: there is nothing to refuse then.
    const isRefused = await access(file, constants.W_OK).then(
      () => false,
      () => true,
    );
    const error: unknown = await run().catch((reason: unknown) => reason);
    await chmod(folder, 0o700);
    expect(String(error)).toMatch(isRefused ? /cannot be (written|opened)\. Check its permissions/ : /./);
  });
});

describe('a state file that is full', () => {
  test('refuses deployments and keys that cannot be saved, reports it once, and serves on', async () => {
    const problems: string[] = [];
    const { call, clock, emulator, file } = await run({
      stateFileLimit: 60_000,
      onProblem: (sentence) => problems.push(sentence),
    });
    for (let count = 0; emulator.deployments('app_web').length === count + 1 && count < 500; count += 1) {
      await call('POST', '/resources/app_web/deployments');
      await clock.sleep(60_000);
    }
    expect(refusalOf(await call('POST', '/resources/app_web/deployments'))).toBe('500 internal_error');
    expect(problems).toEqual([expect.stringContaining(`The state file ${file} cannot grow`)]);
    expect((await call('GET', '/resources/app_web/deployments')).status).toBe(200);
    const there = emulator.deployments('app_web').map(({ id }) => id);
    await emulator.close();
    const second = await run();
    expect(second.emulator.deployments('app_web').map(({ id }) => id)).toEqual(there);
  });
});

describe('a change that cannot be kept', () => {
  /** Fills the file with a change until one is refused. */
  async function full(address: string) {
    const problems: string[] = [];
    const stageOfFile = await run({ stateFileLimit: 60_000, onProblem: (sentence) => problems.push(sentence) });
    const { call, clock } = stageOfFile;
    for (let status = 202; status === 202; await clock.sleep(60_000)) {
      ({ status } = await call('POST', address));
    }
    return { ...stageOfFile, problems };
  }

  test.each([
    ['start', '/resources/app_web/start'],
    ['deploy', '/resources/app_web/deployments'],
  ])('of the API is refused with an error of the document and leaves no trace: %s', async (_what, address) => {
    const { call, emulator } = await full(address);
    const before = emulator.view();
    expect(refusalOf(await call('POST', address))).toBe('500 internal_error');
    expect(emulator.violations).toEqual([]);
    expect(emulator.view()).toMatchObject({
      activity: before.activity,
      resources: [{ busy: false, status: 'running' }],
    });
  });

  test('of the owner is refused: the key works on, and so does the wallet', async () => {
    const { call, emulator, file } = await run({ onProblem: () => undefined });
    await rm(path.dirname(file), { recursive: true });
    expect(() => emulator.control.revokeKey('ci')).toThrow(/cannot be kept/);
    expect(() => emulator.control.createKey({ name: 'new' })).toThrow(/cannot be kept/);
    expect(() => emulator.control.setWallet('empty')).toThrow(/cannot be kept/);
    expect((await call('GET', '/resources')).status).toBe(200);
    await mkdir(folder);
    expect(emulator.view()).toMatchObject({ wallet: 'funded', keys: [{ name: 'ci', revokedAtMs: null }] });
  });

  test.each([
    ['the folder was removed', async (file: string) => await rm(path.dirname(file), { recursive: true })],
    ['the folder was renamed', async (file: string) => await rename(path.dirname(file), `${path.dirname(file)}-away`)],
    [
      'the file was replaced',
      async (file: string) => await rename(file, `${file}.old`).then(() => writeFile(file, '')),
    ],
    ['the journal was removed', async (file: string) => await rm(`${file}-wal`)],
  ])('is noticed when %s, and refused with one sentence', async (_what, lose) => {
    const problems: string[] = [];
    const { call, clock, emulator, file } = await run({ onProblem: (sentence) => problems.push(sentence) });
    expect((await call('POST', '/resources/app_web/deployments')).status).toBe(202);
    await clock.sleep(60_000);
    await lose(file);
    expect(refusalOf(await call('POST', '/resources/app_web/deployments'))).toBe('500 internal_error');
    expect((await call('GET', '/resources/app_web/deployments')).json).toMatchObject({
      deployments: [{ id: 'dep_000002', status: 'finished' }, { id: 'dep_000001' }],
    });
    expect(emulator.violations).toEqual([]);
    expect(problems).toEqual([`The state file ${file} is gone: every change is refused. Start the emulator anew.`]);
    await rm(`${folder}-away`, { recursive: true, force: true });
    await mkdir(folder, { recursive: true });
  });
});

test('what an app printed is there after a restart', async () => {
  const first = await run();
  first.emulator.control.appendRuntimeLog('app_web', 'up\n');
  await first.emulator.close();
  const { emulator, call } = await run();
  emulator.control.appendRuntimeLog('app_web', 'up again\n');
  const response = await call('GET', '/resources/app_web/logs', { key: first.emulator.keys['ci'] });
  expect(response.json).toEqual({ ok: true, logs: 'up\nup again\n' });
});

test('the status that a resource had last is in the file, not an older one that was put off', async () => {
  const workload = (events: { status: (status: string) => void }) => {
    const begin = async (): Promise<void> => {
      events.status('running');
      begun += 1;
      await Promise.resolve();
    };
    const nothing = async (): Promise<void> => await Promise.resolve();
    return {
      build: async () => await Promise.resolve('finished' as const),
      start: begin,
      stop: nothing,
      domains: () => [],
      close: nothing,
    };
  };
  let begun = 0;
  const options = { resources: [{ id: 'app_web', workload }] };
  const first = await run(options);
  await first.call('POST', '/resources/app_web/start');
  await first.clock.sleep(1000);
  await first.emulator.close();
  const second = await run(options);
  await second.clock.sleep(1000);
  expect(begun).toBe(2);
  expect(second.emulator.view().resources[0]?.status).toBe('running');
});

async function changed(file: string, statement: string): Promise<void> {
  const { emulator } = await run();
  await emulator.close();
  const database = new DatabaseSync(file);
  database.exec(statement);
  database.close();
}

async function other(file: string): Promise<void> {
  const database = new DatabaseSync(file);
  database.exec('CREATE TABLE mine (text)');
  database.close();
  await Promise.resolve();
}

async function damaged(file: string): Promise<void> {
  const { emulator } = await run();
  await emulator.close();
  const bytes = await readFile(file);
  await writeFile(file, bytes.fill(7, 100));
}

test('without a file nothing is written and nothing remembered', async () => {
  const { emulator } = await stage(OPTIONS);
  await send({ method: 'GET', url: `${emulator.baseUrl}/resources`, key: emulator.keys['ci'] ?? '' });
  expect(await readdir(folder)).toEqual([]);
});
