// One log of a build or an app: cleaned and printed, saved in a file, and recorded in the outcome.
import { appendFileSync, mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import type { LogRecord } from '../outcome.ts';
import { errorMessage } from '../text.ts';
import { collectErrorLines, detached } from './excerpt.ts';
import type { Env } from './host.ts';
import type { LogText, Sanitizers } from './sanitize/sanitizers.ts';

export type LogSource = LogRecord['source'];

const MIB = 1024 * 1024;
/** What a step prints of one log, gutters included: twice the longest reply, since a log may be printed anew. */
const MAX_PRINTED_BYTES = 32 * MIB;
/** Limit of the end of a log in an outcome. */
const MAX_TAIL_CHARS = 128 * 1024;
/** Usual size of a piece: sanitizing a long log at once would need many times its size in memory. */
const PIECE_CHARS = 64 * 1024;
const MAX_FILE_NAME_CHARS = 100;

interface CaptureOptions {
  readonly sanitizers: Sanitizers;
  readonly files: LogFiles;
  /** False keeps the log out of step log, annotations and summary. */
  readonly show: boolean;
  /** The label in the gutter; empty for none. */
  readonly label: () => string;
  /** Prints whole lines. */
  readonly print: (text: string) => void;
  /** Prints the note that the rest is not printed. */
  readonly note: (text: string) => void;
}

/** Fills `record`, whose file is already named. The returned function takes whole lines, each with its line feed. */
export function captureLog(record: LogRecord, options: CaptureOptions): (text: string) => void {
  const findErrors = collectErrorLines(record.errorLines);
  let printedBytes = 0;

  function print({ printable }: LogText): void {
    if (printedBytes > MAX_PRINTED_BYTES) return;
    const text = printable(options.label());
    printedBytes += Buffer.byteLength(text);
    if (printedBytes <= MAX_PRINTED_BYTES) return options.print(text);
    const where = record.file === undefined ? '' : `; the whole log is in ${record.file}`;
    options.note(`the log is longer than ${MAX_PRINTED_BYTES / MIB} MiB, so its rest is not printed here${where}`);
  }

  function add(piece: string): void {
    if (record.file !== undefined && !options.files.append(record.file, options.sanitizers.redact(piece))) {
      delete record.file;
    }
    const log = options.sanitizers.log(piece);
    const lines = log.text.slice(0, -1);
    const tail = record.lineCount === 0 ? lines : `${record.tail}\n${lines}`;
    record.lineCount += lines.split("\n").length;
    if (!options.show) return;
    record.tail = shortTail(tail);
    findErrors(lines.split('\n'));
    print(log);
  }

  return (text) => {
    for (const piece of piecesOf(text)) add(piece);
  };
}

/** The end of a log that has grown too long, from the beginning of a line. */
function shortTail(tail: string): string {
  if (tail.length <= MAX_TAIL_CHARS) return tail;
  // Half of it goes: to cut each time would cost more than what is new.
  return detached(tail.slice(tail.indexOf('\n', tail.length - MAX_TAIL_CHARS / 2) + 1));
}

/** The text in pieces of whole lines. */
function* piecesOf(text: string): Generator<string> {
  for (let start = 0; start < text.length;) {
    const lastEnd = text.lastIndexOf('\n', start + PIECE_CHARS);
    const end = lastEnd < start ? text.indexOf('\n', start) : lastEnd;
    const next = end < 0 ? text.length : end + 1;
    yield text.slice(start, next);
    start = next;
  }
}

/** The log files of one step, in a folder of its own: two steps of a job never write to the same file. Throws nothing. */
export interface LogFiles {
  /** Names the file of a log; no file without RUNNER_TEMP, or if the folder cannot be made. */
  name(resourceId: string, source: LogSource): Pick<LogRecord, 'file'>;
  /** False if the file cannot be written. */
  append(file: string, text: string): boolean;
}

/** `warn` is called at most once. */
export function createLogFiles(env: Env, warn: (text: string) => void): LogFiles {
  const parent = env['RUNNER_TEMP'] ?? '';
  let folder: string | undefined;
  let count = 0;
  let hasFailed = false;

  function tried<T>(work: () => T): T | undefined {
    try {
      return work();
    } catch (error) {
      if (!hasFailed) warn(`The log file cannot be written, so log-file stays empty: ${errorMessage(error)}`);
      hasFailed = true;
      return undefined;
    }
  }

  return {
    name(resourceId, source) {
      const made = parent === '' ? undefined : tried(() => (folder ??= mkdtempSync(join(parent, 'deployment-logs-'))));
      if (made === undefined) return {};
      count += 1;
      // Valid on any system; the number makes it unique.
      const name = resourceId.replaceAll(/[^\w.~-]/g, '_').slice(0, MAX_FILE_NAME_CHARS);
      return { file: join(made, `${count}-${name}.${source}.log`) };
    },
    append: (file, text) => tried(() => (appendFileSync(file, text), true)) ?? false,
  };
}
