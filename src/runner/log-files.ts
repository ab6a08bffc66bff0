// The log files of one step. Each step has a directory of its own, so that two steps of a job never
// write to the same file.
import { appendFileSync, mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import type { LogRecord } from '../outcome.ts';
import { errorMessage } from '../text.ts';
import type { Env } from './host.ts';

const MAX_FILE_NAME_CHARS = 100;

/**
 * Creates a function that appends redacted text to the file of a log and sets `file` in its record.
 * Without RUNNER_TEMP there is no file. It never throws: the first error is passed to `warn`, and
 * no file is written after it.
 */
export function createLogFiles(env: Env, warn: (text: string) => void) {
  const parent = env['RUNNER_TEMP'] ?? '';
  let isOff = parent === '';
  let directory: string | undefined;
  let count = 0;

  return (record: LogRecord, { resourceId, text }: { resourceId: string; text: string }): void => {
    try {
      if (isOff) return void delete record.file;
      directory ??= mkdtempSync(join(parent, 'deployment-logs-'));
      // Only characters that every file system allows; the number makes the name unique.
      const name = resourceId.replaceAll(/[^\w.~-]/g, '_').slice(0, MAX_FILE_NAME_CHARS);
      record.file ??= join(directory, `${(count += 1)}-${name}.${record.source}.log`);
      appendFileSync(record.file, text);
    } catch (error) {
      isOff = true;
      delete record.file;
      warn(`The log file cannot be written, so log-file stays empty: ${errorMessage(error)}`);
    }
  };
}
