// A log of any form as text with `\n` line ends. Takes linear time and yields to the event loop: a log may have 64 MB.
import { createWorkMeter, SLICE_CHARS, type WorkMeter, yieldToEventLoop } from '../../event-loop.ts';
import type { Note } from './envelope.ts';
import { fieldsOf, isRecord, type JsonRecord, parseIfJson, valueOf } from './json.ts';

/** Fields that hold the content of a log, phase or step that is an object. */
const INNER_NAMES = [
  'text',
  'content',
  'lines',
  'entries',
  'items',
  'data',
  'logs',
  'log',
  'output',
  'steps',
  'phases',
  'groups',
  'children',
];

/** Fields that hold the text of a log entry that is an object. */
const LINE_NAMES = ['message', 'line', 'text', 'msg', 'log', 'content', 'output', 'data', 'body', 'value'];

/** Fields of an executed command. */
const OUTPUT_NAMES = ['stdout', 'stderr'];

const TIME_NAMES = ['timestamp', 'time', 'ts', 'at', 'date', 'createdAt', 'created_at', '@timestamp'];

/** The time at the beginning of a line. */
const TIME_BEFORE_TEXT = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d{1,9})?(?:Z|[+-]\d\d:?\d\d)?/;

const MAX_DEPTH = 5;

/** The text of a log in any known form, else `undefined`. Entries without text are noted. */
export async function readLog(
  value: unknown,
  { what, note }: { what: string; note: Note },
): Promise<string | undefined> {
  const parsed = typeof value === 'string' ? parseEmbeddedJson(value) : value;
  const lines = createLines();
  if (parsed !== undefined && (await collect(parsed, lines, 0))) {
    if (lines.notRecognised !== undefined) note(`an entry of ${what}`, lines.notRecognised);
    return await lines.text();
  }
  return typeof value === 'string' ? await withNewlines(value) : undefined;
}

/** Joins lines to text in slices, so that a list of a million lines is not held in memory twice. */
interface Lines {
  readonly meter: WorkMeter;
  /** The first entry without text. */
  notRecognised: unknown;
  add(line: string): void;
  text(): Promise<string>;
}

function createLines(): Lines {
  const slices: string[] = [];
  let slice = '';
  let isFirst = true;
  let endsLine = false;
  return {
    meter: createWorkMeter(),
    notRecognised: undefined,
    // Lines come with or without line ends.
    add(line) {
      slice += isFirst || endsLine ? line : `\n${line}`;
      isFirst = false;
      endsLine = line.endsWith('\n');
      if (slice.length < SLICE_CHARS) return;
      slices.push(slice);
      slice = '';
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
  return isRecord(value) && (await collectGroup(value, lines, depth));
}

/** Entries in the service's order, or reversed when their timestamps descend. */
async function collectList(list: readonly unknown[], lines: Lines, depth: number): Promise<boolean> {
  const isReversed = isNewestFirst(list);
  let isRead = list.length === 0;
  for (let index = 0; index < list.length; index += 1) {
    const entry = list[isReversed ? list.length - 1 - index : index];
    if (entry === null) continue;
    const line = lineOf(entry);
    // Beside an empty text may be the lines of a step; an empty text of a tuple is an empty line.
    const mayBeGroup = line === undefined ? typeof entry === 'object' : line === '' && isRecord(entry);
    const isGroup = mayBeGroup && (await collect(entry, lines, depth + 1));
    if (line !== undefined && !isGroup) {
      lines.add(line);
      for (const more of listsBeside(entry)) {
        if (!(await collect(more, lines, depth + 1))) lines.notRecognised ??= more;
      }
    }
    const found = line !== undefined || isGroup;
    isRead ||= found;
    if (!found) lines.notRecognised ??= entry;
    if (lines.meter.isDue(16 + (line?.length ?? 0))) await yieldToEventLoop();
  }
  return isRead;
}

/** The lists beside the text of an entry: the lines of a step with a title. */
function listsBeside(entry: unknown): readonly unknown[] {
  if (!isRecord(entry)) return [];
  const names = Object.keys(entry).filter((name) => Array.isArray(entry[name]));
  return names.filter((name) => INNER_NAMES.includes(name)).map((name) => entry[name]);
}

/** The keys of a map from times, or from numbers, to lines. */
const KEY_OF_LINE = /^\d[\dTZ.:+ -]*$/;

/** A log, phase or step: a content field, the output of a command, or a map from phases or times to text. */
async function collectGroup(record: JsonRecord, lines: Lines, depth: number): Promise<boolean> {
  const fields = fieldsOf(record);
  // The names are normalized ones: there may be a million records.
  const valuesOf = (names: readonly string[]) =>
    names.map((name) => fields.get(name)).filter((value) => value !== undefined && value !== null);
  // Beside an empty field may be one that is not.
  const contents = valuesOf(INNER_NAMES).toSorted((a, b) => Number(isBlank(a)) - Number(isBlank(b)));
  for (const inner of contents) if (await collect(inner, lines, depth + 1)) return true;
  const outputs = valuesOf(OUTPUT_NAMES).filter((output) => typeof output === 'string');
  const values = Object.values(record).filter((value) => value !== null);
  const isOfLines = Object.keys(record).every((key) => KEY_OF_LINE.test(key));
  const isMap = isOfLines || values.every((value) => Array.isArray(value) || /\n/.test(asString(value)));
  let isRead = outputs.length > 0;
  const parts = isRead ? outputs.filter((output) => output !== '') : isMap ? values : [];
  for (const part of parts) {
    if (await collect(part, lines, depth + 1)) isRead = true;
    else lines.notRecognised ??= part;
  }
  return isRead;
}

function isBlank(value: unknown): boolean {
  return value === '' || (Array.isArray(value) && value.length === 0);
}

function asString(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** The text of an entry: the entry itself, a field of it, or the last string of a tuple such as `[time, text]`. */
function lineOf(entry: unknown): string | undefined {
  if (typeof entry === 'string') return entry;
  if (typeof entry === 'number') return String(entry);
  if (Array.isArray(entry)) return textOfTuple(entry);
  if (!isRecord(entry)) return undefined;
  let line: string | undefined;
  for (const name of LINE_NAMES) {
    const text = Object.hasOwn(entry, name) ? entry[name] : undefined;
    if (typeof text === 'string') line = text;
    if (line) break;
  }
  return line;
}

function textOfTuple(parts: readonly unknown[]): string | undefined {
  const isShort = parts.length <= 4 && parts.every((part) => typeof part !== 'object');
  return isShort ? parts.findLast((part) => typeof part === 'string') : undefined;
}

/** True when every entry has a timestamp, none is later than the one before, and the last is earlier than the first. */
function isNewestFirst(list: readonly unknown[]): boolean {
  let firstMs: number | undefined;
  let beforeMs = Infinity;
  for (const entry of list) {
    const ms = timestampOf(entry);
    if (ms === undefined || ms > beforeMs) return false;
    firstMs ??= ms;
    beforeMs = ms;
  }
  return firstMs !== undefined && beforeMs < firstMs;
}

/** The timestamp of an entry in any unit: only the order matters. */
function timestampOf(entry: unknown): number | undefined {
  const values: readonly unknown[] = Array.isArray(entry)
    ? entry.slice(0, 1)
    : typeof entry === 'string'
      ? (TIME_BEFORE_TEXT.exec(entry) ?? [])
      : isRecord(entry)
        ? TIME_NAMES.map((name) => (Object.hasOwn(entry, name) ? entry[name] : undefined))
        : [];
  for (const value of values) {
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
  const fields = fieldsOf(parsed);
  return ['lines', 'entries', 'logs', 'log', 'items'].some((name) => typeof valueOf(fields, name) === 'object');
}

/** After this many consecutive lines that are not JSON, no more are parsed: each failure costs time. */
const MAX_BROKEN_LINES = 1000;

/** The text of JSON lines; a line that is not JSON is taken as it is. */
export async function textOfJsonLines(body: string): Promise<string> {
  const lines = createLines();
  let broken = 0;
  for (let at = 0; at <= body.length;) {
    const found = body.indexOf('\n', at);
    const end = found < 0 ? body.length : found;
    // `application/json-seq` begins each line with a record separator.
    const line = body.slice(body[at] === '\u001e' ? at + 1 : at, end);
    const parsed = broken < MAX_BROKEN_LINES && line !== '' ? parseIfJson(line) : undefined;
    broken = parsed === undefined && line !== '' ? broken + 1 : 0;
    lines.add(lineOf(parsed) ?? line);
    if (lines.meter.isDue(line.length + 16)) await yieldToEventLoop();
    at = end + 1;
  }
  return await lines.text();
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
