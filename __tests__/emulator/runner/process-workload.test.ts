// Real work: builds and apps as child processes, over the API, in real time.
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { ConfigInput } from '../../../emulator/config.ts';
import { type Emulator, startEmulator } from '../../../emulator/emulator.ts';
import { freePort } from '../../../emulator/runner/loopback-port.ts';
import { call, control } from '../client.ts';

type ResourceInput = ConfigInput['resources'][number];

let source = '';
let emulator: Emulator;
const problems: string[] = [];

beforeEach(() => {
  source = mkdtempSync(path.join(tmpdir(), 'source-'));
  for (const name of ['app.mjs', 'build.mjs'])
    cpSync(path.join(import.meta.dirname, name), path.join(source, name));
  process.env['EMULATOR_SECRET'] = 'must not be passed on';
});

afterEach(async () => {
  await emulator.stop();
  rmSync(source, { recursive: true });
  delete process.env['EMULATOR_SECRET'];
  const found = problems.splice(0);
  if (found.length > 0) throw new Error(found.join('\n'));
});

const COMMANDS = { build: 'node build.mjs', start: 'node app.mjs', queuedMs: 0 };

async function open(more: Partial<ResourceInput> = {}): Promise<void> {
  emulator = await startEmulator({
    keys: [{ name: 'ci', scopes: ['deploy'] }],
    resources: [{ id: 'app', source, ...COMMANDS, ...more }],
    passEnv: ['PASSED_ON'],
    onProblem: (sentence) => problems.push(sentence),
  });
}

function resource() {
  const [first] = emulator.view().resources;
  if (first === undefined) throw new Error('there is no resource');
  return first;
}

/** Waits until something is true; far too long for any of it, on a busy machine, too. */
async function until(isTrue: () => boolean): Promise<void> {
  for (const deadline = performance.now() + 120_000; !isTrue(); await delay(10)) {
    if (performance.now() > deadline)
      throw new Error(`it did not happen: ${JSON.stringify(resource())}`);
  }
}

/**
 * Requests something and waits until the resource is no longer busy; returns the latest deployment.
 */
async function perform(action: 'deployments' | 'start' | 'stop' | 'restart', body?: unknown) {
  expect((await call(emulator, `POST /resources/app/${action}`, { body })).status).toBe(202);
  await until(() => !resource().busy);
  return resource().deployments[0];
}

const url = (): string => `http://${resource().domains[0]}/`;
const answer = async (): Promise<string> => await (await fetch(url())).text();
const write = (name: string, text = ''): void => writeFileSync(path.join(source, name), text);
/** A killed process that nobody has waited for yet (Z) is none. */
const isAlive = (pid: number): boolean =>
  existsSync(`/proc/${pid}`) && !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
const pidsIn = (log: string): number[] =>
  [...log.matchAll(/^(?:app|child|build) (\d+)/gm)].map(([, pid]) => Number(pid));

test('builds, runs at its address, and puts the next version in its place', async () => {
  await open();
  expect(resource()).toMatchObject({ status: 'stopped', domains: [] });
  const first = await perform('deployments');
  expect(first).toMatchObject({ status: 'finished' });
  expect(first?.log).toMatch(
    /^Copying .*\n\$ node build\.mjs\nbuild \d+, number 1 with this cache, secret undefined\n$/,
  );
  expect([resource().status, await answer()]).toEqual(['running', 'first']);
  const address = url();
  write('text', 'second');
  expect((await perform('deployments'))?.log).toContain('number 2 with this cache');
  expect([url(), await answer()]).toEqual([address, 'second']);
  expect((await perform('deployments', { force: true }))?.log).toContain(
    'number 1 with this cache',
  );
  expect(readdirSync(source).toSorted()).toEqual(['app.mjs', 'build.mjs', 'text']);
  expect(pidsIn(resource().runtimeLog).filter(isAlive)).toHaveLength(1);
});

test('leaves the running version alone when a build fails', async () => {
  await open();
  await perform('deployments');
  write('fail');
  const failed = await perform('deployments');
  expect(failed?.status).toBe('failed');
  expect(failed?.log).toContain(
    'error: asked to fail\nBuild failed: node ended with exit code 7\n',
  );
  expect([resource().status, await answer()]).toEqual(['running', 'first']);
});

test('fails a deployment that crashes at its start, and runs the one before again', async () => {
  await open();
  await perform('deployments');
  write('app.mjs', 'console.log("no config"); process.exit(4);');
  const failed = await perform('deployments');
  expect(failed?.status).toBe('failed');
  expect(failed?.log).toMatch(
    /did not start; it printed:\nno config\n\[app\] ended with exit code 4\nThe version before runs again\.\n$/,
  );
  expect(resource().runtimeLog).toContain('no config\n[app] ended with exit code 4\n');
  expect([resource().status, await answer()]).toEqual(['running', 'first']);
});

test.each<[what: string, resource: Partial<ResourceInput>, log: string]>([
  ['a crash', { env: { BEHAVIOUR: 'crash' } }, 'Error: crashed as asked'],
  [
    'an app that never answers',
    { env: { BEHAVIOUR: 'deaf' }, readyTimeout: 1 },
    'did not answer within 1 s',
  ],
  [
    'a program that does not exist',
    { start: 'no-such-program' },
    'could not be run: spawn no-such-program ENOENT',
  ],
])('is crashed after %s of the first version', async (_what, more, log) => {
  await open(more);
  const failed = await perform('deployments');
  expect(failed?.status).toBe('failed');
  expect(failed?.log.split('it printed:\n')[1]).toMatch(/^(?:.*\n){1,20}$/);
  expect(failed?.log).toContain(log);
  expect(resource().status).toBe('crashed');
  expect(resource().runtimeLog).toContain(log);
});

test.each<[what: string, resource: Partial<ResourceInput>, log: string]>([
  ['a build that takes too long', { buildTimeout: 1 }, 'Build failed: it was stopped after 1 s'],
  [
    'a build that does not exist',
    { build: 'no-such-program' },
    'Build failed: no-such-program could not be run',
  ],
  ['a source that is gone', { source: '/no/such/folder' }, 'Build failed: ENOENT'],
])('fails %s', async (_what, more, log) => {
  write('hang');
  await open(more);
  const failed = await perform('deployments');
  expect(failed?.status).toBe('failed');
  expect(failed?.log).toContain(log);
  expect(pidsIn(failed?.log ?? '').filter(isAlive)).toEqual([]);
});

test('stops, starts without a build, restarts, and starts what was never deployed', async () => {
  await open();
  await perform('start');
  expect([resource().status, await answer()]).toEqual(['running', 'first']);
  await perform('stop');
  expect(resource().status).toBe('stopped');
  await expect(fetch(url())).rejects.toThrow('fetch failed');
  write('text', 'second');
  await perform('start');
  await perform('restart');
  expect([resource().status, await answer()]).toEqual(['running', 'first']);
  expect(pidsIn(resource().runtimeLog).filter(isAlive)).toHaveLength(1);
});

test('is crashed when the app ends by itself, and can be started again', async () => {
  await open();
  await perform('deployments');
  await fetch(`${url()}crash`).catch(() => undefined);
  await until(() => resource().status === 'crashed');
  expect(resource().runtimeLog).toContain('[app] ended with exit code 3');
  await perform('start');
  expect(await answer()).toBe('first');
});

test('cancels a build with its processes', async () => {
  write('hang');
  await open();
  await call(emulator, 'POST /resources/app/deployments');
  await until(() => pidsIn(resource().deployments[0]?.log ?? '').length === 1);
  const pids = pidsIn(resource().deployments[0]?.log ?? '');
  await control(emulator, 'POST /resources/app/deployments/dep_000001/cancel');
  await until(() => !resource().busy);
  expect(resource().deployments[0]?.status).toBe('cancelled');
  expect(pids.filter(isAlive)).toEqual([]);
});

test.each(['parent', 'stubborn'])(
  'leaves no process and no folder behind: %s',
  async (behaviour) => {
    await open({ env: { BEHAVIOUR: behaviour } });
    await perform('deployments');
    // What an app prints can arrive after its port has answered.
    const count = behaviour === 'parent' ? 2 : 1;
    await until(() => pidsIn(resource().runtimeLog).length === count);
    const pids = pidsIn(resource().runtimeLog);
    const folder = path.join(/^in (.*)$/m.exec(resource().runtimeLog)?.[1] ?? '', '../..');
    expect(pids.filter(isAlive)).toHaveLength(count);
    await emulator.stop();
    expect(pids.filter(isAlive)).toEqual([]);
    // Other emulators of this machine have folders, too.
    expect(path.basename(folder)).toMatch(/^emulator-/);
    expect(existsSync(folder)).toBe(false);
  },
);

test('builds a worker when it starts, and gives it no port', async () => {
  await open({ type: 'worker' });
  await perform('start');
  await until(() => resource().runtimeLog.includes('app '));
  expect(resource()).toMatchObject({ status: 'running', domains: [] });
  expect(resource().runtimeLog).toContain('number 1 with this cache');
});

test('does not start at a configured port that is taken', async () => {
  const port = await freePort();
  const other = createServer().listen(port, '127.0.0.1');
  await open({ port });
  expect((await perform('deployments'))?.status).toBe('failed');
  expect(resource().runtimeLog).toContain(`[app] port ${port} is in use by another process`);
  other.close();
});

test('is queued for a while, from which it can be cancelled', async () => {
  await open({ queuedMs: 60_000 });
  await call(emulator, 'POST /resources/app/deployments');
  expect(resource().deployments[0]).toMatchObject({ status: 'queued', log: '' });
  await control(emulator, 'POST /resources/app/deployments/dep_000001/cancel');
  await until(() => !resource().busy);
  expect(resource().deployments[0]).toMatchObject({ status: 'cancelled', log: '' });
});

test('crashes on request, and only what runs', async () => {
  await open();
  const crash = async () => await control(emulator, 'POST /resources/app/crash');
  expect((await crash()).status).toBe(400);
  await perform('deployments');
  expect((await crash()).status).toBe(200);
  await until(() => resource().status === 'crashed');
  expect(resource().runtimeLog).toContain('[app] was ended by SIGKILL');
});

test('a reset ends what runs, and frees its port', async () => {
  const port = await freePort();
  await open({ port });
  await perform('deployments');
  const pids = pidsIn(resource().runtimeLog);
  await emulator.reset();
  expect(pids.filter(isAlive)).toEqual([]);
  expect(resource()).toMatchObject({ status: 'stopped', runtimeLog: '', deployments: [] });
  expect((await perform('deployments'))?.log).toContain('number 1 with this cache');
});

/** A build that prints its environment. */
const PRINT_ENV = "for (const pair of Object.entries(process.env)) console.log(pair.join('='));";

test('builds reach the network as the emulator does, without credentials of npm', async () => {
  const given = {
    https_proxy: 'http://user:pass@proxy.test:8080',
    NO_PROXY: 'localhost',
    NODE_EXTRA_CA_CERTS: '/etc/company.pem',
    npm_config_registry: 'https://user:secret@registry.test/npm/',
    NPM_CONFIG_CAFILE: '/etc/npm.pem',
    'npm_config_//registry.test/:_authToken': 'secret-token',
    NPM_TOKEN: 'secret-token',
    PASSED_ON: 'because it is named',
  };
  Object.assign(process.env, given);
  write('build.mjs', PRINT_ENV);
  write('built.txt');
  await open();
  const printed = (await perform('deployments'))?.log.split('\n') ?? [];
  for (const name of Object.keys(given)) delete process.env[name];
  const hidden = /^npm_config_registry$|authToken$|^NPM_TOKEN$/;
  const passed = Object.entries(given).filter(([name]) => !hidden.test(name));
  expect(printed).toEqual(expect.arrayContaining(passed.map((pair) => pair.join('='))));
  expect(printed).toContain('npm_config_registry=https://registry.test/npm/');
  expect(printed.join()).not.toContain('secret');
});

describe('what of the source is built', () => {
  const LIST = "console.log(require('fs').readdirSync('.', { recursive: true }).sort().join(' '));";
  const git = (...args: string[]): string =>
    execFileSync('git', ['-C', source, '-c', 'user.name=a', '-c', 'user.email=a@b', ...args], {
      encoding: 'utf8',
    }).trim();
  const built = async (more: Partial<ResourceInput> = {}): Promise<string[]> => {
    for (const name of ['node_modules/a/b.js', 'src/c.js', 'd.log']) {
      mkdirSync(path.join(source, path.dirname(name)), { recursive: true });
      write(name);
    }
    write('list.cjs', `${LIST} console.log(process.env.DEPLOY_COMMIT);`);
    await open({ build: 'node list.cjs', ...more });
    await call(emulator, 'POST /resources/app/deployments');
    await until(() => !resource().busy);
    return (resource().deployments[0]?.log ?? '').split('\n').slice(2, 4);
  };

  test('everything without what packages install, where nothing else is said', async () => {
    const [files] = await built();
    expect(resource().deployments[0]?.log).toContain(`the source of app from ${source}\n`);
    expect(files).toBe('app.mjs build.mjs d.log list.cjs src src/c.js');
  });

  test('what git does not ignore, at its commit', async () => {
    git('init', '--quiet');
    write('.gitignore', '*.log\n');
    git('add', 'app.mjs');
    git('commit', '--quiet', '--message', 'one');
    const [files, commit] = await built();
    const at = git('rev-parse', '--short=7', 'HEAD');
    expect(resource().deployments[0]?.log).toContain(
      `Copying the source of app at ${at}, with uncommitted changes, from ${source}\n`,
    );
    expect(files).toContain('.gitignore app.mjs build.mjs list.cjs node_modules');
    expect(files).not.toMatch(/d\.log|\.git\//);
    expect(commit).toBe(git('rev-parse', 'HEAD'));
  });

  test('everything but what is configured', async () => {
    git('init', '--quiet');
    const [files, commit] = await built({ ignore: ['src/*.js', '*.log'] });
    expect(files).toMatch(/^app\.mjs build\.mjs list\.cjs node_modules .*b\.js src$/);
    expect(commit).toBe('undefined');
  });
});
