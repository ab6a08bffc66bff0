// Where in a response its subject stands: bare, or inside one or more wrappers. What the subject means is not known here.
import { isId } from '../model.ts';
import { asArray, asRecord, fieldsOf, firstOf, hasAny, hasNull, isRecord, WireError } from './json.ts';
import type { Fields, JsonRecord } from './json.ts';

/** Wrappers that say nothing of what is in them. */
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

/** True when a body calls itself a failure, whatever its HTTP status. */
export function saysFailure(body: unknown): boolean {
  return isRecord(body) && verdictOf(fieldsOf(body)) === false;
}

/** What a body says of its own success: `ok` or `success`, when it is a boolean. */
export function verdictOf(fields: Fields): boolean | undefined {
  return firstOf(fields, ['ok', 'success'], (value) => (typeof value === 'boolean' ? value : undefined));
}

/** An id by the one rule, numbers as text; `undefined` for anything that is none. */
export function asId(value: unknown): string | undefined {
  const text = Number.isSafeInteger(value) ? String(value) : value;
  return typeof text === 'string' && isId(text) ? text : undefined;
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
  const all = saysFailure(body) ? [] : candidates(body, names.wrappers);
  const asked = all.find(({ fields }) => names.ids.some((name) => firstOf(fields, [name], asId) === id));
  if (asked !== undefined) return asked;
  if (all.some(({ fields }) => hasAny(fields, names.ids))) {
    throw new WireError(`expected ${names.what} with the id that was asked for`);
  }
  const unmistakable = all.find(({ fields }) => names.isUnmistakable(fields));
  if (unmistakable !== undefined) return unmistakable;
  throw new WireError(`expected ${names.what}`);
}

/**
 * The array of a response, under one of `names`, in a wrapper, or bare; `undefined` when there is none. A named list that
 * is `null` is an empty one, as some languages write it.
 */
export function searchList(body: unknown, names: readonly string[]): readonly unknown[] | undefined {
  if (Array.isArray(body)) return body as readonly unknown[];
  const all = saysFailure(body) ? [] : candidates(body, []);
  for (const { fields } of all) {
    const list = firstOf(fields, [...names, ...NEUTRAL_LISTS], asArray);
    if (list !== undefined) return list;
  }
  return all.some(({ fields }) => hasNull(fields, names)) ? [] : undefined;
}

/**
 * The items of a list that can be read, in order, the first of each key. One bad item does not spoil the others, but a
 * list of nothing but bad ones is not an empty list: it throws a {@link WireError}, as a missing list does.
 */
export function readItems<T>(
  list: readonly unknown[] | undefined,
  what: string,
  { read, keyOf }: { read: (item: unknown) => T | undefined; keyOf: (item: T) => string },
): T[] {
  if (list === undefined) throw new WireError(`expected ${what}`);
  const items = new Map<string, T>();
  for (const raw of list) {
    const item = read(raw);
    if (item !== undefined && !items.has(keyOf(item))) items.set(keyOf(item), item);
  }
  if (items.size === 0 && list.length > 0) throw new WireError(`expected ${what}, got a list of other things`);
  return [...items.values()];
}
