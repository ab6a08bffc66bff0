// Who uses a state file, and what that emulator has started: a lock beside the file, so that a
// second emulator is refused, and what a killed one left behind is ended.
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import { InputError } from './check.ts';
import { isRunning, killGroup, markOf, type ProcessMark } from './runner/process-times.ts';

/** How the names of folders begin in which an emulator builds, in the system's temporary folder. */
export const WORK_PREFIX = 'emulator-';

const mark = z.object({ pid: z.int().min(1), startedAt: z.string().optional() });
const content = z.object({
  owner: mark,
  /** Leaders of process groups. */
  children: z.array(mark),
  /** Folder of builds. */
  folder: z.string().optional(),
});
type Content = z.output<typeof content>;

/** The lock of one emulator; without a file it does nothing. */
export class Lock {
  #file: string | undefined;
  readonly #owner = markOf(process.pid);

  /**
   * Takes the lock. Throws an `InputError` where an emulator that runs has it. Ends what a killed
   * emulator has left.
   */
  constructor(stateFile: string | undefined) {
    if (stateFile === undefined) return;
    const file = `${stateFile}.lock`;
    const before = readLock(file);
    if (before !== undefined) {
      const who = `process ${before.owner.pid}`;
      if (isRunning(before.owner))
        throw new InputError(`The state file ${stateFile} is in use by another emulator (${who}).`);
      for (const child of before.children) killGroup(child);
      removeWorkFolder(before.folder);
    }
    rmSync(file, { force: true });
    writeFileSync(file, this.#text({ children: [] }), { flag: 'wx', mode: 0o600 });
    this.#file = file;
  }

  /** Notes what runs now. */
  note(children: readonly ProcessMark[], folder: string | undefined): void {
    if (this.#file === undefined) return;
    const text = this.#text({ children: [...children], folder });
    writeFileSync(`${this.#file}.tmp`, text, { mode: 0o600 });
    renameSync(`${this.#file}.tmp`, this.#file);
  }

  /** Gives the lock back. */
  release(): void {
    if (this.#file !== undefined) rmSync(this.#file, { force: true });
    this.#file = undefined;
  }

  #text(more: Omit<Content, 'owner'>): string {
    return JSON.stringify({ owner: this.#owner, ...more } satisfies Content);
  }
}

/** Whatever a lock file says, nothing else than such a folder is removed. */
function removeWorkFolder(folder = ''): void {
  if (path.dirname(folder) === tmpdir() && path.basename(folder).startsWith(WORK_PREFIX))
    rmSync(folder, { recursive: true, force: true });
}

/** What the lock file says; undefined where there is none that can be read. */
function readLock(file: string): Content | undefined {
  try {
    return content.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return undefined;
  }
}
