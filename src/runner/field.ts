// A field of a value of unknown shape.

/** A property of a value of unknown shape; undefined if there is none. */
export function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
