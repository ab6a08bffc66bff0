// Turns the lines of a log into clean lines for the step log and the summary.
import { asClean, type CleanText, type LineCleaner } from './line-cleaner.ts';
import { printable } from './step-log.ts';

/** Clean lines of a log, for the summary and the step log. */
export interface LogText {
  /** For the summary: each line with a line feed. */
  readonly text: CleanText;
  readonly lineCount: number;
  /** For the step log: the same lines behind a gutter. Must be printed to standard output at the beginning of a line. */
  readonly printable: () => string;
}

/** Cleans whole lines, each with its line end; a last one without gets one. */
export type LogSanitizer = (lines: string) => LogText;

/** Creates the sanitizer of one log; `printing` is passed to {@link printable}. */
export function createLogSanitizer(
  cleaner: LineCleaner,
  printing: { gutter: string; token: () => string },
): LogSanitizer {
  return (lines) => {
    const text = asClean(cleaner.lines(lines.endsWith('\n') ? lines : `${lines}\n`));
    return {
      text,
      lineCount: text.split('\n').length - 1,
      // Not a getter: V8 keeps that of an object literal, and the text with it, until the next full collection.
      printable: () => printable(text, printing),
    };
  };
}
