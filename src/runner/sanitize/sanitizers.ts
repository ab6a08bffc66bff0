// The sanitizers for text that others wrote: logs, names, messages, addresses. One sanitizer for each sink, and no other way.
// The steps are in the files beside; messages, files and the runner's own functions are not used here.
import { randomUUID } from 'node:crypto';
import { asClean, type CleanText } from './clean-text.ts';
import { fencedBlock, htmlCode, inertProse, inertText, inlineCode, linkTarget, markdownLink } from './markdown.ts';
import { createLineCleaner, MAX_RAW_LINE_CHARS } from './line-cleaner.ts';
import { createLineSplitter } from './line-splitter.ts';
import { createRedactedStream } from './redacted-stream.ts';
import { createRedactor } from './redaction.ts';
import { gutter, printable } from './step-log.ts';
import { clipped } from './visible-text.ts';

const DEFAULT_LINE_CHARS = 500;
/** A gutter stands before every line of a log, so it must not be much longer than the lines. */
const MAX_LABEL_CHARS = 24;
const MAX_VALUE_CHARS = 500;
const MAX_PROSE_CHARS = 1500;

/** Clean lines of a log, for the two places where they are shown. */
export interface LogText {
  /** For the summary: each line with a line feed, with the number of characters that were cut. '' without lines. */
  readonly text: CleanText;
  readonly lineCount: number;
  /**
   * For the step log: the same lines behind a gutter, made when they are asked for. Must be printed at the beginning of
   * a line, to standard output.
   */
  readonly printable: string;
}

/** A sanitizer that takes chunks of a log and gives clean lines. */
export interface LogSanitizer {
  /** The lines that this chunk completes. */
  push(text: string): LogText;
  /** The line that was still waiting for its end, if any. */
  end(): LogText;
  /** Clean lines, each with its line feed, as {@link LogText.printable}. */
  printable(lines: CleanText): string;
}

/** A sanitizer that takes chunks and gives text that is ready to be written. */
export interface FileSanitizer {
  /** The text that this chunk completes, or ''. */
  push(text: string): string;
  /** The text that was still waiting for its line end, or ''. */
  end(): string;
}

/** One sanitizer for each sink. Every sanitizer redacts; all but `file` clean; what comes out is the same however it was chunked. */
export interface Sanitizers {
  /** Removes the secrets in all their forms and changes nothing else. */
  redact(text: string): string;
  /**
   * One clean line for a message, an annotation or a fact: at most `maxChars` characters (default 500), cut with `…`.
   * Printed at the beginning of a line, it is no command.
   */
  line(text: string, options?: { maxChars?: number }): string;
  /** A log, line by line, for the step log (`label` stands in its gutter) and for a page. */
  log(options?: { label?: string }): LogSanitizer;
  /** Any number of lines, cleaned as those of a log are. */
  lines(text: string): CleanText;
  /** Markdown: a fenced block of the text as it is, blank lines around it. */
  block(text: CleanText): string;
  /** Markdown: a single value as inline code, fit for a table cell too. */
  code(text: string): string;
  /** Markdown: words inside a sentence or a table cell; shown as inline code where anything in them could come alive. */
  text(text: string): string;
  /** Markdown: a sentence of ours that quotes others; only the quoted parts become inline code where they must. */
  prose(text: string): string;
  /** Code inside a line of HTML, such as `<summary>`, where Markdown is not read. */
  htmlCode(text: string): string;
  /** Markdown: a link where the address may be linked (`https:`, or `http:` on loopback), else inline code. */
  link(url: string, label?: string): string;
  /** A file that keeps the text as it came, redacted. It may hold commands and controls: it is not for printing. */
  file(): FileSanitizer;
}

/** Makes the sanitizers. `token` gives a new unguessable word for each use; it is there for tests. */
export function createSanitizers(options: { secrets: readonly string[]; token?: () => string }): Sanitizers {
  const redactor = createRedactor(options.secrets);
  const cleaner = createLineCleaner(redactor);
  const token = options.token ?? randomUUID;
  const line = (text: string, maxChars: number): string => clipped(commandless(cleaner.singleLine(text)), maxChars);
  const value = (text: string): string => clipped(cleaner.singleLine(text), MAX_VALUE_CHARS);

  return {
    redact: (text) => redactor.redact(text),
    line: (text, { maxChars = DEFAULT_LINE_CHARS } = {}) => line(text, maxChars),
    log({ label = '' } = {}) {
      const printing = { gutter: gutter(line(label, MAX_LABEL_CHARS)), token };
      const printableLines = (lines: CleanText): string => printable(lines.split('\n').slice(0, -1), printing);
      let ready = '';
      const splitter = createLineSplitter(MAX_RAW_LINE_CHARS, (text, droppedChars) => {
        ready += `${droppedChars > 0 ? cleaner.line(text, droppedChars) : cleaner.lines(text)}\n`;
      });
      function taken(): LogText {
        const text = asClean(ready);
        ready = '';
        return {
          text,
          lineCount: text.split('\n').length - 1,
          get printable() {
            return printableLines(text);
          },
        };
      }
      return {
        push(text) {
          splitter.push(text);
          return taken();
        },
        end() {
          splitter.end();
          return taken();
        },
        printable: printableLines,
      };
    },
    lines: (text) => asClean(cleaner.lines(text)),
    block: (text) => fencedBlock(text),
    code: (text) => inlineCode(value(text)),
    text: (text) => inertText(value(text)),
    prose: (text) => inertProse(clipped(cleaner.singleLine(text), MAX_PROSE_CHARS)),
    htmlCode: (text) => htmlCode(value(text)),
    link(url, label) {
      // An address that had to be cleaned is not the address that was meant.
      const target = cleaner.singleLine(url) === url ? linkTarget(url) : undefined;
      if (target === undefined) return inlineCode(value(url));
      return markdownLink(target, label === undefined ? inlineCode(value(target)) : inertText(value(label)));
    },
    file: () => createRedactedStream(redactor),
  };
}

/** A line that begins with `::` would be a command; a space between the two is enough. */
function commandless(line: string): string {
  return line.startsWith('::') ? `: ${line.slice(1)}` : line;
}
