// The endpoints in the service's OpenAPI document.
import type { ServiceDescription } from '../model.ts';
import { isRecord, WireError } from './json.ts';

const VERSION_PATTERN = /^\d{1,3}\.\d{1,3}(?:\.\d{1,3})?(?:-[0-9A-Za-z.-]{1,20})?$/;
const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

/** The version segment is part of the base URL, but some documents repeat it in each path. */
const VERSION_SEGMENT = /^\/api\/v\d+(?=\/|$)/;

/** The endpoints that an OpenAPI document describes. Throws a {@link WireError} for any other body. */
export function readDescription(body: unknown): ServiceDescription {
  if (!isRecord(body)) throw new WireError('expected an OpenAPI document');
  const { openapi, paths } = body;
  if (typeof openapi !== 'string' || !VERSION_PATTERN.test(openapi)) {
    throw new WireError('expected an OpenAPI document with its version');
  }
  if (!isRecord(paths)) throw new WireError('expected an OpenAPI document with paths');
  const endpoints = new Set<string>();
  for (const [path, item] of Object.entries(paths)) {
    if (!path.startsWith('/') || !isRecord(item)) continue;
    for (const method of METHODS.filter((name) => Object.hasOwn(item, name) && isRecord(item[name]))) {
      endpoints.add(`${method.toUpperCase()} ${templateOf(path)}`);
    }
  }
  return { openapi, endpoints };
}

/** The path without version segment and trailing slash, with every parameter written `{}`. */
export function templateOf(path: string): string {
  return path
    .replace(VERSION_SEGMENT, '')
    .replace(/\/$/, '')
    .replaceAll(/\{[^{}/]*\}/g, '{}');
}
