// Parsing of JSON, and access to the fields of a record regardless of naming style. Knows nothing of the service.

/** Thrown when a response cannot be understood. The message names what was expected and never quotes the response. */
export class WireError extends Error {
  override readonly name = 'WireError';
}

/** A JSON object, as opposed to an array or `null`. */
export type JsonRecord = Readonly<Record<string, unknown>>;

/** The fields of a record under normalized names: `startedAt`, `started_at` and `StartedAt` are the same. */
export type Fields = ReadonlyMap<string, unknown>;

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

/** The fields of a record. If two names normalize to the same one, the first value other than `null` wins. */
export function fieldsOf(record: JsonRecord): Fields {
  const fields = new Map<string, unknown>();
  for (const [key, value] of Object.entries(record)) {
    const name = normalizeName(key);
    if (isAbsent(fields.get(name))) fields.set(name, value);
  }
  return fields;
}

/** The value of one field. */
export function valueOf(fields: Fields, name: string): unknown {
  return fields.get(normalizeName(name));
}

/** The first result of `read` other than `undefined` among the fields called `names`, in that order. */
export function firstOf<T>(
  fields: Fields,
  names: readonly string[],
  read: (value: unknown) => T | undefined,
): T | undefined {
  for (const name of names) {
    const value = valueOf(fields, name);
    const result = isAbsent(value) ? undefined : read(value);
    if (result !== undefined) return result;
  }
  return undefined;
}

/** True when at least one of `names` has a value other than `null`. */
export function hasAny(fields: Fields, names: readonly string[]): boolean {
  return names.some((name) => !isAbsent(valueOf(fields, name)));
}

/** True when one of `names` is `null`. */
export function hasNull(fields: Fields, names: readonly string[]): boolean {
  return names.some((name) => valueOf(fields, name) === null);
}

/** The value when it is a record; for {@link firstOf}. */
export function asRecord(value: unknown): JsonRecord | undefined {
  return isRecord(value) ? value : undefined;
}

/** The value when it is an array; for {@link firstOf}. */
export function asArray(value: unknown): readonly unknown[] | undefined {
  return Array.isArray(value) ? (value as readonly unknown[]) : undefined;
}

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

/** 1 to 64 characters, without control characters and line separators. */
const STATUS_PATTERN = /^[^\p{Cc}\p{Zl}\p{Zp}]{1,64}$/u;

/** The value when it has the form of a status, unchanged; for {@link firstOf}. */
export function asStatus(value: unknown): string | undefined {
  return typeof value === 'string' && STATUS_PATTERN.test(value) && value.trim() !== '' ? value : undefined;
}

function isAbsent(value: unknown): boolean {
  return value === undefined || value === null;
}

/** The name of a field without case and word separators, so that `buildLog` and `build_log` are the same. */
export function normalizeName(name: string): string {
  return name.replaceAll(/[_-]/g, '').toLowerCase();
}
