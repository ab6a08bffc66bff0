// A step as a process of its own: what it gets, and what is measured of it from outside.

import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { runStepProcess } from '../../bench/step-process.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'step-process-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

/** A script of its own with this text. */
function script(text: string): string {
  const file = join(folder, 'script.mjs');
  writeFileSync(file, text);
  return file;
}

/** What the script of the first test wrote about itself. */
function readSeen(file: string): Readonly<Record<'inputs' | 'files' | 'there' | 'cwd', unknown[]>> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the script is below
  return JSON.parse(readFileSync(file, 'utf8')) as Readonly<Record<'inputs' | 'files' | 'there' | 'cwd', unknown[]>>;
}

test('a step has its inputs and the files of a runner, which are removed afterwards', async () => {
  const seen = join(folder, 'seen.json');
  const file = script(`import { existsSync, writeFileSync } from 'node:fs';
    const { env } = process;
    const files = [env.GITHUB_OUTPUT, env.GITHUB_STEP_SUMMARY, env.RUNNER_TEMP];
    writeFileSync(${JSON.stringify(seen)}, JSON.stringify({
      inputs: [env['INPUT_BASE-URL'], env['INPUT_API-KEY']], files, there: files.map(existsSync), cwd: [process.cwd()] }));`);
  const { exitCode } = await runStepProcess(file, { 'base-url': 'http://127.0.0.1:1', 'api-key': 'key' });
  const { inputs, files, there, cwd } = readSeen(seen);
  expect([exitCode, inputs, there]).toEqual([0, ['http://127.0.0.1:1', 'key'], [true, true, true]]);
  expect([...files, ...cwd].filter((path) => existsSync(String(path)))).toEqual([]);
  expect(cwd).toHaveLength(1);
});

test('what a step prints is counted in bytes and handed on, and its exit code is reported', async () => {
  let text = '';
  const file = script(`process.stdout.write('é🗝'); process.exitCode = 7;`);
  const { exitCode, printedBytes } = await runStepProcess(file, {}, (part) => {
    text += part;
  });
  expect([exitCode, printedBytes, text]).toEqual([7, 6, 'é🗝']);
});

test('a step begins before it ends, and its memory is that of a process', async () => {
  const { startedAtMs, exitedAtMs, peakBytes } = await runStepProcess(script(''), {});
  expect(exitedAtMs).toBeGreaterThan(startedAtMs);
  expect(peakBytes).toBeGreaterThan(10 * 2 ** 20);
  expect(peakBytes).toBeLessThan(2 ** 31);
});
