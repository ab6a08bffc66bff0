// A file that a person named: its text, or one sentence about why it cannot be read.
import { readFileSync } from 'node:fs';
import { errorMessage } from '../error-message.ts';

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a folder',
  EACCES: 'its permissions do not allow it',
};

/** Reads a file as UTF-8. Throws an error whose message is one sentence that names the file. */
export function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const code = Error.isError(error) && 'code' in error ? String(error.code) : '';
    const reason = REASONS[code] ?? errorMessage(error);
    throw new Error(`${file} cannot be read: ${reason}.`, { cause: error });
  }
}
