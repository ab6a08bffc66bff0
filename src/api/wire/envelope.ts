// Finds the record or list that a response is about: bare, or inside one or more wrappers.
import { isServiceId, type List } from '../model.ts';
import { asArray, asRecord, fieldsOf, firstOf, hasAny, hasNull, isRecord, WireError } from './json.ts';
import type { Fields, JsonRecord } from './json.ts';
import { showsMore } from './paging.ts';

/**
 * Reports a value that is not used, by default because its form is not recognised: `what` and `why` are one noun phrase.
 * Only its shape is passed on.
 */
export type Note = (what: string, value: unknown, why?: string) => void;

/** Generic wrapper names. */
const NEUTRAL_WRAPPERS = ['data', 'result', 'payload'];
export const NEUTRAL_LISTS = ['data', 'result', 'results', 'items', 'list'];

/** Levels of wrapping that are searched: `{data: {result: {deployment: {…}}}}`. */
const MAX_DEPTH = 3;

/** The record that a response is about, and the records that contain it, nearest first. */
export interface Subject {
  readonly record: JsonRecord;
  readonly fields: Fields;
  readonly ancestors: readonly Fields[];
}

/** How a single resource or deployment is recognised in a response. */
export interface SubjectNames {
  /** For error messages: `a deployment`. */
  readonly what: string;
  /** Wrapper names specific to it. */
  readonly wrappers: readonly string[];
  /** Fields that may hold its id. */
  readonly ids: readonly string[];
  /** True for a record that is recognised even without an id. */
  readonly isRecognisedWithoutId: (fields: Fields) => boolean;
}

/** True when a body reports a failure (`ok: false`), regardless of the HTTP status. */
export function reportsFailure(body: unknown): boolean {
  return isRecord(body) && successFlagOf(fieldsOf(body)) === false;
}

/** The value of `ok` or `success`, when it is a boolean. */
export function successFlagOf(fields: Fields): boolean | undefined {
  return firstOf(fields, ['ok', 'success'], (value) => (typeof value === 'boolean' ? value : undefined));
}

/** Longer text does not fit into a request path. */
const MAX_ID_CHARS = 4096;

/** An id as a string, from a string or a safe integer; `undefined` for anything else. */
export function asId(value: unknown): string | undefined {
  const text = Number.isSafeInteger(value) ? String(value) : value;
  return typeof text === 'string' && text.length <= MAX_ID_CHARS && isServiceId(text) ? text : undefined;
}

/** Every record that a response may be about, outermost first. */
export function candidates(body: unknown, wrappers: readonly string[]): readonly Subject[] {
  const found: Subject[] = [];
  const names = [...wrappers, ...NEUTRAL_WRAPPERS];
  const visit = (record: JsonRecord, ancestors: readonly Fields[]): void => {
    const fields = fieldsOf(record);
    found.push({ record, fields, ancestors });
    if (ancestors.length === MAX_DEPTH) return;
    for (const name of names) {
      const inner = firstOf(fields, [name], asRecord);
      if (inner !== undefined) visit(inner, [fields, ...ancestors]);
    }
  };
  if (isRecord(body)) visit(body, []);
  return found;
}

/**
 * The record with this id. Throws a {@link WireError} when the response reports a failure, has another id, or is not
 * recognised.
 */
export function findSubject(body: unknown, id: string, names: SubjectNames): Subject {
  const all = reportsFailure(body) ? [] : candidates(body, names.wrappers);
  const asked = all.find(({ fields }) => names.ids.some((name) => firstOf(fields, [name], asId) === id));
  if (asked !== undefined) return asked;
  if (all.some(({ fields }) => hasAny(fields, names.ids))) {
    throw new WireError(`expected ${names.what} with the requested id`);
  }
  const unmistakable = all.find(({ fields }) => names.isRecognisedWithoutId(fields));
  if (unmistakable !== undefined) return unmistakable;
  throw new WireError(`expected ${names.what}`);
}

/** The raw items of a list. */
export interface FoundList {
  readonly items: readonly unknown[];
  readonly isComplete: boolean;
}

/**
 * The list in a response: under one of `names`, in a wrapper, or bare; `undefined` when there is none. A named list
 * that is `null` counts as empty: some languages serialize an empty list that way.
 */
export function findList(body: unknown, names: readonly string[]): FoundList | undefined {
  if (Array.isArray(body)) return { items: body as readonly unknown[], isComplete: true };
  const all = reportsFailure(body) ? [] : candidates(body, names);
  const found = ({ fields, ancestors }: Subject, items: readonly unknown[]): FoundList => ({
    items,
    isComplete: !showsMore([fields, ...ancestors], items.length),
  });
  for (const place of all) {
    const items = firstOf(place.fields, [...names, ...NEUTRAL_LISTS], asArray);
    if (items !== undefined) return found(place, items);
  }
  const empty = all.find(({ fields }) => hasNull(fields, names));
  return empty && found(empty, []);
}

/**
 * The items of a list in order, without duplicate keys (the first wins); items without a key are all kept. Throws a
 * {@link WireError} when there is no list.
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
