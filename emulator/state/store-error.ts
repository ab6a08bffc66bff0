// What goes wrong with a state file, in sentences for people.
import { isObject } from '../json.ts';

/** A file that cannot be used, or can no longer; the message is one sentence that names it. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
}

/** The file is something else, or a state of another version. */
export class NotOursError extends Error {}

/** The file, or its folder, was removed or replaced while it was in use. */
export class GoneError extends Error {}

/** Sentences by the result codes of SQLite (https://sqlite.org/rescode.html). */
const SENTENCES: Readonly<Record<number, (file: string) => string>> = {
  5: (file) => `The state file ${file} is in use by another emulator. Stop that one, or name another file.`,
  8: (file) => `The state file ${file} cannot be written. Check its permissions and those of its folder.`,
  10: (file) => `The state file ${file} cannot be read or written: the disk reports an error.`,
  11: (file) => `The state file ${file} is damaged. Restore it from a copy, or remove it to start anew.`,
  13: (file) => `The state file ${file} cannot grow: the disk or the limit of the file is full.`,
  14: (file) => `The state file ${file} cannot be opened. Check its permissions and those of its folder.`,
  26: (file) => `The state file ${file} is not a state of this emulator. Name another file.`,
};

/** One sentence for people about an error of the state file. */
export function sentenceOf(error: unknown, file: string): string {
  if (error instanceof NotOursError) return SENTENCES[26]?.(file) ?? '';
  if (error instanceof GoneError) {
    return `The state file ${file} is gone: every change is refused. Start the emulator anew.`;
  }
  const { errcode, message } = isObject(error) ? error : { errcode: undefined, message: error };
  const sentence = typeof errcode === 'number' ? SENTENCES[errcode & 0xff]?.(file) : undefined;
  return sentence ?? `The state file ${file} cannot be used: ${String(message)}.`;
}
