// The shape of a value on one short line: field names and JSON types, never values.
import { type Content, isRecord } from './json.ts';

const MAX_CHARS = 600;
const MAX_DEPTH = 4;
const MAX_FIELDS = 30;

/** A longer name is probably data and is omitted, not cut: a cut secret would escape redaction. */
const MAX_NAME_CHARS = 40;

/** `{ok: boolean, deployments: [2 × {id: string}]}`. Bounded in length and time, however large the value. */
export function shapeOf(value: unknown): string {
  let chars = 0;
  const visit = (inner: unknown, depth: number): string => {
    if (chars > MAX_CHARS) return '…';
    const text = Array.isArray(inner)
      ? shapeOfArray(inner as readonly unknown[], (item) => visit(item, depth + 1), depth)
      : isRecord(inner)
        ? shapeOfRecord(inner, (item) => visit(item, depth + 1), depth)
        : typeOf(inner);
    if (depth > 0) chars += typeOf(inner).length;
    return text;
  };

  function shapeOfRecord(
    record: Readonly<Record<string, unknown>>,
    inner: (value: unknown) => string,
    depth: number,
  ): string {
    const fields: string[] = [];
    for (const name in record) {
      if (!Object.hasOwn(record, name)) continue;
      if (depth >= MAX_DEPTH || fields.length === MAX_FIELDS || chars > MAX_CHARS) {
        fields.push('…');
        break;
      }
      const label = nameOf(name);
      chars += label.length + 4;
      fields.push(`${label}: ${inner(record[name])}`);
    }
    return `{${fields.join(', ')}}`;
  }

  return visit(value, 0);
}

/** The shape of a response body, or what it is instead of JSON. */
export function shapeOfBody({ body, json }: Content): string {
  return json === undefined ? kindOfBody(body) : shapeOf(json);
}

/** What kind of text a body is that is not JSON. */
export function kindOfBody(body: string): string {
  const start = body.slice(0, 1024).trimStart();
  if (start === '') return 'an empty body';
  if (/^<(?:!doctype html|html|head|body|title|h1)/i.test(start)) return 'an HTML page';
  if (start.startsWith('<')) return 'a page of markup';
  return /^[[{"]/.test(start) ? 'JSON that is truncated or invalid' : 'plain text';
}

function shapeOfArray(items: readonly unknown[], inner: (value: unknown) => string, depth: number): string {
  if (items.length === 0) return '[]';
  return `[${items.length} × ${depth >= MAX_DEPTH ? '…' : inner(items[0])}]`;
}

function nameOf(name: string): string {
  return name.length <= MAX_NAME_CHARS && name !== '' ? name : `(a name of ${name.length} characters)`;
}

function typeOf(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value;
}
