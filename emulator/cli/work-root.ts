// The folder in which versions are built: beside the state file, or a temporary one that is removed at the end. Folders
// that a killed emulator left behind are removed at the next start.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const PREFIX = 'deployment-emulator-';

/** A folder for what is built. */
export interface WorkRoot {
  readonly dir: string;
  /** Removes it if it is temporary. */
  remove(): void;
}

/** Opens the folder; `stateFile` is the file that keeps the state, where there is one. */
export function openWorkRoot(stateFile: string | undefined): WorkRoot {
  removeLeftovers();
  if (stateFile !== undefined) return { dir: `${path.resolve(stateFile)}.work`, remove: () => undefined };
  const dir = mkdtempSync(path.join(tmpdir(), `${PREFIX}${process.pid}-`));
  return { dir, remove: () => removeFolder(dir) };
}

function removeLeftovers(): void {
  for (const name of readdirSync(tmpdir())) {
    const pid = new RegExp(`^${PREFIX}(\\d+)-`).exec(name)?.[1];
    if (pid === undefined || isAlive(Number(pid))) continue;
    try {
      removeFolder(path.join(tmpdir(), name));
    } catch {
      // Somebody else's, or still in use: it does no harm.
    }
  }
}

function removeFolder(dir: string): void {
  rmSync(dir, { recursive: true, force: true, maxRetries: 3 });
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return Error.isError(error) && 'code' in error && error.code === 'EPERM';
  }
}
