// Removes or escapes control characters, terminal sequences and invisible characters, breaks
// workflow commands, and cuts text between characters. Pure.

// Terminal strings (OSC, DCS, SOS, PM, APC) up to their terminator, CSI sequences, and the choice
// of a character set. An unterminated one loses only its introducer, so that it cannot hide text.
// Introducers are excluded from the content, which keeps matching linear.
const TERMINAL_SEQUENCE =
  // oxlint-disable-next-line no-control-regex -- control characters are the subject
  /(?:\u001b[\]PX^_]|[\u0090\u0098\u009d-\u009f])[^\n\u0007\u001b\u0090\u0098\u009c-\u009f]*(?:\u0007|\u001b\\|\u009c)|(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]|\u001b[(-+][0-~]/g;

/**
 * Control characters, the line ends of Unicode, and invisible characters: zero-width and bidi
 * characters, variation selectors, tag characters, interlinear annotation.
 */
const INVISIBLE = /[\p{Cc}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB]/gv;

/** The same within a log, where tabs and line feeds stay. */
const INVISIBLE_IN_LOG =
  /[[\p{Cc}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB]--[\t\n]]/gv;

/** The invisible parts of an emoji: presentation, and joiners between its parts. */
const INSIDE_EMOJI =
  /(?<=\p{Extended_Pictographic})\uFE0F|(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F])\u200D(?=\p{Extended_Pictographic})/gv;

/** The runner ends a line at each of these. */
export const LINE_END = /\r\n?|\n/;

/** White space and the line ends of any reader, but not the byte order mark, which is invisible. */
const WHITE_SPACE = /[[\s\u0085]--\uFEFF]+/gv;

/** The visible text of these lines, as well-formed Unicode. Idempotent. */
export function visibleText(lines: string): string {
  return lines.replaceAll(TERMINAL_SEQUENCE, '').replaceAll(INVISIBLE_IN_LOG, '').toWellFormed();
}

/**
 * One well-formed line without workflow commands. Each run of white space becomes one space.
 * Invisible characters are escaped, so that names that differ only in them look different.
 * Idempotent.
 */
export function cleanLine(text: string): string {
  const line = text.replaceAll(WHITE_SPACE, ' ').replaceAll(INSIDE_EMOJI, '');
  return breakCommands(escapeInvisible(line).toWellFormed().trim());
}

/** Escapes invisible characters and line ends as JSON does: `\u200b`. */
export function escapeInvisible(text: string): string {
  return text.replaceAll(INVISIBLE, (character) => character.split('').map(jsonEscape).join(''));
}

function jsonEscape(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** Breaks `##[`, which starts a workflow command anywhere in a line. */
export function breakCommands(lines: string): string {
  return lines.replaceAll('##[', '## [');
}

/** The first `maxChars` characters (UTF-16 units), one less where a surrogate pair would be cut. */
export function firstChars(text: string, maxChars: number): string {
  return text.slice(0, maxChars).replace(/[\uD800-\uDBFF]$/, '');
}

/** At most `maxChars` characters (UTF-16 units), the last one `…` where something was cut. */
export function truncate(text: string, maxChars: number): string {
  return text.length <= maxChars ? text : `${firstChars(text, maxChars - 1)}…`;
}
