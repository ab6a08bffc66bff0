// What may be seen of a text: no controls, no terminal sequences, no invisible characters, no command of the runner,
// and cuts that leave whole characters. Pure functions over strings; redaction and sinks may not enter.
//
// Lines that end with line feeds are made visible together, with the same result as one by one: a log has them by the
// ten thousand, and a loop over them makes V8 compile, which takes more memory than the log.

// Strings of a terminal (OSC, DCS, SOS, PM, APC) up to their terminator, then CSI sequences. One that its line does not
// terminate loses only its introducer, so that no text hides behind it. Introducers are barred from the inside: that
// keeps it linear.
const TERMINAL_SEQUENCE =
  // oxlint-disable-next-line no-control-regex -- control characters are the subject
  /(?:\u001b[\]PX^_]|[\u0090\u0098\u009d-\u009f])[^\n\u0007\u001b\u0090\u0098\u009c-\u009f]*(?:\u0007|\u001b\\|\u009c)|(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]/g;

/** Line ends to other readers than the runner; a space keeps the words apart without a new line. */
const LINE_END_ELSEWHERE = /[\v\f\u0085\u2028\u2029]/g;

/**
 * Controls but the tab and the line feed, and everything that is not visible: zero-width and bidi characters,
 * variation selectors, tag characters, interlinear annotation.
 */
const INVISIBLE = /[[\p{Cc}\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB]--[\t\n]]/gv;

/**
 * Whatever may need the exact check, which costs ten times as much: all but line feeds and ranges in which everything can
 * be seen, such as Latin letters, arrows, boxes, symbols and most of CJK.
 */
const QUESTIONABLE =
  /[^\t\n -~\u00a1-\u00ac\u00ae-\u034e\u2010-\u2027\u2030-\u205f\u2070-\u2fff\u3001-\u3163\u3165-\ud7ff]/;

/** The runner ends a line at each of these. */
export const LINE_END = /\r\n?|\n/;

/** The same lines, each ended by a line feed. */
export function withLineFeeds(text: string): string {
  return text.includes('\r') ? text.replaceAll(/\r\n?/g, '\n') : text;
}

/** True for most text whose every character can be seen, so that `visibleText` has nothing to do. */
export function isPlain(lines: string): boolean {
  return !QUESTIONABLE.test(lines);
}

/** The visible text of these lines. The result is well-formed Unicode, and the same again when cleaned again. */
export function visibleText(lines: string): string {
  const text = lines.replaceAll(TERMINAL_SEQUENCE, '');
  if (isPlain(text)) return text;
  return text.replaceAll(LINE_END_ELSEWHERE, ' ').replaceAll(INVISIBLE, '').toWellFormed();
}

/** Breaks the one mark that begins a command of the runner anywhere in a line. */
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
