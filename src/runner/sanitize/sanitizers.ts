// The sanitizers for untrusted text, one for each place where text is shown or stored. Untrusted
// text reaches that place only through its sanitizer.
import { randomUUID } from 'node:crypto';
import { cleanLine, escapeInvisible, truncate } from './clean.ts';
import { cleanLines, printable } from './log-lines.ts';
import { fencedBlock, escapeMarkdown, inlineCode, linkTarget, markdownLink } from './markdown.ts';
import { createRedactor, type Redactor } from './redact.ts';

/** Enough for a sentence with several ids of 300 characters, as some services send them. */
const MAX_LINE_CHARS = 2_000;
/** Characters with which a text inserted into a script could become a command. */
const SCRIPT_SYNTAX = /["'`$\\;&|<>\u2018-\u201f]/;

export type Sanitizers = ReturnType<typeof createSanitizers>;

/**
 * Creates the sanitizers of one step. All redact secrets before anything is truncated; all except
 * `redact`, `output` and `json` also clean. Lines together give the same result as one by one.
 * `token` returns a new unguessable string for `stop-commands`; tests replace it.
 */
export function createSanitizers(options: { secrets: readonly string[]; token?: () => string }) {
  const redactor = createRedactor(options.secrets);
  const token = options.token ?? randomUUID;
  // Before: line ends and tabs are folded. After: a secret may hold spaces, which that restores.
  const redactedLine = (text: string): string =>
    redactor.redact(cleanLine(redactor.redact(text.replaceAll(/[\n\t]/g, '\u2028'))));
  const shortLine = (text: string): string => truncate(redactedLine(text), MAX_LINE_CHARS);

  /**
   * One clean line of at most `maxChars` characters (2,000 by default), truncated with `…`. It may
   * be printed at the beginning of a line, since it is never a workflow command.
   */
  function safeLine(text: string, { maxChars } = { maxChars: MAX_LINE_CHARS }): string {
    return truncate(redactedLine(text).replace(/^::/, ': :'), maxChars);
  }

  return {
    /**
     * For a file: replaces the secrets in all their forms (see {@link Redactor}). The result may
     * contain commands and control characters, so never print it.
     */
    redact: redactor.redact,
    withoutBeginnings: (text: string): string => redactor.withoutBeginnings(text),
    /** How many characters to drop at the end of a text that was received in part. */
    longestSecretChars: redactor.longestSecretChars,
    safeLine,
    /**
     * Whole lines of a log; a missing last line end is added. `text` is for excerpts, and for the
     * summary through `block`. `printable` returns what to print at the beginning of a line of the
     * step log: each line behind a gutter.
     */
    log(lines: string) {
      const text = cleanLines(lines.endsWith('\n') ? lines : `${lines}\n`, redactor);
      return {
        text,
        printable: () => printable(text, token),
      };
    },
    /**
     * Markdown: lines of a log, joined by line feeds, as a fenced code block between blank lines.
     * Lines that are clean already stay as they are.
     */
    block: (lines: string): string => fencedBlock(cleanLines(lines, redactor)),
    /** Markdown: one value as inline code, also valid in a table cell. */
    code: (text: string): string => inlineCode(shortLine(text)),
    /**
     * Markdown: a name, or a sentence that quotes untrusted text. Words that are not plain become
     * inline code.
     */
    text: (text: string): string => escapeMarkdown(shortLine(text)),
    /**
     * Markdown: a link if the address may be linked (`https:`, or `http:` for loopback hosts),
     * otherwise inline code. An address that cleaning would change is not linked.
     */
    link(url: string, label?: string): string {
      const target = redactedLine(url) === url ? linkTarget(url) : undefined;
      if (target === undefined) return inlineCode(shortLine(url));
      const shown =
        label === undefined ? inlineCode(shortLine(target)) : escapeMarkdown(shortLine(label));
      return markdownLink(target, shown);
    },
    /**
     * The redacted value of an output. Empty unless it is one line of visible characters without
     * the syntax of scripts, which could run anything else.
     */
    output(text: string): string {
      const redacted = redactor.redact(text);
      const isVisible = escapeInvisible(redacted) === redacted && redacted.isWellFormed();
      return isVisible && !SCRIPT_SYNTAX.test(redacted) ? redacted : '';
    },
    /** The same JSON with each text in it redacted and invisible characters escaped. */
    json: (text: string): string => escapeInvisible(redactJson(text, redactor)),
  };
}

/** Each text is redacted on its own, since escapes such as `\f` could hide a secret. */
function redactJson(json: string, { redact }: Redactor): string {
  // Usually nothing is to be done, and text by text a long list would take seconds.
  const unescaped = json.replaceAll(/\\(?:[bfnrt]|u[\da-f]{4})/gi, '');
  if (redact(json) === json && redact(unescaped) === unescaped) return json;
  const redacted: unknown = JSON.parse(json, (_name, part: unknown) => {
    if (typeof part === 'string') return redact(part);
    if (typeof part === 'number' && redact(`${part}`) !== `${part}`) return redact(`${part}`);
    if (typeof part !== 'object' || part === null || Array.isArray(part)) return part;
    return Object.fromEntries(
      Object.entries(part).map(([name, inner]) => [redact(name), inner] as const),
    );
  });
  return JSON.stringify(redacted);
}
