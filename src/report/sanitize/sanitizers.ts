// The sanitizers for untrusted text, one for each place where text is shown or stored. Untrusted
// text reaches that place only through its sanitizer.
import { randomUUID } from 'node:crypto';
import { cleanLine, escapeInvisible, truncate } from './clean.ts';
import { cleanLines, printable } from './log-lines.ts';
import { escapeMarkdown, fencedBlock, inlineCode, linkTarget, markdownLink } from './markdown.ts';
import { createRedactor } from './redact.ts';

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
  const shortLine = (text: string): string => truncate(redactedLine(text), MAX_LINE_CHARS);

  return {
    /**
     * For a file: replaces the secrets in all their forms. The result may contain commands and
     * control characters, so never print it.
     */
    file: (text: string): string => redactor.redact(text),
    /** A text that may go on, without what could be the beginning of a secret at its end. */
    withoutOpenEnd: (text: string): string => redactor.withoutOpenEnd(text),
    /**
     * One clean line of at most `maxChars` characters (2,000 by default), truncated with `…`. It may
     * be printed at the beginning of a line, since it is never a workflow command.
     */
    line: (text: string, { maxChars } = { maxChars: MAX_LINE_CHARS }): string =>
      truncate(redactedLine(text).replace(/^::/, ': :'), maxChars),
    /** A text of any number of lines, clean, for a place that is no log. */
    lines: (text: string): string => cleanLines(text, redactor),
    /**
     * Lines of a log; a missing last line end is added. `text` is for excerpts, and for the summary
     * through `block`. `printable` is for the beginning of a line of the step log: each line behind
     * a gutter.
     */
    log(lines: string) {
      const text = cleanLines(lines.endsWith('\n') ? lines : `${lines}\n`, redactor);
      return { text, printable: printable(text, token) };
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
    /** JSON of a value with each text in it, names included, redacted, without invisible characters. */
    json(value: unknown): string {
      // A list may have a million texts. One search shows that none of them holds a secret.
      const all = textsIn(value).join('\n');
      const isClear = redactor.redact(all) === all;
      const shown = isClear ? value : redactTexts(value, (text) => redactor.redact(text));
      return escapeInvisible(JSON.stringify(shown));
    },
  };
}

/** Every text in a value, names and numbers included. */
function textsIn(value: unknown): readonly string[] {
  const texts: string[] = [];
  const add = (part: unknown): void => {
    if (typeof part === 'string' || typeof part === 'number') texts.push(String(part));
    if (typeof part !== 'object' || part === null) return;
    const isList = Array.isArray(part);
    for (const [name, member] of Object.entries(part)) {
      if (!isList) texts.push(name);
      add(member);
    }
  };
  add(value);
  return texts;
}

/** Each text is redacted on its own, since escapes of JSON such as `\f` could hide a secret. */
function redactTexts(value: unknown, redact: (text: string) => string): unknown {
  if (typeof value === 'string') return redact(value);
  if (typeof value === 'number') return redact(`${value}`) === `${value}` ? value : '***';
  if (Array.isArray(value)) return value.map((item) => redactTexts(item, redact));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [redact(name), redactTexts(part, redact)]),
  );
}
