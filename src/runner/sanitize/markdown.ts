// Renders untrusted clean text in Markdown so that it has no effect: as code, as plain words, or as a checked link.
import { addressProblem } from '../../url.ts';

/** Letters, digits and punctuation that cannot start a Markdown element. */
const PLAIN_WORDS = /^[\p{L}\p{N}](?:[\p{L}\p{N}\p{M} .,;!?%'"()/+=-]|: (?=\S))*$/u;
/** One plain word, with punctuation around it. */
const PLAIN_WORD = /^["'(]?[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}.,;'"()/+=-]*[\p{L}\p{N}\p{M}%'")])?[.,;:?)]*$/u;

/** Plain words that GitHub would still render as links or references. */
const AUTOLINKED = /www\.|\bgh-\d|\b[0-9a-f]{7,40}\b/i;

/** The number of a list item (a full stop of ours may follow), or a final `!`, which turns a link of ours into an image. */
const LIST_NUMBER_OR_FINAL_BANG = /^\d+(?:[.)](?:\s|$)|$)|!$/;

/** Longer addresses are not linked. */
const MAX_URL_CHARS = 2048;

/** A fenced code block whose fence is longer than any in the text. The blank lines around it end preceding HTML. */
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
 * Plain words unchanged, anything else as inline code. Escaping would not help: GitHub finds mentions, references and
 * emoji in the rendered text, after escapes are resolved.
 */
export function inertText(line: string): string {
  const isInert = PLAIN_WORDS.test(line) && !AUTOLINKED.test(line) && !LIST_NUMBER_OR_FINAL_BANG.test(line);
  return isInert ? line : inlineCode(line);
}

/**
 * A sentence of ours that quotes untrusted text: like `inertText`, but word by word, so that only parts become code.
 */
export function inertProse(line: string): string {
  const parts: string[] = [];
  let quoted: string[] = [];
  let openBrackets = 0;
  function endQuote(): void {
    if (quoted.length === 0) return;
    const [before, words, after] = withoutPunctuation(quoted.join(' '));
    parts.push(before + inlineCode(words) + after);
    quoted = [];
  }
  for (const [index, word] of line.split(' ').entries()) {
    // A number followed by words does not start a list.
    const mayStartList = index === 0 && !(/^\d+$/.test(word) && line.length > word.length);
    const isInert =
      PLAIN_WORD.test(word) && !AUTOLINKED.test(word) && !(mayStartList && LIST_NUMBER_OR_FINAL_BANG.test(word));
    // The shape of a response, `{ok: boolean, settings: number}`, is quoted as a whole.
    if (openBrackets === 0 && isInert) {
      endQuote();
      parts.push(word);
    } else {
      if (openBrackets === 0 && /^["'(]/.test(word)) endQuote();
      quoted.push(word);
      openBrackets = Math.max(0, openBrackets + count(word, /[{[]/g) - count(word, /[}\]]/g));
      if (openBrackets === 0 && /.[.,;:)"']$/u.test(word)) endQuote();
    }
  }
  endQuote();
  return parts.join(' ');
}

/** Splits off the punctuation around quoted words, which belongs to the sentence; a bracket opened within is not split. */
function withoutPunctuation(text: string): [before: string, words: string, after: string] {
  const start = text.search(/[^"'(]/);
  let end = text.length;
  while (end > start && /[.,;:)"']/.test(text.charAt(end - 1))) end -= 1;
  if (start === -1 || end === start) return ['', text, ''];
  while (isOpen(text.slice(start, end), text.charAt(end))) end += 1;
  return [text.slice(0, start), text.slice(start, end), text.slice(end)];
}

/** True if `mark` closes a bracket or a quotation that the text has opened. */
function isOpen(text: string, mark: string): boolean {
  if (mark === ')') return count(text, /\(/g) > count(text, /\)/g);
  return (mark === '"' || mark === "'") && (text.split(mark).length - 1) % 2 === 1;
}

/** Code in a line of HTML, such as `<summary>`, where Markdown is not rendered. */
export function htmlCode(line: string): string {
  return `<code>${line.replaceAll(/[&<>"'|]/g, (character) => `&#${character.charCodeAt(0)};`)}</code>`;
}

/** The normalized address if it may be linked (`https:`, or `http:` on loopback, without user info), else undefined. */
export function linkTarget(address: string): string | undefined {
  const isAllowed = address.length <= MAX_URL_CHARS && addressProblem(address) === undefined;
  return isAllowed ? new URL(address).href : undefined;
}

/** A link to a result of `linkTarget`; `label` is Markdown. */
export function markdownLink(target: string, label: string): string {
  const escaped = target.replaceAll(/[^\w\-.~:/?#[\]@!$&()+,;=%]/g, (character) => encodeURIComponent(character));
  return `[${label}](<${escaped.replaceAll('&', '&amp;')}>)`;
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}

function longestBacktickRun(text: string): number {
  return (text.match(/`+/g) ?? []).reduce((longest, run) => Math.max(longest, run.length), 0);
}
