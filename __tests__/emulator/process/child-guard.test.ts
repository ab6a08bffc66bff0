// The guard of a command when the emulator ends at the worst moment.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import type { GuardOrder } from '../../../emulator/process/child-guard.ts';

const GUARD = path.join(import.meta.dirname, '../../../emulator/process/child-guard.ts');
const ORDER: GuardOrder = {
  command: process.execPath,
  args: ['--eval', 'setInterval(() => {}, 1000)'],
  cwd: tmpdir(),
  env: {},
  // It ends at once when asked to. Were it killed with its guard, it might outlive the guard by a moment.
  graceMs: 60_000,
};

function groupIsThere(leader: number): boolean {
  try {
    process.kill(-leader, 0);
    return true;
  } catch {
    return false;
  }
}

/** Starts a guard that leads a process group of its own. */
async function startGuard() {
  const guard = spawn(process.execPath, [GUARD], { detached: true, stdio: ['ignore', 'ignore', 'pipe', 'ipc'] });
  await once(guard, 'spawn');
  let errors = '';
  guard.stderr?.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  return { guard, pid: guard.pid ?? 0, errors: () => errors };
}

// Windows has no process groups.
(process.platform === 'win32' ? describe.skip : describe)('a guard ends its command', () => {
  test('when the emulator was killed right after it gave the order', async () => {
    const { guard, pid, errors } = await startGuard();
    guard.send(ORDER);
    guard.disconnect();
    await once(guard, 'exit');
    expect(errors()).toBe('');
    expect(groupIsThere(pid)).toBe(false);
  });

  test('when the emulator is killed while the command starts', async () => {
    const { guard, pid } = await startGuard();
    guard.send(ORDER);
    await once(guard, 'message');
    guard.disconnect();
    await once(guard, 'exit');
    expect(groupIsThere(pid)).toBe(false);
  });

  test('and itself when no order comes', async () => {
    const { guard, errors } = await startGuard();
    guard.disconnect();
    await once(guard, 'exit');
    expect(errors()).toBe('');
    expect(guard.exitCode).toBe(0);
  });
});
