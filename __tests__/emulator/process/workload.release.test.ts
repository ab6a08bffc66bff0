// Putting a new version into service: a version that does not start keeps the one before, and a port is the app's alone.
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { processWorkload } from '../../../emulator/index.ts';
import type { ProcessWorkloadOptions } from '../../../emulator/process/workload.ts';
import { stage } from '../client.ts';
import type { Stage } from '../client.ts';
import { SERVER } from './app.ts';

let dir = '';
beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'release-'));
  mkdirSync(path.join(dir, 'source'));
  source('server.mjs', SERVER);
  source('built.txt', 'one');
});
afterEach(() => {
  rmSync(dir, { recursive: true, force: true, maxRetries: 5 });
});

function source(name: string, text: string): void {
  writeFileSync(path.join(dir, 'source', name), text);
}

/** An emulator with one real app. */
async function open(options: Partial<ProcessWorkloadOptions> = {}): Promise<Stage> {
  const workload = processWorkload({
    name: 'web',
    sourceDir: path.join(dir, 'source'),
    workDir: path.join(dir, 'work'),
    startCommand: ['node', 'server.mjs'],
    graceMs: 500,
    ...options,
  });
  return await stage({ resources: [{ id: 'app_web', workload }] });
}

/** Deploys to the end; resolves with the deployment. */
async function deploy({ emulator }: Stage) {
  emulator.deploy('app_web');
  await untilIdle(emulator);
  const [deployment] = emulator.deployments('app_web');
  return { status: deployment?.status, log: deployment?.log };
}

async function untilIdle(emulator: Stage['emulator']): Promise<void> {
  while (emulator.view().resources[0]?.busy === true) await new Promise((resolve) => setTimeout(resolve, 20));
}

function resourceOf({ emulator }: Stage) {
  const [resource] = emulator.view().resources;
  if (resource === undefined) throw new Error('there is no resource');
  return resource;
}

async function page(opened: Stage): Promise<string> {
  return await (await fetch(`http://${resourceOf(opened).domains[0]}/`)).text();
}

const CRASH = `console.log('no database'); process.exit(3);`;

describe('a version that dies at its start', () => {
  test('fails its deployment, and the version before serves again at the same address', async () => {
    const opened = await open();
    expect(await deploy(opened)).toMatchObject({ status: 'finished' });
    const { domains } = resourceOf(opened);
    source('server.mjs', CRASH);
    const failed = await deploy(opened);
    expect(failed.status).toBe('failed');
    expect(failed.log).toMatch(
      /The new version did not start \(see the runtime log\): the version before runs again\n$/,
    );
    expect(resourceOf(opened)).toMatchObject({ status: 'running', domains });
    expect(resourceOf(opened).runtimeLog).toMatch(/no database\n\[web\] ended with exit code 3\n/);
    expect(await page(opened)).toBe('one');
    expect(existsSync(path.join(dir, 'work/2'))).toBe(false);
  });

  test('fails the first deployment too, and the resource is crashed', async () => {
    source('server.mjs', CRASH);
    const opened = await open();
    expect(await deploy(opened)).toMatchObject({ status: 'failed', log: expect.stringContaining('no version runs') });
    expect(resourceOf(opened).status).toBe('crashed');
  });

  test('leaves the deployment finished and the resource crashed, where it is set so', async () => {
    const opened = await open({ whenStartFails: 'crash-resource' });
    await deploy(opened);
    source('server.mjs', CRASH);
    expect(await deploy(opened)).toMatchObject({ status: 'finished' });
    expect(resourceOf(opened).status).toBe('crashed');
  });
});

test('a deployment that is cancelled while its version starts stays cancelled, and the version before serves', async () => {
  const opened = await open();
  await deploy(opened);
  source('server.mjs', `setInterval(() => {}, 1000);`);
  const { id } = opened.emulator.deploy('app_web');
  while (resourceOf(opened).status !== 'starting') await new Promise((resolve) => setTimeout(resolve, 10));
  opened.emulator.cancel('app_web', id);
  await untilIdle(opened.emulator);
  expect(opened.emulator.deployments('app_web')[0]).toMatchObject({ id, status: 'cancelled' });
  expect(resourceOf(opened).status).toBe('running');
  expect(await page(opened)).toBe('one');
});

describe('the port of an app', () => {
  test('that another process answers on is not taken for the app', async () => {
    const other = createServer((_request, response) => response.end('other'));
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a server that listens on a port has such an address
    const { port } = other.address() as AddressInfo;
    const opened = await open({ port });
    expect(await deploy(opened)).toMatchObject({ status: 'failed' });
    expect(resourceOf(opened).status).toBe('crashed');
    expect(resourceOf(opened).runtimeLog).toContain(`[web] port ${port} is in use by another process`);
    await new Promise((resolve) => other.close(resolve));
    expect(await deploy(opened)).toMatchObject({ status: 'finished' });
  });

  test('is the same after a restart of the emulator', async () => {
    const first = await open();
    const { domains } = resourceOf(first);
    await first.emulator.close();
    expect(resourceOf(await open()).domains).toEqual(domains);
  });
});

test('a build that prints without end is read at a bounded rate, stopped in time, and has failed', async () => {
  // A loop without pause would fill the pipe once and then only the memory of the build.
  source(
    'build.mjs',
    `const text = ('x'.repeat(999) + '\\n').repeat(100); const go = () => process.stdout.write(text, go); go();`,
  );
  const opened = await open({ buildCommand: ['node', 'build.mjs'], buildTimeoutMs: 2000 });
  const startedMs = performance.now();
  const { status, log = '' } = await deploy(opened);
  const seconds = (performance.now() - startedMs) / 1000;
  expect([status, log.slice(-200)]).toEqual([
    'failed',
    expect.stringMatching(/Build failed: it did not end within 2 s and was stopped\n$/),
  ]);
  const missing = Number(/^\[(\d+) bytes are missing here/.exec(log)?.[1] ?? 0);
  // 8 MB at once, then 1 MB/s; what a pipe and a chunk hold is read beyond that.
  expect(missing + log.length).toBeLessThan(9_000_000 + seconds * 1_000_000);
});
