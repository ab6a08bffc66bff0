// Logs as text: whatever form they come in, lines end with `\n`. What is dangerous in them is the business of whoever
// prints them.
import { asArray, asRecord, fieldsOf, firstOf, hasNull, isRecord, parseIfJson, parseJson, WireError } from './json.ts';
import type { Fields, JsonRecord } from './json.ts';
import { candidates, type Note, reportsFailure } from './envelope.ts';
import type { Reading } from '../model.ts';
import { shapeOf } from './shape.ts';

const RUNTIME_NAMES = [
  'logs',
  'log',
  'runtimeLog',
  'runtimeLogs',
  'lines',
  'entries',
  'logText',
  'output',
  'text',
  'content',
];

/** Names of the text inside a log that is an object. */
const INNER_NAMES = ['text', 'content', 'lines', 'entries', 'items', 'data'];

/** Names of the text of one line that is an object, looked up as they stand: there may be a million lines. */
const LINE_NAMES = ['message', 'line', 'text', 'msg', 'log', 'content', 'output'];

const MAX_DEPTH = 3;

/** The first log that is not empty under `names` in `places`; what cannot be read there is noted as `what`. */
export async function findLog(
  places: readonly Fields[],
  names: readonly string[],
  { what, note }: { what: string; note: Note },
): Promise<Reading<string>> {
  const log = firstLog(places, names);
  if (log !== undefined) return { kind: 'read', value: log };
  const shown = places.map((fields) => firstOf(fields, names, (value) => value)).find((value) => value !== undefined);
  if (shown === undefined) return { kind: 'absent' };
  note(what, shown);
  return { kind: 'unrecognised', shape: shapeOf(shown) };
}

function firstLog(places: readonly Fields[], names: readonly string[]): string | undefined {
  let found: string | undefined;
  for (const fields of places) {
    const log = firstOf(fields, names, (value) => readLog(value) || undefined);
    if (log !== undefined) return log;
    found ??= firstOf(fields, names, (value) => readLog(value));
  }
  return found;
}

/**
 * The runtime log in the raw text of a response, by its content type: JSON is searched for the log, lines of JSON are read
 * one by one, other text is the log itself. Throws a {@link WireError} for a page of markup and for a failure.
 */
export async function readRuntimeLog(
  body: string,
  contentType: string | undefined,
  note: Note,
): Promise<Reading<string>> {
  const type = contentType?.split(';')[0]?.trim().toLowerCase() ?? '';
  if (/[/+]json$/.test(type)) return logOfJson(parseJson(body), note);
  if (/html$|xml$/.test(type)) throw new WireError('expected a log, got a page of markup');
  const isLines = /ndjson$|jsonl$|json-seq$|jsonlines$/.test(type);
  const value = isLines
    ? joinLines(body.split('\n').map(lineOfJson))
    : type === ''
      ? logOfUnlabelled(body)
      : withNewlines(body);
  return { kind: 'read', value };
}

function logOfJson(body: unknown, note: Note): Reading<string> {
  if (reportsFailure(body)) throw new WireError('expected a log');
  const value = logOf(body);
  if (value !== undefined) return { kind: 'read', value };
  note('the runtime log', body);
  return { kind: 'unrecognised', shape: shapeOf(body) };
}

function logOf(body: unknown): string | undefined {
  return isRecord(body) ? logOfRecord(body) : readLog(body);
}

function logOfRecord(body: JsonRecord): string | undefined {
  if (reportsFailure(body)) return undefined;
  const places = candidates(body, []).map(({ fields }) => fields);
  const log = firstLog(places, RUNTIME_NAMES) ?? firstOf(fieldsOf(body), ['data', 'result'], (value) => readLog(value));
  // Some languages write an empty list as `null`.
  return log ?? (places.some((fields) => hasNull(fields, RUNTIME_NAMES)) ? '' : undefined);
}

/** Without a content type, text that is JSON without a log in it is the log of an app that prints JSON. */
function logOfUnlabelled(body: string): string {
  const parsed = /^\s*[[{"]/.test(body) ? parseIfJson(body) : undefined;
  if (reportsFailure(parsed)) throw new WireError('expected a log');
  return (parsed === undefined ? undefined : logOf(parsed)) ?? withNewlines(body);
}

function lineOfJson(line: string): string {
  try {
    return lineOf(JSON.parse(line)) ?? line;
  } catch {
    return line;
  }
}

function readLog(value: unknown, depth = 0): string | undefined {
  if (typeof value === 'string') return withNewlines(value);
  const list = asArray(value);
  if (list !== undefined) {
    const lines = list.map(lineOf).filter((line) => line !== undefined);
    return lines.length === 0 && list.length > 0 ? undefined : joinLines(lines);
  }
  const record = asRecord(value);
  if (record === undefined || depth === MAX_DEPTH) return undefined;
  return firstOf(fieldsOf(record), INNER_NAMES, (inner) => readLog(inner, depth + 1));
}

function lineOf(entry: unknown): string | undefined {
  if (typeof entry === 'string') return entry;
  if (typeof entry === 'number') return String(entry);
  if (!isRecord(entry)) return undefined;
  for (const name of LINE_NAMES) {
    const text = Object.hasOwn(entry, name) ? entry[name] : undefined;
    if (typeof text === 'string') return text;
  }
  return undefined;
}

/** Lines may come with their line ends or without. */
function joinLines(lines: readonly string[]): string {
  const last = lines.length - 1;
  const bare = lines.map((line, index) => (index < last && line.endsWith('\n') ? line.slice(0, -1) : line));
  return withNewlines(bare.join('\n'));
}

/**
 * The text with `\n` line ends, itself when it has no others: a log may be 64 MB. A lone `\r` stays, but not at the very
 * end, where its `\n` may still be on the way: so the text of a growing log always begins with what it was before.
 */
function withNewlines(text: string): string {
  const whole = text.endsWith('\r') ? text.slice(0, -1) : text;
  return whole.includes('\r\n') ? whole.replaceAll('\r\n', '\n') : whole;
}
