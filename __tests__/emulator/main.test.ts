// The command line as a process: it starts the sample, manages keys, ends with everything it
// started, and answers mistakes in one clear line.
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { startEmulator } from '../../emulator/emulator.ts';
import { freePort, isFree } from '../../emulator/runner/loopback-port.ts';
import { greeting } from '../../emulator/terminal.ts';
import { at, call, type Reply } from './client.ts';

const MAIN = path.join(import.meta.dirname, '../../emulator/main.ts');

const announced = z.object({
  baseUrl: z.string(),
  keys: z.record(z.string(), z.string()),
  resources: z.array(z.object({ id: z.string(), domains: z.array(z.string()) })),
});

/** Runs a command to its end; its standard input is empty. */
async function run(
  args: readonly string[],
  cwd = '.',
  more: Readonly<Record<string, string>> = {},
) {
  return await new Promise<{ code: unknown; stdout: string; stderr: string }>((resolve) => {
    const env = { ...process.env, ...more };
    const child = execFile(
      process.execPath,
      [MAIN, ...args],
      { cwd, env },
      (error, stdout, stderr) => {
        resolve({ code: error?.code ?? 0, stdout, stderr });
      },
    );
    child.stdin?.end();
  });
}

async function firstLine({ stdout }: Pick<ChildProcess, 'stdout'>): Promise<string> {
  if (stdout === null) throw new Error('there is no output');
  for await (const line of createInterface({ input: stdout })) return line;
  throw new Error('it ended early');
}

async function lastLine(stream: Readable): Promise<string | undefined> {
  return (await stream.setEncoding('utf8').toArray()).join('').trimEnd().split('\n').at(-1);
}

describe('a running emulator', () => {
  let child: ChildProcess;
  let emulator: z.output<typeof announced>;

  beforeAll(async () => {
    child = spawn(process.execPath, [MAIN, '--json', '--port', '0'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    emulator = announced.parse(JSON.parse(await firstLine(child)));
  });

  afterAll(() => void child.kill('SIGKILL'));

  const ask = async (request: string): Promise<Reply> =>
    await call(emulator, request, { key: emulator.keys['deploy'] ?? '' });

  test('deploys the sample app, and ends with everything it started', async () => {
    expect((await ask('POST /resources/res_hello/deployments')).status).toBe(202);
    for (let status: unknown; status !== 'finished'; await delay(600)) {
      // 120 requests a minute
      const { body } = await ask('GET /resources/res_hello/deployments/dep_000001');
      status = at(body, 'deployment', 'status');
    }
    const { body } = await ask('GET /resources/res_hello');
    const host = String(at(body, 'resource', 'domains', 0));
    expect(await (await fetch(`http://${host}/`)).text()).toContain('Hello from the emulator');
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
    await expect(fetch(`http://${host}/`)).rejects.toThrow('fetch failed');
  });
});

test('prints addresses, keys, resources, the line of a rehearsal, and each request', async () => {
  const child = spawn(process.execPath, [MAIN, '--port', '0', '--fault', 'rate-limited@getEnv'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let printed = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed += text;
  });
  const appears = async (pattern: RegExp): Promise<string> => {
    while (!pattern.test(printed)) await once(child.stdout, 'data');
    return pattern.exec(printed)?.[1] ?? '';
  };
  const baseUrl = await appears(/API +(\S+)\n[\s\S]*Requests:/);
  const key = await appears(/ {2}deploy +read deploy +(key_\S+)/);
  const root = path.join(import.meta.dirname, '../..');
  expect(printed.replaceAll(/ \\\n +/g, ' ')).toContain(
    `PATH=${path.dirname(process.execPath)}:$PATH act push -P ubuntu-latest=-self-hosted ` +
      `--local-repository OWNER/deployment-service-action@v0=${root} ` +
      `--var DEPLOYMENT_SERVICE_BASE_URL=${baseUrl} --var RESOURCE_ID=res_hello ` +
      `-s DEPLOYMENT_SERVICE_API_KEY=${key}\n`,
  );
  expect(printed).toMatch(/Console +http:\/\/127\.0\.0\.1:\d+\//);
  await call({ baseUrl, keys: {} }, 'GET /resources/res_hello/env', { key });
  await appears(/\d\d:\d\d:\d\d GET \/resources\/res_hello\/env (429) deploy fault: rate-limited/);
  await call({ baseUrl, keys: {} }, 'GET /resources', { key: 'key_of_nobody' });
  await appears(/ GET \/resources (401) \(unknown key\)\n/);
  await call({ baseUrl, keys: {} }, 'GET /openapi.json', { key: null });
  await appears(/ GET \/openapi\.json (200) \(no key\)\n/);
  child.kill('SIGINT');
  expect(await once(child, 'exit')).toEqual([0, null]);
});

test('says that nothing can use the API without a key', async () => {
  const emulator = await startEmulator({ resources: [{ id: 'a' }] });
  expect(greeting(emulator, 'the sample')).toMatch(
    /no key: nothing can use the API\..* keys: \[\{ name: deploy/,
  );
  await emulator.stop();
});

test('takes paths from where npm was started, and answers a mistake in one clear line, with the exit code 2', async () => {
  const npm = { npm_lifecycle_event: 'emulator', INIT_CWD: tmpdir() };
  expect(await run(['--config', 'no/such.yaml'], '.', npm)).toEqual({
    code: 2,
    stdout: '',
    stderr: `${path.join(tmpdir(), 'no/such.yaml')} cannot be read: there is no such file\n`,
  });
});

test('names a port that is taken', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const address = other.address();
  const port = String(typeof address === 'object' ? address?.port : '');
  const { code, stderr } = await run(['--port', port]);
  expect([code, stderr]).toEqual([
    2,
    `Port ${port} is taken. Choose another one with --port, such as --port 0.\n`,
  ]);
  other.close();
});

describe('with --exit-with-stdin', () => {
  const start = (stdin: 'pipe' | 'ignore' | number) =>
    spawn(process.execPath, [MAIN, '--json', '--port', '0', '--exit-with-stdin'], {
      stdio: [stdin, 'pipe', 'inherit'],
    });

  test('it ends with whoever holds its standard input', async () => {
    const child = start('pipe');
    await firstLine(child);
    child.stdin?.end();
    expect(await once(child, 'exit')).toEqual([0, null]);
  });

  test.each<[what: string, stdin: () => 'ignore' | number]>([
    ['/dev/null', () => 'ignore'],
    ['a file', () => openSync(MAIN, 'r')],
  ])('it starts and ends at once where that is %s', async (_what, stdin) => {
    const child = start(stdin());
    const exit = once(child, 'exit');
    expect(JSON.parse(await firstLine(child))).toHaveProperty('baseUrl');
    expect(await exit).toEqual([0, null]);
  });
});

describe('in a folder of one’s own', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'own-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  test('init writes the sample, which is taken from then on, and never twice', async () => {
    const first = await run(['init'], folder);
    expect(first).toMatchObject({ code: 0, stderr: '' });
    const names = ['emulator.schema.json', 'emulator.yaml', 'hello', 'worker'];
    expect(first.stdout).toBe(
      `Wrote ${names.join(', ')}. To start it: node ${path.relative(folder, MAIN)}\n`,
    );
    expect(readdirSync(folder).toSorted()).toEqual(names);
    const file = path.join(folder, 'emulator.yaml');
    expect(readFileSync(file, 'utf8')).toMatch(/^# yaml-.*\$schema=\.\/emulator\.schema\.json\n/);
    writeFileSync(file, readFileSync(file, 'utf8').replace('name: hello', 'name: mine'));
    const { stdout } = await run(['--port', '0', '--json', '--exit-with-stdin'], folder);
    expect(stdout).toContain('"name":"mine"');
    expect(await run(['init'], folder)).toMatchObject({
      code: 2,
      stderr: 'emulator.schema.json is there already; nothing was written.\n',
    });
    expect(readFileSync(file, 'utf8')).toContain('name: mine');
  });

  test('says in one line which configuration it takes', async () => {
    const config = async (): Promise<string | undefined> =>
      /^ {2}Config +(.*)$/m.exec(
        (await run(['--port', '0', '--exit-with-stdin'], folder)).stdout,
      )?.[1];
    const main = path.relative(folder, MAIN);
    expect(await config()).toBe(`the sample; to have it here: node ${main} init`);
    writeFileSync(path.join(folder, 'emulator.yaml'), 'resources: [{ id: app }]');
    expect(await config()).toBe(path.join(folder, 'emulator.yaml'));
  });

  test('ends with the exit code 1, and no file of its own, where the state is lost', async () => {
    const state = path.join(folder, 'state.json');
    const child = spawn(process.execPath, [MAIN, '--json', '--port', '0', '--state', state], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const { baseUrl, keys } = announced.parse(JSON.parse(await firstLine(child)));
    rmSync(state);
    mkdirSync(state); // nothing can be renamed to it
    await call({ baseUrl, keys }, 'POST /resources/res_cache/start', { key: keys['deploy'] ?? '' });
    child.kill('SIGTERM');
    const [printed, exit] = await Promise.all([lastLine(child.stderr), once(child, 'exit')]);
    expect(printed).toMatch(/^The state could not be saved: EISDIR/);
    expect([exit, readdirSync(folder)]).toEqual([[1, null], ['state.json']]);
  });
});

describe('after kill -9', () => {
  let folder = '';
  let port = 0;
  beforeEach(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'killed-'));
    port = await freePort();
    const app = `require('http').createServer((q, s) => s.end(__dirname)).listen(${port}, '127.0.0.1')`;
    writeFileSync(path.join(folder, 'app.cjs'), app);
    writeFileSync(
      path.join(folder, 'emulator.yaml'),
      `keys: [{ name: ci, scopes: [deploy], value: the-key-of-ci }]
resources: [{ id: app, source: ., start: node app.cjs, port: ${port}, queuedMs: 0 }]`,
    );
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const start = async (...more: string[]) => {
    const config = path.join(folder, 'emulator.yaml');
    const child = spawn(process.execPath, [MAIN, '--json', '--config', config, ...more], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const { baseUrl } = announced.parse(JSON.parse(await firstLine(child)));
    const ask = async (request: string): Promise<unknown> =>
      (await call({ baseUrl, keys: {} }, request, { key: 'the-key-of-ci' })).body;
    const deployed = async (id: string): Promise<unknown> => {
      for (;;) {
        const body = await ask(`GET /resources/app/deployments/${id}`);
        const status = at(body, 'deployment', 'status');
        if (status !== 'queued' && status !== 'building') return status;
        await delay(100);
      }
    };
    const kill = async (signal: NodeJS.Signals): Promise<void> => {
      child.kill(signal);
      await once(child, 'exit');
    };
    return { ask, deployed, kill };
  };

  test('nothing that it had started is left', async () => {
    const killed = await start();
    await killed.ask('POST /resources/app/deployments');
    expect(await killed.deployed('dep_000001')).toBe('finished');
    const built = await (await fetch(`http://127.0.0.1:${port}`)).text();
    await killed.kill('SIGKILL');
    const parent = path.join(built, '../..');
    while (!(await isFree(port)) || existsSync(parent)) await delay(20);
    expect(existsSync(parent)).toBe(false);
  });

  test('it keeps what it had acknowledged, and runs again what ran', async () => {
    const state = path.join(folder, 'state.json');
    const killed = await start('--state', state);
    await killed.ask('POST /resources/app/deployments');
    expect(await killed.deployed('dep_000001')).toBe('finished');
    await killed.ask('POST /resources/app/deployments'); // killed at once
    await killed.kill('SIGKILL');
    const { ask, deployed, kill } = await start('--state', state);
    expect(await deployed('dep_000001')).toBe('finished');
    for (let status; status !== 'running'; await delay(100))
      status = at(await ask('GET /resources/app'), 'resource', 'status');
    expect(await deployed('dep_000002')).toBe('failed');
    await ask('POST /resources/app/deployments');
    expect(await deployed('dep_000003')).toBe('finished');
    await kill('SIGTERM');
    expect(readdirSync(folder).toSorted()).toEqual(['app.cjs', 'emulator.yaml', 'state.json']);
  });
});
