// The entry of the command line: help, one sentence for a failure, and the exit code that goes with each.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { HELP } from '../../emulator/cli/arguments.ts';
import { runEmulator } from './cli/emulator-process.ts';
import { stage } from './client.ts';

const MAIN = path.join(import.meta.dirname, '../../emulator/main.ts');

function run(...args: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [MAIN, ...args], { encoding: 'utf8' });
  return { status, stdout, stderr };
}

describe('the command line', () => {
  test('prints the help to stdout', () => {
    expect(run('--help')).toEqual({ status: 0, stdout: HELP, stderr: '' });
  });

  test('exits with 2 after wrong usage, with the reason and all options', () => {
    const { status, stdout, stderr } = run('--colour');
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/^[^\n]*--colour/);
    expect(stderr).toContain(`\n\n${HELP}`);
  });

  test('exits with 1 after a failed command, with one sentence', () => {
    expect(run('key', 'list', '--url', 'http://127.0.0.1:9')).toEqual({
      status: 1,
      stdout: '',
      stderr: 'No emulator answers at http://127.0.0.1:9. Name another with --url.\n',
    });
  });

  test('exits with 0 after a command that succeeds, with its result', async () => {
    const { emulator } = await stage();
    const args = ['key', 'create', '--name', 'second', '--url', emulator.origin];
    const { code, output } = await runEmulator(args, { tmp: tmpdir() }).ended;
    expect([code, output]).toEqual([0, expect.stringContaining(`\n${emulator.keys['second']}\n`)]);
  });

  test('does not fail because its reader has left', async () => {
    const child = spawn(process.execPath, [MAIN, '--help'], { stdio: ['ignore', 'pipe', 'pipe'] });
    child.stdout.destroy();
    child.stderr.resume();
    await once(child, 'close');
    expect(child.exitCode).toBe(0);
  });
});
