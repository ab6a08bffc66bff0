// The folder in which versions are built: beside the state file, or a temporary one that is removed at the end. Folders
// that a killed emulator left behind are removed at the next start.
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { errorMessage } from '../error-message.ts';

const PREFIX = 'deployment-emulator-';

/** A folder for what is built. */
export interface WorkRoot {
  readonly dir: string;
  /** Removes it if it is temporary. */
  remove(): void;
}

/**
 * Opens the folder; `stateFile` is the file that keeps the state, where there is one, `temporary` the folder for temporary
 * ones. Throws an error of one sentence that names the folder which cannot be used.
 */
export function openWorkRoot(stateFile: string | undefined, temporary = tmpdir()): WorkRoot {
  if (stateFile === undefined) return openTemporary(temporary);
  removeLeftovers(temporary);
  const dir = `${path.resolve(stateFile)}.work`;
  if (statSync(dir, { throwIfNoEntry: false })?.isDirectory() === false) {
    throw new Error(`${dir}, which holds what is built, is no folder. Remove it or name another state file.`);
  }
  return { dir, remove: () => undefined };
}

function openTemporary(temporary: string): WorkRoot {
  try {
    removeLeftovers(temporary);
    const dir = mkdtempSync(path.join(temporary, `${PREFIX}${process.pid}-`));
    return { dir, remove: () => removeFolder(dir) };
  } catch (error) {
    const reason = errorMessage(error);
    throw new Error(`The folder for temporary files, ${temporary}, cannot be used: ${reason}.`, { cause: error });
  }
}

function removeLeftovers(temporary: string): void {
  for (const name of existsSync(temporary) ? readdirSync(temporary) : []) {
    const pid = new RegExp(`^${PREFIX}(\\d+)-`).exec(name)?.[1];
    if (pid === undefined || isAlive(Number(pid))) continue;
    try {
      removeFolder(path.join(temporary, name));
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
