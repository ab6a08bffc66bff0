// The emulator as a process: what it prints, what the options change, and that it leaves nothing behind however it ends.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { listenProblem } from '../../../emulator/cli/serve.ts';
import { MAIN_FILE, announced, follow, runEmulator } from './emulator-process.ts';
import type { Announced, EmulatorProcess } from './emulator-process.ts';
import { beaconSource, openBeacon } from '../process/beacon.ts';
import type { Beacon } from '../process/beacon.ts';

const HELLO = path.join(import.meta.dirname, '../../../emulator/sample/hello');
let dir: string;
let tmp: string;
let beacon: Beacon;
let started: EmulatorProcess[];

/** A folder of its own, and one in it for temporary files. */
function makeFolders(): { dir: string; tmp: string } {
  const made = mkdtempSync(path.join(tmpdir(), 'cli-'));
  mkdirSync(path.join(made, 'tmp'));
  return { dir: made, tmp: path.join(made, 'tmp') };
}

beforeEach(async () => {
  ({ dir, tmp } = makeFolders());
  beacon = await openBeacon();
  started = [];
});

afterEach(async () => {
  for (const { process: child } of started) child.kill('SIGKILL');
  await Promise.all(started.map(async ({ ended }) => await ended));
  beacon.close();
  // A build whose emulator was killed may write a file more before its guard ends it.
  await rm(dir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
});

/** An emulator whose port was taken: it gives up after ten seconds, which pass during the other tests. */
let lost: Awaited<ReturnType<typeof losePort>>;

async function losePort() {
  const folders = makeFolders();
  const config = path.join(folders.dir, 'emulator.yaml');
  writeFileSync(config, 'resources: []');
  const faults = '[{ "kind": "downtime", "ms": 500, "on": "*" }]';
  const emulator = runEmulator(['--json', '--port', '0', '--config', config, '--faults', faults], folders);
  const { baseUrl } = await announced(emulator);
  const port = Number(new URL(baseUrl).port);
  await expect(fetch(`${baseUrl}/resources`)).rejects.toThrow('fetch failed');
  const other = createServer().listen(port, '127.0.0.1');
  await once(other, 'listening');
  return { emulator, folders, port, other };
}

beforeAll(async () => {
  lost = await losePort();
});

afterAll(async () => {
  lost.emulator.process.kill('SIGKILL');
  await lost.emulator.ended;
  lost.other.close();
  await rm(lost.folders.dir, { recursive: true });
});

function run(...args: readonly string[]): EmulatorProcess {
  const emulator = runEmulator(args, { tmp });
  started.push(emulator);
  return emulator;
}

/** Writes a configuration: an app whose first build ends and the next ones never; builds and server report to the beacon. */
function writeConfig(): string {
  mkdirSync(path.join(dir, 'endless'));
  const server = `import { createServer } from 'node:http';
    createServer((_, r) => r.end('up')).listen(process.env.PORT, process.env.HOST, () => console.log('listening'));`;
  writeFileSync(path.join(dir, 'endless/server.mjs'), beaconSource(beacon.port, 'server', server));
  writeFileSync(path.join(dir, 'endless/again.mjs'), beaconSource(beacon.port, 'build'));
  writeFileSync(
    path.join(dir, 'endless/build.mjs'),
    `import { existsSync, writeFileSync } from 'node:fs';
     const mark = process.env.BUILD_CACHE_DIR + '/built';
     if (existsSync(mark)) await import('./again.mjs');
     writeFileSync(mark, '');`,
  );
  const file = path.join(dir, 'emulator.yaml');
  writeFileSync(
    file,
    `keys: [{ name: deploy, scopes: [deploy] }, { name: read }]
resources:
  - { id: endless, source: endless, build: node build.mjs, start: node server.mjs }
  - { id: db, type: database }
`,
  );
  return file;
}

async function call(method: string, { baseUrl, keys }: Announced, address: string): Promise<Response> {
  return await fetch(`${baseUrl}${address}`, { method, headers: { authorization: `Bearer ${keys['deploy']}` } });
}

/** Polls the control API, which has no request limit, until no work is under way; resolves with the last response. */
async function untilIdle({ baseUrl }: Announced): Promise<string> {
  for (;;) {
    const text = await (await fetch(new URL('/__emulator/state', baseUrl))).text();
    if (!text.includes('"busy":true')) return text;
    await delay(20);
  }
}

/** Deploys to the end; resolves with the status of the deployment. */
async function deploy(emulator: Announced, id: string): Promise<string> {
  expect((await call('POST', emulator, `/resources/${id}/deployments`)).status).toBe(202);
  return new RegExp(`"resourceId":"${id}","status":"(\\w+)"`).exec(await untilIdle(emulator))?.[1] ?? '';
}

/** An emulator in the middle of a build, with an older version of the app running. */
async function inTheMiddleOfABuild(...args: readonly string[]) {
  const emulator = run('--json', '--port', '0', '--config', writeConfig(), ...args);
  const line = await announced(emulator);
  expect(await deploy(line, 'endless')).toBe('finished');
  expect((await call('POST', line, '/resources/endless/deployments')).status).toBe(202);
  const processes = [await beacon.seen('server'), await beacon.seen('build')];
  const allGone = Promise.all(processes.map(async ({ gone }) => await gone));
  return { emulator, line, allGone };
}

async function runtimeLog(emulator: Announced, id: string): Promise<string> {
  return await (await call('GET', emulator, `/resources/${id}/logs`)).text();
}

describe('an emulator with --json', () => {
  test('announces itself in one line, deploys an app, and runs it again after SIGTERM', async () => {
    // The source folder holds the state file and what is built.
    cpSync(HELLO, dir, { recursive: true });
    const config = path.join(dir, 'here.yaml');
    writeFileSync(
      config,
      `keys: [{ name: deploy, scopes: [deploy] }, { name: read }]
resources:
  - { id: hello, source: ., build: node build.ts, start: node server.ts, env: { SAMPLE_STEP_MS: 0 } }
  - { id: idle, source: ., start: node server.ts }`,
    );
    const args = ['--json', '--port', '0', '--config', config, '--state', path.join(dir, 'state.db')];
    const first = run(...args);
    const line = await announced(first);
    expect(Object.keys(line.keys)).toEqual(['deploy', 'read']);
    expect(line.resources.map(({ id }) => id)).toEqual(['hello', 'idle']);
    expect(await deploy(line, 'hello')).toBe('finished');
    const version = readdirSync(path.join(dir, 'state.db.work/hello/1'));
    expect(version.filter((name) => name.startsWith('state.db'))).toEqual([]);
    const address = `http://${line.resources[0]?.domains[0]}/`;
    expect(await (await fetch(address)).text()).toMatch(/<code>sha256:[0-9a-f]{64}<\/code>/);
    while (!(await runtimeLog(line, 'hello')).includes('listening')) await delay(50);
    first.process.kill('SIGTERM');
    const { code, output } = await first.ended;
    expect([code, output.trim().split('\n').length]).toEqual([0, 1]);

    const second = { ...(await announced(run(...args))), keys: line.keys };
    const idle = await untilIdle(second);
    expect(idle).toMatch(/"id":"hello"[^}]*"status":"running"/);
    expect(idle).toMatch(/"id":"idle"[^}]*"status":"stopped"/);
    expect((await fetch(address)).status).toBe(200);
    expect((await runtimeLog(second, 'hello')).match(/listening/g)).toHaveLength(2);
  });
});

describe('an emulator that is ended in the middle of a build', () => {
  test('by SIGTERM leaves no process and no file', async () => {
    const { emulator, allGone } = await inTheMiddleOfABuild();
    emulator.process.kill('SIGTERM');
    expect(await emulator.ended).toMatchObject({ code: 0 });
    await allGone;
    expect(readdirSync(tmp)).toEqual([]);
  });

  test('by SIGKILL leaves no process, and continues from its state file at the next start', async () => {
    const state = path.join(dir, 'state.json');
    const { emulator, line, allGone } = await inTheMiddleOfABuild('--state', state);
    await delay(1500); // what was printed in the last second may be lost
    emulator.process.kill('SIGKILL');
    expect(await emulator.ended).toMatchObject({ signal: 'SIGKILL' });
    await allGone;

    const args = ['--json', '--port', '0', '--config', path.join(dir, 'emulator.yaml'), '--state', state];
    const second = await announced(run(...args));
    expect(second.keys).toEqual({}); // made earlier, shown then, and still good
    const again: Announced = { ...second, keys: line.keys };
    expect(await (await call('GET', again, '/resources/endless/deployments')).json()).toEqual({
      deployments: [
        { id: 'dep_000002', status: 'failed' },
        { id: 'dep_000001', status: 'finished' },
      ],
    });
    const versions = readdirSync(`${state}.work/endless`);
    expect(versions).toEqual(expect.arrayContaining(['1', '1.ready']));
    expect(versions).not.toContain('2.ready');
    // It ran, so it runs again, in the version from before.
    await untilIdle(again);
    expect(await (await fetch(`http://${again.resources[0]?.domains[0]}/`)).text()).toBe('up');
    expect((await runtimeLog(again, 'endless')).match(/listening/g)).toHaveLength(2);
    expect(await (await call('POST', again, '/resources/endless/deployments')).json()).toMatchObject({
      deployment: { id: 'dep_000003' },
    });
  });
});

describe('an emulator whose output nobody reads', () => {
  test('answers all requests, and ends when it is asked to', async () => {
    const args = [MAIN_FILE, '--port', '0', '--config', writeConfig()];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'ignore'] });
    const follower = follow(child);
    started.push(follower);
    const baseUrl = /http:\S+v1/.exec(await follower.printed(/Requests:/))?.[0] ?? '';
    child.stdout?.pause();
    // More than a pipe (64 KiB) and the stream before it hold.
    for (let count = 0; count < 500; count += 1) {
      expect((await fetch(`${baseUrl}/nowhere/${'x'.repeat(190)}`)).status).toBe(404);
    }
    child.kill('SIGTERM');
    await once(child, 'exit');
    expect(child.exitCode).toBe(0);
    child.stdout?.resume();
  });
});

describe('an emulator with --exit-with-parent', () => {
  test('ends when the parent is killed, without an input', async () => {
    const args = [MAIN_FILE, '--json', '--port', '0', '--exit-with-parent', '--config', writeConfig()];
    const script = `require('node:child_process').spawn(process.execPath, ${JSON.stringify(args)}, {
      stdio: ['ignore', 'inherit', 'inherit'] });`;
    const parent = follow(spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'pipe'] }));
    started.push(parent);
    const line = await announced(parent);
    expect((await call('GET', line, '/resources')).status).toBe(200);
    parent.process.kill('SIGKILL');
    await parent.ended; // its output ends only when the emulator, which inherited it, is gone
    await expect(call('GET', line, '/resources')).rejects.toThrow('fetch failed');
  });
});

describe('the emulator for people', () => {
  test('greets with a step to paste, applies its options, and shows requests as they come', async () => {
    const faults = path.join(dir, 'faults.json');
    writeFileSync(faults, '{ "on": "getEnv", "kind": "status", "status": 418 }');
    const emulator = run('--port', '0', '--config', writeConfig(), '--dialect', 'bare', '--faults', faults);
    const greeting = await emulator.printed(/Requests:/);
    const baseUrl = /base-url: (\S+)/.exec(greeting)?.[1] ?? '';
    const key = /api-key: "([^"]+)"/.exec(greeting)?.[1] ?? '';
    expect(greeting).toMatch(/resource-id: "endless"/);
    const headers = { authorization: `Bearer ${key}` };
    expect(await (await fetch(`${baseUrl}/resources/db`, { headers })).json()).toMatchObject({ id: 'db' });
    await fetch(`${baseUrl}/resources/db/env`, { headers });
    await fetch(`${baseUrl}/resources/db`);
    const shown = await emulator.printed(/ 401 \(no key\)\n/);
    const lines = shown.slice(greeting.length).replaceAll(/\d\d:\d\d:\d\d /g, '');
    expect(lines).toContain(
      'GET /resources/db 200 deploy\nGET /resources/db/env 418 deploy fault: status\nGET /resources/db 401 (no key)\n',
    );
    const page = await (await fetch(new URL('/', baseUrl))).text();
    expect(page).toContain('<a href="/resources/endless">endless</a>');
    emulator.process.kill('SIGINT');
    expect((await emulator.ended).output).toMatch(/Ending \(SIGINT\)\n$/);
  });
});

describe('the emulator reports in one sentence', () => {
  test.each([
    ['EACCES', 'Port 80 needs rights that this user does not have. Choose another one with --port, such as --port 0.'],
    ['EADDRINUSE', 'Port 80 is taken. Choose another one with --port, such as --port 0.'],
    ['ENOMEM', undefined],
  ])('why it cannot listen: %s', (code, sentence) => {
    expect(listenProblem(Object.assign(new Error('listen'), { syscall: 'listen', code }), 80)).toBe(sentence);
    expect(listenProblem(Object.assign(new Error('open'), { syscall: 'open', code }), 80)).toBeUndefined();
  });

  test('that a port is taken', async () => {
    const { output, code } = await run('--port', String(beacon.port), '--config', writeConfig()).ended;
    expect(output).toBe(`Port ${beacon.port} is taken. Choose another one with --port, such as --port 0.\n`);
    expect(code).toBe(1);
    expect(readdirSync(tmp)).toEqual([]);
  });

  test('that its port was taken during a downtime', async () => {
    const { port, emulator, folders } = lost;
    const { code, output } = await emulator.ended;
    expect(output.split('\n').slice(1).join('\n')).toBe(
      `Port ${port} was taken during a downtime and is not free again, so nothing listens any more.\n`,
    );
    expect(code).toBe(1);
    expect(readdirSync(folders.tmp)).toEqual([]);
  });
});
