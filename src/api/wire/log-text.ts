// A log of any form as text with `\n` line ends. Takes linear time and yields to the event loop: a log may have 64 MB.
import { containsText } from '../../contains-text.ts';
import { createWorkMeter, SLICE_CHARS, yieldToEventLoop } from '../../event-loop.ts';
import type { Note } from './envelope.ts';
import { isRecord, type JsonRecord, parseIfJson } from './json.ts';

/** Fields that hold the content of a log, phase, step, error or entry: some languages write `Message`. */
const INNER_NAME =
  /^(?:text|content|lines|entries|items|data|logs?|output|steps|phases|groups|children|events|messages?|msg|records|payload|stack(?:_?trace)?)$/i;

/** Fields that hold the text of a log entry that is an object. */
const LINE_NAMES = ['message', 'line', 'text', 'msg', 'log', 'content', 'output', 'data', 'body', 'value'];

/** Fields that hold the output of a command, or an error beside a text. */
const BESIDE_NAME = /^(?:std(?:out|err)|err(?:ors?)?|exception|exc_?info)$/i;

const TIME_NAMES = ['timestamp', 'time', 'ts', 'at', 'date', 'createdAt', 'created_at', '@timestamp'];

/** The time at the beginning of a line. */
const TIME_BEFORE_TEXT = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d{1,9})?(?:Z|[+-]\d\d:?\d\d)?/;

const MAX_DEPTH = 5;

/** An entry takes as long as this much text. */
const ENTRY_CHARS = 64;

/** The text of a log in any known form, else `undefined`. Entries without text are noted. */
export async function readLog(
  value: unknown,
  { what, note }: { what: string; note: Note },
): Promise<string | undefined> {
  const parsed = typeof value === 'string' ? parseEmbeddedJson(value) : value;
  const lines = createLines();
  if (parsed !== undefined && (await collect(parsed, lines, 0))) return await textOf(lines, { what, note });
  return typeof value === 'string' ? await withNewlines(value) : undefined;
}

/** The text of `lines`, after the first entry without text was noted. */
async function textOf(lines: Lines, { what, note }: { what: string; note: Note }): Promise<string> {
  if (lines.notRecognised !== undefined) note(`an entry of ${what}`, lines.notRecognised);
  return await lines.text();
}

/** Joins lines to text in slices, so that a list of a million lines is not held in memory twice. */
interface Lines {
  /** The first entry without text. */
  notRecognised: unknown;
  add(line: string): void;
  length(): number;
  /** True when it is time to yield; `chars` are those that were read in vain or not counted by `add`. */
  isDue(chars: number): boolean;
  text(): Promise<string>;
}

function createLines(): Lines {
  const slices: string[] = [];
  let slice = '';
  let endsLine = true;
  let length = 0;
  let meteredChars = 0;
  const meter = createWorkMeter();
  return {
    notRecognised: undefined,
    // Lines come with or without line ends.
    add(line) {
      length += line.length;
      slice += endsLine ? line : `\n${line}`;
      endsLine = line.endsWith('\n');
      if (slice.length < SLICE_CHARS) return;
      slices.push(slice);
      slice = '';
    },
    length: () => length,
    isDue(chars) {
      const addedChars = length - meteredChars;
      meteredChars = length;
      return meter.isDue(chars + addedChars);
    },
    text: () => withNewlines(slices.join('') + slice),
  };
}

/** Adds the lines of a log to `lines`; false when the value is not a log of a known form. */
async function collect(value: unknown, lines: Lines, depth: number): Promise<boolean> {
  if (depth > MAX_DEPTH) return false;
  if (typeof value === 'string') {
    lines.add(value);
    return true;
  }
  if (Array.isArray(value)) return await collectList(value as readonly unknown[], lines, depth);
  return isRecord(value) && (await collectRecord(value, lines, { depth, line: undefined }));
}

/** Entries in the service's order, or reversed when their timestamps descend. */
async function collectList(list: readonly unknown[], lines: Lines, depth: number): Promise<boolean> {
  const isReversed = await isNewestFirst(list, lines);
  let isRead = list.length === 0;
  for (let index = 0; index < list.length; index += 1) {
    const entry = list[isReversed ? list.length - 1 - index : index];
    if (entry === null) continue;
    const isFound = await addEntry(entry, lines, depth);
    isRead ||= isFound;
    if (!isFound) lines.notRecognised ??= entry;
    if (lines.isDue(ENTRY_CHARS)) await yieldToEventLoop();
  }
  return isRead;
}

/** Adds the lines of an entry of a list; false when it holds no text. */
async function addEntry(entry: unknown, lines: Lines, depth: number): Promise<boolean> {
  const line = lineOf(entry);
  if (isRecord(entry)) return await collectRecord(entry, lines, { depth, line });
  if (line === undefined) return typeof entry === 'object' && (await collect(entry, lines, depth + 1));
  lines.add(line);
  return true;
}

/** An entry with the text `line`, or a log, phase or step; else a map from phases or times to text. */
async function collectRecord(
  record: JsonRecord,
  lines: Lines,
  { depth, line }: { depth: number; line: string | undefined },
): Promise<boolean> {
  if (depth > MAX_DEPTH) return false;
  const isShown = (value: unknown) =>
    value === null || (typeof value === 'string' && line !== undefined && containsText(line, value));
  const valuesOf = (pattern: RegExp) =>
    Object.keys(record)
      .filter((name) => pattern.test(name) && !isShown(record[name]))
      .map((name) => record[name]);
  // A record beside a text is data.
  const contents = valuesOf(INNER_NAME).filter(
    (value) => isTextOrList(value) || (line === undefined && isRecord(value)),
  );
  const beside = valuesOf(BESIDE_NAME).filter(
    (value) => isTextOrList(value) || (isRecord(value) && Object.keys(value).length > 0),
  );
  // The same text may come with its time or level before it.
  const isRepeated = contents.length > 0 && contents.every((text) => asString(text).endsWith(` ${line}`));
  // An empty text is an empty line, unless the lines of a step are beside it.
  const isBlank = line === '' && contents.length + beside.length > 0;
  if (line !== undefined && !isBlank && !isRepeated) lines.add(line);
  let isRead = line !== undefined || beside.length > 0;
  if (contents.length > 0) {
    const isContent = await collectLongest(contents, lines, depth + 1);
    if (!isContent && isRead) lines.notRecognised ??= contents[0];
    isRead ||= isContent;
  }
  for (const part of isRead ? beside.filter((value) => value !== '') : partsOfMap(record)) {
    if (await collect(part, lines, depth + 1)) isRead = true;
    else lines.notRecognised ??= part;
  }
  return isRead;
}

/** The keys of a map from times, or from numbers, to lines. */
const KEY_OF_LINE = /^\d[\dTZ.:+ -]*$/;

/** The values of a map from phases, times or numbers to text, entries or such maps. */
function partsOfMap(record: JsonRecord): readonly unknown[] {
  const names = Object.keys(record).filter((name) => record[name] !== null);
  const values = names.map((name) => record[name]);
  const isOfLines = names.every((name) => KEY_OF_LINE.test(name));
  return isOfLines || values.every((value) => typeof value === 'object' || /\n/.test(asString(value))) ? values : [];
}

function isTextOrList(value: unknown): boolean {
  return typeof value === 'string' || Array.isArray(value);
}

/** Adds the longest of several contents: one may be empty, a summary of another, or the same in another form. */
async function collectLongest(contents: readonly unknown[], lines: Lines, depth: number): Promise<boolean> {
  if (contents.length === 1) return await collect(contents[0], lines, depth);
  let longest: Lines | undefined;
  for (const content of contents) {
    const found = createLines();
    const isLonger = (await collect(content, found, depth)) && found.length() >= (longest?.length() ?? 0);
    if (isLonger) longest = found;
  }
  if (longest === undefined) return false;
  lines.notRecognised ??= longest.notRecognised;
  if (longest.length() > 0) lines.add(await longest.text());
  return true;
}

function asString(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** The text of an entry: the entry itself, a field of it, or the last string of a tuple such as `[time, text]`. */
function lineOf(entry: unknown): string | undefined {
  if (typeof entry === 'string') return entry;
  if (typeof entry === 'number' || typeof entry === 'boolean') return String(entry);
  if (Array.isArray(entry)) return textOfTuple(entry);
  if (!isRecord(entry)) return undefined;
  const texts = LINE_NAMES.map((name) => entry[name]).filter((text) => typeof text === 'string');
  return texts.find((text) => text !== '') ?? texts[0];
}

/** What a tuple may have before its text, if it does not begin with a time. */
const STREAM_OR_LEVEL = /^(?:std)?(?:in|out|err(?:or)?)$|^(?:trace|debug|info|notice|log|warn(?:ing)?|fatal)$/i;

/** The text of `[time, stream, text]`: a list in which more than the last string may be text has lines of its own. */
function textOfTuple(parts: readonly unknown[]): string | undefined {
  const end = parts.findLastIndex((part) => typeof part === 'string');
  if (end < 0 || parts.length > 4 || parts.some((part) => typeof part === 'object')) return undefined;
  const hasTime = timestampOf(parts) !== undefined;
  const label = hasTime ? /^\S*$/ : STREAM_OR_LEVEL;
  const before = parts.slice(hasTime ? 1 : 0, end).filter((part) => typeof part === 'string');
  return before.every((part) => label.test(part)) ? asString(parts[end]) : undefined;
}

/** True when every entry has a timestamp, none is later than the one before, and the last is earlier than the first. */
async function isNewestFirst(list: readonly unknown[], lines: Lines): Promise<boolean> {
  let firstMs: number | undefined;
  let beforeMs = Infinity;
  for (const entry of list) {
    const ms = timestampOf(entry);
    if (ms === undefined || ms > beforeMs) return false;
    firstMs ??= ms;
    beforeMs = ms;
    if (lines.isDue(ENTRY_CHARS)) await yieldToEventLoop();
  }
  return firstMs !== undefined && beforeMs < firstMs;
}

/** The timestamp of an entry in any unit: only the order matters. */
function timestampOf(entry: unknown): number | undefined {
  const first: unknown =
    typeof entry === 'string' ? TIME_BEFORE_TEXT.exec(entry)?.[0] : Array.isArray(entry) && entry[0];
  for (const value of isRecord(entry) ? TIME_NAMES.map((name) => entry[name]) : [first]) {
    if (typeof value === 'number') return value;
    if (typeof value !== 'string' || value.length > 40) continue;
    const isDate = /^\d{4}-\d\d-\d\d[T ]/.test(value);
    // Some loggers write `10:00:00,123`, which Date.parse does not know.
    const ms = /^\d{9,19}$/.test(value) ? Number(value) : isDate ? Date.parse(value.replace(',', '.')) : NaN;
    if (!Number.isNaN(ms)) return ms;
  }
  return undefined;
}

/**
 * The parsed value of a text that is a JSON list, or a JSON object with a log, encoded once or more. Checks both ends
 * before parsing.
 */
function parseEmbeddedJson(text: string): unknown {
  if (!/^\s*["[{]/.test(text.slice(0, 1024)) || !/["\]}]\s*$/.test(text.slice(-1024))) return undefined;
  const parsed = parseIfJson(text);
  if (typeof parsed === 'string') return parseEmbeddedJson(parsed);
  return Array.isArray(parsed) || hasLog(parsed) ? parsed : undefined;
}

/** An object in a text is a log only if it has a field of lines: an app may print a single object. */
function hasLog(parsed: unknown): boolean {
  if (!isRecord(parsed)) return false;
  const names = Object.keys(parsed).filter((name) => /^(?:lines|entries|logs?|items)$/i.test(name));
  return names.some((name) => typeof parsed[name] === 'object');
}

/** After this many consecutive lines that are not JSON, no more are parsed: each failure costs time. */
const MAX_BROKEN_LINES = 1000;

/** The text of JSON lines; a line that is not JSON is taken as it is. */
export async function textOfJsonLines(body: string, search: { what: string; note: Note }): Promise<string> {
  const lines = createLines();
  let broken = 0;
  for (let at = 0; at <= body.length;) {
    const found = body.indexOf('\n', at);
    const end = found < 0 ? body.length : found;
    // `application/json-seq` begins each line with a record separator.
    const line = body.slice(body[at] === '\u001e' ? at + 1 : at, end);
    const parsed = broken < MAX_BROKEN_LINES && line !== '' ? parseIfJson(line) : undefined;
    broken = parsed === undefined && line !== '' ? broken + 1 : 0;
    if (!(await addEntry(parsed, lines, 0))) lines.add(line);
    if (lines.isDue(line.length + ENTRY_CHARS)) await yieldToEventLoop();
    at = end + 1;
  }
  return await textOf(lines, search);
}

/**
 * The text with `\r\n` replaced by `\n`. A final `\r` is removed, since its `\n` may follow in the next read: the text
 * of a growing log always starts with the text read before.
 */
export async function withNewlines(text: string): Promise<string> {
  const whole = text.endsWith('\r') ? text.slice(0, -1) : text;
  const slices: string[] = [];
  let isChanged = false;
  for (let at = 0; at < whole.length;) {
    const isCut = whole.startsWith('\r\n', at + SLICE_CHARS - 1);
    const slice = whole.slice(at, at + SLICE_CHARS + (isCut ? 1 : 0));
    const clean = slice.includes('\r\n') ? slice.replaceAll('\r\n', '\n') : slice;
    isChanged ||= clean.length < slice.length;
    slices.push(clean);
    at += slice.length;
    if (at < whole.length) await yieldToEventLoop();
  }
  return isChanged ? slices.join('') : whole;
}
