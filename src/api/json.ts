// Reads JSON whose form is only partly known: compares names without case and separators, searches
// with limits, and describes shapes.

/** A JSON object, as opposed to an array or `null`. */
export type JsonRecord = Readonly<Record<string, unknown>>;

export function isRecord(value: unknown): value is JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value if it is an array. */
export function asArray(value: unknown): readonly unknown[] | undefined {
  return Array.isArray(value) ? (value as readonly unknown[]) : undefined;
}

/** The value if it is a text that is not empty. */
export function asText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** True for an empty text, list or object, and for `null`. */
export function isBlank(value: unknown): boolean {
  if (isRecord(value)) return namesIn(value).length === 0;
  return value === '' || value === null || asArray(value)?.length === 0;
}

/** Limits of JSON that is parsed: more levels or more values would take gigabytes. */
const MAX_LEVELS = 1_000;
const MAX_VALUES = 2_000_000;

/** True for JSON above these limits. Counts levels and values without parsing. */
export function isTooComplex(json: string): boolean {
  let levels = 0;
  let values = 1;
  let isInText = false;
  for (let at = 0; at < json.length && levels <= MAX_LEVELS && values <= MAX_VALUES; at += 1) {
    const char = json[at];
    if (char === '"') isInText = !isInText;
    if (isInText) {
      if (char === '\\') at += 1;
      continue;
    }
    const isOpening = char === '{' || char === '[';
    if (isOpening) levels += 1;
    if (char === '}' || char === ']') levels -= 1;
    if (isOpening || char === ',') values += 1;
  }
  return levels > MAX_LEVELS || values > MAX_VALUES;
}

/**
 * The whole body as JSON: an object, an array, a string or `null`. Undefined for any other text,
 * for broken JSON, and above the limits. Parses only a text that begins and ends like JSON.
 */
export function parseJson(body: string): unknown {
  const text = body.trim(); // removes a byte order mark, too
  const hasEnds = text === 'null' || ['{}', '[]', '""'].includes(`${text.at(0)}${text.at(-1)}`);
  if (!hasEnds || isTooComplex(text)) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

export interface Field {
  /** As the service writes it. */
  readonly name: string;
  /** In lower case, without `_` and `-`: `build_log` and `buildLog` are the same. */
  readonly normalizedName: string;
  readonly value: unknown;
}

/** An object in a reply. */
export interface JsonNode {
  readonly record: JsonRecord;
  readonly fields: readonly Field[];
  /** Such as `data.deployments[0]`; empty for the whole reply. */
  readonly path: string;
  /** The object around it. */
  readonly parent: JsonNode | undefined;
  /** How many objects are around it. */
  readonly level: number;
}

/** Limits of a search: levels of objects and arrays, and their total number. */
const MAX_DEPTH = 6;
export const MAX_NODES = 10_000;

/** Listing the names of a million fields takes as long as parsing them, so it is done once. */
const namesOfRecords = new WeakMap<JsonRecord, readonly string[]>();

/** The names of an object's fields; of a very large one the first 10,000. */
export function namesIn(record: JsonRecord): readonly string[] {
  const names = namesOfRecords.get(record) ?? Object.keys(record).slice(0, MAX_NODES);
  // A small record is listed again sooner than it is found.
  if (names.length === MAX_NODES) namesOfRecords.set(record, names);
  return names;
}

/** An object with its fields; of a very large one the first 10,000. */
export function nodeOf(record: JsonRecord, path = '', parent?: JsonNode): JsonNode {
  const fields = namesIn(record).map((name) => ({
    name,
    // The test is for speed: most names are in lower case.
    normalizedName: /[^a-z\d]/.test(name) ? name.replaceAll(/[_-]/g, '').toLowerCase() : name,
    value: record[name],
  }));
  return { record, fields, path, parent, level: parent === undefined ? 0 : parent.level + 1 };
}

/**
 * The objects in a value, outermost first. `isEntered` decides whether a field is searched. It is
 * also called for each item of a list, with the name of the list.
 */
export function walk(root: unknown, isEntered: (field: Field) => boolean = () => true): JsonNode[] {
  const nodes: JsonNode[] = [];
  const whole = { name: '', normalizedName: '', value: root, path: '', depth: 0 };
  const queue: (typeof whole & { parent?: JsonNode | undefined })[] = [whole];
  const add = (next: (typeof queue)[number]): void => {
    const isEnterable = typeof next.value === 'object' && next.value !== null;
    if (!isEnterable || next.depth > MAX_DEPTH || queue.length >= MAX_NODES) return;
    if (isEntered(next)) queue.push(next);
  };
  for (const entry of queue) {
    const { value, path, parent } = entry;
    const depth = entry.depth + 1;
    for (const [index, item] of (asArray(value) ?? []).slice(0, MAX_NODES).entries())
      add({ ...entry, value: item, path: `${path}[${index}]`, depth });
    if (!isRecord(value)) continue;
    const node = nodeOf(value, path, parent);
    nodes.push(node);
    for (const field of node.fields)
      add({ ...field, path: pathTo(path, field.name), depth, parent: node });
  }
  return nodes;
}

/**
 * The first value other than undefined that `read` returns for a field that is not `null`. `names`
 * are normalized, and tried in their order.
 */
export function firstOf<T>(
  { fields }: JsonNode,
  names: readonly string[],
  read: (value: unknown) => T | undefined,
): T | undefined {
  for (const name of names) {
    for (const { normalizedName, value } of fields) {
      const isFound = normalizedName === name && value !== null;
      const result = isFound ? read(value) : undefined;
      if (result !== undefined) return result;
    }
  }
  return undefined;
}

/** A longer name is probably data. It is left out: a secret that is cut would escape redaction. */
const MAX_NAME_CHARS = 40;

/** The path of a field below `path`. */
export function pathTo(path: string, name: string): string {
  const shown = name.length <= MAX_NAME_CHARS ? name : '…';
  return path === '' ? shown : `${path}.${shown}`;
}

/** Limits of a shape: nested objects, and fields of each. */
const SHAPE_DEPTH = 3;
const SHAPE_FIELDS = 10;

/**
 * Names and types of fields, never values: `{ok:boolean,deployments:[2×{id:string}]}`. It has no
 * spaces, so that Markdown shows it as one piece of code.
 */
export function shapeOf(value: unknown, depth = 0): string {
  const list = asArray(value);
  if (depth > SHAPE_DEPTH) return '…';
  if (list !== undefined)
    return list.length === 0 ? '[]' : `[${list.length}×${shapeOf(list[0], depth + 1)}]`;
  if (!isRecord(value)) return value === null ? 'null' : typeof value;
  const names = namesIn(value);
  const fields = names
    .slice(0, SHAPE_FIELDS)
    .map((name) => `${pathTo('', name)}:${shapeOf(value[name], depth + 1)}`);
  return `{${fields.join(',')}${names.length > SHAPE_FIELDS ? ',…' : ''}}`;
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
