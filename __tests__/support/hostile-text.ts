// Hostile text: a fixed corpus of known attacks, and an arbitrary that makes new ones.
import * as fc from 'fast-check';
import { withEscapes } from './drawn.ts';

/**
 * A text under a name that may be printed: the text itself would be obeyed when tests run in a
 * workflow.
 */
export interface HostileCase {
  name: string;
  text: string;
}

function cases(texts: Readonly<Record<string, string>>): HostileCase[] {
  return Object.entries(texts).map(([name, text]) => ({ name, text }));
}

/** Commands of both syntaxes; each of these texts holds one to the runner when printed as it is. */
export const bareCommands = cases({
  'an output': '::set-output name=status::finished',
  'white space of .NET before the colons': '  \u0085\u00a0\u3000::add-mask::e',
  'a lone return before it': 'harmless\r::error::forged',
  'a Windows line end before it': 'harmless\r\n::stop-commands::x',
  brackets: '##[add-mask]e',
  'brackets in the middle of a line': 'in the middle of >>> ##[group]of a line',
  'a forbidden one in capitals': '##[SET-ENV name=A;]b',
  'one that fails the step': '::Echo::z',
  'one mark more': '###[warning]three',
});

/** Known attacks on the runner, the summary, a terminal, or a reader by invisible characters. */
export const hostileCases: readonly HostileCase[] = [
  ...bareCommands,
  ...cases({
    'a return at the end': 'half a line ending in a return\r',
    'mixed line ends': 'a\r\r\n\nb',
    'next line': '\u0085::debug::next line',
    'line ends of other readers': 'x\u2028::error::a\u2029::error::b\v::error::\f::error::',
    'zero width inside the mark': '#\u200b#[error]zero width',
    'joiners inside and after the mark': '##\u200d[error]\u2060',
    'variation selector and soft hyphen': '#\ufe0f#\u00ad[error]',
    'colour inside the mark': '\u001b[31m##\u001b[0m[error]coloured',
    'title inside the mark': '#\u001b]0;title\u0007#[error]after a title',
    'terminal link': '\u001b]8;;https://evil.example/\u001b\\click\u001b]8;;\u001b\\',
    'open title': '\u001b]0;never ended ##[error]x',
    'sequences of one character': '\u009b31m::error::\u009d0;x\u009c',
    'clear screen': '\u001b\u001b[2J\u001b[H\u001bc\u0000\b\b\b::error::x',
    'program strings': '\u001b_payload\u001b\\##[error]\u001bPq\u001b\\',
    'tag characters': 'hidden \u{e0049}\u{e0067}\u{e006e}\u{e006f}\u{e0072}\u{e0065} tags',
    'bidi controls': 'bidi \u202e]rorre[##\u202c \u2066x\u2069 \u061c',
    'variation selectors': 'variation \ufe01\u{e0101}\u{e01ef} smuggling',
    surrogates: '\ud83d\ude00 pair, \ud83d half, \ude00 other half',
    'a fence of three': '```\n# Deployed\n![x](https://evil.example/a.png)\n```',
    'other fences': '~~~\n````\n`````text\n<img src=x>\n',
    'end of HTML code': '</code></pre>\n\n<details><summary>x</summary>\n\n# heading',
    'everything that comes alive':
      '\n\n[click](https://evil.example) @octocat #1 GH-2 :rocket: $x$ <!-- --> www.evil.example',
    'a table': '| a | b |\n| --- | --- |\n| c `|` | d |',
    'script and comment': '<script>alert(1)</script>\n<!--\n',
    'blocks of Markdown':
      '[ref]: https://evil.example\n[ref] ![ref]\n\n---\n===\n* * *\n1. one\n- [ ] task\n> quote\n    code',
    'escapes and notes': '\\`\\|\\@ &lt;b&gt; &#64;octocat ^1 [^1]\n\n[^1]: note',
    addresses:
      'https://user:word@evil.example/ http://127.0.0.1/`x` mailto:a@b.example deadbeef1234567',
  }),
];

const MARKS = ':: : ##[ # [ ] ::stop-commands:: set-output error add-mask';
const MARKDOWN = '` ``` ~~~ | \\ < > & @a #1 ![ ]( ) https://a.b www.a.b - = * _ ! $ ^ --- ***';
const WORDS = 'word Ünï 汉字 0';
const BLANKS = [' ', '    ', '\t', '\u00a0', '\r', '\n', '\r\n', '\u0085', ' name=a'];
const TERMINAL = ['\u001b', '\u001b[', '\u001b]', '\u0007', '\u009b'];
const UNSEEN = ['\u200b', '\u{e0041}', '\ufeff', '\ud83d', '\ude00', '\ud83d\ude00'];
const PIECES: readonly string[] = [
  ...hostileCases.map(({ text }) => text),
  ...[MARKS, MARKDOWN, WORDS].flatMap((pieces) => pieces.split(' ')),
  ...[BLANKS, TERMINAL, UNSEEN].flat(),
];

/** New hostile texts of a few pieces. */
export const hostileTexts: fc.Arbitrary<string> = fc
  .array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 12, size: 'max' })
  .map((pieces) => pieces.join(''));

/** A text as the report of a failure may show it: the text itself would be obeyed there too. */
export const escaped = (text: string): string => withEscapes(text, /[^\w .,-]/g);

/** The lines of a text as the runner sees them, each with its line end. */
export const lineByLine = (text: string): string[] => text.split(/(?<=\n|\r(?!\n))/);
