// Real work: builds and apps as child processes, over the API, in real time.
import {
  cpSync,
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
import { afterEach, beforeEach, expect, test } from '@jest/globals';
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
  for (const name of ['app.ts', 'build.ts'])
    cpSync(path.join(import.meta.dirname, name), path.join(source, name));
  process.env['EMULATOR_SECRET'] = 'must not be passed on';
});

afterEach(async () => {
  await emulator.close();
  rmSync(source, { recursive: true });
  delete process.env['EMULATOR_SECRET'];
  const found = problems.splice(0);
  if (found.length > 0) throw new Error(found.join('\n'));
});

async function open(more: Partial<ResourceInput> = {}): Promise<void> {
  emulator = await startEmulator({
    keys: [{ name: 'ci', scopes: ['deploy'] }],
    resources: [{ id: 'app', source, build: 'node build.ts', start: 'node app.ts', ...more }],
    onProblem: (sentence) => problems.push(sentence),
  });
}

function resource() {
  const [first] = emulator.view().resources;
  if (first === undefined) throw new Error('there is no resource');
  return first;
}

/** Waits until something is true, at most 3 s. */
async function until(isTrue: () => boolean): Promise<void> {
  for (const deadline = performance.now() + 3000; !isTrue(); await delay(10)) {
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
    /^Copying .*\n\$ node build\.ts\nbuild \d+, number 1 with this cache, secret undefined\n$/,
  );
  expect([resource().status, await answer()]).toEqual(['running', 'first']);
  const address = url();
  write('text', 'second');
  expect((await perform('deployments'))?.log).toContain('number 2 with this cache');
  expect([url(), await answer()]).toEqual([address, 'second']);
  expect((await perform('deployments', { force: true }))?.log).toContain(
    'number 1 with this cache',
  );
  expect(readdirSync(source).toSorted()).toEqual(['app.ts', 'build.ts', 'text']);
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

test('fails the deployment of a version that crashes at its start, and runs the one before again', async () => {
  await open();
  await perform('deployments');
  write('app.ts', 'console.log("no config"); process.exit(4);');
  const failed = await perform('deployments');
  expect(failed?.status).toBe('failed');
  expect(failed?.log).toMatch(
    /The new version did not start; see the runtime log\.\nThe version before runs again\.\n$/,
  );
  expect(resource().runtimeLog).toContain('no config\n[app] ended with exit code 4\n');
  expect([resource().status, await answer()]).toEqual(['running', 'first']);
});

test.each<[what: string, resource: Partial<ResourceInput>, log: string]>([
  ['a crash', { env: { BEHAVIOUR: 'crash' } }, '[app] ended with exit code 1'],
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
  expect((await perform('deployments'))?.status).toBe('failed');
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

test('stops, starts without a new build, restarts, and starts what was never deployed', async () => {
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
    const before = readdirSync(tmpdir()).filter((name) => name.startsWith('emulator-')).length;
    await open({ env: { BEHAVIOUR: behaviour } });
    await perform('deployments');
    const pids = pidsIn(resource().runtimeLog);
    expect(pids.filter(isAlive)).toHaveLength(behaviour === 'parent' ? 2 : 1);
    await emulator.close();
    expect(pids.filter(isAlive)).toEqual([]);
    expect(
      readdirSync(tmpdir()).filter((name) => name.startsWith('emulator-')).length,
    ).toBeLessThanOrEqual(before);
  },
  10_000,
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
