// The sanitizers for untrusted text, one for each place where text is shown or stored. Untrusted
// text reaches that place only through its sanitizer.
import { randomUUID } from 'node:crypto';
import { cleanLine, escapeInvisible, truncate } from './clean.ts';
import { cleanLines, printable } from './log-lines.ts';
import { escapeMarkdown, fencedBlock, inlineCode, linkTarget, markdownLink } from './markdown.ts';
import { safeJson } from './json.ts';
import { createRedactor, type Redactor } from './redact.ts';

/** Enough for a sentence with several ids of 300 characters, as some services send them. */
const MAX_LINE_CHARS = 2_000;
/** Characters with which a text inserted into a script could become a command. */
const SCRIPT_SYNTAX = /["'`$\\;&|<>\u2018-\u201f]/;

export type Sanitizers = ReturnType<typeof createSanitizers>;

/**
 * Creates the sanitizers of one step. All redact secrets before anything is truncated; all except
 * `file`, `output` and `json` also clean. Lines together give the same result as one by one.
 * `token` returns a new unguessable string for `stop-commands`; tests replace it.
 */
export function createSanitizers(options: { secrets: readonly string[]; token?: () => string }) {
  const redactor = createRedactor(options.secrets);
  const token = options.token ?? randomUUID;
  // Before: line ends and tabs are folded, and invisible characters escaped. After: a secret may
  // hold spaces, which that restores.
  const redactedLine = (text: string): string =>
    redactor.redact(cleanLine(redactor.redact(text.replaceAll(/[\n\t]/g, '\u2028'))));

  return {
    /**
     * For a file: replaces the secrets in all their forms. The result may contain commands and
     * control characters, so never print it.
     */
    file: (text: string): string => redactor.redact(text),
    /** A text that may go on, without what could be the beginning of a secret at its end. */
    withoutOpenEnd: (text: string): string => redactor.withoutOpenEnd(text),
    /**
     * One clean line of at most `maxChars` characters (2,000 by default), truncated with `…`. It
     * may be printed at the beginning of a line, since it is never a workflow command.
     */
    line: (text: string, { maxChars } = { maxChars: MAX_LINE_CHARS }): string =>
      truncate(redactedLine(text).replace(/^::/, ': :'), maxChars),
    /** A text of any number of lines, clean, for a place that is no log. */
    lines: (text: string): string => cleanLines(text, redactor),
    /**
     * Lines of a log; a missing last line end is added. `text` is for excerpts, and for the summary
     * through `block`. `printable` is for the beginning of a line of the step log.
     */
    log(lines: string) {
      const text = cleanLines(lines.endsWith('\n') ? lines : `${lines}\n`, redactor);
      return { text, printable: printable(text, token) };
    },
    ...markdownSanitizers(redactor, redactedLine),
    /** The redacted value of an output; empty unless it is one harmless line. */
    output(text: string): string {
      const redacted = redactor.redact(text);
      return isHarmless(redacted) ? redacted : '';
    },
    /** JSON of a value with each text in it redacted, names included. */
    json: (value: unknown): string => safeJson(value, redactor),
  };
}

/** True for visible characters without the syntax of scripts, which could run anything else. */
function isHarmless(text: string): boolean {
  return escapeInvisible(text) === text && text.isWellFormed() && !SCRIPT_SYNTAX.test(text);
}

function markdownSanitizers(redactor: Redactor, redactedLine: (text: string) => string) {
  const shortLine = (text: string): string => truncate(redactedLine(text), MAX_LINE_CHARS);

  return {
    /** Markdown: clean lines, joined by line feeds, as a fenced code block between blank lines. */
    block: (lines: string): string => fencedBlock(cleanLines(lines, redactor)),
    /** Markdown: one value as inline code, also valid in a table cell. */
    code: (text: string): string => inlineCode(shortLine(text)),
    /** Markdown: a name or a sentence. Words that are not plain become inline code. */
    text: (text: string): string => escapeMarkdown(shortLine(text)),
    /**
     * Markdown: a link if the address may be linked (`https:`, or `http:` for loopback hosts) and
     * cleaning does not change it, otherwise inline code.
     */
    link(url: string, label?: string): string {
      const target = redactedLine(url) === url ? linkTarget(url) : undefined;
      if (target === undefined) return inlineCode(shortLine(url));
      const shown = label === undefined ? inlineCode : escapeMarkdown;
      return markdownLink(target, shown(shortLine(label ?? target)));
    },
  };
}
