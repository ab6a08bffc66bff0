// Input from outside, checked by a schema; what is wrong with it is told in plain words, one line
// per mistake.
import type { z } from 'zod';

/**
 * Input that cannot be used; the message is for the person who wrote it, one line for each mistake.
 */
export class InputError extends Error {
  override readonly name = 'InputError';
}

/** One mistake: where in the value it is, and what has to be there. */
export interface Mistake {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/**
 * The value as the schema describes it. Throws an `InputError`; `name` is what the value is called
 * in it.
 */
export function check<T extends z.ZodType>(schema: T, value: unknown, name: string): z.output<T> {
  const { data, mistakes } = examine(schema, value);
  if (data !== undefined) return data.value;
  throw new InputError(
    mistakes.map(({ path, message }) => `${placeOf(path, name)}: ${message}`).join('\n'),
  );
}

/** The value as the schema describes it, or every mistake in it. */
export function examine<T extends z.ZodType>(
  schema: T,
  value: unknown,
): { data?: { value: z.output<T> }; mistakes: readonly Mistake[] } {
  const result = schema.safeParse(value, { error: wordsOf });
  if (result.success) return { data: { value: result.data }, mistakes: [] };
  return { mistakes: result.error.issues.flatMap((issue) => mistakesOf(issue, [])) };
}

/** Where a mistake is, such as `resources[0].port`; `name` stands for the whole value. */
export function placeOf(path: Mistake['path'], name = ''): string {
  const steps = path.map((key) => (typeof key === 'number' ? `[${key}]` : `.${key}`));
  return (name + steps.join('')).replace(/^\./, '');
}

/** `one`, `one or two`, `one, two or three`. */
export function orList(words: readonly unknown[]): string {
  const [last, ...before] = words.map(String).toReversed();
  return before.length === 0 ? `${last}` : `${before.toReversed().join(', ')} or ${last}`;
}

/**
 * Of a union only the branch that came closest is reported: the one that fails deepest in the
 * value.
 */
function mistakesOf(issue: z.core.$ZodIssue, outer: Mistake['path']): Mistake[] {
  const path = [
    ...outer,
    ...issue.path.map((key) => (typeof key === 'number' ? key : String(key))),
  ];
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => ({ path: [...path, key], message: issue.message }));
  if (issue.code !== 'invalid_union' || issue.errors.length === 0)
    return [{ path, message: issue.message }];
  const closest = issue.errors.toSorted((a, b) => closeness(b) - closeness(a))[0] ?? [];
  if (closeness(closest) > 0) return closest.flatMap((inner) => mistakesOf(inner, path));
  const kinds = issue.errors.map(([first]) => first?.message.replace(/^must be | ?[,;] .*$/g, ''));
  return [{ path, message: `must be ${orList(kinds)}` }];
}

/** How well a value fits a branch of a union: how deep in it the mistakes are. */
function closeness(issues: readonly z.core.$ZodIssue[]): number {
  const depths = issues.map(({ code, path }) => path.length + (code === 'invalid_type' ? 0 : 0.5));
  return Math.max(...depths);
}

const KINDS: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a group of settings',
  record: 'a group of names with values',
};

/** What a schema finds wrong, in plain words. Undefined leaves the words to the schema. */
function wordsOf(issue: z.core.$ZodRawIssue): string | undefined {
  const { input } = issue;
  switch (issue.code) {
    case 'invalid_type':
      if (input === undefined) return 'is missing';
      return `must be ${KINDS[issue.expected] ?? issue.expected}, not ${shown(input)}`;
    case 'invalid_value':
      if (input === undefined) return `is missing; it is ${orList(issue.values)}`;
      return `must be ${orList(issue.values)}, not ${shown(input)}`;
    case 'unrecognized_keys':
      return `there is no such setting; known are ${knownKeys(issue.inst).join(', ')}`;
    case 'too_small':
      if (issue.origin === 'string') return 'must not be empty';
      if (issue.origin === 'array') return `must have at least ${issue.minimum} entry`;
      return `must be at least ${issue.minimum}, not ${shown(input)}`;
    case 'too_big':
      if (issue.origin === 'string') return `must have at most ${issue.maximum} characters`;
      return `must be at most ${issue.maximum}, not ${shown(input)}`;
    case 'custom':
    case 'invalid_element':
    case 'invalid_format':
    case 'invalid_key':
    case 'invalid_union':
    case 'not_multiple_of':
      return undefined;
  }
}

/** Names of the settings that the schema of an object has. */
function knownKeys(schema: z.core.$ZodRawIssue['inst']): string[] {
  const definition: unknown = schema?._zod.def;
  return isObject(definition) && isObject(definition['shape'])
    ? Object.keys(definition['shape'])
    : [];
}

/** A wrong value as it is quoted: short, and for a list or an object only its kind. */
function shown(value: unknown): string {
  if (value === null) return 'empty';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'a group of settings';
  const isText = typeof value === 'string';
  const text = isText || typeof value === 'number' ? String(value) : JSON.stringify(value);
  const short = text.length > 40 ? `${text.slice(0, 40)}…` : text;
  return isText ? JSON.stringify(short) : short;
}

/** Parses JSON. Throws an `InputError`. */
export function parseJson(text: string, name: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    throw new InputError(`${name} is not JSON`);
  }
}

/** Whether a value is an object with properties. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
