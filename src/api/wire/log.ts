// Reads a log as text, from whatever holds its lines: one walk for build logs and runtime logs. Sinks sanitize the text.
import { containsText } from '../../contains-text.ts';
import type { LogReading } from '../model.ts';
import { asArray, type Content, isRecord, type JsonRecord, normalizeName, parseIfJson, WireError } from './json.ts';
import { DEPLOYMENT } from './kinds.ts';
import { ownPlacesIn, placesIn, type Place, reportsFailure } from './search.ts';
import { kindOfBody, shapeOf } from './shape.ts';
import { pathTo, type Trace } from './trace.ts';

/** A field whose name, in words, ends like `build log`, `output` or `log lines`; not `log url` or `changelog`. */
const LOG_NAME =
  /(?:^| )(?:(?:build|deploy|deployment|runtime|app|console)?(?:logs?|output)) ?(?:lines|text|entries|events|messages|content|tail)?$/;
/** The parts of a build; some services show its log by part. */
const PART_NAME = /^(?:stages|phases|steps|events)$/;

/** Fields that hold the text of an entry, the clearest first. */
const MESSAGE_NAMES = ['message', 'msg', 'text', 'line', 'log', 'output', 'stdout', 'data', 'payload', 'content'];
/** Fields that hold an error beside the text of an entry. */
const ERROR_NAME = /^(?:std)?err(?:ors?)?$|^error(?:message|details?)?$|^exception$|^stack(?:trace)?$/;
/** Fields of an entry that hold further entries, beside its text. */
const ENTRIES_NAME = /^(?:logs?|lines|entries|steps|output)$/;

/** A deeper value has no text. */
const MAX_DEPTH = 8;

/** The text of a log while its values are walked. */
interface Walk {
  readonly lines: string[];
  /** Entries without text. */
  readonly unread: unknown[];
  /** Entries that the service marks as hidden. */
  hidden: number;
}

/** What is sent under one name. */
interface LogField {
  readonly path: string;
  readonly value: unknown;
}

/**
 * The build log in or around a deployment: under a name of a log, and once the deployment has ended also in its stages.
 * `path`: where it was read before, which stays its place.
 */
export function readBuildLog(
  place: Place,
  { hasEnded, path }: { hasEnded: boolean; path: string | undefined },
  trace: Trace,
): LogReading {
  const places = [place, ...place.around, ...ownPlacesIn(place, DEPLOYMENT).slice(1)];
  const fields = fieldsNamed(places, (name) => LOG_NAME.test(wordsOf(name)));
  const parts = hasEnded ? fieldsNamed([place, ...place.around], (name) => PART_NAME.test(normalizeName(name))) : [];
  return firstLog([...fields.filter((field) => field.path === path), ...fields, ...parts], 'build log', trace);
}

/**
 * The runtime log in the body of a response, by its content type: JSON is searched for the log, JSON lines and events are
 * read one by one, other text is the log itself. Throws a {@link WireError} for a page and for a reported failure.
 */
export function readRuntimeLog({ body, json }: Content, contentType: string | undefined, trace: Trace): LogReading {
  const type = contentType?.split(';')[0]?.trim().toLowerCase() ?? '';
  if (type.endsWith('event-stream')) return readJsonLines(textOfEvents(body), trace);
  if (/ndjson$|jsonl(?:ines)?$|stream\+json$/.test(type)) return readJsonLines(body.split(/\r?\n/), trace);
  const isJson = /[/+]json$/.test(type);
  if (isJson && json === undefined) throw new WireError('expected JSON');
  // An app may print a single JSON object; only a response of the API has `ok`.
  if (isJson || (isRecord(json) && typeof json['ok'] === 'boolean')) return readLogInJson(json, trace);
  const kind = kindOfBody(body);
  if (kind === 'an HTML page' || (kind === 'a page of markup' && /html$|xml$/.test(type))) {
    throw new WireError(`expected a log, got ${kind}`);
  }
  return firstLog([{ path: '', value: body }], 'runtime log', trace);
}

function readLogInJson(json: unknown, trace: Trace): LogReading {
  if (reportsFailure(json)) throw new WireError('expected a log');
  const named = fieldsNamed(placesIn(json), (name) => LOG_NAME.test(wordsOf(name)));
  if (named.length > 0) return firstLog(named, 'runtime log', trace);
  const empty = isRecord(json) && Object.keys(json).find((name) => json[name] === null && LOG_NAME.test(wordsOf(name)));
  if (typeof empty === 'string') return { path: empty, text: '', hiddenCount: 0 };
  return firstLog([{ path: '', value: json }], 'runtime log', trace);
}

/** The lines of the events: what follows `data:`. */
function textOfEvents(body: string): readonly string[] {
  const lines = body.split(/\r?\n/).filter((line) => !/^(?:event|id|retry)?:/.test(line));
  return lines.map((line) => line.replace(/^data: ?/, ''));
}

/** One entry per line; a line that is not JSON is taken as it is. */
function readJsonLines(lines: readonly string[], trace: Trace): LogReading {
  const walk: Walk = { lines: [], unread: [], hidden: 0 };
  for (const text of lines) {
    if (text === '') continue;
    const entry = /^[[{"]/.test(text) ? parseIfJson(text) : undefined;
    if (entry === undefined) walk.lines.push(text);
    else walkEntry(entry, walk, 0);
  }
  trace.read('runtime log', '');
  return readingOf(walk, '');
}

/** The first of the fields with text, else the first. */
function firstLog(fields: readonly LogField[], part: 'build log' | 'runtime log', trace: Trace): LogReading {
  let first: { reading: LogReading; walk: Walk } | undefined;
  for (const { path, value } of fields) {
    const walk: Walk = { lines: [], unread: [], hidden: 0 };
    walkLog(value, walk);
    const reading = readingOf(walk, path);
    first ??= { reading, walk };
    if (reading.text === '') continue;
    trace.read(part, path);
    reportUnread(walk);
    return reading;
  }
  if (first !== undefined) reportUnread(first.walk);
  return first?.reading ?? { text: '', hiddenCount: 0 };

  function reportUnread({ unread }: Walk): void {
    if (unread.length > 0) trace.unrecognised(part, unread[0]);
  }
}

function readingOf({ lines, unread, hidden }: Walk, path: string): LogReading {
  return {
    path,
    text: textOf(lines),
    ...(unread.length > 0 && { unread: unread.map(lineOf).join('\n') }),
    hiddenCount: hidden,
  };
}

/** An entry as one line of JSON; its shape where it is nested too deep for that. */
function lineOf(entry: unknown): string {
  try {
    return JSON.stringify(entry);
  } catch {
    return shapeOf(entry);
  }
}

/**
 * The lines as one text with `\n` line ends. A final `\r` is removed, since its `\n` may follow in the next read: the text
 * of a growing log always begins with the text read before.
 */
function textOf(lines: readonly string[]): string {
  const last = lines.length - 1;
  const text = lines.map((line, at) => (at === last || line.endsWith('\n') ? line : `${line}\n`)).join('');
  const whole = (text.endsWith('\r') ? text.slice(0, -1) : text).replaceAll('\r\n', '\n');
  // A window of a fixed number of lines is filled with blank ones.
  return whole.slice(/^\n*/.exec(whole)?.[0].length);
}

/** Walks what stands under the name of a log: text, entries, or an object that holds them. */
function walkLog(value: unknown, walk: Walk): void {
  const content = typeof value === 'string' ? (entriesInText(value) ?? value) : value;
  if (content === null) return;
  if (isRecord(content) && Object.values(content).some(Array.isArray)) {
    for (const inner of Object.values(content)) if (Array.isArray(inner)) walkEntry(inner, walk, 0);
  } else if (!isRecord(content) || Object.keys(content).length > 0) walkEntry(content, walk, 0);
}

/** Some services send their list of entries as text. */
function entriesInText(text: string): readonly unknown[] | undefined {
  if (text === '[]') return [];
  if (!/^\s*\[\s*\{/.test(text.slice(0, 1024)) || !/\}\s*\]\s*$/.test(text.slice(-1024))) return undefined;
  const list = asArray(parseIfJson(text));
  return list?.every(isRecord) === true ? list : undefined;
}

/** Adds the text of an entry; one without text is kept as unread. */
function walkEntry(entry: unknown, walk: Walk, depth: number): void {
  if (!addText(entry, walk, depth)) walk.unread.push(entry);
}

/** Adds the text of a value; false when it has none. */
function addText(value: unknown, walk: Walk, depth: number): boolean {
  if (typeof value === 'string') {
    walk.lines.push(value);
    return true;
  }
  if (depth > MAX_DEPTH) return false;
  if (Array.isArray(value)) {
    const entries = value as readonly unknown[];
    for (const entry of isNewestFirst(entries) ? entries.toReversed() : entries) {
      if (entry === null) continue;
      if (isRecord(entry) && entry['hidden'] === true) walk.hidden += 1;
      else walkEntry(entry, walk, depth + 1);
    }
    return true;
  }
  return isRecord(value) && addEntry(value, walk, depth);
}

/** Its message, its errors, and the entries that it holds; without a message and errors, whatever in it has text. */
function addEntry(entry: JsonRecord, walk: Walk, depth: number): boolean {
  const fields = Object.entries(entry).map(([name, value]) => ({ name: normalizeName(name), value }));
  const messages = MESSAGE_NAMES.flatMap((name) => fields.filter((field) => field.name === name));
  const message = messages.map(({ value }) => value).find((value) => typeof value === 'string');
  if (message !== undefined) walk.lines.push(message);
  let hasText = message !== undefined;
  for (const { name, value } of fields) {
    if (!ERROR_NAME.test(name) || value === message || isBlank(value)) continue;
    // Without text in it, an error beside a message is data such as a code.
    const errors: Walk = { lines: [], unread: [], hidden: 0 };
    if (!addText(value, errors, depth + 1)) continue;
    // Many services repeat the error in the message.
    if (message === undefined || !containsText(message, errors.lines.join('\n'))) addAll(walk, errors);
    hasText = true;
  }
  for (const { name, value } of fields) {
    const isInner = typeof value === 'object' && value !== null && !ERROR_NAME.test(name);
    if (isInner && (hasText ? ENTRIES_NAME.test(name) && Array.isArray(value) : true)) {
      const inner: Walk = { lines: [], unread: [], hidden: 0 };
      const isRead = addText(value, inner, depth + 1) && (inner.lines.length > 0 || ENTRIES_NAME.test(name));
      if (!isRead) continue;
      addAll(walk, inner);
      hasText = true;
    }
  }
  return hasText;
}

/** Adds what was read apart. Not by `push(...lines)`: a call has a limited number of arguments. */
function addAll(walk: Walk, { lines, unread, hidden }: Walk): void {
  for (const line of lines) walk.lines.push(line);
  for (const entry of unread) walk.unread.push(entry);
  walk.hidden += hidden;
}

function isBlank(value: unknown): boolean {
  return value === null || value === '' || (Array.isArray(value) && value.length === 0);
}

const TIME_NAME = /^(?:t|ts|at|date|created(?:at)?|time(?:stamp)?)$/;

/** True when every entry has a time, none is later than the one before, and the last is earlier than the first. */
function isNewestFirst(entries: readonly unknown[]): boolean {
  let first: number | undefined;
  let before = Infinity;
  for (const entry of entries) {
    const time = timeOf(entry);
    if (time === undefined || time > before) return false;
    first ??= time;
    before = time;
  }
  return first !== undefined && before < first;
}

/** The time of an entry in any unit: only the order matters. */
function timeOf(entry: unknown): number | undefined {
  if (!isRecord(entry)) return undefined;
  for (const name in entry) {
    if (!TIME_NAME.test(normalizeName(name).replace(/^@/, ''))) continue;
    const value = entry[name];
    if (typeof value === 'number') return value;
    const time =
      typeof value !== 'string' || value.length > 40 ? NaN : /^\d+$/.test(value) ? Number(value) : Date.parse(value);
    if (!Number.isNaN(time)) return time;
  }
  return undefined;
}

/** `buildLog`, `build_log` and `BuildLog` in words. */
function wordsOf(name: string): string {
  return name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/[\s_-]+/g, ' ')
    .toLowerCase();
}

/** The fields of this name that may hold a log, those of lists and objects first: a text beside them may be a summary. */
function fieldsNamed(places: readonly Place[], isNamed: (name: string) => boolean): LogField[] {
  return places.flatMap(({ record, path }) => {
    const named = Object.entries(record).filter(([name]) => isNamed(name));
    const held = named.filter(([, value]) => typeof value === 'object');
    return [...held, ...named.filter(([, value]) => typeof value === 'string')].map(([name, value]) => ({
      path: pathTo(path, name),
      value,
    }));
  });
}
