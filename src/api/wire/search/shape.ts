// The shape of a value on one short line: field names and JSON types, never values.
import { asArray, type Content, isRecord, type JsonRecord, MAX_NAME_CHARS } from './json.ts';

const MAX_CHARS = 600;
const MAX_DEPTH = 4;
const MAX_FIELDS = 30;

/** `{ok: boolean, deployments: [2 × {id: string}]}`. Bounded in length and time, however large the value. */
export function shapeOf(value: unknown): string {
  let chars = 0;

  function visit(inner: unknown, depth: number): string {
    if (chars > MAX_CHARS || depth > MAX_DEPTH) return '…';
    const list = asArray(inner);
    if (list !== undefined) return list.length === 0 ? '[]' : `[${list.length} × ${visit(list[0], depth + 1)}]`;
    if (isRecord(inner)) return visitFields(inner, depth);
    const type = inner === null || inner === undefined ? 'null' : typeof inner;
    chars += type.length;
    return type;
  }

  function visitFields(record: JsonRecord, depth: number): string {
    const fields: string[] = [];
    for (const name in record) {
      if (!Object.hasOwn(record, name)) continue;
      if (fields.length === MAX_FIELDS || chars > MAX_CHARS) {
        fields.push('…');
        break;
      }
      const label = labelOf(name);
      chars += label.length + 4;
      fields.push(`${label}: ${visit(record[name], depth + 1)}`);
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

function labelOf(name: string): string {
  return name.length <= MAX_NAME_CHARS && name !== '' ? name : `(a name of ${name.length} characters)`;
}
