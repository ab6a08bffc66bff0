// Data from outside (configuration, state file, bodies, faults) checked against a schema; mistakes
// in one line each.
import type { z } from 'zod';

/**
 * Input that cannot be used; the message is for the person who wrote it, one line for each mistake.
 */
export class InputError extends Error {
  override readonly name = 'InputError';
}

/**
 * The value as the schema describes it. Throws an `InputError`; `name` is what the value is called
 * in it.
 */
export function check<T extends z.ZodType>(schema: T, value: unknown, name: string): z.output<T> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw new InputError(result.error.issues.flatMap((issue) => linesOf(issue, name)).join('\n'));
}

/**
 * Of a union only the branch that came closest is reported: the one that fails deepest in the
 * value.
 */
function linesOf(issue: z.core.$ZodIssue, name: string): string[] {
  const place =
    name +
    issue.path.map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`)).join('');
  if (issue.code !== 'invalid_union' || issue.errors.length === 0)
    return [`${place}: ${issue.message}`];
  const depth = (issues: readonly z.core.$ZodIssue[]): number =>
    Math.max(...issues.map(({ path }) => path.length));
  const closest = issue.errors.toSorted((a, b) => depth(b) - depth(a))[0] ?? [];
  if (depth(closest) === 0)
    return [`${place}: ${issue.errors.map(([first]) => first?.message).join(', or ')}`];
  return closest.flatMap((inner) => linesOf(inner, place));
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
