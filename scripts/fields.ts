// Reading data whose shape is not known to the compiler.

/** The field of an object; undefined when there is none, or no object. */
export function fieldOf(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
}

/** The same where it is text. */
export function textOf(value: unknown, key: string): string | undefined {
  const text = fieldOf(value, key);
  return typeof text === 'string' ? text : undefined;
}
