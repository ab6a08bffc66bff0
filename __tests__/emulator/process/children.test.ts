// Child processes: what comes out of them, what they may see, and that nothing survives its end.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { basicEnv, describeEnd, startChild } from '../../../emulator/process/children.ts';
import type { Child } from '../../../emulator/process/children.ts';
import { beaconSource, openBeacon } from './beacon.ts';
import type { Beacon } from './beacon.ts';

let dir: string;
let beacon: Beacon;

beforeEach(async () => {
  dir = mkdtempSync(path.join(tmpdir(), 'children-'));
  beacon = await openBeacon();
});

afterEach(() => {
  beacon.close();
  rmSync(dir, { recursive: true, force: true });
});

/** Runs a module with the text given, collecting its output. */
function runModule(source: string, more: { env?: Record<string, string>; graceMs?: number } = {}) {
  const file = path.join(dir, 'main.mjs');
  writeFileSync(file, source);
  let output = '';
  const child: Child = startChild({
    command: ['node', file],
    cwd: dir,
    env: { ...basicEnv(process.env), ...more.env },
    onOutput: (text) => (output += text),
    ...(more.graceMs === undefined ? {} : { graceMs: more.graceMs }),
  });
  return { ...child, output: () => output };
}

/** Source that starts another module beside it in the background and waits until that has reported. */
function withGrandchild(name: string, then: string): string {
  writeFileSync(
    path.join(dir, 'grandchild.mjs'),
    beaconSource(beacon.port, name, `await reported; console.log('grandchild is up');`),
  );
  return `import { spawn } from 'node:child_process';
const grandchild = spawn(process.execPath, ['grandchild.mjs'], { stdio: ['ignore', 'pipe', 'ignore'] });
grandchild.stdout.once('data', () => { ${then} });`;
}

describe('a child process', () => {
  test('gives both streams in the order they were written, and its exit code', async () => {
    const child = runModule(`import { writeSync } from 'node:fs';
      for (let i = 0; i < 20; i += 1) writeSync(1 + (i % 2), i + ' é\\n');
      process.exit(3);`);
    expect(await child.ended).toEqual({ code: 3, signal: null });
    expect(child.output()).toBe(Array.from({ length: 20 }, (_, i) => `${i} é\n`).join(''));
  });

  test('that cannot be run ends with the reason instead of an error', async () => {
    const child = startChild({ command: ['no-such-program'], cwd: dir, env: {}, onOutput: () => undefined });
    expect(await child.spawned).toBe(false);
    expect(describeEnd(await child.ended)).toMatch(/^could not be run: .*no-such-program.*ENOENT/);
  });

  test('sees the variables given to it and no other', async () => {
    process.env['CHILDREN_TEST_SECRET'] = 'leaked';
    try {
      const child = runModule(`console.log(JSON.stringify(process.env))`, { env: { MINE: 'yes' } });
      await child.ended;
      const seen: unknown = JSON.parse(child.output());
      expect(seen).toMatchObject({ ...basicEnv(process.env), MINE: 'yes' });
      expect(seen).not.toHaveProperty('NODE_CHANNEL_FD');
      expect(seen).not.toHaveProperty('CHILDREN_TEST_SECRET');
    } finally {
      delete process.env['CHILDREN_TEST_SECRET'];
    }
  });

  test('is asked to end before it is killed', async () => {
    const source = beaconSource(
      beacon.port,
      'polite',
      `process.once('SIGTERM', () => { console.log('bye'); process.exit(0); });`,
    );
    const child = runModule(source, { graceMs: 60_000 });
    await beacon.seen('polite');
    expect(await child.stop()).toEqual({ code: 0, signal: null });
    expect(child.output()).toBe('bye\n');
  });

  test('that will not end is killed after its grace', async () => {
    const child = runModule(beaconSource(beacon.port, 'deaf', `process.on('SIGTERM', () => undefined);`), {
      graceMs: 50,
    });
    const { gone } = await beacon.seen('deaf');
    await child.stop();
    await expect(gone).resolves.toBeUndefined();
  });

  test('ends what it started when it is stopped', async () => {
    const child = runModule(withGrandchild('stopped-grandchild', `process.on('SIGTERM', () => process.exit(0));`));
    const { gone } = await beacon.seen('stopped-grandchild');
    await child.stop();
    await expect(gone).resolves.toBeUndefined();
  });

  test('leaves nothing in the background when it ends by itself', async () => {
    const child = runModule(withGrandchild('left-behind', `process.exit(0);`));
    const { gone } = await beacon.seen('left-behind');
    expect(await child.ended).toEqual({ code: 0, signal: null });
    await expect(gone).resolves.toBeUndefined();
  });

  test('does not survive the guard that it runs under', async () => {
    const child = runModule(beaconSource(beacon.port, 'guarded'));
    const { parentPid, gone } = await beacon.seen('guarded');
    process.kill(parentPid, 'SIGKILL');
    expect(describeEnd(await child.ended)).toBe('could not be run: its guard ended early');
    await expect(gone).resolves.toBeUndefined();
  });
});

// Other systems do not show the variables of a process.
(process.platform === 'linux' ? describe : describe.skip)('a daemon in a session of its own', () => {
  test.each([
    ['is stopped', `process.on('SIGTERM', () => process.exit(0));`, true],
    ['ends by itself', `process.exit(0);`, false],
  ])('is gone when the child that started it %s', async (_when, then, isStopped) => {
    const child = runModule(withGrandchild('daemon', then).replace('{ stdio:', '{ detached: true, stdio:'));
    const { gone } = await beacon.seen('daemon');
    if (isStopped) await child.stop();
    await child.ended;
    await expect(gone).resolves.toBeUndefined();
  });
});
