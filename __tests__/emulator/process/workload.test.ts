// The workload that really builds and runs an app: versions, cache, swap, crash and end.

import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { ProcessWorkloadOptions } from '../../../emulator/process/workload.ts';
import type { Workload } from '../../../emulator/service/workload.ts';
import { beaconSource, openBeacon } from './beacon.ts';
import type { Beacon } from './beacon.ts';
import { BUILD, SERVER, observeWorkload } from './app.ts';

let dir: string;
let beacon: Beacon;
let opened: Workload[];

beforeEach(async () => {
  dir = mkdtempSync(path.join(tmpdir(), 'workload-'));
  mkdirSync(path.join(dir, 'source'));
  beacon = await openBeacon();
  opened = [];
});

afterEach(async () => {
  await Promise.all(opened.map(async (workload) => await workload.close()));
  beacon.close();
  rmSync(dir, { recursive: true, force: true });
});

/** Writes a file of the app's source folder. */
function source(name: string, text: string): void {
  writeFileSync(path.join(dir, 'source', name), text);
}

function writeApp(text: string): void {
  source('build.mjs', BUILD);
  source('server.mjs', SERVER);
  source('text.txt', text);
}

/** An app that is served as it is, without a build command. */
function writeBuilt(text: string): void {
  source('server.mjs', SERVER);
  source('built.txt', text);
}

const NO_BUILD = { buildCommand: undefined };

/** A workload over the source folder, with everything it reports; closed after the test. */
function open(more: Partial<ProcessWorkloadOptions> = {}) {
  const observed = observeWorkload({
    name: 'web',
    sourceDir: path.join(dir, 'source'),
    workDir: path.join(dir, 'work'),
    buildCommand: ['node', 'build.mjs'],
    startCommand: ['node', 'server.mjs'],
    graceMs: 500,
    ...more,
  });
  opened.push(observed.workload);
  return observed;
}

const versionFolders = (): string[] => readdirSync(path.join(dir, 'work')).filter((name) => /^\d+$/.test(name));

describe('building', () => {
  test('works on a copy of the source and gives its output as the build log', async () => {
    writeApp('one');
    const before = readdirSync(path.join(dir, 'source'));
    const { outcome, log } = await open().build();
    expect(outcome).toBe('finished');
    expect(log).toMatch(/^Copying the source of web\n\$ node build\.mjs\ncache miss\n$/);
    expect(readdirSync(path.join(dir, 'source'))).toEqual(before);
  });

  test('keeps the cache for the next build, and starts empty when forced', async () => {
    writeApp('one');
    const { build } = open();
    expect((await build()).log).toContain('cache miss');
    expect((await build()).log).toContain('cache hit');
    expect((await build({ force: true })).log).toContain('cache miss');
    expect((await build()).log).toContain('cache hit');
  });

  test('that fails logs the reason and keeps the running version', async () => {
    writeApp('good');
    const { workload, build, page, statuses } = open();
    await build();
    await workload.start();
    source('text.txt', 'bad');
    const { outcome, log } = await build();
    expect(outcome).toBe('failed');
    expect(log).toMatch(/text\.txt is bad\nBuild failed: node ended with exit code 7\n$/);
    expect(await page()).toBe('good');
    await workload.start();
    expect(await page()).toBe('good');
    expect(statuses).toEqual(['starting', 'running', 'starting', 'running']);
  });

  test('fails, and throws nothing, when the source folder is gone', async () => {
    const { build } = open({ sourceDir: path.join(dir, 'nowhere') });
    const { outcome, log } = await build();
    expect(outcome).toBe('failed');
    expect(log).toMatch(/Build failed: .*ENOENT/);
  });

  test('that is cancelled ends its process and leaves no version', async () => {
    source('build.mjs', beaconSource(beacon.port, 'build'));
    const { build } = open();
    const cancel = new AbortController();
    const building = build({ signal: cancel.signal });
    const { gone } = await beacon.seen('build');
    cancel.abort();
    const { outcome, log } = await building;
    expect(outcome).toBe('cancelled');
    expect(log).toMatch(/Build cancelled\n$/);
    await gone;
    expect(versionFolders()).toEqual([]);
  });

  test.each([
    ['cancelled', undefined, 'cancelled', /Build cancelled\n$/],
    ['out of time', 50, 'failed', /Build failed: it did not end within 0\.05 s and was stopped\n$/],
  ])('that is %s while the source is copied ends, and leaves no version', async (_why, buildTimeoutMs, ended, line) => {
    writeFileSync(path.join(dir, 'source/large'), '');
    truncateSync(path.join(dir, 'source/large'), 8_000_000_000);
    const { build } = open(buildTimeoutMs === undefined ? {} : { buildTimeoutMs });
    const cancel = new AbortController();
    const building = build({ signal: cancel.signal });
    if (buildTimeoutMs === undefined) {
      while (!existsSync(path.join(dir, 'work/1/large'))) await setImmediate();
      cancel.abort();
    }
    const { outcome, log } = await building;
    expect([outcome, line.test(log)]).toEqual([ended, true]);
    expect(versionFolders()).toEqual([]);
  });

  test('that is cancelled while the source is copied leaves no version, even where nothing is to be built', async () => {
    source('built.txt', 'not wanted any more');
    const { build } = open(NO_BUILD);
    const { outcome } = await build({ signal: AbortSignal.abort() });
    expect(outcome).toBe('cancelled');
    expect(versionFolders()).toEqual([]);
  });

  test('keeps no more versions than the newest and the running one', async () => {
    writeBuilt('one');
    const { workload, build } = open(NO_BUILD);
    await build();
    await workload.start();
    await build();
    await build();
    expect(versionFolders().toSorted()).toEqual(['1', '3']);
  });

  test('is only a copy for an app without a build command', async () => {
    writeBuilt('as it is');
    const { workload, build, page } = open(NO_BUILD);
    expect(await build()).toEqual({ outcome: 'finished', log: 'Copying the source of web\n' });
    await workload.start();
    expect(await page()).toBe('as it is');
  });
});

describe('running', () => {
  test('serves the built version, with the app’s own environment only', async () => {
    writeBuilt('one');
    process.env['WORKLOAD_TEST_SECRET'] = 'leaked';
    const { workload, build, page, untilLogged } = open({ ...NO_BUILD, env: { GREETING: 'hello' } });
    await build();
    await workload.start();
    delete process.env['WORKLOAD_TEST_SECRET'];
    expect(await page()).toBe('one');
    const seen: unknown = JSON.parse(await page('/env'));
    expect(seen).toMatchObject({ GREETING: 'hello', HOST: '127.0.0.1' });
    expect(seen).not.toHaveProperty('WORKLOAD_TEST_SECRET');
    await untilLogged(/^serving one\n$/);
  });

  test('replaces the running version at the same address', async () => {
    writeBuilt('one');
    const { workload, build, page, statuses } = open(NO_BUILD);
    await build();
    await workload.start();
    const domains = workload.domains();
    source('built.txt', 'two');
    await build();
    expect(await page()).toBe('one');
    await workload.start();
    expect(await page()).toBe('two');
    expect(workload.domains()).toEqual(domains);
    expect(statuses).toEqual(['starting', 'running', 'starting', 'running']);
  });

  test('has nothing to start before the first build', async () => {
    const { workload, statuses, runtimeLog } = open();
    await workload.start();
    expect(statuses).toEqual(['stopped']);
    expect(runtimeLog()).toMatch(/no version has been built yet/);
  });

  test('of an app that ends at once is a crash, with its last output in the runtime log', async () => {
    source('server.mjs', `console.log('cannot reach the database'); process.exit(1);`);
    const { workload, build, statuses, runtimeLog } = open(NO_BUILD);
    await build();
    await workload.start();
    expect(statuses).toEqual(['starting', 'crashed']);
    expect(runtimeLog()).toBe('cannot reach the database\n[web] ended with exit code 1\n');
  });

  test('of an app that never listens is a crash once its time is over', async () => {
    source('server.mjs', beaconSource(beacon.port, 'silent'));
    const { workload, build, statuses, runtimeLog } = open({ ...NO_BUILD, readyTimeoutMs: 400 });
    await build();
    await workload.start();
    expect(statuses).toEqual(['starting', 'crashed']);
    expect(runtimeLog()).toMatch(/port \d+ did not answer within 400 ms/);
    // On a busy machine it may have been ended before it could report.
    await beacon.allGone();
  });

  test('of a start command that does not exist is a crash', async () => {
    writeBuilt('one');
    const { workload, build, statuses, runtimeLog } = open({ ...NO_BUILD, startCommand: ['no-such-program'] });
    await build();
    await workload.start();
    expect(statuses).toEqual(['starting', 'crashed']);
    expect(runtimeLog()).toMatch(/could not be run: .*ENOENT/);
  });

  test('ends as a crash when the app goes down later, and can be started again', async () => {
    writeBuilt('one');
    const { workload, build, page, until, statuses, runtimeLog } = open(NO_BUILD);
    await build();
    await workload.start();
    const crashed = until('crashed');
    await page('/crash').catch(() => undefined);
    await crashed;
    expect(runtimeLog()).toMatch(/last words\n\[web\] ended with exit code 4\n$/);
    await workload.start();
    expect(await page()).toBe('one');
    expect(statuses).toEqual(['starting', 'running', 'crashed', 'starting', 'running']);
  });

  test('stops without reporting a crash, and frees the address', async () => {
    writeBuilt('one');
    const { workload, build, page, statuses } = open(NO_BUILD);
    await build();
    await workload.start();
    await workload.stop();
    expect(statuses).toEqual(['starting', 'running', 'stopping', 'stopped']);
    await expect(page()).rejects.toThrow('fetch failed');
  });

  test('restarts without ever showing a status that would count as the end', async () => {
    writeBuilt('one');
    const { workload, build, page, statuses } = open(NO_BUILD);
    await build();
    await workload.start();
    await workload.restart?.();
    expect(statuses).toEqual(['starting', 'running', 'restarting', 'starting', 'running']);
    expect(await page()).toBe('one');
  });

  test('builds first where nobody deploys, and falls back on the last version that could be built', async () => {
    writeApp('one');
    const { workload, statuses, page, runtimeLog, untilLogged } = open({ buildOnStart: true });
    await workload.start();
    await untilLogged(/\$ node build\.mjs\ncache miss\nserving one\n$/);
    source('text.txt', 'bad');
    await workload.start();
    expect(runtimeLog()).toMatch(/Build failed: node ended with exit code 7\n/);
    expect(await page()).toBe('one');
    expect(statuses.at(-1)).toBe('running');
  });

  test('gives a worker no address', async () => {
    source('worker.mjs', beaconSource(beacon.port, 'worker'));
    const { workload, build, statuses } = open({ ...NO_BUILD, port: false, startCommand: ['node', 'worker.mjs'] });
    await build();
    await workload.start();
    expect(workload.domains()).toEqual([]);
    expect(statuses).toEqual(['starting', 'running']);
    await beacon.seen('worker');
  });
});

describe('closing', () => {
  test('in the middle of a build ends build and app, and leaves only what was ready', async () => {
    writeApp('one');
    source('server.mjs', beaconSource(beacon.port, 'app', SERVER.replaceAll('`', '')));
    const first = open();
    await first.build();
    await first.workload.start();
    source('build.mjs', beaconSource(beacon.port, 'build'));
    const building = first.build();
    const seen = [await beacon.seen('app'), await beacon.seen('build')];
    await first.workload.close();
    await Promise.all(seen.map(async ({ gone }) => await gone));
    expect((await building).outcome).toBe('cancelled');
    expect(versionFolders()).toEqual(['1']);

    const second = open();
    await second.workload.start();
    expect(await second.page()).toBe('one');
  });
});
