// What `init` does: the sample as a start of one's own.
import { cpSync, existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { InputError } from './check.ts';

/** The folder of the sample: its configuration, the JSON Schema of it, and two apps. */
export const SAMPLE = path.join(import.meta.dirname, 'sample');

/**
 * Writes the sample into a folder and returns the names of what it wrote. Throws an `InputError`
 * where one of them is there already.
 */
export function writeSample(folder: string): readonly string[] {
  const names = readdirSync(SAMPLE);
  const present = names.find((name) => existsSync(path.join(folder, name)));
  if (present !== undefined)
    throw new InputError(`${path.join(folder, present)} is there already; nothing was written.`);
  cpSync(SAMPLE, folder, { recursive: true });
  return names;
}
