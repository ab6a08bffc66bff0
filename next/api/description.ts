// The endpoints in the service's OpenAPI document.
import { Failure } from '../failure.ts';
import { isRecord } from './json.ts';

/** The endpoints that this action needs, every parameter written `{}`. */
const NEEDED: readonly string[] = [
  ...['', '/{}', '/{}/deployments', '/{}/deployments/{}', '/{}/logs', '/{}/env'].map((end) => `GET /resources${end}`),
  ...['start', 'stop', 'restart', 'deployments'].map((end) => `POST /resources/{}/${end}`),
];

/** What the service's OpenAPI document says. */
export interface Description {
  /** Its `openapi` version. */
  readonly openapi: string;
  /** Endpoints that the action needs and the document does not describe. */
  readonly missing: readonly string[];
}

const VERSION = /^\d{1,3}\.\d{1,3}[0-9A-Za-z.-]{0,20}$/;
/** The version is part of the base URL, but some documents repeat it in each path. */
const VERSION_SEGMENT = /^(?:\/api)?\/v\d+(?=\/|$)/;

/** Throws a {@link Failure} for any other JSON. */
export function readDescription(reply: unknown): Description {
  const { openapi, paths } = isRecord(reply) ? reply : {};
  if (typeof openapi !== 'string' || !VERSION.test(openapi) || !isRecord(paths)) {
    throw new Failure('unreadable_reply', 'GET /openapi.json: the reply is not an OpenAPI document.');
  }
  const described = new Set(
    Object.entries(paths).flatMap(([path, item]) =>
      ['get', 'post']
        .filter((method) => isRecord(item) && isRecord(item[method]))
        .map((method) => `${method.toUpperCase()} ${templateOf(path)}`),
    ),
  );
  return { openapi, missing: NEEDED.filter((endpoint) => !described.has(endpoint)) };
}

/** The path without version segment and trailing slash, with every parameter written `{}`. */
function templateOf(path: string): string {
  const bare = path.replace(VERSION_SEGMENT, '').replace(/\/$/, '');
  return bare.replaceAll(/\{[^{}/]*\}/g, '{}');
}
