// The sample app and worker, and resources of the configuration file: really built and run, and failing clearly.

import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { parseConfig } from '../../../emulator/config/config.ts';
import { processWorkload } from '../../../emulator/process/workload.ts';
import type { Workload } from '../../../emulator/service/workload.ts';

const SAMPLE = path.join(import.meta.dirname, '../../../emulator/sample');
let dir: string;
let sourceDir: string;
let workload: Workload | undefined;

beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'sample-'));
  sourceDir = path.join(dir, 'hello');
  cpSync(path.join(SAMPLE, 'hello'), sourceDir, { recursive: true });
});

afterEach(async () => {
  await workload?.close();
  rmSync(dir, { recursive: true, force: true });
});

async function buildHello(env: Record<string, string> = {}): Promise<{ outcome: string; log: string; raw: string }> {
  await workload?.close();
  workload = processWorkload({
    name: 'hello',
    sourceDir,
    workDir: path.join(dir, 'work'),
    buildCommand: ['node', 'build.ts'],
    startCommand: ['node', 'server.ts'],
    env: { SAMPLE_STEP_MS: '0', ...env },
  })({ status: () => undefined, log: () => undefined });
  let raw = '';
  const { signal } = new AbortController();
  const outcome = await workload.build({ force: false, signal, log: (text) => (raw += text) });
  return { outcome, log: stripVTControlCharacters(raw), raw };
}

async function fetchText(address: string): Promise<string> {
  return await (await fetch(`http://${workload?.domains()[0]}${address}`)).text();
}

const hash = (log: string): string | undefined => /artefact (\S+)/.exec(log)?.[1];

describe('the sample app', () => {
  test('is built into an artefact whose hash, commit and assets the running app serves', async () => {
    const { outcome, log, raw } = await buildHello({ COMMIT_SHA: '0123456789abcdef' });
    expect(outcome).toBe('finished');
    const artefact = /sha256:[0-9a-f]{64}/.exec(log)?.[0];
    expect(artefact).toBeDefined();
    expect(raw).not.toBe(log); // it is coloured, as real build tools are
    await workload?.start();
    const page = await fetchText('/');
    expect(page).toContain(`<code>${artefact}</code>`);
    expect(JSON.parse(await fetchText('/health'))).toEqual({ ok: true, artefact });
    expect(await fetchText('/version')).toBe('0123456789abcdef\n');
    const address = /href="([^"]+)"/.exec(page)?.[1] ?? '';
    expect(address).toMatch(/^\/style\.[0-9a-f]{10}\.css$/);
    expect(await fetchText(address)).toMatch(/^:root\{color-scheme:light dark/);
  });

  test('has the same hash when nothing changed, out of the cache, and another after a change', async () => {
    const first = await buildHello();
    const second = await buildHello();
    expect(first.log).toMatch(/style\.css .*cache miss/);
    expect(second.log).toMatch(/style\.css .*cache hit/);
    expect(hash(second.log)).toBe(hash(first.log));
    writeFileSync(path.join(sourceDir, 'src/style.css'), 'main { color: teal; }');
    const third = await buildHello();
    expect(third.log).toMatch(/style\.css .*cache miss/);
    expect(third.log).toMatch(/clock\.js .*cache hit/);
    expect(hash(third.log)).not.toBe(hash(first.log));
  });

  test('fails to build when SAMPLE_FAIL is set', async () => {
    const { outcome, log } = await buildHello({ SAMPLE_FAIL: 'on purpose' });
    expect(outcome).toBe('failed');
    expect(log).toContain('✘ error SAMPLE_FAIL is set to "on purpose"');
  });

  test('fails to build on a syntax error and names its line', async () => {
    const file = path.join(sourceDir, 'src/clock.js');
    writeFileSync(file, `${readFileSync(file, 'utf8')}\nconst = 1;\n`);
    const lines = readFileSync(file, 'utf8').split('\n').length - 1;
    const { outcome, log } = await buildHello();
    expect(outcome).toBe('failed');
    expect(log).toContain(`✘ error src/clock.js:${lines}: `);
  });
});

describe('the sample worker', () => {
  test('runs as it is and does its jobs', async () => {
    const worked = Promise.withResolvers<void>();
    let runtimeLog = '';
    workload = processWorkload({
      name: 'mailer',
      sourceDir: path.join(SAMPLE, 'worker'),
      workDir: path.join(dir, 'work'),
      startCommand: ['node', 'worker.ts'],
      env: { WORKER_EVERY_MS: '10' },
      port: false,
    })({
      status: () => undefined,
      log: (text) => {
        runtimeLog += text;
        if (runtimeLog.includes('job 3 done')) worked.resolve();
      },
    });
    await workload.build({ force: false, signal: new AbortController().signal, log: () => undefined });
    await workload.start();
    await worked.promise;
    expect(workload.domains()).toEqual([]);
    await workload.stop();
    expect(runtimeLog).toMatch(/stopping after \d+ jobs\n$/);
  });
});

describe('a resource of the configuration file', () => {
  /** The workload of a resource in the words of the file, and what it prints at run time. */
  function configured(words: string): { workload: Workload; runtimeLog: () => string } {
    const places = { baseDir: dir, workRoot: path.join(dir, 'work') };
    const { resources } = parseConfig(`resources: [{ id: 'res:one', source: hello, ${words} }]`, places);
    let runtimeLog = '';
    workload = resources[0]?.workload?.({ status: () => undefined, log: (text) => (runtimeLog += text) });
    if (workload === undefined) throw new Error('nothing is really run');
    return { workload, runtimeLog: () => runtimeLog };
  }

  test('is built with its build command', async () => {
    let log = '';
    const { signal } = new AbortController();
    const { workload: built } = configured('build: [node, --version], start: node server.ts');
    expect(await built.build({ force: false, signal, log: (text) => (log += text) })).toBe('finished');
    expect(log).toContain(`$ node --version\n${process.version}\n`);
  });

  test('without a build command is finished as it is', async () => {
    const { signal } = new AbortController();
    const { workload: copied } = configured('start: node server.ts');
    expect(await copied.build({ force: false, signal, log: () => undefined })).toBe('finished');
  });

  test('that is an app has the port it is given, or one of its own', () => {
    expect(configured('start: node server.ts, port: 24567').workload.domains()).toEqual(['127.0.0.1:24567']);
    expect(configured('start: node server.ts').workload.domains()).toEqual([
      expect.stringMatching(/^127\.0\.0\.1:2\d{4}$/),
    ]);
  });

  test('that is a worker is built whenever it starts, and has no address', async () => {
    const { workload: worker, runtimeLog } = configured('type: worker, build: node --version, start: node --version');
    await worker.start();
    expect(runtimeLog()).toContain(`$ node --version\n${process.version}\n`);
    expect(worker.domains()).toEqual([]);
  });
});
