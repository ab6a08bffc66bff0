// Builds and apps that really run: their folder, their processes, and a guard beside the emulator
// that ends both when the emulator is gone, however that happened (`kill -9`, too).
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { basicEnv, ProcessGroups } from './process.ts';

/**
 * What the guard runs, in a process of its own. Its channel closes when the emulator is gone; the
 * latest message says what is left then.
 */
const GUARD = `
const { spawnSync } = require('node:child_process');
const { rmSync } = require('node:fs');
let left;
process.on('message', (message) => { left = message; });
process.on('disconnect', () => {
  for (const pid of left.pids) {
    try {
      if (process.platform === 'win32') spawnSync('taskkill', ['/PID', pid, '/T', '/F']);
      else process.kill(-pid, 'SIGKILL');
    } catch {} // it has ended
  }
  rmSync(left.folder, { recursive: true, force: true, maxRetries: 9 });
});`;

/** The real work of one emulator. */
export class RealWork {
  readonly processes = new ProcessGroups((pids) => this.#note(pids));
  #root = '';
  #guard: ChildProcess | undefined;
  #folders = 0;

  /** A new folder for a resource; its path, not the folder itself. */
  folderOf(id: string): string {
    if (this.#guard === undefined) {
      this.#root = mkdtempSync(path.join(tmpdir(), 'emulator-'));
      this.#guard = startGuard();
      this.#note([]);
    }
    this.#folders += 1;
    // An id may hold a colon, which no folder on Windows can.
    return path.join(this.#root, `${this.#folders}-${encodeURIComponent(id)}`);
  }

  /** Removes what has ended. The guard kills what has not, and ends itself. */
  end(): void {
    if (this.#guard === undefined) return;
    rmSync(this.#root, { recursive: true, force: true, maxRetries: 3 });
    this.#guard.disconnect();
  }

  /** Tells the guard which process groups run now, by their leaders. */
  #note(pids: readonly number[]): void {
    this.#guard?.send({ pids, folder: this.#root });
  }
}

function startGuard(): ChildProcess {
  const guard = spawn(process.execPath, ['--eval', GUARD], {
    env: basicEnv(),
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    // Out of the terminal's reach: Ctrl-C is for the emulator. On Windows this would open a window.
    detached: process.platform !== 'win32',
    windowsHide: true,
  });
  // Without its guard the emulator works, too.
  guard.on('error', () => undefined);
  guard.unref();
  guard.channel?.unref();
  return guard;
}
