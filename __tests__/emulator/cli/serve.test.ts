// The emulator as a process: what it prints, what may be asked of it, and that it leaves nothing behind however it ends.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { listenProblem } from '../../../emulator/cli/serve.ts';
import { MAIN_FILE, announced, follow, runEmulator } from './emulator-process.ts';
import type { Announced, EmulatorProcess } from './emulator-process.ts';
import { beaconSource, openBeacon } from '../process/beacon.ts';
import type { Beacon } from '../process/beacon.ts';

const SAMPLE = path.join(import.meta.dirname, '../../../emulator/sample');
let dir: string;
let tmp: string;
let beacon: Beacon;
let started: EmulatorProcess[];

beforeEach(async () => {
  dir = mkdtempSync(path.join(tmpdir(), 'cli-'));
  tmp = path.join(dir, 'tmp');
  mkdirSync(tmp);
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

function run(...args: readonly string[]): EmulatorProcess {
  const emulator = runEmulator(args, { tmp });
  started.push(emulator);
  return emulator;
}

/** Writes a configuration: the sample app, and an app whose build and server report to the beacon and never end. */
function writeConfig(): string {
  cpSync(path.join(SAMPLE, 'hello'), path.join(dir, 'hello'), { recursive: true });
  mkdirSync(path.join(dir, 'endless'));
  const server = `import { createServer } from 'node:http'; createServer((_, r) => r.end('up')).listen(process.env.PORT, process.env.HOST);`;
  writeFileSync(path.join(dir, 'endless/server.mjs'), beaconSource(beacon.port, 'server', server));
  writeFileSync(
    path.join(dir, 'endless/build.mjs'),
    `import { existsSync, writeFileSync } from 'node:fs';
     const mark = process.env.BUILD_CACHE_DIR + '/built';
     if (existsSync(mark)) { ${beaconSource(beacon.port, 'build').replace('import net', 'const { default: net } = await import').replace(" from 'node:net'", "('node:net')")} }
     writeFileSync(mark, '');`,
  );
  const file = path.join(dir, 'emulator.yaml');
  writeFileSync(
    file,
    `keys: [{ name: deploy, scopes: [deploy] }, { name: read }]
resources:
  - { id: hello, source: hello, build: node build.ts, start: node server.ts, env: { SAMPLE_STEP_MS: 0 } }
  - { id: endless, source: endless, build: node build.mjs, start: node server.mjs }
  - { id: db, type: database }
`,
  );
  return file;
}

async function call(method: string, { baseUrl, keys }: Announced, address: string): Promise<Response> {
  return await fetch(`${baseUrl}${address}`, { method, headers: { authorization: `Bearer ${keys['deploy']}` } });
}

/** Asks the owner's side, which has no request limit, until no work is under way; resolves with what it saw last. */
async function untilIdle({ baseUrl }: Announced): Promise<string> {
  for (;;) {
    const text = await (await fetch(new URL('/__emulator/state', baseUrl))).text();
    if (!text.includes('"busy":true')) return text;
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

describe('the emulator as a program for programs', () => {
  test('announces itself in one line and really builds and serves an app', async () => {
    const emulator = run('--json', '--port', '0', '--config', writeConfig());
    const line = await announced(emulator);
    expect(Object.keys(line.keys)).toEqual(['deploy', 'read']);
    expect(line.resources.map(({ id }) => id)).toEqual(['hello', 'endless', 'db']);
    expect(await deploy(line, 'hello')).toBe('finished');
    const page = await (await fetch(`http://${line.resources[0]?.domains[0]}/`)).text();
    expect(page).toMatch(/<code>sha256:[0-9a-f]{64}<\/code>/);
    emulator.process.kill('SIGTERM');
    const { code, output } = await emulator.ended;
    expect(code).toBe(0);
    expect(output.trim().split('\n')).toHaveLength(1);
  });
});

describe('ending the emulator in the middle of a build', () => {
  test.each(['SIGINT', 'SIGTERM'] as const)('by %s leaves no process and no file', async (signal) => {
    const { emulator, allGone } = await inTheMiddleOfABuild();
    emulator.process.kill(signal);
    expect(await emulator.ended).toMatchObject({ code: 0 });
    await allGone;
    expect(readdirSync(tmp)).toEqual([]);
  });

  test('by SIGKILL leaves no process', async () => {
    const { emulator, allGone } = await inTheMiddleOfABuild();
    emulator.process.kill('SIGKILL');
    expect(await emulator.ended).toMatchObject({ signal: 'SIGKILL' });
    await expect(allGone).resolves.toHaveLength(2);
  });

  test('by closing its input leaves no process, with --exit-with-parent', async () => {
    const { emulator, allGone } = await inTheMiddleOfABuild('--exit-with-parent');
    emulator.process.stdin?.end();
    expect(await emulator.ended).toMatchObject({ code: 0 });
    await expect(allGone).resolves.toHaveLength(2);
  });
});

describe('an emulator that keeps its state', () => {
  test('was killed in the middle of a build and comes back whole, with the version from before', async () => {
    const state = path.join(dir, 'state.json');
    const { emulator, line, allGone } = await inTheMiddleOfABuild('--state', state);
    emulator.process.kill('SIGKILL');
    await emulator.ended;
    await allGone;

    const args = ['--json', '--port', '0', '--config', path.join(dir, 'emulator.yaml'), '--state', state];
    const second = await announced(run(...args));
    expect(second.keys).toEqual({}); // made earlier, shown then, and still good
    const again: Announced = { ...second, keys: line.keys };
    const list: unknown = await (await call('GET', again, '/resources/endless/deployments')).json();
    expect(list).toMatchObject({ deployments: [{ status: 'failed' }, { status: 'finished' }] });
    expect(readdirSync(`${state}.work/endless`).toSorted()).toEqual(expect.arrayContaining(['1', '1.ready']));
    expect(readdirSync(`${state}.work/endless`)).not.toContain('2.ready');
    // It ran, so it runs again, in the version from before.
    await untilIdle(again);
    const { domains } = again.resources.find(({ id }) => id === 'endless') ?? { domains: [] };
    expect(await (await fetch(`http://${domains[0]}/`)).text()).toBe('up');
  });
});

describe('after a restart', () => {
  test.each(['SIGTERM', 'SIGKILL'] as const)(
    'by %s a running app runs again and keeps its runtime log',
    async (signal) => {
      const args = ['--json', '--port', '0', '--config', writeConfig(), '--state', path.join(dir, 'state.db')];
      const first = run(...args);
      const line = await announced(first);
      expect(await deploy(line, 'hello')).toBe('finished');
      const logsOf = async (emulator: Announced): Promise<string> =>
        await (await call('GET', emulator, '/resources/hello/logs')).text();
      // What was printed in the last second may be lost with SIGKILL.
      while (!(await logsOf(line)).includes('listening')) await delay(50);
      await delay(1500);
      const before = (await logsOf(line)).length;
      first.process.kill(signal);
      await first.ended;
      const second = { ...(await announced(run(...args))), keys: line.keys };
      const idle = await untilIdle(second);
      expect(idle).toMatch(/"id":"hello"[^}]*"status":"running"/);
      expect(idle).toMatch(/"id":"endless"[^}]*"status":"stopped"/);
      const { domains } = second.resources[0] ?? { domains: [] };
      expect((await fetch(`http://${domains[0]}/`)).status).toBe(200);
      const after = await logsOf(second);
      expect(after.match(/listening/g)?.length).toBeGreaterThan(1);
      expect(after.length).toBeGreaterThan(before);
    },
  );
});

describe('an emulator whose output nobody reads', () => {
  test('answers all requests, and ends when it is asked to', async () => {
    const args = [MAIN_FILE, '--port', '0', '--config', writeConfig()];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'ignore'] });
    const follower = follow(child);
    started.push(follower);
    const baseUrl = /http:\S+v1/.exec(await follower.printed(/Requests:/))?.[0] ?? '';
    child.stdout?.pause();
    for (let count = 0; count < 1000; count += 1) {
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
  test('greets with a step to paste and shows requests as they come', async () => {
    const emulator = run('--port', '0', '--config', writeConfig());
    const greeting = await emulator.printed(/Requests:/);
    const baseUrl = /base-url: (\S+)/.exec(greeting)?.[1] ?? '';
    const key = /api-key: "([^"]+)"/.exec(greeting)?.[1] ?? '';
    expect(greeting).toMatch(/resource-id: "hello"/);
    await fetch(`${baseUrl}/resources`, { headers: { authorization: `Bearer ${key}` } });
    await fetch(`${baseUrl}/resources/db`);
    const shown = await emulator.printed(/ 401 \(no key\)\n/);
    expect(shown).toMatch(
      /\d\d:\d\d:\d\d GET \/resources 200 deploy\n\d\d:\d\d:\d\d GET \/resources\/db 401 \(no key\)\n/,
    );
    emulator.process.kill('SIGINT');
    expect((await emulator.ended).output).toMatch(/Ending \(SIGINT\)\n$/);
  });

  test('has a console at / that holds no key', async () => {
    const line = await announced(run('--json', '--port', '0', '--config', writeConfig()));
    await call('GET', line, '/resources');
    const { origin } = new URL(line.baseUrl);
    const pages = await Promise.all(
      ['/', '/resources/hello', '/settings/api-keys', '/settings/activity'].map(async (address) => {
        const response = await fetch(origin + address);
        expect(response.headers.get('content-security-policy')).toMatch(/^default-src 'none'/);
        return await response.text();
      }),
    );
    expect(pages[0]).toContain('<a href="/resources/hello">hello</a>');
    expect(pages[2]).toMatch(/>deploy<[\s\S]*>(?:\d+ seconds? ago|now)</);
    for (const value of Object.values(line.keys)) expect(pages.join('')).not.toContain(value);
  });

  test('creates, lists and revokes keys from a second terminal', async () => {
    const line = await announced(run('--json', '--port', '0', '--config', writeConfig()));
    const { origin } = new URL(line.baseUrl);
    const made = await run('key', 'create', '--name', 'second', '--scopes', 'deploy', '--url', origin).ended;
    const value = /^key_\S+$/m.exec(made.output)?.[0] ?? '';
    const listStatus = async (): Promise<number> =>
      (await fetch(`${line.baseUrl}/resources`, { headers: { authorization: `Bearer ${value}` } })).status;
    expect(await listStatus()).toBe(200);
    const listed = await run('key', 'list', '--url', origin).ended;
    expect(listed.output).toMatch(/apikey_\w+ +second +read deploy +expires \d{4}-\d\d-\d\d +5 a day +last used/);
    expect(listed.output).not.toContain(value);
    const revoked = await run('key', 'revoke', 'second', '--url', origin).ended;
    expect(revoked).toMatchObject({ code: 0, output: 'Revoked second. Its next request is refused.\n' });
    expect(await listStatus()).toBe(401);
    const again = await run('key', 'create', '--name', 'x', '--cap', '6', '--as', 'admin', '--url', origin).ended;
    expect(again).toMatchObject({ code: 1, output: 'Only an owner may set the daily creation cap above 5.\n' });
  });
});

describe('what an emulator leaves behind', () => {
  test('nothing when something fails after it began to listen', async () => {
    const file = path.join(dir, 'odd.yaml');
    const args = ['--json', '--port', '0', '--config', file, '--state', path.join(dir, 'state.db')];
    writeFileSync(file, 'keys: [{ name: a, value: the-same-value }]\nresources: []');
    const first = run(...args);
    await announced(first);
    first.process.kill('SIGTERM');
    await first.ended;
    writeFileSync(file, 'keys: [{ name: b, value: the-same-value }]\nresources: []');
    const { output, code } = await run(...args).ended;
    expect([output, code]).toEqual(['The value of the key "b" is taken by another key.\n', 1]);
    expect(readdirSync(tmp)).toEqual([]);
  });

  test('no lost key when the port is taken: the next start shows the value', async () => {
    const args = ['--json', '--config', writeConfig(), '--state', path.join(dir, 'state.db')];
    expect(await run(...args, '--port', String(beacon.port)).ended).toMatchObject({ code: 1 });
    const line = await announced(run(...args, '--port', '0'));
    expect(Object.keys(line.keys)).toEqual(['deploy', 'read']);
  });

  test('keys with any name are shown', async () => {
    const file = path.join(dir, 'names.yaml');
    writeFileSync(file, 'keys: [{ name: constructor, scopes: [deploy] }, { name: __proto__ }]\nresources: [{ id: a }]');
    const state = path.join(dir, 'state.db');
    const first = run('--port', '0', '--config', file, '--state', state);
    expect(await first.printed(/Requests:/)).toMatch(/constructor +read deploy +key_\S+\n +__proto__ +read +key_/);
    first.process.kill('SIGTERM');
    await first.ended;
    const second = run('--port', '0', '--config', file, '--state', state);
    expect(await second.printed(/Requests:/)).toMatch(/constructor +read deploy +\(made earlier/);
  });

  test('folders of a killed emulator are gone after the next start', async () => {
    const args = ['--json', '--port', '0', '--config', writeConfig()];
    const killed = run(...args);
    await announced(killed);
    killed.process.kill('SIGKILL');
    await killed.ended;
    expect(readdirSync(tmp)).toHaveLength(1);
    const next = run(...args);
    await announced(next);
    expect(readdirSync(tmp)).toEqual([expect.stringContaining(`-${next.process.pid}-`)]);
  });

  test('a deployment that was acknowledged is there after SIGKILL, and its id is not used again', async () => {
    const args = ['--json', '--port', '0', '--config', writeConfig(), '--state', path.join(dir, 'state.db')];
    const first = run(...args);
    const line = await announced(first);
    expect(await deploy(line, 'endless')).toBe('finished');
    // From now on its builds never end.
    const response: unknown = await (await call('POST', line, '/resources/endless/deployments')).json();
    first.process.kill('SIGKILL');
    await first.ended;
    const again = { ...(await announced(run(...args))), keys: line.keys };
    expect(await (await call('GET', again, '/resources/endless/deployments')).json()).toEqual({
      deployments: [
        { id: 'dep_000002', status: 'failed' },
        { id: 'dep_000001', status: 'finished' },
      ],
    });
    expect(response).toMatchObject({ deployment: { id: 'dep_000002' } });
    await untilIdle(again);
    expect(await (await call('POST', again, '/resources/endless/deployments')).json()).toMatchObject({
      deployment: { id: 'dep_000003' },
    });
  });

  test('a second signal, of another kind, ends it at once', async () => {
    mkdirSync(path.join(dir, 'stubborn'));
    const ignoring = `process.on('SIGTERM', () => {}); setInterval(() => {}, 1000);`;
    writeFileSync(path.join(dir, 'stubborn/worker.mjs'), beaconSource(beacon.port, 'stubborn', ignoring));
    const file = path.join(dir, 'stubborn.yaml');
    writeFileSync(
      file,
      'keys: [{ name: deploy, scopes: [deploy] }]\nresources: [{ id: w, type: worker, source: stubborn, start: node worker.mjs }]',
    );
    const emulator = run('--port', '0', '--config', file);
    const greeting = await emulator.printed(/Requests:/);
    const baseUrl = /https?:\S+v1/.exec(greeting)?.[0] ?? '';
    const key = /key_\S+/.exec(greeting)?.[0] ?? '';
    await fetch(`${baseUrl}/resources/w/start`, { method: 'POST', headers: { authorization: `Bearer ${key}` } });
    const { gone } = await beacon.seen('stubborn');
    emulator.process.kill('SIGINT');
    await emulator.printed(/Ending \(SIGINT\)/);
    emulator.process.kill('SIGTERM');
    // Had it waited for the worker, the code would be 0.
    expect(await emulator.ended).toMatchObject({ code: 1 });
    await gone;
  });

  test('a source folder that holds the state file and what is built can be deployed', async () => {
    cpSync(path.join(SAMPLE, 'hello'), dir, { recursive: true });
    const file = path.join(dir, 'here.yaml');
    writeFileSync(
      file,
      `keys: [{ name: deploy, scopes: [deploy] }]
resources: [{ id: hello, source: ., build: node build.ts, start: node server.ts, env: { SAMPLE_STEP_MS: 0 } }]`,
    );
    const line = await announced(run('--json', '--port', '0', '--config', file, '--state', path.join(dir, 'state.db')));
    expect(await deploy(line, 'hello')).toBe('finished');
    expect(await deploy(line, 'hello')).toBe('finished');
    const work = path.join(dir, 'state.db.work', 'hello');
    expect(readdirSync(path.join(work, '2')).filter((name) => name.startsWith('state.db'))).toEqual([]);
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
    const emulator = run('--json', '--port', '0', '--config', writeConfig());
    const line = await announced(emulator);
    const fault = JSON.stringify({ kind: 'downtime', ms: 500, on: '*' });
    const headers = { authorization: `Bearer ${line.keys['deploy']}`, 'x-emulator-fault': fault };
    await expect(fetch(`${line.baseUrl}/resources`, { headers })).rejects.toThrow('fetch failed');
    const port = Number(new URL(line.baseUrl).port);
    const other = createServer().listen(port, '127.0.0.1');
    await once(other, 'listening');
    const { code, output } = await emulator.ended;
    other.close();
    expect(output.split('\n').slice(1).join('\n')).toBe(
      `Port ${port} was taken during a downtime and is not free again, so nothing listens any more.\n`,
    );
    expect(code).toBe(1);
    expect(readdirSync(tmp)).toEqual([]);
  }, 90_000);

  test('what is wrong in its configuration', async () => {
    const file = path.join(dir, 'bad.yaml');
    writeFileSync(file, 'resources: [{ id: a, typ: app }]');
    const { output, code } = await run('--config', file).ended;
    expect(output).toBe(`${file}: resources[0] has no "typ"; did you mean "type"?\n`);
    expect(code).toBe(1);
  });

  test('which dialects and faults there are', async () => {
    const config = writeConfig();
    const dialect = await run('--config', config, '--dialect', 'klingon').ended;
    expect(dialect.output).toMatch(/Unknown dialect "klingon"\. Known are plain, /);
    const fault = await run('--config', config, '--faults', '[{"kind":"gremlin","on":"*"}]').ended;
    expect(fault.output).toMatch(/unknown fault "gremlin"\. Known are refuse, /);
  });

  test('that the folder for what is built, or for temporary files, cannot be used', async () => {
    const state = path.join(dir, 'state.db');
    writeFileSync(`${state}.work`, '');
    const config = writeConfig();
    const taken = await run('--config', config, '--state', state).ended;
    expect(taken.output).toBe(
      `${state}.work, which holds what is built, is no folder. Remove it or name another state file.\n`,
    );
    const nowhere = path.join(dir, 'nowhere');
    const missing = await runEmulator(['--config', config], { tmp: nowhere }).ended;
    expect(missing.output).toMatch(/^The folder for temporary files, \S+nowhere, cannot be used: ENOENT[^\n]+\n$/);
    expect([taken.code, missing.code]).toEqual([1, 1]);
  });

  test('that its faults cannot be read, or never hit', async () => {
    const config = writeConfig();
    const missing = await run('--config', config, '--faults', 'faults.json').ended;
    expect(missing.output).toBe('faults.json cannot be read: there is no such file.\n');
    const aimless = await run('--config', config, '--faults', '{"kind":"hang","on":{"resourceId":"res_nobody"}}').ended;
    expect(aimless.output).toBe('fault (hang): it never hits: there is no resource "res_nobody".\n');
    expect([missing.code, aimless.code]).toEqual([1, 1]);
  });
});
