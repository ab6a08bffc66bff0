// Markdown in which untrusted text has no effect: it becomes code, plain words or a checked link.
// The text must be clean already.
import { isAllowedAddress } from '../../url.ts';

/** A plain word with the punctuation around it, or a dash between words. */
const PLAIN_WORD = /^(?:["'(]?[\p{L}\p{N}][\p{L}\p{N}\p{M}.,;?%'"()/+=-]*:?|[-–])$/u;
/**
 * A word between punctuation. A closing bracket belongs to the word if the word opens it. Matches
 * in linear time.
 */
const IN_PUNCTUATION = /^(["'(]*)([^"'(.,;:)](?:.*\([^()]*\)|.*[^.,;:"')])?)([.,;:"')]*)$/u;

/** Plain words that GitHub renders as links or references. */
const AUTOLINKED = /www\.|\bgh-\d|\b[0-9a-f]{7,40}\b/i;

/** GitHub's parser knows no inline code above 80 backticks, and keeps a fence's length in a byte. */
function shortenBackticks(text: string): string {
  return text.replaceAll(/(`{20})`+/g, '$1…');
}

/** Starts a list item. A number alone does, too, since a full stop may be added after it. */
const LIST_START = /^(?:-|\d+[.)]|\d+$)(?: |$)/;

/** Longer addresses are not linked. */
const MAX_URL_CHARS = 2048;

/**
 * A fenced code block whose fence is longer than any in the text. The blank lines around it end
 * HTML that stands before it.
 */
export function fencedBlock(lines: string): string {
  const text = shortenBackticks(lines);
  const fence = '`'.repeat(Math.max(3, longestBacktickRun(text) + 1));
  return `\n\n${fence}text\n${text}\n${fence}\n\n`;
}

/** Inline code for a single line. `|` becomes `¦`, since it would end a table cell even in code. */
export function inlineCode(line: string): string {
  if (line === '') return '` `';
  const value = shortenBackticks(line).replaceAll('|', '¦');
  const fence = '`'.repeat(longestBacktickRun(value) + 1);
  const padding = value.startsWith('`') || value.endsWith('`') ? ' ' : '';
  return `${fence}${padding}${value}${padding}${fence}`;
}

/**
 * Keeps plain words and turns every other word into inline code, without the punctuation around it.
 * Backslashes would not help: GitHub looks for mentions, references and emoji after it has resolved
 * them.
 */
export function escapeMarkdown(line: string): string {
  const [first = '', ...others] = line.split(' ');
  const start = LIST_START.test(line) ? codeWord(first) : escapeWord(first);
  return [start, ...others.map(escapeWord)].join(' ');
}

function escapeWord(word: string): string {
  return PLAIN_WORD.test(word) && !AUTOLINKED.test(word) ? word : codeWord(word);
}

/** The word as inline code, with the punctuation around it left outside. */
function codeWord(word: string): string {
  const [, before = '', inner = word, after = ''] = IN_PUNCTUATION.exec(word) ?? [];
  return before + inlineCode(inner) + after;
}

/**
 * The normalized address; undefined if it may not be linked. Only `https:`, and `http:` for
 * loopback hosts, without user info, may.
 */
export function linkTarget(address: string): string | undefined {
  const isAllowed = address.length <= MAX_URL_CHARS && isAllowedAddress(address);
  return isAllowed ? new URL(address).href : undefined;
}

/** A link to a result of `linkTarget`; `label` is Markdown. */
export function markdownLink(target: string, label: string): string {
  const escaped = target.replaceAll(/[^\w\-.~:/?#[\]@!$&()+,;=%]/g, (character) =>
    encodeURIComponent(character),
  );
  return `[${label}](<${escaped.replaceAll('&', '&amp;')}>)`;
}

function longestBacktickRun(text: string): number {
  return (text.match(/`+/g) ?? []).reduce((longest, run) => Math.max(longest, run.length), 0);
}
