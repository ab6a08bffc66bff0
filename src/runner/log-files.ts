// The log files of one step, in a folder of its own: two steps of a job never write to the same
// file.
import { appendFileSync, mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import type { LogRecord } from '../outcome.ts';
import { errorMessage } from '../text.ts';
import type { Env } from './host.ts';

const MAX_FILE_NAME_CHARS = 100;

/**
 * Creates a function that adds redacted text to the file of a log and names the file in its record;
 * no file without RUNNER_TEMP. It never throws: the first error is passed to `warn`, and ends the
 * writing of files.
 */
export function createLogFiles(env: Env, warn: (text: string) => void) {
  const parent = env['RUNNER_TEMP'] ?? '';
  let isOff = parent === '';
  let folder: string | undefined;
  let count = 0;

  return (record: LogRecord, { resourceId, text }: { resourceId: string; text: string }): void => {
    try {
      if (isOff) return void delete record.file;
      folder ??= mkdtempSync(join(parent, 'deployment-logs-'));
      // Valid on any system; the number makes it unique.
      const name = resourceId.replaceAll(/[^\w.~-]/g, '_').slice(0, MAX_FILE_NAME_CHARS);
      record.file ??= join(folder, `${(count += 1)}-${name}.${record.source}.log`);
      appendFileSync(record.file, text);
    } catch (error) {
      isOff = true;
      delete record.file;
      warn(`The log file cannot be written, so log-file stays empty: ${errorMessage(error)}`);
    }
  };
}
