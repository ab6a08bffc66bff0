// Reads logs of any form as text with `\n` line ends; sinks sanitize it. Takes linear time and yields to the event
// loop: a log may have 64 MB.
import { createWorkMeter, SLICE_CHARS, type WorkMeter, yieldToEventLoop } from '../../event-loop.ts';
import type { Reading } from '../model.ts';
import { candidates, type Note, reportsFailure } from './envelope.ts';
import { fieldsOf, hasNull, isRecord, parseIfJson, parseJson, valueOf, WireError } from './json.ts';
import type { Fields, JsonRecord } from './json.ts';
import { shapeOf } from './shape.ts';

const RUNTIME_NAMES = ['logs', 'log', 'runtimeLog', 'runtimeLogs', 'lines', 'entries', 'logText', 'output', 'text'];

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
];

/** Fields that hold the text of a log entry that is an object. */
const LINE_NAMES = ['message', 'line', 'text', 'msg', 'log', 'content', 'output', 'data', 'body', 'value', 'stdout'];

const TIME_NAMES = ['timestamp', 'time', 'ts', 'at', 'date', 'createdAt', 'created_at', '@timestamp'];

const MAX_DEPTH = 5;

/** Where to find the log, and how to report what cannot be read. */
interface LogSearch {
  readonly names: readonly string[];
  /** For the note: `the build log`. */
  readonly what: string;
  readonly note: Note;
}

/** The first non-empty log under `names` in `places`. */
export async function findLog(places: readonly Fields[], search: LogSearch): Promise<Reading<string>> {
  let empty: Reading<string> | undefined;
  let notRecognised: unknown;
  for (const fields of places) {
    for (const name of search.names) {
      const value = valueOf(fields, name);
      if (value === undefined || value === null) continue;
      const log = await readLog(value, search);
      if (log !== undefined && log !== '') return { kind: 'read', value: log };
      if (log === '') empty ??= { kind: 'read', value: log };
      else notRecognised ??= value;
    }
  }
  if (empty !== undefined) return empty;
  return notRecognised === undefined ? { kind: 'absent' } : unrecognised(notRecognised, search);
}

/**
 * The runtime log in the raw body of a response, by its content type: JSON is searched for the log, JSON lines are read
 * one by one, other text is the log itself. Throws a {@link WireError} for a page of markup and for a reported failure.
 */
export async function readRuntimeLog(
  body: string,
  contentType: string | undefined,
  note: Note,
): Promise<Reading<string>> {
  const search = { names: RUNTIME_NAMES, what: 'the runtime log', note };
  const type = contentType?.split(';')[0]?.trim().toLowerCase() ?? '';
  if (/[/+]json$/.test(type)) return await logOfJson(parseJson(body), search);
  if (/html$|xml$/.test(type)) throw new WireError('expected a log, got a page of markup');
  if (/ndjson$|jsonl$|json-seq$|jsonlines$/.test(type)) return { kind: 'read', value: await textOfJsonLines(body) };
  if (type === '' && /^\s*[[{"]/.test(body.slice(0, 1024))) {
    // Without a content type, JSON that contains no log may be the output of an app that prints JSON.
    const parsed = parseIfJson(body);
    const found = parsed === undefined ? undefined : await logOfJson(parsed, { ...search, note: () => undefined });
    if (found?.kind === 'read') return found;
  }
  return { kind: 'read', value: await withNewlines(body) };
}

async function logOfJson(body: unknown, search: LogSearch): Promise<Reading<string>> {
  if (reportsFailure(body)) throw new WireError('expected a log');
  if (!isRecord(body)) {
    const value = await readLog(body, search);
    return value === undefined ? unrecognised(body, search) : { kind: 'read', value };
  }
  const places = candidates(body, []).map(({ fields }) => fields);
  // What is left of a log that is read is noted; of one that is not, only the whole.
  const entries: [what: string, value: unknown][] = [];
  const quiet: LogSearch = { ...search, note: (what, value) => void entries.push([what, value]) };
  const named = await findLog(places, quiet);
  const found =
    named.kind === 'read' ? named : await findLog(places, { ...quiet, names: ['data', 'result', 'content'] });
  if (found.kind === 'read') {
    for (const [what, value] of entries) if (what !== search.what) search.note(what, value);
    return found;
  }
  // Some languages serialize an empty list as `null`.
  const isEmpty = places.some((fields) => hasNull(fields, RUNTIME_NAMES));
  return isEmpty ? { kind: 'read', value: '' } : unrecognised(body, search);
}

function unrecognised(value: unknown, { what, note }: LogSearch): Reading<string> {
  note(what, value);
  return { kind: 'unrecognised', shape: shapeOf(value) };
}

/** The text of a log in any known form, else `undefined`. Entries without text are noted. */
async function readLog(value: unknown, { what, note }: LogSearch): Promise<string | undefined> {
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
    if (line !== undefined) lines.add(line);
    const found = line !== undefined || (typeof entry === 'object' && (await collect(entry, lines, depth + 1)));
    isRead ||= found;
    if (!found) lines.notRecognised ??= entry;
    if (lines.meter.isDue(16 + (line?.length ?? 0))) await yieldToEventLoop();
  }
  return isRead;
}

/** A log, phase or step: one content field, or a map from phases to their logs. */
async function collectGroup(record: JsonRecord, lines: Lines, depth: number): Promise<boolean> {
  const fields = fieldsOf(record);
  for (const name of INNER_NAMES) {
    const inner = valueOf(fields, name);
    if (inner !== undefined && inner !== null && (await collect(inner, lines, depth + 1))) return true;
  }
  const values = Object.values(record).filter((value) => value !== null);
  const isMap = values.length > 0 && values.every((value) => Array.isArray(value) || /\n/.test(asString(value)));
  if (!isMap) return false;
  let isRead = false;
  for (const value of values) isRead = (await collect(value, lines, depth + 1)) || isRead;
  return isRead;
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
  for (const name of LINE_NAMES) {
    const text = Object.hasOwn(entry, name) ? entry[name] : undefined;
    if (typeof text === 'string') return text;
  }
  return undefined;
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
    : isRecord(entry)
      ? TIME_NAMES.map((name) => (Object.hasOwn(entry, name) ? entry[name] : undefined))
      : [];
  for (const value of values) {
    if (typeof value === 'number') return value;
    if (typeof value !== 'string' || value.length > 40) continue;
    const ms = /^\d{9,19}$/.test(value) ? Number(value) : /^\d{4}-\d\d-\d\d[T ]/.test(value) ? Date.parse(value) : NaN;
    if (!Number.isNaN(ms)) return ms;
  }
  return undefined;
}

/** The parsed value of a text that is a JSON list, or a JSON object with a log. Checks both ends before parsing. */
function parseEmbeddedJson(text: string): unknown {
  if (!/^\s*[[{]/.test(text.slice(0, 1024)) || !/[\]}]\s*$/.test(text.slice(-1024))) return undefined;
  const parsed = parseIfJson(text);
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

async function textOfJsonLines(body: string): Promise<string> {
  const lines = createLines();
  let broken = 0;
  for (let at = 0; at <= body.length;) {
    const found = body.indexOf('\n', at);
    const end = found < 0 ? body.length : found;
    const line = body.slice(at, end);
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
async function withNewlines(text: string): Promise<string> {
  const whole = text.endsWith('\r') ? text.slice(0, -1) : text;
  const slices: string[] = [];
  let isChanged = false;
  for (let at = 0; at < whole.length;) {
    const isCut = whole[at + SLICE_CHARS - 1] === '\r';
    const slice = whole.slice(at, at + SLICE_CHARS + (isCut ? 1 : 0));
    const clean = slice.includes('\r\n') ? slice.replaceAll('\r\n', '\n') : slice;
    isChanged ||= clean.length < slice.length;
    slices.push(clean);
    at += slice.length;
    if (at < whole.length) await yieldToEventLoop();
  }
  return isChanged ? slices.join('') : whole;
}
