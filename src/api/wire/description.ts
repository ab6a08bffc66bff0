// The endpoints in the service's OpenAPI document.
import type { ServiceDescription } from '../model.ts';
import { isRecord, WireError } from './search/json.ts';

const VERSION_PATTERN = /^\d{1,3}\.\d{1,3}(?:\.\d{1,3})?(?:-[0-9A-Za-z.-]{1,20})?$/;
const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

/** The version segment is part of the base URL, but some documents repeat it in each path. */
const VERSION_SEGMENT = /^(?:\/api)?\/v\d+(?=\/|$)/;

/** The endpoints that an OpenAPI document describes. Throws a {@link WireError} for any other body. */
export function readDescription(body: unknown): ServiceDescription {
  const { openapi, paths } = isRecord(body) ? body : {};
  if (typeof openapi !== 'string' || !VERSION_PATTERN.test(openapi) || !isRecord(paths)) {
    throw new WireError('expected an OpenAPI document with its version and paths');
  }
  const endpoints = Object.entries(paths).flatMap(([path, item]) =>
    isRecord(item)
      ? METHODS.filter((method) => isRecord(item[method])).map(
          (method) => `${method.toUpperCase()} ${templateOf(path)}`,
        )
      : [],
  );
  return { openapi, endpoints: new Set(endpoints) };
}

/** The path without version segment and trailing slash, with every parameter written `{}`. */
function templateOf(path: string): string {
  return path
    .replace(VERSION_SEGMENT, '')
    .replace(/\/$/, '')
    .replaceAll(/\{[^{}/]*\}/g, '{}');
}
