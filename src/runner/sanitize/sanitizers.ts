// The sanitizers for untrusted text: logs, names, messages, addresses. Every sink has its own, and untrusted text
// reaches a sink only through it.
import { randomUUID } from 'node:crypto';
import {
  codeLines,
  fencedBlock,
  htmlCode,
  inertProse,
  inertText,
  inlineCode,
  linkTarget,
  markdownLink,
} from './markdown.ts';
import { type CleanText, createLineCleaner } from './line-cleaner.ts';
import { createLogSanitizer, type LogSanitizer } from './log-sanitizer.ts';
import { createRedactor } from './redaction.ts';
import { gutter } from './step-log.ts';
import { clipped, withInvisibleEscaped } from './visible-text.ts';

/** A sentence with several ids of 300 characters, as some services send, is still whole. */
const DEFAULT_LINE_CHARS = 2_000;
/** Longest label: the gutter is printed before every line of a log. */
const MAX_LABEL_CHARS = 24;
const MAX_VALUE_CHARS = 500;
const MAX_PROSE_CHARS = 1500;

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
  /** The lines of a log, for the step log (with `label` in its gutter) and the summary. */
  log(label?: string): LogSanitizer;
  /** Markdown: these lines of a log as a fenced code block with blank lines around it. */
  block(lines: readonly CleanText[]): string;
  /** Markdown: these lines of a log as inline code that wraps, one below the other; '' without any. */
  lines(lines: readonly CleanText[]): string;
  /** Markdown: a single value as inline code, also valid in a table cell. */
  code(text: string): string;
  /** Markdown: words in a sentence or a table cell; inline code unless all of them are plain. */
  text(text: string): string;
  /** Markdown: a sentence of ours that quotes untrusted text; only parts that are not plain become inline code. */
  prose(text: string): string;
  /** HTML: code in a line such as `<summary>`, where Markdown is not rendered. */
  htmlCode(text: string): string;
  /** Markdown: a link if the address may be linked (`https:`, or `http:` on loopback), else inline code. */
  link(url: string, label?: string): string;
  /** The value of an output, redacted; undefined if it is not one line of visible characters. */
  output(value: string): string | undefined;
  /** The same JSON with every text in it redacted, and with invisible characters escaped. */
  json(text: string): string;
}

/** `token` returns a new unguessable string for `stop-commands`; replaced in tests. */
export function createSanitizers(options: { secrets: readonly string[]; token?: () => string }): Sanitizers {
  const redactor = createRedactor(options.secrets);
  const cleaner = createLineCleaner(redactor);
  const token = options.token ?? randomUUID;
  const line = (text: string, maxChars: number): string => clipped(commandless(cleaner.singleLine(text)), maxChars);
  const value = (text: string): string => clipped(cleaner.singleLine(text), MAX_VALUE_CHARS);

  // Escapes would keep a secret from being found, so each text of a JSON value is redacted by itself.
  function redactedPart(_name: string, part: unknown): unknown {
    if (typeof part === 'string') return redactor.redact(part);
    if (typeof part !== 'object' || part === null || Array.isArray(part)) return part;
    return Object.fromEntries(Object.entries(part).map(([name, inner]) => [redactor.redact(name), inner]));
  }

  return {
    redact: (text) => redactor.redact(text),
    line: (text, { maxChars = DEFAULT_LINE_CHARS } = {}) => line(text, maxChars),
    log: (label = '') => createLogSanitizer(cleaner, { gutter: gutter(line(label, MAX_LABEL_CHARS)), token }),
    block: (lines) => fencedBlock(lines.join('\n')),
    lines: (lines) => codeLines(lines.join('\n')),
    code: (text) => inlineCode(value(text)),
    text: (text) => inertText(value(text)),
    prose: (text) => inertProse(clipped(cleaner.singleLine(text), MAX_PROSE_CHARS)),
    htmlCode: (text) => htmlCode(value(text)),
    link(url, label) {
      // An address that cleaning would change is not linked.
      const target = cleaner.singleLine(url) === url ? linkTarget(url) : undefined;
      if (target === undefined) return inlineCode(value(url));
      return markdownLink(target, label === undefined ? inlineCode(value(target)) : inertText(value(label)));
    },
    output(text) {
      const redacted = redactor.redact(text);
      return withInvisibleEscaped(redacted) === redacted && redacted.isWellFormed() ? redacted : undefined;
    },
    json: (text) => withInvisibleEscaped(JSON.stringify(JSON.parse(text, redactedPart))),
  };
}

/** Inserts a space into `::` at the beginning of a line, which would be a workflow command. */
function commandless(line: string): string {
  return line.startsWith('::') ? `: ${line.slice(1)}` : line;
}
