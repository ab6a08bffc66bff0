// Passes one log of one resource to the step log, the summary and the log file, each through its own sanitizer.
import { appendFileSync } from 'node:fs';
import { createFailureExcerpt, type FailureExcerpt } from './failure-excerpt.ts';
import { createLogExcerpt, type LogExcerpt } from './log-excerpt.ts';
import type { LogSource } from '../../operations/operation.ts';
import { errorMessage } from '../../error-message.ts';
import type { Sanitizers, LogText } from '../sanitize/index.ts';

/** A log of one resource. */
export interface CapturedLog {
  readonly resourceId: string;
  readonly source: LogSource;
  readonly capture: LogCapture;
}

/** What a log is called in a title. */
export function logTitle(source: LogSource): string {
  return source === 'build' ? 'Build log' : 'Runtime log';
}

/** What stands before every quote of a log, for people and for agents that read it. */
export function untrustedLabel(source: LogSource): string {
  return `from the ${source} log (untrusted)`;
}

interface LogCapture {
  /** Adds whole lines, each with its line end. */
  push(lines: string): void;
  /** The end of it for the summary; undefined when the log must not be shown. */
  readonly excerpt: LogExcerpt | undefined;
  /** The likely cause and the last lines; undefined when the log must not be shown. */
  failureExcerpt(): FailureExcerpt | undefined;
  lineCount(): number;
  /** Path of the file with the whole log; undefined when there is none, or it could not be written completely. */
  file(): string | undefined;
}

const MIB = 1024 * 1024;

/** What a step prints of one log, gutters included: twice the largest response, since a log may be printed anew. */
const MAX_PRINTED_BYTES = 32 * MIB;

export interface LogCaptureOptions {
  readonly sanitizers: Sanitizers;
  /** Path of the file; undefined when there is none. */
  readonly file: string | undefined;
  /** Shown in the gutter of the step log. */
  readonly label: string | undefined;
  /** False keeps it out of the step log and the summary. */
  readonly show: boolean;
  /** Writes whole lines to the step log; not called with `show: false`. */
  readonly print: (text: string) => void;
  /** Receives the note that the rest is not printed. */
  readonly note: (text: string) => void;
  /** Called at most once, when the file cannot be written. */
  readonly onFileError: (message: string) => void;
}

export function createLogCapture(options: LogCaptureOptions): LogCapture {
  const { sanitizers, show } = options;
  const sanitize = sanitizers.log(options.label);
  const excerpt = createLogExcerpt();
  const failureExcerpt = createFailureExcerpt();
  let printedBytes = 0;
  let { file } = options;
  let lineCount = 0;

  function save(text: string): void {
    if (file === undefined) return;
    try {
      appendFileSync(file, text);
    } catch (error) {
      file = undefined;
      options.onFileError(errorMessage(error));
    }
  }

  function print(log: LogText): void {
    if (printedBytes > MAX_PRINTED_BYTES) return;
    const printable = log.printable();
    printedBytes += Buffer.byteLength(printable);
    if (printedBytes <= MAX_PRINTED_BYTES) return options.print(printable);
    const where = file === undefined ? '' : `; the whole log is in ${file}`;
    options.note(`the log is longer than ${MAX_PRINTED_BYTES / MIB} MiB, so its rest is not printed here${where}`);
  }

  return {
    push(lines) {
      save(sanitizers.redact(lines));
      const log = sanitize(lines);
      lineCount += log.lineCount;
      if (!show) return;
      excerpt.push(log);
      failureExcerpt.push(log.text);
      print(log);
    },
    excerpt: show ? excerpt : undefined,
    failureExcerpt: () => (show ? failureExcerpt.failureExcerpt() : undefined),
    lineCount: () => lineCount,
    file: () => file,
  };
}
