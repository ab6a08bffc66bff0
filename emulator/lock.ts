// One emulator at a time uses a state file.
import { rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { InputError } from './check.ts';
import { messageOf } from './errors.ts';

/**
 * Locks a state file, and returns what unlocks it. The lock is SQLite's on an empty database: the
 * system itself gives it back when the process ends, however that happens. Throws an `InputError`
 * where another emulator has the file, and where there is no folder for it.
 */
export function lockState(stateFile: string): () => void {
  const folder = path.dirname(path.resolve(stateFile));
  const isFolder = (name: string): boolean =>
    statSync(name, { throwIfNoEntry: false })?.isDirectory() === true;
  const refuse = (why: string, cause?: unknown): never => {
    throw new InputError(`The state file ${stateFile} ${why}.`, { cause });
  };
  if (!isFolder(folder)) refuse(`cannot be written: there is no folder ${folder}`);
  if (isFolder(stateFile))
    refuse(`is a folder; name a file, such as ${path.join(stateFile, 'state.json')}`);
  const file = `${stateFile}.lock`;
  // Loaded only where it is needed: early versions of Node 24 warn that it is new.
  const { DatabaseSync } = process.getBuiltinModule('node:sqlite');
  try {
    const database = new DatabaseSync(file);
    database.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
    return () => {
      database.close();
      rmSync(file, { force: true });
    };
  } catch (error) {
    const message = messageOf(error);
    const isTaken = message === 'database is locked';
    return refuse(
      isTaken ? 'is in use by another emulator' : `cannot be locked by ${file}: ${message}`,
      error,
    );
  }
}
