// Looking into values of which nobody promises anything.

/** Whether a value is an object with properties (a list is not). */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
