// Renders untrusted clean text in Markdown so that it has no effect: as code, as plain words, or as
// a checked link.
import { addressProblem } from '../../url.ts';

/** A plain word, with punctuation of the sentence around it; a dash between words. */
const PLAIN_WORD = /^(?:["'(]?[\p{L}\p{N}][\p{L}\p{N}\p{M}.,;?%'"()/+=-]*:?|[-–])$/u;
/**
 * A word in the punctuation of a sentence; a closing bracket belongs to the word if it is opened
 * there. Linear time.
 */
const IN_PUNCTUATION = /^(["'(]*)([^"'(.,;:)](?:.*\([^()]*\)|.*[^.,;:"')])?)([.,;:"')]*)$/u;

/** Plain words that GitHub would still render as links or references. */
const AUTOLINKED = /www\.|\bgh-\d|\b[0-9a-f]{7,40}\b/i;

/** What starts a list item; a full stop of ours may follow a number. */
const LIST_START = /^(?:-|\d+[.)]|\d+$)(?: |$)/;

/** Longer addresses are not linked. */
const MAX_URL_CHARS = 2048;

/**
 * A fenced code block whose fence is longer than any in the text. The blank lines around it end
 * preceding HTML.
 */
export function fencedBlock(text: string): string {
  const fence = '`'.repeat(Math.max(3, longestBacktickRun(text) + 1));
  return `\n\n${fence}text\n${text}\n${fence}\n\n`;
}

/** Inline code for a single line. `|` becomes `¦`, since it would end a table cell even in code. */
export function inlineCode(line: string): string {
  if (line === '') return '` `';
  const value = line.replaceAll('|', '¦');
  const fence = '`'.repeat(longestBacktickRun(value) + 1);
  const padding = value.startsWith('`') || value.endsWith('`') ? ' ' : '';
  return `${fence}${padding}${value}${padding}${fence}`;
}

/**
 * Plain words unchanged, any other as inline code without the punctuation around it. Escaping would
 * not help: GitHub finds mentions, references and emoji in the rendered text, after escapes are
 * resolved.
 */
export function escapeMarkdown(line: string): string {
  const words: string[] = [];
  let openBrackets = 0;
  for (const word of line.split(' ')) {
    // The shape of a response, `{ok: boolean, settings: number}`, is one word.
    words.push(openBrackets > 0 ? `${words.pop()} ${word}` : word);
    openBrackets = Math.max(0, openBrackets + count(word, /[{[]/g) - count(word, /[}\]]/g));
  }
  const startsList = LIST_START.test(line);
  return words
    .map((word, index) => (index === 0 && startsList ? codeWord(word) : escapeWord(word)))
    .join(' ');
}

function escapeWord(word: string): string {
  return PLAIN_WORD.test(word) && !AUTOLINKED.test(word) ? word : codeWord(word);
}

/** A word as code, without the punctuation around it. */
function codeWord(word: string): string {
  const [, before = '', inner = word, after = ''] = IN_PUNCTUATION.exec(word) ?? [];
  return before + inlineCode(inner) + after;
}

/** Code in a line of HTML, such as `<summary>`, where Markdown is not rendered. */
export function htmlCode(line: string): string {
  return `<code>${line.replaceAll(/[&<>"'|]/g, (character) => `&#${character.charCodeAt(0)};`)}</code>`;
}

/**
 * The normalized address if it may be linked (`https:`, or `http:` on loopback, without user info),
 * else undefined.
 */
export function linkTarget(address: string): string | undefined {
  const isAllowed = address.length <= MAX_URL_CHARS && addressProblem(address) === undefined;
  return isAllowed ? new URL(address).href : undefined;
}

/** A link to a result of `linkTarget`; `label` is Markdown. */
export function markdownLink(target: string, label: string): string {
  const escaped = target.replaceAll(/[^\w\-.~:/?#[\]@!$&()+,;=%]/g, (character) =>
    encodeURIComponent(character),
  );
  return `[${label}](<${escaped.replaceAll('&', '&amp;')}>)`;
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}

function longestBacktickRun(text: string): number {
  return (text.match(/`+/g) ?? []).reduce((longest, run) => Math.max(longest, run.length), 0);
}
