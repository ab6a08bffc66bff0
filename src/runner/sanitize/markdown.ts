// Markdown in which text of others is inert: code, plain words, or a link that was checked. Works on text that has
// been cleaned; the structure of the summary and its sentences are made elsewhere.
import { addressProblem } from '../../url.ts';

/** Text in which Markdown has no effect: it may stay as it is. */
interface Plain {
  /** Letters, digits and the punctuation of plain sentences: nothing here begins an element of Markdown. */
  readonly words: RegExp;
  /** A word of a sentence: plain within, and with no more than the punctuation that follows a word. */
  readonly word: RegExp;
}

function plain({ letters, marks }: { letters: string; marks: string }): Plain {
  const within = `${letters}${marks}`;
  return {
    words: new RegExp(`^[${letters}](?:[${within} .,;!?%'"()/+=-]|: (?=\\S))*$`, 'u'),
    word: new RegExp(`^["'(]?[${letters}](?:[${within}.,;'"()/+=-]*[${within}%'")])?[.,;:?)]*$`, 'u'),
  };
}

const plainInAnyScript = plain({ letters: String.raw`\p{L}\p{N}`, marks: String.raw`\p{M}` });

/** The same for text of ASCII alone, as most is: V8 takes milliseconds to compile what knows all scripts. */
const plainAscii = plain({ letters: 'A-Za-z0-9', marks: '' });

function plainFor(text: string): Plain {
  return /^[ -~]*$/.test(text) ? plainAscii : plainInAnyScript;
}

/**
 * Plain words that become something all the same: links, references, the number of a list (our own full stop may
 * follow a bare one); `!` would make an image of our link.
 */
const COMES_ALIVE = /www\.|\bgh-\d|\b[0-9a-f]{7,40}\b|^\d+(?:[.)](?:\s|$)|$)|!$/i;

/** The same behind other words, where a number begins no list. */
const COMES_ALIVE_WITHIN = /www\.|\bgh-\d|\b[0-9a-f]{7,40}\b/i;

/** The longest address that is worth a link. */
const MAX_URL_CHARS = 2048;

/** A fenced block that nothing inside can end, with blank lines around it: without them, HTML above would swallow it. */
export function fencedBlock(text: string): string {
  const fence = '`'.repeat(Math.max(3, longestBacktickRun(text) + 1));
  return `\n\n${fence}text\n${text}\n${fence}\n\n`;
}

/** Inline code for a single line. A bar, which would end a table cell even in code, becomes `¦`. */
export function inlineCode(line: string): string {
  if (line === '') return '` `';
  const value = line.replaceAll('|', '¦');
  const fence = '`'.repeat(longestBacktickRun(value) + 1);
  const padding = value.startsWith('`') || value.endsWith('`') ? ' ' : '';
  return `${fence}${padding}${value}${padding}${fence}`;
}

/**
 * Plain words as they are, everything else as inline code. Escaping is no way out: mentions, references and emoji are
 * found in the rendered text, where the escapes are gone.
 */
export function inertText(line: string): string {
  return plainFor(line).words.test(line) && !COMES_ALIVE.test(line) ? line : inlineCode(line);
}

/**
 * A sentence of ours that quotes others: word for word as `inertText`, so that only the quoted parts become code.
 */
export function inertProse(line: string): string {
  const { word: plainWord } = plainFor(line);
  const parts: string[] = [];
  let quoted: string[] = [];
  function endQuote(): void {
    if (quoted.length === 0) return;
    // The punctuation behind a quoted word belongs to the sentence.
    const words = quoted.join(' ');
    const border = /.[.,;:]$/u.test(words) ? words.length - 1 : words.length;
    parts.push(inlineCode(words.slice(0, border)) + words.slice(border));
    quoted = [];
  }
  for (const [index, word] of line.split(' ').entries()) {
    // A bare number with words behind it begins no list.
    const isFirst = index === 0 && !(/^\d+$/.test(word) && line.length > word.length);
    const alive = isFirst ? COMES_ALIVE : COMES_ALIVE_WITHIN;
    if (plainWord.test(word) && !alive.test(word)) {
      endQuote();
      parts.push(word);
    } else {
      quoted.push(word);
    }
  }
  endQuote();
  return parts.join(' ');
}

/** Code inside a line of HTML, such as a `<summary>`, where Markdown is not read. */
export function htmlCode(line: string): string {
  return `<code>${line.replaceAll(/[&<>"'|]/g, (character) => `&#${character.charCodeAt(0)};`)}</code>`;
}

/** The normal form of an address that may be linked: `https:`, or `http:` on loopback, without user info. */
export function linkTarget(address: string): string | undefined {
  const isAllowed = address.length <= MAX_URL_CHARS && addressProblem(address) === undefined;
  return isAllowed ? new URL(address).href : undefined;
}

/** A link to what `linkTarget` gave, under a label that is already Markdown. */
export function markdownLink(target: string, label: string): string {
  const escaped = target.replaceAll(/[^\w\-.~:/?#[\]@!$&()+,;=%]/g, (character) => encodeURIComponent(character));
  return `[${label}](<${escaped.replaceAll('&', '&amp;')}>)`;
}

function longestBacktickRun(text: string): number {
  return (text.match(/`+/g) ?? []).reduce((longest, run) => Math.max(longest, run.length), 0);
}
