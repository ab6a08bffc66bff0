// Characters: removes or escapes control characters, terminal sequences and invisible characters,
// breaks workflow commands, and truncates text between characters. Pure.

// oxlint-disable no-control-regex -- control characters are the subject of this file
/**
 * Begins a terminal string: OSC, DCS, SOS, PM or APC. If the string has no end, only the first
 * character of its start is removed.
 */
const STRING_START = /(?:\u001b[\]PX^_]|[\u0090\u0098\u009d-\u009f])/;
/** Without the start of another sequence, which keeps matching linear. */
const STRING_CONTENT = /[^\n\u0007\u001b\u0090\u0098\u009c-\u009f]*/;
const STRING_END = /(?:\u0007|\u001b\\|\u009c)/;
/** CSI: colours and cursor movements. */
const CONTROL_SEQUENCE = /(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]/;
const CHARACTER_SET_CHOICE = /\u001b[(-+][0-~]/;
// oxlint-enable no-control-regex
const TERMINAL_SEQUENCE = new RegExp(
  `${STRING_START.source}${STRING_CONTENT.source}${STRING_END.source}` +
    `|${CONTROL_SEQUENCE.source}|${CHARACTER_SET_CHOICE.source}`,
  'g',
);

/** The beginning of a sequence, or of a character in UTF-8, at the end of a text. */
const CUT_END = new RegExp(
  `(?:${STRING_START.source}${STRING_CONTENT.source}\\u001b?` +
    String.raw`|(?:\u001b\[|\u009b)[0-?]*[ -\/]*|\u001b[\(\-+]?|\uFFFD)$`,
);

/**
 * Control characters, the line ends of Unicode, and invisible characters: zero-width and bidi
 * characters, variation selectors, tag characters, interlinear annotation.
 */
const INVISIBLE = /[\p{Cc}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB]/gv;

/** The same without tabs and line feeds, which stay in a log. */
const INVISIBLE_IN_LOG = new RegExp(String.raw`[${INVISIBLE.source}--[\t\n]]`, 'gv');

/** The variation selector for the coloured form of an emoji. */
const EMOJI_PRESENTATION = /(?<=\p{Extended_Pictographic})\uFE0F/v;
const EMOJI_JOINER =
  /(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F])\u200D(?=\p{Extended_Pictographic})/v;
/** The invisible characters within an emoji. */
const INSIDE_EMOJI = new RegExp(`${EMOJI_PRESENTATION.source}|${EMOJI_JOINER.source}`, 'gv');

/** What the runner takes for the end of a line. */
export const LINE_END = /\r\n?|\n/;

/** White space, and what any reader takes for the end of a line. A byte order mark is invisible. */
const WHITE_SPACE = /[[\s\u0085]--\uFEFF]+/gv;

/** Lines as well-formed Unicode without terminal sequences and invisible characters. Idempotent. */
export function visibleText(lines: string): string {
  return lines.replaceAll(TERMINAL_SEQUENCE, '').replaceAll(INVISIBLE_IN_LOG, '').toWellFormed();
}

/** A colour, or an invisible character, as JSON escapes it. */
const ESCAPED_INVISIBLE =
  /\\u(?:001b\[[0-?]*[ -/]*[@-~]|00(?:[01][\da-f]|7f|[89][\da-f]|ad)|20(?:0[b-f]|2[89a-e]|6[\da-f])|feff)/gi;

/** A text without what is invisible once the escapes of JSON in it are resolved. */
export function withoutEscapes(text: string): string {
  return text.includes('\\u') ? text.replaceAll(ESCAPED_INVISIBLE, '') : text;
}

/** A text that was cut, without a terminal sequence or a character of which only a part is there. */
export function withoutCutEnd(text: string): string {
  return text.replace(CUT_END, '');
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

/** Escapes invisible characters and line ends as in JSON: `\u200b`. */
export function escapeInvisible(text: string): string {
  // A list may hold millions of them.
  const escapes = new Map<string, string>();
  return text.replaceAll(INVISIBLE, (character) => {
    const escape = escapes.get(character) ?? character.split('').map(jsonEscape).join('');
    escapes.set(character, escape);
    return escape;
  });
}

function jsonEscape(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** Breaks `##[`, by which a workflow command starts anywhere in a line. */
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
