// The sanitizers for untrusted text: logs, names, messages, addresses. Every sink has its own, and
// untrusted text reaches a sink only through it.
import { randomUUID } from 'node:crypto';
import { cleanLine, escapeInvisible, truncate } from './clean.ts';
import { cleanLines, printable } from './log-lines.ts';
import {
  fencedBlock,
  htmlCode,
  escapeMarkdown,
  inlineCode,
  linkTarget,
  markdownLink,
} from './markdown.ts';
import { createRedactor } from './redact.ts';

/** A sentence with several ids of 300 characters, as some services send, is still whole. */
const DEFAULT_LINE_CHARS = 2_000;
/** Longest label: the gutter is printed before every line of a log. */
const MAX_LABEL_CHARS = 24;
const MAX_VALUE_CHARS = 500;
const MAX_TEXT_CHARS = 1_500;

/**
 * One sanitizer per sink. All redact; all but `redact`, `output` and `json` clean. The result for
 * lines together is the same as one by one.
 */
export type Sanitizers = ReturnType<typeof createSanitizers>;

/** `token` returns a new unguessable string for `stop-commands`; replaced in tests. */
export function createSanitizers(options: { secrets: readonly string[]; token?: () => string }) {
  const redactor = createRedactor(options.secrets);
  const token = options.token ?? randomUUID;
  const redactedLine = (text: string): string => cleanLine(redactor.redact(text));
  const value = (text: string): string => truncate(redactedLine(text), MAX_VALUE_CHARS);

  function safeLine(
    text: string,
    { maxChars = DEFAULT_LINE_CHARS }: { maxChars?: number } = {},
  ): string {
    return truncate(redactedLine(text).replace(/^::/, ': :'), maxChars);
  }

  // Escapes would keep a secret from being found, so each text of a JSON value is redacted by
  // itself.
  function redactedPart(_name: string, part: unknown): unknown {
    if (typeof part === 'string') return redactor.redact(part);
    if (typeof part !== 'object' || part === null || Array.isArray(part)) return part;
    return Object.fromEntries(
      Object.entries(part).map(([name, inner]) => [redactor.redact(name), inner]),
    );
  }

  return {
    /**
     * Replaces the secrets in all their forms and changes nothing else, for a file: the text may
     * contain commands and control characters, so never print it.
     */
    redact: (text: string): string => redactor.redact(text),
    /**
     * One clean line for a message, an annotation or a fact: at most `maxChars` characters (default
     * 2,000), truncated with `…`. Safe to print at the beginning of a line: never a workflow
     * command.
     */
    safeLine,
    /**
     * Whole lines of a log, each with its line end; a last one without gets one. `text` is for
     * excerpts, and for the summary through `block`. `printable` makes of it what is printed at the
     * beginning of a line of the step log, each line behind a gutter that shows the label.
     */
    log(lines: string) {
      const text = cleanLines(lines.endsWith('\n') ? lines : `${lines}\n`, redactor);
      return {
        text,
        printable: (label = ''): string =>
          printable(text, { label: safeLine(label, { maxChars: MAX_LABEL_CHARS }), token }),
      };
    },
    /**
     * Markdown: lines of a log, joined by line feeds, as a fenced code block with blank lines
     * around it. Lines that are clean stay as they are.
     */
    block: (lines: string): string => fencedBlock(cleanLines(lines, redactor)),
    /** Markdown: a single value as inline code, also valid in a table cell. */
    code: (text: string): string => inlineCode(value(text)),
    /**
     * Markdown: a name, or a sentence that quotes untrusted text; only words that are not plain
     * become inline code.
     */
    text: (text: string): string => escapeMarkdown(truncate(redactedLine(text), MAX_TEXT_CHARS)),
    /** HTML: code in a line such as `<summary>`, where Markdown is not rendered. */
    htmlCode: (text: string): string => htmlCode(value(text)),
    /**
     * Markdown: a link if the address may be linked (`https:`, or `http:` on loopback), else inline
     * code.
     */
    link(url: string, label?: string): string {
      // An address that cleaning would change is not linked.
      const target = redactedLine(url) === url ? linkTarget(url) : undefined;
      if (target === undefined) return inlineCode(value(url));
      return markdownLink(
        target,
        label === undefined ? inlineCode(value(target)) : escapeMarkdown(value(label)),
      );
    },
    /**
     * The value of an output, redacted; '' if it is not one line of visible characters, which a
     * script could mistake.
     */
    output(text: string): string {
      const redacted = redactor.redact(text);
      return escapeInvisible(redacted) === redacted && redacted.isWellFormed() ? redacted : '';
    },
    /** The same JSON with every text in it redacted, and with invisible characters escaped. */
    json: (text: string): string => escapeInvisible(JSON.stringify(JSON.parse(text, redactedPart))),
  };
}
