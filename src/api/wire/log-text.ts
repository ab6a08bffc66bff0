// A log of any form as text with `\n` line ends. Takes linear time and yields to the event loop: a log may have 64 MB.
import { containsText } from '../../contains-text.ts';
import type { Note } from './envelope.ts';
import { isRecord, type JsonRecord, parseIfJson } from './json.ts';
import { createLines, type Lines, withNewlines } from './log-lines.ts';

/** Fields that hold the content of a log, phase, step, error or entry: some languages write `Message`. */
const INNER_NAME =
  /^(?:text|content|lines|entries|items|data|logs?|output|steps|phases|groups|children|events|(?:full_?)?messages?|msg|records|payload|stack(?:_?trace)?)$/i;

/** Fields that hold the text of a log entry that is an object. */
const LINE_NAMES = ['message', 'msg', 'text', 'line', 'log', 'content', 'output', 'data', 'body', 'value'];

/** Fields that hold the text of an entry without one of {@link LINE_NAMES}; beside a text they are data. */
const WRAPPER_NAME =
  /^(?:@m|event|body|stringValue|values|streams|attributes|_source|(?:text|json)_?payload|(?:short|rendered)_?message)$/i;

/** Fields that hold the output of a command, or an error beside a text. */
const BESIDE_NAME = /^(?:std(?:out|err)|err(?:ors?)?|exception|exc_?info)$/i;

const TIME_NAME = /^(?:@?t|ts|at|date|created(?:_?at)?|(?:@|asc|__realtime_)?time(?:_?stamp|_?millis|_?unix_?nano)?)$/i;

/** The time at the beginning of a line. */
const TIME_BEFORE_TEXT = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d{1,9})?(?:Z|[+-]\d\d:?\d\d)?/;

const MAX_DEPTH = 8;

/** An entry takes as long as this much text. */
const ENTRY_CHARS = 64;

/** The text of a log in any known form, else `undefined`. Entries without text are noted. */
export async function readLog(
  value: unknown,
  { what, note }: { what: string; note: Note },
): Promise<string | undefined> {
  const parsed = typeof value === 'string' ? parseEmbeddedJson(value) : value;
  const lines = createLines();
  if (parsed !== undefined && (await collect(parsed, lines, { depth: 0 }))) return await textOf(lines, { what, note });
  return typeof value === 'string' ? await withNewlines(value) : undefined;
}

/** The text of `lines`, after the first entry without text was noted. */
async function textOf(lines: Lines, { what, note }: { what: string; note: Note }): Promise<string> {
  if (lines.notRecognised !== undefined) note(`an entry of ${what}`, lines.notRecognised);
  return await lines.text();
}

/** Where a value is, and the text that it has as an entry of a list. */
interface Place {
  readonly depth: number;
  readonly line?: string | undefined;
}

/** Adds the text of `value` to `lines`; false when it has no known form. */
async function collect(value: unknown, lines: Lines, { depth, line }: Place): Promise<boolean> {
  if (depth > MAX_DEPTH) return false;
  if (isRecord(value)) return await collectRecord(value, lines, { depth, line });
  const text = typeof value === 'string' ? value : line;
  if (text === undefined) return Array.isArray(value) && (await collectList(value as readonly unknown[], lines, depth));
  lines.add(text);
  return true;
}

/** Entries in the service's order, or reversed when their timestamps descend. */
async function collectList(list: readonly unknown[], lines: Lines, depth: number): Promise<boolean> {
  const isReversed = await isNewestFirst(list, lines);
  let isRead = list.length === 0;
  for (let index = 0; index < list.length; index += 1) {
    const entry = list[isReversed ? list.length - 1 - index : index];
    if (entry === null) continue;
    const isFound = await collect(entry, lines, { depth: depth + 1, line: lineOf(entry) });
    isRead ||= isFound;
    if (!isFound) lines.notRecognised ??= entry;
    await lines.pause(ENTRY_CHARS);
  }
  return isRead;
}

/** An entry with the text `line`, or a log, phase or step; else a map from phases or times to text. */
async function collectRecord(record: JsonRecord, lines: Lines, { depth, line }: Place): Promise<boolean> {
  const valuesOf = (isNamed: (name: string) => boolean) =>
    Object.keys(record)
      .filter((name) => isNamed(name) && isPart(record[name], line))
      .map((name) => record[name]);
  const contents = valuesOf((name) =>
    line ? INNER_NAME.test(name) && !isData(name, record[name]) : INNER_NAME.test(name) || WRAPPER_NAME.test(name),
  );
  const beside = valuesOf((name) => BESIDE_NAME.test(name));
  if (line !== undefined && !isRepeated(line, contents.length > 0 ? contents : beside)) lines.add(line);
  // A map without fields has no lines yet.
  let isRead = line !== undefined || beside.length > 0 || Object.keys(record).length === 0;
  if (contents.length > 0) {
    const isContent = await collectLongest(contents, lines, depth + 1);
    if (!isContent && isRead) lines.notRecognised ??= contents[0];
    isRead ||= isContent;
  }
  for (const part of isRead ? beside.filter((value) => value !== '') : partsOfMap(record)) {
    if (await collect(part, lines, { depth: depth + 1 })) isRead = true;
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

/** True for a value that may add text to `line`. */
function isPart(value: unknown, line: string | undefined): boolean {
  if (typeof value === 'string') return line === undefined || !containsText(line, value);
  return isRecord(value) ? Object.keys(value).length > 0 : Array.isArray(value);
}

/** True for a record or a word, such as the name of an app or a stream: beside a text, they are not lines. */
function isData(name: string, value: unknown): boolean {
  if (typeof value !== 'string') return isRecord(value);
  return /^output$/i.test(name) ? STREAM_OR_LEVEL.test(value) : /^\S{0,80}$/.test(value);
}

/** True if each of `others` is the same text with its time before it or with more after it; true for an empty line. */
function isRepeated(line: string, others: readonly unknown[]): boolean {
  return others.length > 0 && others.map(asString).every((text) => text.startsWith(line) || text.endsWith(` ${line}`));
}

/** Adds the longest of several contents: one may be empty, a summary of another, or the same in another form. */
async function collectLongest(contents: readonly unknown[], lines: Lines, depth: number): Promise<boolean> {
  if (contents.length === 1) return await collect(contents[0], lines, { depth });
  let longest: Lines | undefined;
  for (const content of contents) {
    const found = createLines();
    const isLonger = (await collect(content, found, { depth })) && found.length() >= (longest?.length() ?? 0);
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
    await lines.pause(ENTRY_CHARS);
  }
  return firstMs !== undefined && beforeMs < firstMs;
}

/** The first timestamp of an entry in any unit: only the order matters. */
function timestampOf(entry: unknown): number | undefined {
  if (typeof entry === 'string') return timeOf(TIME_BEFORE_TEXT.exec(entry)?.[0]);
  if (Array.isArray(entry)) return timeOf(entry[0]);
  if (!isRecord(entry)) return undefined;
  for (const name of Object.keys(entry)) {
    const time = TIME_NAME.test(name) ? timeOf(entry[name]) : undefined;
    if (time !== undefined) return time;
  }
  return undefined;
}

function timeOf(value: unknown): number | undefined {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string' || value.length > 40) return undefined;
  const isDate = /^\d{4}-\d\d-\d\d[T ]/.test(value);
  // Some loggers write `10:00:00,123`, which Date.parse does not know.
  const time = /^\d{9,19}$/.test(value) ? Number(value) : isDate ? Date.parse(value.replace(',', '.')) : NaN;
  return Number.isNaN(time) ? undefined : time;
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

const LOG_NAME = /^(?:lines|entries|logs?|items)$/i;

/** An object in a text is a log only if it has a field of lines: an app may print a single object. */
function hasLog(parsed: unknown): boolean {
  if (!isRecord(parsed)) return false;
  return Object.keys(parsed).some((name) => LOG_NAME.test(name) && typeof parsed[name] === 'object');
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
    if (!(await collect(parsed, lines, { depth: 0, line: lineOf(parsed) }))) lines.add(line);
    await lines.pause(line.length + ENTRY_CHARS);
    at = end + 1;
  }
  return await textOf(lines, search);
}
