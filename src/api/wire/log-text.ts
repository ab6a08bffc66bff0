// The text of a log from whatever holds its lines: text, lists, entries with a message, entries within entries.
import { containsText } from '../../contains-text.ts';
import type { LogReading } from '../model.ts';
import { asArray, isRecord, type JsonRecord, normalizeName, parseIfJson } from './search/json.ts';
import { shapeOf } from './search/shape.ts';

/** Fields that hold the text of an entry, the clearest first. */
const MESSAGE_NAMES = ['message', 'msg', 'text', 'line', 'log', 'output', 'stdout', 'data', 'payload', 'content'];
/** Fields that hold an error beside the text of an entry. */
const ERROR_NAME = /^(?:std)?err(?:ors?)?$|^error(?:message|details?)?$|^exception$|^stack(?:trace)?$/;
/** Fields of an entry that hold further entries, beside its text. */
const ENTRIES_NAME = /^(?:logs?|lines|entries|steps|output)$/;

/** A deeper value has no text. */
const MAX_DEPTH = 8;

/** What is collected from the values of a log. */
export interface CollectedLog {
  readonly lines: string[];
  /** Entries without text. */
  readonly unread: unknown[];
  /** Entries that the service marks as hidden. */
  hidden: number;
}

export function emptyLog(): CollectedLog {
  return { lines: [], unread: [], hidden: 0 };
}

/** Adds what stands under the name of a log: text, entries, or an object that holds them. */
export function addLog(value: unknown, into: CollectedLog): void {
  const content = typeof value === 'string' ? (entriesInText(value) ?? value) : value;
  if (content === null) return;
  if (isRecord(content) && Object.values(content).some(Array.isArray)) {
    for (const inner of Object.values(content)) if (Array.isArray(inner)) addEntry(inner, into, 0);
  } else if (!isRecord(content) || Object.keys(content).length > 0) addEntry(content, into, 0);
}

/** Some services send their list of entries as text. */
function entriesInText(text: string): readonly unknown[] | undefined {
  const list = asArray(parseIfJson(text));
  return list?.every(isRecord) === true ? list : undefined;
}

/** Adds the text of an entry; one without text is kept as unread. */
export function addEntry(entry: unknown, into: CollectedLog, depth: number): void {
  if (!addText(entry, into, depth)) into.unread.push(entry);
}

/** Adds the text of a value; false when it has none. */
function addText(value: unknown, into: CollectedLog, depth: number): boolean {
  if (typeof value === 'string') {
    into.lines.push(value);
    return true;
  }
  if (depth > MAX_DEPTH) return false;
  if (Array.isArray(value)) {
    const entries = value as readonly unknown[];
    for (const entry of isNewestFirst(entries) ? entries.toReversed() : entries) {
      if (entry === null) continue;
      if (isRecord(entry) && entry['hidden'] === true) into.hidden += 1;
      else addEntry(entry, into, depth + 1);
    }
    return true;
  }
  return isRecord(value) && addFields(value, into, depth);
}

/** Its message, its errors, and the entries that it holds; without a message and errors, whatever in it has text. */
function addFields(entry: JsonRecord, into: CollectedLog, depth: number): boolean {
  const fields = Object.entries(entry).map(([name, value]) => ({ name: normalizeName(name), value }));
  const messages = MESSAGE_NAMES.flatMap((name) => fields.filter((field) => field.name === name));
  const message = messages.map(({ value }) => value).find((value) => typeof value === 'string');
  if (message !== undefined) into.lines.push(message);
  let hasText = message !== undefined;
  for (const { name, value } of fields) {
    if (!ERROR_NAME.test(name)) continue;
    // Without text in it, an error is data such as a code.
    const errors = emptyLog();
    if (!addText(value, errors, depth + 1) || errors.lines.every((line) => line === '')) continue;
    // Many services repeat the error in the message.
    if (message === undefined || !containsText(message, errors.lines.join('\n'))) addAll(into, errors);
    hasText = true;
  }
  for (const { name, value } of fields) {
    if (typeof value !== 'object' || ERROR_NAME.test(name)) continue;
    const holdsEntries = ENTRIES_NAME.test(name);
    if (hasText && !(holdsEntries && Array.isArray(value))) continue;
    const inner = emptyLog();
    if (!addText(value, inner, depth + 1) || (inner.lines.length === 0 && !holdsEntries)) continue;
    addAll(into, inner);
    hasText = true;
  }
  return hasText;
}

/** Adds what was read apart. Not by `push(...lines)`: a call has a limited number of arguments. */
function addAll(into: CollectedLog, { lines, unread, hidden }: CollectedLog): void {
  for (const line of lines) into.lines.push(line);
  for (const entry of unread) into.unread.push(entry);
  into.hidden += hidden;
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
    const time = typeof value !== 'string' ? NaN : /^\d+$/.test(value) ? Number(value) : Date.parse(value);
    if (!Number.isNaN(time)) return time;
  }
  return undefined;
}

export function readingOf({ lines, unread, hidden }: CollectedLog, path: string): LogReading {
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
  return whole.replace(/^\n+/, '');
}
