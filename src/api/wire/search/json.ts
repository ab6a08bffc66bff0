// Parsing of JSON, and access to the fields of a record regardless of naming style. Knows nothing of the service.

/** Thrown when a response cannot be understood. The message names what was expected and never quotes the response. */
export class WireError extends Error {
  override readonly name = 'WireError';
}

/** A JSON object, as opposed to an array or `null`. */
export type JsonRecord = Readonly<Record<string, unknown>>;

/** The fields of a record under normalized names: `startedAt`, `started_at` and `StartedAt` are the same. */
export type Fields = ReadonlyMap<string, Field>;

/** One field. */
export interface Field {
  /** As the service writes it. */
  readonly name: string;
  readonly value: unknown;
}

const BYTE_ORDER_MARK = '\uFEFF';

/** The body of a response as text and as JSON, which is parsed once. */
export interface Content {
  readonly body: string;
  /** Undefined when the body is not JSON. */
  readonly json: unknown;
}

/** Parses JSON, with or without a byte order mark; `undefined` for anything else. */
export function parseIfJson(body: string): unknown {
  try {
    return JSON.parse(body.startsWith(BYTE_ORDER_MARK) ? body.slice(1) : body) as unknown;
  } catch {
    return undefined;
  }
}

/** True for a JSON object. */
export function isRecord(value: unknown): value is JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The fields that are not `null`. If two names normalize to the same one, the first wins. */
export function fieldsOf(record: JsonRecord): Fields {
  const fields = new Map<string, Field>();
  for (const [name, value] of Object.entries(record)) {
    const key = normalizeName(name);
    if (value !== null && value !== undefined && !fields.has(key)) fields.set(key, { name, value });
  }
  return fields;
}

/** The first result of `read` other than `undefined` among the fields called `names`, in that order. */
export function firstOf<T>(
  fields: Fields,
  names: readonly string[],
  read: (value: unknown) => T | undefined,
): { readonly name: string; readonly value: T } | undefined {
  for (const key of names) {
    const field = fields.get(normalizeName(key));
    const value = field && read(field.value);
    if (field !== undefined && value !== undefined) return { name: field.name, value };
  }
  return undefined;
}

/** The value when it is a record; for {@link firstOf}. */
export function asRecord(value: unknown): JsonRecord | undefined {
  return isRecord(value) ? value : undefined;
}

/** The value when it is an array; for {@link firstOf}. */
export function asArray(value: unknown): readonly unknown[] | undefined {
  return Array.isArray(value) ? (value as readonly unknown[]) : undefined;
}

/** A longer name of a field is probably data and is left out, not cut: a cut secret would escape redaction. */
export const MAX_NAME_CHARS = 40;

/** Longest name or scalar field. Longer text is rejected, not cut: a cut secret would escape redaction. */
export const MAX_TEXT_CHARS = 16_384;

/** The value when it is a non-empty string; for {@link firstOf}. */
export function asText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** The value when it is a non-empty string of up to {@link MAX_TEXT_CHARS}; for {@link firstOf}. */
export function asName(value: unknown): string | undefined {
  const text = asText(value);
  return text !== undefined && text.length <= MAX_TEXT_CHARS ? text : undefined;
}

/** The name of a field without case and word separators, so that `buildLog` and `build_log` are the same. */
export function normalizeName(name: string): string {
  return name.replaceAll(/[_-]/g, '').toLowerCase();
}

/** The text on one line of at most {@link MAX_TEXT_CHARS}, far more than is ever shown: a cut secret escapes redaction. */
export function plainLine(text: string): string {
  const line = text
    .slice(0, 4 * MAX_TEXT_CHARS)
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, MAX_TEXT_CHARS);
  return line.replace(/[\uD800-\uDBFF]$/, '').toWellFormed();
}
