// The endpoints of the API, and the OpenAPI 3.1 document that describes them. `x-not-shown` marks
// our own readings, where the service's API page shows nothing.
import type { ErrorCode } from './errors.ts';
import { type Scope } from './state.ts';

/** The version segment that the paths of the API follow. */
export const API_ROOT = '/api/v1';

/** Names of the endpoints: the `operationId`s of the document. */
export const ENDPOINT_NAMES = [
  'listResources',
  'getResource',
  'startResource',
  'stopResource',
  'restartResource',
  'listDeployments',
  'createDeployment',
  'getDeployment',
  'getLogs',
  'getEnv',
  'getOpenapi',
] as const;
/** One of the eleven endpoints. */
export type EndpointName = (typeof ENDPOINT_NAMES)[number];

/** What `lines` of the log endpoint may be. */
export const LOG_LINES = [100, 500, 2000] as const;

/** An endpoint: where it is, what it needs, and the schema of its answer. */
export interface Endpoint {
  readonly method: 'GET' | 'POST';
  /** Below the API root. */
  readonly path: string;
  /** Null: no key is needed. */
  readonly scope: Scope | null;
  readonly summary: string;
  /** Status of a success. */
  readonly status: 200 | 202;
  /** What the API page does not show of the success. */
  readonly notShown?: string;
  readonly schema: object;
}

const ref = (name: string): object => ({ $ref: `#/components/schemas/${name}` });

function object(
  properties: Readonly<Record<string, unknown>>,
  required = Object.keys(properties),
): object {
  return { type: 'object', required, properties };
}

const OK = { const: true };
const TEXT = { type: 'string' };
const LIST_OF_TEXT = { type: 'array', items: TEXT };

type Success = Pick<Endpoint, 'summary' | 'notShown' | 'schema'>;

function read(path: string, success: Success): Endpoint {
  return { method: 'GET', path, scope: 'read', status: 200, ...success };
}

function change(path: string, success: Pick<Success, 'summary' | 'schema'>): Endpoint {
  return {
    method: 'POST',
    path,
    scope: 'deploy',
    status: 202,
    notShown: 'The body, which may be empty.',
    ...success,
  };
}

function lifecycle(action: string): Endpoint {
  return change(`/resources/{id}/${action}`, {
    summary: `${action} in the background`,
    schema: object({ ok: OK }),
  });
}

/** The endpoints, by name. */
export const ENDPOINTS: Readonly<Record<EndpointName, Endpoint>> = {
  listResources: read('/resources', {
    summary: 'list resources',
    schema: object({ ok: OK, resources: { type: 'array', items: ref('Resource') } }),
  }),
  getResource: read('/resources/{id}', {
    summary: 'one resource with its domains',
    notShown:
      'The body. The fields are those of the list; where they are, and the shape of a domain, is our reading.',
    schema: object({
      ok: OK,
      resource: { allOf: [ref('Resource'), object({ domains: LIST_OF_TEXT }, [])] },
    }),
  }),
  startResource: lifecycle('start'),
  stopResource: lifecycle('stop'),
  restartResource: lifecycle('restart'),
  listDeployments: read('/resources/{id}/deployments', {
    summary: 'recent deployments, latest first',
    notShown: 'Fields of a deployment beyond `id` and `status`.',
    schema: object({ deployments: { type: 'array', items: ref('Deployment') } }),
  }),
  createDeployment: change('/resources/{id}/deployments', {
    summary: 'deploy an app in the background',
    schema: object({ ok: OK, deployment: ref('Deployment') }),
  }),
  getDeployment: read('/resources/{id}/deployments/{deploymentId}', {
    summary: 'status and build log of one deployment',
    notShown: 'The body.',
    schema: object({ ok: OK, deployment: { allOf: [ref('Deployment'), object({ log: TEXT })] } }),
  }),
  getLogs: read('/resources/{id}/logs', {
    summary: 'the last lines of the runtime log, untrusted text of the app',
    notShown: 'The body.',
    schema: object({ ok: OK, logs: TEXT }),
  }),
  getEnv: read('/resources/{id}/env', {
    summary: 'names of the environment variables, never their values',
    notShown: 'The body beyond "names only".',
    schema: object({ ok: OK, env: LIST_OF_TEXT }),
  }),
  getOpenapi: {
    ...read('/openapi.json', {
      summary: 'this document, without a key',
      schema: object({
        openapi: { type: 'string', pattern: String.raw`^3\.1\.` },
        info: {},
        paths: {},
      }),
    }),
    scope: null,
  },
};

interface ErrorResponse {
  readonly codes: readonly ErrorCode[];
  readonly description: string;
  readonly 'x-not-shown'?: string;
  readonly headers?: object;
}

const ERRORS: Readonly<Record<string, ErrorResponse>> = {
  400: {
    codes: ['invalid_input'],
    description: 'The input cannot be used.',
    'x-not-shown': 'Status and code for input that cannot be used.',
  },
  401: { codes: ['unauthorized'], description: 'The key is missing, invalid, revoked or expired.' },
  402: { codes: ['billing'], description: 'Wallet or subscription does not allow the action.' },
  403: { codes: ['forbidden'], description: 'The key lacks the scope.' },
  404: {
    codes: ['not_found'],
    description: 'There is no such resource or deployment.',
    'x-not-shown': 'Status and code for an unknown resource or deployment.',
  },
  405: {
    codes: ['method_not_allowed'],
    description: '`Allow` names the methods of the path.',
    'x-not-shown': 'Status and code for a method that the path does not have.',
    headers: { Allow: { schema: TEXT } },
  },
  409: {
    codes: ['busy'],
    description: 'The resource is busy with another job; wait until it finishes.',
  },
  429: {
    codes: ['rate_limited', 'create_limit'],
    description:
      'More than 120 requests a minute with one key, or its daily creation cap is reached.',
  },
};

/** The statuses of errors that an endpoint may answer with. */
function errorStatuses({ scope, path }: Endpoint): string[] {
  if (scope === null) return ['405'];
  const always = ['400', '401', '403', '405', '429'];
  if (path === '/resources') return always;
  return scope === 'read' ? [...always, '404'] : [...always, '402', '404', '409'];
}

const PARAMETERS = {
  id: {
    name: 'id',
    in: 'path',
    required: true,
    schema: { type: 'string', minLength: 1 },
    example: 'app_web',
  },
  deploymentId: {
    name: 'deploymentId',
    in: 'path',
    required: true,
    schema: { type: 'string', minLength: 1 },
    example: 'dep_000001',
  },
  lines: {
    name: 'lines',
    in: 'query',
    description: 'How many of the last lines.',
    'x-not-shown': 'The default; ours is 100.',
    schema: { type: 'integer', enum: LOG_LINES },
  },
} as const;

const DEPLOY_BODY = {
  required: false,
  content: {
    'application/json': {
      schema: {
        ...object({ force: { type: 'boolean', description: 'Rebuild without cache; slow.' } }, []),
        additionalProperties: false,
        'x-not-shown':
          'Whether other properties are refused. We refuse them, and a resource that is no app, with 400.',
      },
    },
  },
};

function operationOf(name: EndpointName, endpoint: Endpoint): object {
  const { path, scope, summary, status, notShown, schema } = endpoint;
  const parameters = [
    ...(path.includes('{id}') ? [PARAMETERS.id] : []),
    ...(path.includes('{deploymentId}') ? [PARAMETERS.deploymentId] : []),
    ...(name === 'getLogs' ? [PARAMETERS.lines] : []),
  ];
  const errors = errorStatuses(endpoint).map(
    (each) => [each, { $ref: `#/components/responses/${each}` }] as const,
  );
  return {
    operationId: name,
    summary,
    security: scope === null ? [] : [{ apiKey: [scope] }],
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(name === 'createDeployment' ? { requestBody: DEPLOY_BODY } : {}),
    responses: {
      [status]: {
        description: summary,
        ...(notShown === undefined ? {} : { 'x-not-shown': notShown }),
        content: { 'application/json': { schema } },
      },
      ...Object.fromEntries(errors),
    },
  };
}

function errorResponse({ codes, ...rest }: ErrorResponse): object {
  const schema = object({
    ok: { const: false },
    error: object({ code: { enum: codes }, message: TEXT }),
  });
  return { ...rest, content: { 'application/json': { schema } } };
}

function paths(): object {
  const byPath: Record<string, Record<string, object>> = {};
  for (const name of ENDPOINT_NAMES) {
    const endpoint = ENDPOINTS[name];
    byPath[endpoint.path] = {
      ...byPath[endpoint.path],
      [endpoint.method.toLowerCase()]: operationOf(name, endpoint),
    };
  }
  return byPath;
}

const RESOURCE = object({
  id: TEXT,
  type: { enum: ['app', 'worker', 'database', 'service'] },
  name: TEXT,
  status: {
    type: 'string',
    pattern: '^[^A-Z]*$',
    description: "Lowercase form of the status on the console's resource card.",
    'x-not-shown': 'Its values, but for `running`.',
  },
  catalogKey: TEXT,
  cpuMillicores: { type: 'integer', description: '1000 equals one vCPU.' },
  memoryMb: { type: 'integer' },
  diskGb: { type: 'integer' },
  createdAt: { type: 'string', pattern: String.raw`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$` },
});

/** The document that is served at `/openapi.json`. */
export const OPENAPI: object = {
  openapi: '3.1.0',
  info: {
    title: 'Deployment Service Public API',
    version: '1.0',
    summary:
      'List resources, deploy apps, start, stop and restart, read logs and names of environment variables.',
  },
  servers: [{ url: API_ROOT }],
  paths: paths(),
  components: {
    securitySchemes: {
      apiKey: {
        type: 'http',
        scheme: 'bearer',
        description: 'An API key with the scope listed; `admin` has them all.',
      },
    },
    responses: Object.fromEntries(
      Object.entries(ERRORS).map(([status, each]) => [status, errorResponse(each)]),
    ),
    schemas: {
      Resource: RESOURCE,
      Deployment: object({
        id: TEXT,
        status: { enum: ['queued', 'building', 'finished', 'failed', 'cancelled'] },
      }),
    },
  },
};

/** Where a request goes. `allowed` is there when only its method is wrong. */
export type Route =
  | { readonly name: EndpointName; readonly id: string; readonly deploymentId: string }
  | { readonly name?: never; readonly allowed: readonly string[] };

const PATTERNS = ENDPOINT_NAMES.map((name) => ({
  name,
  method: ENDPOINTS[name].method as string,
  pattern: new RegExp(
    `^${ENDPOINTS[name].path.replaceAll('.', String.raw`\.`).replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`,
  ),
}));

/**
 * Finds the endpoint of a path below the API root; undefined for a path that the API does not have.
 */
export function routeOf(method: string, path: string): Route | undefined {
  const matches = PATTERNS.flatMap((each) => {
    const match = each.pattern.exec(path);
    return match === null ? [] : [{ ...each, groups: match.groups ?? {} }];
  });
  const found = matches.find((each) => each.method === method);
  if (found !== undefined) {
    const { id = '', deploymentId = '' } = found.groups;
    return { name: found.name, id: decodeSegment(id), deploymentId: decodeSegment(deploymentId) };
  }
  return matches.length === 0 ? undefined : { allowed: matches.map((each) => each.method) };
}

/**
 * A path segment without its percent encoding; what cannot be decoded stays as it is, so that
 * nothing is found by it.
 */
export function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
