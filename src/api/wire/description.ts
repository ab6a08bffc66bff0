// The service's OpenAPI document: which endpoints there are, and the fields of their responses.
import type { ServiceDescription } from '../model.ts';
import { isRecord, type JsonRecord, WireError } from './json.ts';
import { shapeOf } from './shape.ts';

const VERSION_PATTERN = /^\d{1,3}\.\d{1,3}(?:\.\d{1,3})?(?:-[0-9A-Za-z.-]{1,20})?$/;
const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

/** The version segment belongs to the base URL, but some documents repeat it in each path. */
const VERSION_SEGMENT = /^\/api\/v\d+(?=\/|$)/;

/** What an OpenAPI document describes. Throws a {@link WireError} for anything that is none. */
export function readDescription(body: unknown): ServiceDescription {
  if (!isRecord(body)) throw new WireError('expected an OpenAPI document');
  const { openapi, paths } = body;
  if (typeof openapi !== 'string' || !VERSION_PATTERN.test(openapi)) {
    throw new WireError('expected an OpenAPI document with its version');
  }
  if (!isRecord(paths)) throw new WireError('expected an OpenAPI document with paths');
  const endpoints = new Set<string>();
  const responses = new Map<string, string>();
  for (const [path, item] of Object.entries(paths)) {
    if (!path.startsWith('/') || !isRecord(item)) continue;
    const template = templateOf(path);
    for (const method of METHODS.filter((name) => Object.hasOwn(item, name) && isRecord(item[name]))) {
      const endpoint = `${method.toUpperCase()} ${template}`;
      endpoints.add(endpoint);
      const schema = responseSchema(item[method], body);
      if (schema !== undefined) responses.set(endpoint, shapeOf(sampleOf(schema, body, 0)));
    }
  }
  return { openapi, endpoints, responses };
}

/** The path without version segment and trailing slash, every parameter written `{}`. */
function templateOf(path: string): string {
  return path
    .replace(VERSION_SEGMENT, '')
    .replace(/\/$/, '')
    .replaceAll(/\{[^{}/]*\}/g, '{}');
}

/** Schemas refer to each other, some to themselves. */
const MAX_DEPTH = 6;

/** The value at `path`, references followed; `undefined` when there is none. */
function at(value: unknown, document: JsonRecord, path: readonly string[]): unknown {
  let found: unknown = value;
  for (const name of path) {
    const record = dereferenced(found, document);
    found = record !== undefined && Object.hasOwn(record, name) ? record[name] : undefined;
  }
  return found;
}

/** The record itself, or the one that its `$ref` names inside the document. */
function dereferenced(value: unknown, document: JsonRecord): JsonRecord | undefined {
  if (!isRecord(value)) return undefined;
  const { $ref: reference } = value;
  if (typeof reference !== 'string') return value;
  let found: unknown = reference.startsWith('#/') ? document : undefined;
  for (const part of reference.slice(2).split('/')) {
    found = isRecord(found) && Object.hasOwn(found, part) ? found[part] : undefined;
  }
  return isRecord(found) ? found : undefined;
}

function responseSchema(operation: unknown, document: JsonRecord): unknown {
  const status = ['200', '201', '202', '2XX', 'default'].find(
    (name) => at(operation, document, ['responses', name]) !== undefined,
  );
  return at(operation, document, ['responses', status ?? '', 'content', 'application/json', 'schema']);
}

/** A value that fits a schema, with every property, so that its shape can be compared with that of a response. */
function sampleOf(schema: unknown, document: JsonRecord, depth: number): unknown {
  const found = dereferenced(schema, document);
  if (found === undefined || depth > MAX_DEPTH) return null;
  const [first] = ['allOf', 'oneOf', 'anyOf'].flatMap((name) => (Array.isArray(found[name]) ? [found[name]] : []));
  if (first !== undefined) {
    const samples = (first as unknown[]).map((one) => sampleOf(one, document, depth + 1));
    return samples.every(isRecord) ? Object.assign({}, ...samples) : samples.find((one) => one !== null);
  }
  const { properties, items, type } = found;
  if (isRecord(properties)) {
    return Object.fromEntries(
      Object.entries(properties).map(([name, inner]) => [name, sampleOf(inner, document, depth + 1)]),
    );
  }
  if (items !== undefined) return [sampleOf(items, document, depth + 1)];
  const kinds: Readonly<Record<string, unknown>> = {
    string: '',
    integer: 0,
    number: 0,
    boolean: true,
    array: [],
    object: {},
  };
  const named: unknown = Array.isArray(type) ? type.find((one) => one !== 'null') : type;
  return typeof named === 'string' && Object.hasOwn(kinds, named) ? kinds[named] : null;
}
