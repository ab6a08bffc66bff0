// The endpoints in the service's OpenAPI document.
import type { ServiceDescription } from '../model.ts';
import { asRecord, isRecord, type JsonRecord, WireError } from './json.ts';
import { resolve } from './sample.ts';

const VERSION_PATTERN = /^\d{1,3}\.\d{1,3}(?:\.\d{1,3})?(?:-[0-9A-Za-z.-]{1,20})?$/;
const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

/** The version segment is part of the base URL, but some documents repeat it in each path. */
const VERSION_SEGMENT = /^(?:\/api)?\/v\d+(?=\/|$)/;

/** The endpoints that an OpenAPI document describes. Throws a {@link WireError} for any other body. */
export function readDescription(body: unknown): ServiceDescription {
  if (!isRecord(body)) throw new WireError('expected an OpenAPI document');
  const { openapi, paths } = body;
  if (typeof openapi !== 'string' || !VERSION_PATTERN.test(openapi)) {
    throw new WireError('expected an OpenAPI document with its version');
  }
  if (!isRecord(paths)) throw new WireError('expected an OpenAPI document with paths');
  return { openapi, endpoints: new Set(operationsOf(body).keys()) };
}

/** The operations that an OpenAPI document describes, by their endpoints. */
export function operationsOf(document: JsonRecord): ReadonlyMap<string, JsonRecord> {
  const operations = new Map<string, JsonRecord>();
  for (const [path, item] of Object.entries(asRecord(document['paths']) ?? {})) {
    const described = resolve(item, document);
    if (!path.startsWith('/') || !isRecord(described)) continue;
    for (const method of METHODS) {
      const operation = Object.hasOwn(described, method) ? resolve(described[method], document) : undefined;
      if (isRecord(operation)) operations.set(`${method.toUpperCase()} ${templateOf(path)}`, operation);
    }
  }
  return operations;
}

/** The path without version segment and trailing slash, with every parameter written `{}`. */
function templateOf(path: string): string {
  return path
    .replace(VERSION_SEGMENT, '')
    .replace(/\/$/, '')
    .replaceAll(/\{[^{}/]*\}/g, '{}');
}
