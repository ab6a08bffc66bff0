// Values in a body that nobody may print: those under a name such as `webhook_secret`.

const SECRET_NAME = /secret|password|token/i;
/** Shorter values are placeholders, or stand in other text by chance. */
const MIN_CHARS = 8;

/** The secret values in a JSON body. */
export function secretsIn(value: unknown, name = ''): string[] {
  if (typeof value === 'string') return SECRET_NAME.test(name) && value.length >= MIN_CHARS ? [value] : [];
  if (Array.isArray(value)) return value.flatMap((item: unknown) => secretsIn(item, name));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]: [string, unknown]) => secretsIn(inner, key));
}
