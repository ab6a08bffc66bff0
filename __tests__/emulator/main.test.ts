// The command line as a process: it starts the sample, manages keys, ends with everything it
// started, and answers mistakes in one clear line.
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { at, call, type Reply } from './client.ts';

const MAIN = path.join(import.meta.dirname, '../../emulator/main.ts');

const announced = z.object({
  baseUrl: z.string(),
  keys: z.record(z.string(), z.string()),
  resources: z.array(z.object({ id: z.string(), domains: z.array(z.string()) })),
});

/** Runs a command to its end. */
async function run(...args: string[]): Promise<{ code: unknown; stdout: string; stderr: string }> {
  return await new Promise((resolve) => {
    execFile(process.execPath, [MAIN, ...args], (error, stdout, stderr) => {
      resolve({ code: error?.code ?? 0, stdout, stderr });
    });
  });
}

async function firstLine({ stdout }: ChildProcess): Promise<string> {
  if (stdout === null) throw new Error('there is no output');
  for await (const line of createInterface({ input: stdout })) return line;
  throw new Error('it ended early');
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

  test('creates, lists and revokes keys', async () => {
    const url = ['--url', emulator.baseUrl];
    const created = await run(
      'key',
      'create',
      '--name',
      'mine',
      '--scopes',
      'deploy',
      '--expires',
      'none',
      ...url,
    );
    const value = /^key_\S+$/m.exec(created.stdout)?.[0] ?? '';
    expect((await call(emulator, 'GET /resources', { key: value })).status).toBe(200);
    expect((await run('key', 'list', ...url)).stdout).toMatch(
      /mine +read deploy +never expires +5 a day +last used/,
    );
    expect((await run('key', 'revoke', 'mine', ...url)).stdout).toBe(
      'Revoked mine. Its next request is refused.\n',
    );
    expect((await call(emulator, 'GET /resources', { key: value })).status).toBe(401);
    const twice = await run('key', 'create', '--name', 'read', ...url);
    expect(twice).toEqual({
      code: 1,
      stdout: '',
      stderr: 'The name "read" is taken by another key.\n',
    });
  });

  test('deploys the sample app, and ends with everything it started', async () => {
    expect((await ask('POST /resources/res_hello/deployments')).status).toBe(202);
    let status: unknown;
    for (
      const deadline = performance.now() + 10_000;
      status !== 'finished' && performance.now() < deadline;
    ) {
      const { body } = await ask('GET /resources/res_hello/deployments/dep_000001');
      status = at(body, 'deployment', 'status');
      await new Promise((resolve) => setTimeout(resolve, 600)); // 120 requests a minute
    }
    const { body } = await ask('GET /resources/res_hello');
    const host = String(at(body, 'resource', 'domains', 0));
    expect(await (await fetch(`http://${host}/`)).text()).toContain('Hello from the emulator');
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
    await expect(fetch(`http://${host}/`)).rejects.toThrow('fetch failed');
  }, 20_000);
});

test('prints addresses, keys, resources, a step to paste, and each request', async () => {
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
  expect(printed).toContain(
    `    base-url: ${baseUrl}\n      api-key: "${key}"\n      resource-id: res_hello`,
  );
  expect(printed).toMatch(/Console +http:\/\/127\.0\.0\.1:\d+\//);
  await call({ baseUrl, keys: {} }, 'GET /resources/res_hello/env', { key });
  await appears(/\d\d:\d\d:\d\d GET \/resources\/res_hello\/env (429) deploy fault: rate-limited/);
  child.kill('SIGINT');
  expect(await once(child, 'exit')).toEqual([0, null]);
});

test('answers a mistake in one clear line, with the exit code 2', async () => {
  const { code, stdout, stderr } = await run('--config', '/no/such.yaml');
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(/^\/no\/such\.yaml: ENOENT: .*\nSee --help\.\n$/);
});

test('names a port that is taken', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const address = other.address();
  const port = String(typeof address === 'object' ? address?.port : '');
  const { code, stderr } = await run('--port', port);
  expect([code, stderr]).toEqual([
    2,
    `Port ${port} is taken. Choose another one with --port, such as --port 0.\nSee --help.\n`,
  ]);
  other.close();
});
