// Reads JSON whose form is only partly known, and describes its shape.

/** A JSON object, as opposed to an array or `null`. */
export type JsonRecord = Readonly<Record<string, unknown>>;

export function isRecord(value: unknown): value is JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value if it is an array. */
export function asList(value: unknown): readonly unknown[] | undefined {
  return Array.isArray(value) ? (value as readonly unknown[]) : undefined;
}

/** The value if it is a text that is not empty. */
export function asText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** The whole text as a JSON object or array; undefined for anything else and for broken JSON. */
export function parseJson(body: string): unknown {
  const text = body.trim(); // removes a byte order mark, too
  if (!/^[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** The members of an object by normalized name; of equal names the first counts. */
export type Members = ReadonlyMap<string, unknown>;

/** Names are compared in lower case, without `_` and `-`: `build_log` and `buildLog` are one. */
export function membersOf(value: unknown): Members {
  const members = new Map<string, unknown>();
  for (const [name, member] of Object.entries(isRecord(value) ? value : {})) {
    const normalized = normalizeName(name);
    if (!members.has(normalized)) members.set(normalized, member);
  }
  return members;
}

/** A name as {@link membersOf} compares it. */
export function normalizeName(name: string): string {
  return name.replaceAll(/[_-]/g, '').toLowerCase();
}

/** The first readable value under one of these normalized names, in the order of the names. */
export function firstReadable<T>(
  members: Members,
  names: readonly string[],
  read: (value: unknown) => T | undefined,
): T | undefined {
  for (const name of names) {
    const value = members.get(name);
    const result = value === undefined ? undefined : read(value);
    if (result !== undefined) return result;
  }
  return undefined;
}

/** A longer text is left out: it is not a sentence, and a part of it could end within a secret. */
const MAX_LINE_CHARS = 2 ** 16;

/**
 * The text on one line; undefined if it is blank or too long, or if the value is not a text. Line
 * feeds and tabs become line separators (U+2028), which the sanitizers fold after they have
 * redacted secrets: in a text that was folded or cut earlier, they might miss one.
 */
export function toLine(value: unknown): string | undefined {
  const text = asText(value);
  const isShown = text !== undefined && text.length <= MAX_LINE_CHARS && /[^\p{Cc}\s]/u.test(text);
  return isShown ? text.trim().replaceAll(/[\n\t]/g, '\u2028') : undefined;
}

/** Limits of a shape: nested objects, and members of each. */
const SHAPE_DEPTH = 3;
const SHAPE_MEMBERS = 10;

/** Names and types of members, never values: `{ok:boolean,deployments:[2×{id:string}]}`. */
export function shapeOf(value: unknown, depth = 0): string {
  if (depth > SHAPE_DEPTH) return '…';
  const list = asList(value);
  if (list !== undefined)
    return list.length === 0 ? '[]' : `[${list.length}×${shapeOf(list[0], depth + 1)}]`;
  if (!isRecord(value)) return value === null ? 'null' : typeof value;
  const names = Object.keys(value);
  const shown = names.slice(0, SHAPE_MEMBERS);
  const members = shown.map((name) => `${name}:${shapeOf(value[name], depth + 1)}`);
  return `{${members.join(',')}${names.length > SHAPE_MEMBERS ? ',…' : ''}}`;
}
