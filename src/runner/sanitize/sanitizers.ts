// The sanitizers for untrusted text: logs, names, messages, addresses. Every sink has its own, and untrusted text
// reaches a sink only through it.
import { randomUUID } from 'node:crypto';
import { breakCommands, clipped, visibleLine, withInvisibleEscaped } from './clean.ts';
import { cleanLines, printable } from './log-lines.ts';
import { fencedBlock, htmlCode, inertText, inlineCode, linkTarget, markdownLink } from './markdown.ts';
import { createRedactor } from './redact.ts';

/** A sentence with several ids of 300 characters, as some services send, is still whole. */
const DEFAULT_LINE_CHARS = 2_000;
/** Longest label: the gutter is printed before every line of a log. */
const MAX_LABEL_CHARS = 24;
const MAX_VALUE_CHARS = 500;
const MAX_TEXT_CHARS = 1_500;

/** Clean lines of a log. */
interface LogText {
  /** Each line with a line feed; for excerpts, and for the summary through `block`. */
  readonly text: string;
  /** The same lines for the step log, behind a gutter that shows the label. To be printed at the beginning of a line. */
  readonly printable: (label?: string) => string;
}

/**
 * One sanitizer per sink. All redact; all but `redact`, `output` and `json` clean. The result for lines together is the
 * same as one by one.
 */
export interface Sanitizers {
  /**
   * Replaces the secrets in all their forms and changes nothing else, for a file: the text may contain commands and
   * control characters, so never print it.
   */
  redact(text: string): string;
  /**
   * One clean line for a message, an annotation or a fact: at most `maxChars` characters (default 2,000), truncated with
   * `…`. Safe to print at the beginning of a line: never a workflow command.
   */
  line(text: string, options?: { maxChars?: number }): string;
  /** Whole lines of a log, each with its line end; a last one without gets one. */
  log(lines: string): LogText;
  /** Markdown: lines of a log, joined by line feeds, as a fenced code block with blank lines around it. */
  block(lines: string): string;
  /** Markdown: a single value as inline code, also valid in a table cell. */
  code(text: string): string;
  /** Markdown: a name, or a sentence that quotes untrusted text; only words that are not plain become inline code. */
  text(text: string): string;
  /** HTML: code in a line such as `<summary>`, where Markdown is not rendered. */
  htmlCode(text: string): string;
  /** Markdown: a link if the address may be linked (`https:`, or `http:` on loopback), else inline code. */
  link(url: string, label?: string): string;
  /** The value of an output, redacted; '' if it is not one line of visible characters, which a script could mistake. */
  output(value: string): string;
  /** The same JSON with every text in it redacted, and with invisible characters escaped. */
  json(text: string): string;
}

/** `token` returns a new unguessable string for `stop-commands`; replaced in tests. */
export function createSanitizers(options: { secrets: readonly string[]; token?: () => string }): Sanitizers {
  const redactor = createRedactor(options.secrets);
  const token = options.token ?? randomUUID;
  const singleLine = (text: string): string => breakCommands(visibleLine(redactor.redact(text)));
  const line = (text: string, maxChars: number): string => clipped(singleLine(text).replace(/^::/, ': :'), maxChars);
  const value = (text: string): string => clipped(singleLine(text), MAX_VALUE_CHARS);

  // Escapes would keep a secret from being found, so each text of a JSON value is redacted by itself.
  function redactedPart(_name: string, part: unknown): unknown {
    if (typeof part === 'string') return redactor.redact(part);
    if (typeof part !== 'object' || part === null || Array.isArray(part)) return part;
    return Object.fromEntries(Object.entries(part).map(([name, inner]) => [redactor.redact(name), inner]));
  }

  return {
    redact: (text) => redactor.redact(text),
    line: (text, { maxChars = DEFAULT_LINE_CHARS } = {}) => line(text, maxChars),
    log(lines) {
      const text = cleanLines(lines.endsWith('\n') ? lines : `${lines}\n`, redactor);
      return { text, printable: (label = '') => printable(text, { label: line(label, MAX_LABEL_CHARS), token }) };
    },
    // Lines that are clean already stay as they are.
    block: (lines) => fencedBlock(cleanLines(lines, redactor)),
    code: (text) => inlineCode(value(text)),
    text: (text) => inertText(clipped(singleLine(text), MAX_TEXT_CHARS)),
    htmlCode: (text) => htmlCode(value(text)),
    link(url, label) {
      // An address that cleaning would change is not linked.
      const target = singleLine(url) === url ? linkTarget(url) : undefined;
      if (target === undefined) return inlineCode(value(url));
      return markdownLink(target, label === undefined ? inlineCode(value(target)) : inertText(value(label)));
    },
    output(text) {
      const redacted = redactor.redact(text);
      return withInvisibleEscaped(redacted) === redacted && redacted.isWellFormed() ? redacted : '';
    },
    json: (text) => withInvisibleEscaped(JSON.stringify(JSON.parse(text, redactedPart))),
  };
}
