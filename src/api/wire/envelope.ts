// Where in a response its subject stands: bare, or inside one or more wrappers. What the subject means is not known here.
import { isServiceId, type List } from '../model.ts';
import { asArray, asRecord, fieldsOf, firstOf, hasAny, hasNull, isRecord, WireError } from './json.ts';
import type { Fields, JsonRecord } from './json.ts';
import { showsMore } from './paging.ts';

/** Takes the value of something that was not recognised; only its shape is ever reported. */
export type Note = (what: string, value: unknown) => void;

/** Wrappers that do not name their content. */
const NEUTRAL_WRAPPERS = ['data', 'result', 'payload'];
const NEUTRAL_LISTS = ['data', 'result', 'results', 'items', 'list'];

/** `{data: {result: {deployment: {…}}}}` is as deep as anybody wraps. */
const MAX_DEPTH = 3;

/** The record that a response is about, and the records around it, nearest first. */
export interface Subject {
  readonly record: JsonRecord;
  readonly fields: Fields;
  readonly around: readonly Fields[];
}

/** How a single thing is recognised in a response. */
export interface SubjectNames {
  /** For the message of an error: `a deployment`. */
  readonly what: string;
  /** Wrappers that name the thing. */
  readonly wrappers: readonly string[];
  /** Fields that may hold its id. */
  readonly ids: readonly string[];
  /** True for a record without any id that can be nothing else than the thing asked for. */
  readonly isUnmistakable: (fields: Fields) => boolean;
}

/** True when a body reports a failure, whatever its HTTP status. */
export function reportsFailure(body: unknown): boolean {
  return isRecord(body) && verdictOf(fieldsOf(body)) === false;
}

/** The success that a body reports: `ok` or `success`, when it is a boolean. */
export function verdictOf(fields: Fields): boolean | undefined {
  return firstOf(fields, ['ok', 'success'], (value) => (typeof value === 'boolean' ? value : undefined));
}

/** Longer text fits into no path. */
const MAX_ID_CHARS = 4096;

/** An id as text, from text or a safe integer; `undefined` for anything that is none. */
export function asId(value: unknown): string | undefined {
  const text = Number.isSafeInteger(value) ? String(value) : value;
  return typeof text === 'string' && text.length <= MAX_ID_CHARS && isServiceId(text) ? text : undefined;
}

/** Every record that may be what a response is about, outermost first. */
export function candidates(body: unknown, wrappers: readonly string[]): readonly Subject[] {
  const found: Subject[] = [];
  const names = [...wrappers, ...NEUTRAL_WRAPPERS];
  const visit = (record: JsonRecord, around: readonly Fields[]): void => {
    const fields = fieldsOf(record);
    found.push({ record, fields, around });
    if (around.length === MAX_DEPTH) return;
    for (const name of names) {
      const inner = firstOf(fields, [name], asRecord);
      if (inner !== undefined) visit(inner, [fields, ...around]);
    }
  };
  if (isRecord(body)) visit(body, []);
  return found;
}

/**
 * The record about the thing with this id. Throws a {@link WireError} when the response is a failure, is about another
 * thing, or about nothing that can be recognised.
 */
export function findSubject(body: unknown, id: string, names: SubjectNames): Subject {
  const all = reportsFailure(body) ? [] : candidates(body, names.wrappers);
  const asked = all.find(({ fields }) => names.ids.some((name) => firstOf(fields, [name], asId) === id));
  if (asked !== undefined) return asked;
  if (all.some(({ fields }) => hasAny(fields, names.ids))) {
    throw new WireError(`expected ${names.what} with the id that was asked for`);
  }
  const unmistakable = all.find(({ fields }) => names.isUnmistakable(fields));
  if (unmistakable !== undefined) return unmistakable;
  throw new WireError(`expected ${names.what}`);
}

/** A list as it stands in a response. */
export interface FoundList {
  readonly items: readonly unknown[];
  readonly isComplete: boolean;
}

/**
 * The list of a response, under one of `names`, in a wrapper, or bare; `undefined` when there is none. A named list that
 * is `null` is an empty one, as some languages write it.
 */
export function searchList(body: unknown, names: readonly string[]): FoundList | undefined {
  if (Array.isArray(body)) return { items: body as readonly unknown[], isComplete: true };
  const all = reportsFailure(body) ? [] : candidates(body, []);
  for (const { fields, around } of all) {
    const items = firstOf(fields, [...names, ...NEUTRAL_LISTS], asArray);
    if (items !== undefined) return { items, isComplete: !showsMore([fields, ...around], items.length) };
  }
  return all.some(({ fields }) => hasNull(fields, names)) ? { items: [], isComplete: true } : undefined;
}

/**
 * The items of a list in order, the first of each key; items without a key all stay. Throws a {@link WireError} without
 * a list.
 */
export function readItems<T>(
  found: FoundList | undefined,
  what: string,
  { read, keyOf }: { read: (item: unknown) => T; keyOf: (item: T) => string | undefined },
): List<T> {
  if (found === undefined) throw new WireError(`expected ${what}`);
  const keys = new Set<string>();
  const items = found.items.map(read).filter((item) => {
    const key = keyOf(item);
    if (key === undefined) return true;
    const isFirst = !keys.has(key);
    keys.add(key);
    return isFirst;
  });
  return { items, isComplete: found.isComplete };
}
