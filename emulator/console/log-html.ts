// Logs as HTML: text that an app printed. Colours become classes, every other control sequence goes.

import { stripVTControlCharacters } from 'node:util';
import { html } from './html.ts';
import type { Html, HtmlPart } from './html.ts';

/** As much of a log as a page shows; the beginning is left out. */
const SHOWN_CHARACTERS = 300_000;

const COLOURS = ['black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white'] as const;

// oxlint-disable-next-line no-control-regex -- control sequences are the subject
const SGR = /\u001B\[([\d;]*)m/;
// oxlint-disable-next-line no-control-regex -- as above; tab and line feed stay
const CONTROL = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F]/g;
/** Marks that reorder or hide text, so that a log reads otherwise than it was written. */
const HIDING = /[\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/g;

interface TextStyle {
  readonly colour?: string | undefined;
  readonly weight?: 'bold' | 'dim' | undefined;
}

function applyCode(style: TextStyle, code: number): TextStyle {
  if (code === 0) return {};
  if (code === 1) return { ...style, weight: 'bold' };
  if (code === 2) return { ...style, weight: 'dim' };
  if (code === 22) return { ...style, weight: undefined };
  if (code === 39) return { ...style, colour: undefined };
  const colour = COLOURS[code >= 90 ? code - 90 : code - 30];
  return colour === undefined ? style : { ...style, colour };
}

/** The style after a sequence; one with an extended colour (38, 48) is not taken apart and changes nothing. */
function applySequence(style: TextStyle, sequence: string): TextStyle {
  const codes = sequence.split(';').map(Number);
  return codes.some((code) => code === 38 || code === 48) ? style : codes.reduce(applyCode, style);
}

function cleanText(text: string): string {
  return stripVTControlCharacters(text).replaceAll('\r\n', '\n').replaceAll(CONTROL, '').replaceAll(HIDING, '\uFFFD');
}

function span(text: string, { colour, weight }: TextStyle): HtmlPart {
  const clean = cleanText(text);
  const names = [colour === undefined ? undefined : `ansi-${colour}`, weight].filter((name) => name !== undefined);
  return names.length === 0 || clean === '' ? clean : html`<span class="${names.join(' ')}">${clean}</span>`;
}

/** A log as the inside of a `pre`; a note stands where its beginning is left out. */
export function logHtml(log: string): Html {
  const end = log.slice(-SHOWN_CHARACTERS);
  // From a whole line on, where there is one: the cut may be in the middle of a control sequence.
  const shown = end.length < log.length ? end.slice(end.indexOf('\n') + 1) : end;
  const [first = '', ...rest] = shown.split(SGR);
  const parts: HtmlPart[] = [span(first, {})];
  let style: TextStyle = {};
  // A split by a pattern with one group alternates: text, sequence, text, …
  for (let index = 0; index < rest.length; index += 2) {
    style = applySequence(style, rest[index] ?? '');
    parts.push(span(rest[index + 1] ?? '', style));
  }
  const cut = shown.length < log.length ? '… the beginning is left out …\n' : undefined;
  return html`${cut}${parts}`;
}
