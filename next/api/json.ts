// Reading JSON of which only parts are known: parsing, names without case and separators, a bounded search, shapes.

/** A JSON object, as opposed to an array or `null`. */
export type JsonRecord = Readonly<Record<string, unknown>>;

export function isRecord(value: unknown): value is JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value when it is an array. */
export function asArray(value: unknown): readonly unknown[] | undefined {
  return Array.isArray(value) ? (value as readonly unknown[]) : undefined;
}

/** The value when it is a text that is not empty. */
export function asText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/**
 * The JSON object or array that a whole body is; undefined for any other text, and for broken JSON. Only the ends of a
 * body decide whether it is parsed, so that a large text costs nothing.
 */
export function parseJson(body: string): unknown {
  const text = body.trim(); // removes a byte order mark, too
  const ends = `${text.at(0) ?? ''}${text.at(-1) ?? ''}`;
  if (ends !== '{}' && ends !== '[]') return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** A name without case, `_` and `-`: `build_log` and `buildLog` are the same. */
export function foldName(name: string): string {
  return name.replaceAll(/[_-]/g, '').toLowerCase();
}

/** One field of an object. */
export interface Field {
  /** As the service writes it. */
  readonly name: string;
  /** See {@link foldName}. */
  readonly folded: string;
  /** Never `null`: such a field counts as absent. */
  readonly value: unknown;
}

/** An object in a reply. */
export interface JsonNode {
  readonly record: JsonRecord;
  readonly fields: readonly Field[];
  /** Such as `data.deployments[0]`; empty for the whole reply. */
  readonly path: string;
  /** The object that holds it. */
  readonly parent: JsonNode | undefined;
}

/** Objects and arrays within each other that are entered. */
const MAX_DEPTH = 6;
/** Objects and arrays that are entered. */
const MAX_NODES = 10_000;

/** The objects in a value, outermost first; `isEntered` says which fields are searched (default: all). */
export function walk(root: unknown, isEntered: (field: Field) => boolean = () => true): JsonNode[] {
  const nodes: JsonNode[] = [];
  const queue: { value: unknown; path: string; depth: number; parent: JsonNode | undefined }[] = [];
  const add = (value: unknown, path: string, depth: number, parent: JsonNode | undefined): void => {
    const isContainer = typeof value === 'object' && value !== null;
    if (isContainer && depth <= MAX_DEPTH && queue.length < MAX_NODES) queue.push({ value, path, depth, parent });
  };
  add(root, '', 0, undefined);
  for (const { value, path, depth, parent } of queue) {
    if (isRecord(value)) {
      const node = { record: value, fields: fieldsOf(value), path, parent };
      nodes.push(node);
      for (const field of node.fields) {
        if (isEntered(field)) add(field.value, pathTo(path, field.name), depth + 1, node);
      }
    } else {
      for (const [index, item] of (asArray(value) ?? []).entries()) {
        if (queue.length >= MAX_NODES) break;
        add(item, `${path}[${index}]`, depth + 1, parent);
      }
    }
  }
  return nodes;
}

/** The fields that are not `null`; of two with the same folded name the first counts. */
export function fieldsOf(record: JsonRecord): readonly Field[] {
  const fields = new Map<string, Field>();
  for (const [name, value] of Object.entries(record)) {
    const folded = foldName(name);
    if (value !== null && !fields.has(folded)) fields.set(folded, { name, folded, value });
  }
  return [...fields.values()];
}

/** The first value other than undefined that `read` makes of the fields called `names` (folded), in that order. */
export function firstOf<T>(
  { fields }: Pick<JsonNode, 'fields'>,
  names: readonly string[],
  read: (value: unknown) => T | undefined,
): { readonly name: string; readonly value: T } | undefined {
  for (const name of names) {
    const field = fields.find(({ folded }) => folded === name);
    const value = field && read(field.value);
    if (field !== undefined && value !== undefined) return { name: field.name, value };
  }
  return undefined;
}

/** A longer name is probably data and is left out, not cut: a secret that is cut would escape redaction. */
const MAX_NAME_CHARS = 40;

/** The path of a field below `path`. */
export function pathTo(path: string, name: string): string {
  const shown = name.length <= MAX_NAME_CHARS ? name : '…';
  return path === '' ? shown : `${path}.${shown}`;
}

/** Limits of a shape: characters of names and types, objects within each other, fields of each. */
const SHAPE = { chars: 600, depth: 4, fields: 30 } as const;

/** Names and types of fields on one short line, never values: `{ok: boolean, deployments: [2 × {id: string}]}`. */
export function shapeOf(value: unknown): string {
  let chars = 0;

  function visit(inner: unknown, depth: number): string {
    if (chars > SHAPE.chars || depth > SHAPE.depth) return '…';
    const list = asArray(inner);
    if (list !== undefined) return list.length === 0 ? '[]' : `[${list.length} × ${visit(list[0], depth + 1)}]`;
    if (isRecord(inner)) return visitFields(inner, depth);
    const type = inner === null ? 'null' : typeof inner;
    chars += type.length;
    return type;
  }

  function visitFields(record: JsonRecord, depth: number): string {
    const fields: string[] = [];
    // Not Object.entries(), which would copy all fields of a large object.
    for (const name in record) {
      if (!Object.hasOwn(record, name)) continue;
      if (fields.length === SHAPE.fields || chars > SHAPE.chars) {
        fields.push('…');
        break;
      }
      const label = name.length <= MAX_NAME_CHARS && name !== '' ? name : `(a name of ${name.length} characters)`;
      chars += label.length;
      fields.push(`${label}: ${visit(record[name], depth + 1)}`);
    }
    return `{${fields.join(', ')}}`;
  }

  return visit(value, 0);
}

/** Longest text of others that is passed on in one line: far more than is ever shown. */
const MAX_LINE_CHARS = 16_384;

/** A text of others on one line, without control characters. */
export function oneLine(text: string): string {
  return text
    .slice(0, MAX_LINE_CHARS)
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .toWellFormed();
}
