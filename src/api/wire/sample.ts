// Sample bodies for the schemas of an OpenAPI document, so that the readers can judge what is only described.
import { asArray, isRecord, type JsonRecord } from './json.ts';

/** Sample of any string: valid as an id, a host, a name and a log line. */
export const SAMPLE_TEXT = 'sample.example';

const MAX_DEPTH = 8;
const MAX_PARTS = 500;

/** A sample body. */
export interface Sample {
  readonly value: unknown;
  /** Part of the schema is not described, so an unreadable sample proves nothing. */
  readonly isIncomplete: boolean;
}

/**
 * A body with every field that `schema` describes. `variant` selects among alternatives and `enum` values, modulo their
 * number. Bounded in size and depth, since schemas may be recursive.
 */
export function sampleOf(schema: unknown, document: JsonRecord, variant: number): Sample {
  let parts = 0;
  let isIncomplete = false;

  function visit(reference: unknown, depth: number): unknown {
    parts += 1;
    const part = resolve(reference, document);
    if (!isRecord(part) || depth > MAX_DEPTH || parts > MAX_PARTS) return undescribed();
    const alternatives = [pick(part['anyOf'] ?? part['oneOf']), ...(asArray(part['allOf']) ?? [])].filter(isRecord);
    const inner = alternatives.map((one) => visit(one, depth + 1));
    const own = inner.length === 0 || isRecord(part['properties']) ? [ownSample(part, depth)] : [];
    return [...inner, ...own].reduce(merge);
  }

  function ownSample(part: JsonRecord, depth: number): unknown {
    const { properties, items, format } = part;
    if (Object.hasOwn(part, 'const')) return part['const'];
    if (Array.isArray(part['enum'])) return pick(part['enum']);
    if (isRecord(properties)) {
      const possible = Object.entries(properties).filter(([, one]) => one !== false);
      return Object.fromEntries(possible.map(([name, one]) => [name, visit(one, depth + 1)]));
    }
    if (items !== undefined) return [visit(items, depth + 1)].filter((item) => item !== undefined);
    const type = pick(part['type']);
    if (type === 'string') return format === 'uri' ? `https://${SAMPLE_TEXT}` : SAMPLE_TEXT;
    if (type === 'integer' || type === 'number') return 1;
    if (type === 'boolean') return true;
    return type === 'null' ? null : undescribed();
  }

  function undescribed(): undefined {
    isIncomplete = true;
    return undefined;
  }

  const pick = (choice: unknown): unknown => {
    const list = asArray(choice);
    return list === undefined ? choice : list[variant % list.length];
  };

  const value = visit(schema, 0);
  return { value, isIncomplete };
}

/** Resolves a `$ref` within the document; any other value is returned unchanged. */
export function resolve(value: unknown, document: JsonRecord): unknown {
  const reference = isRecord(value) ? value['$ref'] : undefined;
  if (typeof reference !== 'string') return value;
  const names = reference.split('/').slice(1);
  return names.reduce<unknown>((part, name) => {
    const own = name.replaceAll('~1', '/').replaceAll('~0', '~');
    return isRecord(part) && Object.hasOwn(part, own) ? part[own] : undefined;
  }, document);
}

function merge(one: unknown, other: unknown): unknown {
  if (!isRecord(one) || !isRecord(other)) return other ?? one;
  const shared = Object.entries(other).map(([name, value]) => [name, merge(one[name], value)] as const);
  return { ...one, ...Object.fromEntries(shared) };
}
