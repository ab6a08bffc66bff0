// Removes or escapes control characters, terminal sequences and invisible characters, breaks workflow commands, and cuts
// text between characters. Pure.
//
// Lines are processed together, with the same result as one by one: a loop over the many lines of a log makes V8
// compile it, which takes more memory than the log.

// Terminal strings (OSC, DCS, SOS, PM, APC) up to their terminator, CSI sequences, and the choice of a character set. An
// unterminated one loses only its introducer, so that it cannot hide text. Introducers are excluded from the content,
// which keeps matching linear.
const TERMINAL_SEQUENCE =
  // oxlint-disable-next-line no-control-regex -- control characters are the subject
  /(?:\u001b[\]PX^_]|[\u0090\u0098\u009d-\u009f])[^\n\u0007\u001b\u0090\u0098\u009c-\u009f]*(?:\u0007|\u001b\\|\u009c)|(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]|\u001b[(-+][0-~]/g;

/**
 * Control characters, the line ends of Unicode, and invisible characters: zero-width and bidi characters, variation
 * selectors, tag characters, interlinear annotation.
 */
const INVISIBLE = /[\p{Cc}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB]/gv;

/** The same within a log, where tabs and line feeds stay. */
const INVISIBLE_IN_LOG = /[[\p{Cc}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB]--[\t\n]]/gv;

/** The invisible parts of an emoji: presentation, and joiners between its parts. */
const INSIDE_EMOJI =
  /(?<=\p{Extended_Pictographic})\uFE0F|(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F])\u200D(?=\p{Extended_Pictographic})/gv;

/**
 * Characters that need the exact check, which costs ten times as much: all but line feeds and ranges in which
 * everything is visible, such as Latin letters, arrows, boxes, symbols and most of CJK.
 */
const QUESTIONABLE =
  /[^\t\n -~\u00a1-\u00ac\u00ae-\u034e\u2010-\u2027\u2030-\u205f\u2070-\u2fff\u3001-\u3163\u3165-\ud7ff]/;

/** The runner ends a line at each of these. */
export const LINE_END = /\r\n?|\n/;

/** White space and the line ends of any reader, but not the byte order mark, which is invisible. */
const WHITE_SPACE = /(?:(?!\uFEFF)[\s\u0085])+/g;

/** The same lines, with `\r\n` and `\r` replaced by line feeds. */
export function withLineFeeds(text: string): string {
  return text.includes('\r') ? text.replaceAll(/\r\n?/g, '\n') : text;
}

/** True if every character is certainly visible, so that `visibleText` would change nothing. */
export function isPlain(lines: string): boolean {
  return !QUESTIONABLE.test(lines);
}

/** The visible text of these lines, as well-formed Unicode. Idempotent. */
export function visibleText(lines: string): string {
  const text = lines.replaceAll(TERMINAL_SEQUENCE, '');
  return isPlain(text) ? text : text.replaceAll(INVISIBLE_IN_LOG, '').toWellFormed();
}

/**
 * One well-formed line, with each run of white space as one space, and invisible characters as `withInvisibleEscaped`
 * shows them, so that names that differ only in them look different. Idempotent.
 */
export function visibleLine(text: string): string {
  const line = text.replaceAll(WHITE_SPACE, ' ');
  return (isPlain(line) ? line : withInvisibleEscaped(line.replaceAll(INSIDE_EMOJI, '')).toWellFormed()).trim();
}

/** Escapes invisible characters and line ends as JSON does: `\u200b`. */
export function withInvisibleEscaped(text: string): string {
  return text.replaceAll(INVISIBLE, (character) => character.split('').map(jsonEscape).join(''));
}

function jsonEscape(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** Breaks `##[`, which starts a workflow command anywhere in a line. */
export function breakCommands(lines: string): string {
  return lines.includes('##[') ? lines.replaceAll('##[', '## [') : lines;
}

/** True when none of these lines is longer than `maxChars`. Stops at the first line that is longer. */
export function linesFit(lines: string, maxChars: number): boolean {
  let start = 0;
  while (lines.length - start > maxChars) {
    const lastEnd = lines.lastIndexOf('\n', start + maxChars);
    if (lastEnd < start) return false;
    start = lastEnd + 1;
  }
  return true;
}

/** The first `maxChars` characters (UTF-16 units), one less where a surrogate pair would be cut. */
export function firstChars(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text;
  const last = text.charCodeAt(maxChars - 1);
  const cutsPair = last >= 0xd800 && last <= 0xdbff;
  return text.slice(0, Math.max(0, cutsPair ? maxChars - 1 : maxChars));
}

/** At most `maxChars` characters (UTF-16 units), the last one `…` where something was cut. */
export function clipped(text: string, maxChars: number): string {
  return text.length <= maxChars ? text : `${firstChars(text, maxChars - 1)}…`;
}
