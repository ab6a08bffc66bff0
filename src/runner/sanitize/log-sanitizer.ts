// Turns a log that arrives in chunks into clean lines for the step log and the summary, in bounded memory.
import { asClean, type CleanText, type LineCleaner, MAX_RAW_LINE_CHARS } from './line-cleaner.ts';
import { createLineSplitter } from './line-splitter.ts';
import { printable } from './step-log.ts';

/** Clean lines of a log, for the summary and the step log. */
export interface LogText {
  /** For the summary: each line with a line feed; '' without lines. */
  readonly text: CleanText;
  readonly lineCount: number;
  /** For the step log: the same lines behind a gutter. Must be printed to standard output at the beginning of a line. */
  readonly printable: () => string;
}

export interface LogSanitizer {
  /** The lines that this chunk completes. */
  push(text: string): LogText;
  /** The unfinished last line, if any. */
  end(): LogText;
  /** Formats clean lines, each with its line feed, like {@link LogText.printable}. */
  printable(lines: CleanText): string;
}

/**
 * Creates the sanitizer of one log. The step log has `gutter` before each line; `token` returns a new unguessable string
 * for `stop-commands`.
 */
export function createLogSanitizer(
  cleaner: LineCleaner,
  printing: { gutter: string; token: () => string },
): LogSanitizer {
  let ready = '';
  const splitter = createLineSplitter(MAX_RAW_LINE_CHARS, (text, droppedChars) => {
    ready += `${droppedChars > 0 ? cleaner.line(text, droppedChars) : cleaner.lines(text)}\n`;
  });

  function printableLines(lines: CleanText): string {
    return printable(lines, printing);
  }

  function flush(): LogText {
    const text = asClean(ready);
    ready = '';
    return {
      text,
      lineCount: text.split('\n').length - 1,
      // Not a getter: V8 keeps that of an object literal, and the text with it, until the next full collection.
      printable: () => printableLines(text),
    };
  }

  return {
    push(text) {
      splitter.push(text);
      return flush();
    },
    end() {
      splitter.end();
      return flush();
    },
    printable: printableLines,
  };
}
