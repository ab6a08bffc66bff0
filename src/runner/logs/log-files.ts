// Where whole logs are kept below RUNNER_TEMP, and which of them the outputs name.
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import type { LogSource } from '../../operations/operation.ts';
import { errorMessage } from '../../error-message.ts';
import type { Env } from '../host.ts';
import type { CapturedLog } from './log-capture.ts';

const MAX_FILE_NAME_CHARS = 100;

/**
 * Names the log files of one step; the returned function gives the path for a log, undefined if there can be none. Each
 * step has its own folder, so that two steps of a job never write to the same file. `onError` is called at most once,
 * when that folder cannot be made.
 */
export function createLogFiles(
  env: Env,
  onError: (message: string) => void,
): (resourceId: string, source: LogSource) => string | undefined {
  const parent = env['RUNNER_TEMP'] ?? '';
  let canBeMade = parent !== '';
  let directory: string | undefined;
  let count = 0;

  return (resourceId, source) => {
    if (!canBeMade) return undefined;
    try {
      directory ??= mkdtempSync(join(parent, 'deployment-logs-'));
    } catch (error) {
      canBeMade = false;
      onError(errorMessage(error));
      return undefined;
    }
    count += 1;
    return join(directory, `${count}-${fileName(resourceId)}.${source}.log`);
  };
}

/** An id as part of a file name that is valid on any system; the number before it makes the name unique. */
function fileName(resourceId: string): string {
  return resourceId.replaceAll(/[^\w.~-]/g, '_').slice(0, MAX_FILE_NAME_CHARS);
}

/** The file that the outputs name, by resource id: that of the build log, else that of the runtime log. */
export function namedFiles(logs: readonly CapturedLog[]): Map<string, string> {
  const files = new Map<string, string>();
  for (const { resourceId, source, capture } of logs) {
    const file = capture.file();
    if (file !== undefined && (source === 'build' || !files.has(resourceId))) files.set(resourceId, file);
  }
  return files;
}
