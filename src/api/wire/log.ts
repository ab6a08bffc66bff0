// Reads a log as text, from whatever holds its lines: one walk for build logs and runtime logs. Sinks sanitize the text.
import type { LogReading } from '../model.ts';
import {
  asArray,
  type Content,
  type Field,
  isRecord,
  type JsonRecord,
  normalizeName,
  parseIfJson,
  WireError,
} from './json.ts';
import { unreadStatusOf } from './kinds.ts';
import { placesIn, type Place, reportsFailure } from './search.ts';
import { kindOfBody } from './shape.ts';
import { pathTo, type Trace } from './trace.ts';

/** A field whose name, in words, ends like `build log`, `output` or `log lines`; not `log url` or `changelog`. */
const LOG_NAME =
  /(?:^| )(?:(?:build|deploy|deployment|runtime|app|console)?(?:logs?|output)) ?(?:lines|text|entries|events|messages|content|tail)?$/;
/** The parts of a build; some services show its log by part. */
const PART_NAME = /^(?:stages|phases|steps|events)$/;

/** Fields that hold the text of an entry, the clearest first. */
const MESSAGE_NAMES = ['message', 'msg', 'text', 'line', 'log', 'output', 'stdout', 'data', 'payload'];
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
  const inner = placesIn(place.record, place.path).slice(1);
  // An object with a status of its own may be another deployment.
  const own = inner.filter(
    // The last one around it is the deployment itself.
    (other) => ![other, ...other.around.slice(0, -1)].some(({ fields }) => unreadStatusOf(fields) !== undefined),
  );
  const places = [place, ...place.around, ...own];
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
  if (/ndjson$|jsonl(?:ines)?$|stream\+json$|event-stream$/.test(type)) return readJsonLines(body, trace);
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

/** One entry per line; a line that is not JSON is taken as it is. Events have their text after `data:`. */
function readJsonLines(body: string, trace: Trace): LogReading {
  const walk: Walk = { lines: [], unread: [], hidden: 0 };
  for (const line of body.split(/\r?\n/)) {
    if (line === '' || /^(?:event|id|retry)?:/.test(line)) continue;
    const text = line.replace(/^data: ?/, '');
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
    if (walk.unread.length > 0) trace.unrecognised(part, walk.unread[0]);
    return reading;
  }
  if (first !== undefined && first.walk.unread.length > 0) trace.unrecognised(part, first.walk.unread[0]);
  return first?.reading ?? { text: '', hiddenCount: 0 };
}

function readingOf({ lines, unread, hidden }: Walk, path: string): LogReading {
  return {
    path,
    text: textOf(lines),
    ...(unread.length > 0 && { unread: unread.map((entry) => JSON.stringify(entry)).join('\n') }),
    hiddenCount: hidden,
  };
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
  if (Array.isArray(value)) {
    const entries = value as readonly unknown[];
    for (const entry of isNewestFirst(entries) ? entries.toReversed() : entries) {
      if (entry === null) continue;
      if (isRecord(entry) && entry['hidden'] === true) walk.hidden += 1;
      else walkEntry(entry, walk, depth + 1);
    }
    return true;
  }
  return isRecord(value) && depth <= MAX_DEPTH && addEntry(value, walk, depth);
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
    walk.lines.push(...errors.lines.filter((line) => message?.includes(line) !== true));
    hasText = true;
  }
  for (const { name, value } of fields) {
    const isInner = typeof value === 'object' && value !== null && !ERROR_NAME.test(name);
    if (isInner && (hasText ? ENTRIES_NAME.test(name) && Array.isArray(value) : true)) {
      const inner: Walk = { lines: [], unread: [], hidden: 0 };
      const isRead = addText(value, inner, depth + 1) && (inner.lines.length > 0 || ENTRIES_NAME.test(name));
      if (!isRead) continue;
      walk.lines.push(...inner.lines);
      walk.unread.push(...inner.unread);
      walk.hidden += inner.hidden;
      hasText = true;
    }
  }
  return hasText;
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
  return places.flatMap(({ fields, path }) => {
    const named = [...fields.values()].filter(({ name }: Field) => isNamed(name));
    const held = named.filter(({ value }) => typeof value === 'object');
    return [...held, ...named.filter(({ value }) => typeof value === 'string')].map(({ name, value }) => ({
      path: pathTo(path, name),
      value,
    }));
  });
}
