// One log of one resource on its way to every sink: the step log, the summary and the file. Each through its own sanitizer.
import { appendFileSync } from 'node:fs';
import { createFailureExcerpt, type FailureExcerpt } from './failure-excerpt.ts';
import { createLogExcerpt, type LogExcerpt } from './log-excerpt.ts';
import { errorMessage } from '../error-message.ts';
import type { Sanitizers, LogText } from '../sanitize/index.ts';

/** A log that is being taken in. */
export interface LogCapture {
  /** Takes the next piece. */
  push(text: string): void;
  /** Takes the last line, if it had no end. */
  end(): void;
  /** The parts that fit on a page; undefined where the log is not to be shown. */
  readonly excerpt: LogExcerpt | undefined;
  /** What is likely to matter in it; undefined where the log is not to be shown. */
  failureExcerpt(): FailureExcerpt | undefined;
  /** Lines taken in so far. */
  lineCount(): number;
  /** Path of the file that holds the whole log; undefined where there is none, or no longer a whole one. */
  file(): string | undefined;
}

/**
 * What the page shows of a log at the most, some 1,250 lines: GitHub draws the pages of all steps of a run at once, and
 * whoever wants more has the step log and the file. A page with several logs shares its budget besides.
 */
const HEAD_BYTES = 16 * 1024;
const TAIL_BYTES = 112 * 1024;

/** Where a log goes. */
export interface LogCaptureOptions {
  readonly sanitizers: Sanitizers;
  /** Path of the file, undefined where there is no place for one. */
  readonly file: string | undefined;
  /** Shown in the gutter of the step log. */
  readonly label: string | undefined;
  /** False keeps it out of the step log and the summary. */
  readonly show: boolean;
  /** Writes whole lines to the step log; not called where the log is not to be shown. */
  readonly print: (text: string) => void;
  /** Told once, when the file cannot be written. */
  readonly onFileError: (message: string) => void;
}

/** Begins a log. */
export function createLogCapture(options: LogCaptureOptions): LogCapture {
  const { sanitizers, show } = options;
  const logSanitizer = sanitizers.log(options.label === undefined ? {} : { label: options.label });
  const fileSanitizer = sanitizers.file();
  const excerpt = createLogExcerpt({ headBytes: HEAD_BYTES, tailBytes: TAIL_BYTES });
  const failureExcerpt = createFailureExcerpt();
  let { file } = options;
  let lineCount = 0;

  function save(text: string): void {
    if (file === undefined || text === '') return;
    try {
      appendFileSync(file, text);
    } catch (error) {
      file = undefined;
      options.onFileError(errorMessage(error));
    }
  }

  function keep(log: LogText): void {
    lineCount += log.lineCount;
    if (!show || log.lineCount === 0) return;
    excerpt.push(log);
    failureExcerpt.push(log.text);
    options.print(log.printable);
  }

  return {
    push(text) {
      save(fileSanitizer.push(text));
      keep(logSanitizer.push(text));
    },
    end() {
      save(fileSanitizer.end());
      keep(logSanitizer.end());
    },
    excerpt: show ? excerpt : undefined,
    failureExcerpt: () => (show ? failureExcerpt.failureExcerpt() : undefined),
    lineCount: () => lineCount,
    file: () => file,
  };
}
