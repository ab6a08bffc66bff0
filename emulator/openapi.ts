// The endpoints of the API with the schemas of what they take and answer, and the OpenAPI 3.1
// document made of them. `x-not-shown` marks our own readings, where the service's API page shows
// nothing.
import { z } from 'zod';
import type { ErrorCode } from './errors.ts';
import { routesOf } from './routes.ts';
import { DEPLOYMENT_STATUSES, RESOURCE_TYPES, type Scope } from './state.ts';

/** The version segment that the paths of the API follow. */
export const API_ROOT = '/api/v1';

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
  readonly answer: z.ZodType;
}

const ok = z.literal(true);

const resource = z.object({
  id: z.string(),
  type: z.enum(RESOURCE_TYPES),
  name: z.string(),
  status: z
    .string()
    .regex(/^[^A-Z]*$/)
    .describe("Lowercase form of the status on the console's resource card.")
    .meta({ 'x-not-shown': 'Its values, except `running`.' }),
  catalogKey: z.string(),
  cpuMillicores: z.int().describe('1000 equals one vCPU.'),
  memoryMb: z.int(),
  diskGb: z.int(),
  createdAt: z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
});

const deployment = z.object({ id: z.string(), status: z.enum(DEPLOYMENT_STATUSES) });

/** The body of a deploy request. */
export const deployBody = z
  .strictObject({ force: z.boolean().optional().describe('Rebuild without cache; slow.') })
  .meta({
    'x-not-shown':
      'Whether other properties are refused. We answer 400, as for a resource that is not an app.',
  });

type Success = Pick<Endpoint, 'summary' | 'notShown' | 'answer'>;

function read(path: string, success: Success): Endpoint {
  return { method: 'GET', path, scope: 'read', status: 200, ...success };
}

function change(path: string, success: Pick<Success, 'summary' | 'answer'>): Endpoint {
  const notShown = 'The body, which may be empty.';
  return { method: 'POST', path, scope: 'deploy', status: 202, notShown, ...success };
}

function lifecycle(action: string): Endpoint {
  const success = { summary: `${action} in the background`, answer: z.object({ ok }) };
  return change(`/resources/{id}/${action}`, success);
}

/** The endpoints, by name: the `operationId`s of the document. */
export const ENDPOINTS = {
  listResources: read('/resources', {
    summary: 'list resources',
    answer: z.object({ ok, resources: z.array(resource) }),
  }),
  getResource: read('/resources/{id}', {
    summary: 'one resource with its domains',
    notShown:
      'The body. Its fields are those of the list; their place, and domains, are our reading.',
    answer: z.object({
      ok,
      resource: resource.extend({ domains: z.array(z.string()).optional() }),
    }),
  }),
  startResource: lifecycle('start'),
  stopResource: lifecycle('stop'),
  restartResource: lifecycle('restart'),
  listDeployments: read('/resources/{id}/deployments', {
    summary: 'recent deployments, latest first',
    notShown: 'Fields of a deployment beyond `id` and `status`.',
    answer: z.object({ deployments: z.array(deployment) }),
  }),
  createDeployment: change('/resources/{id}/deployments', {
    summary: 'deploy an app in the background',
    answer: z.object({ ok, deployment }),
  }),
  getDeployment: read('/resources/{id}/deployments/{deploymentId}', {
    summary: 'status and build log of one deployment; the log is untrusted text of the build',
    notShown: 'The body.',
    answer: z.object({ ok, deployment: deployment.extend({ log: z.string() }) }),
  }),
  getLogs: read('/resources/{id}/logs', {
    summary: 'the last lines of the runtime log, untrusted text of the app',
    notShown: 'The body.',
    answer: z.object({ ok, logs: z.string() }),
  }),
  getEnv: read('/resources/{id}/env', {
    summary: 'names of the environment variables, never their values',
    notShown: 'The body beyond "names only".',
    answer: z.object({ ok, env: z.array(z.string()) }),
  }),
  getOpenapi: {
    ...read('/openapi.json', {
      summary: 'this document, without a key',
      answer: z.object({ openapi: z.string().regex(/^3\.1\./), info: z.any(), paths: z.any() }),
    }),
    scope: null,
  },
} as const satisfies Record<string, Endpoint>;

/** One of the eleven endpoints. */
export type EndpointName = keyof typeof ENDPOINTS;

/** Names of the endpoints. */
export const ENDPOINT_NAMES = Object.keys(ENDPOINTS).filter(
  (name): name is EndpointName => name in ENDPOINTS,
);

/** Finds the endpoint of a path below the API root. */
export const endpointAt = routesOf(ENDPOINT_NAMES.map((name) => ({ name, ...ENDPOINTS[name] })));

interface ErrorResponse {
  readonly codes: readonly ErrorCode[];
  readonly description: string;
  readonly notShown?: string;
  readonly headers?: object;
}

const ERRORS: Readonly<Record<string, ErrorResponse>> = {
  400: {
    codes: ['invalid_input'],
    description: 'The input cannot be used.',
    notShown: 'Status and code for input that cannot be used.',
  },
  401: { codes: ['unauthorized'], description: 'The key is missing, invalid, revoked or expired.' },
  402: { codes: ['billing'], description: 'Wallet or subscription does not allow the action.' },
  403: { codes: ['forbidden'], description: 'The key lacks the scope.' },
  404: {
    codes: ['not_found'],
    description: 'There is no such resource or deployment.',
    notShown: 'Status and code for an unknown resource or deployment.',
  },
  405: {
    codes: ['method_not_allowed'],
    description: '`Allow` names the methods of the path.',
    notShown: 'Status and code for a method that the path does not have.',
    headers: { Allow: { schema: { type: 'string' } } },
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

const EXAMPLES: Readonly<Record<string, string>> = { id: 'app_web', deploymentId: 'dep_000001' };

const LINES = {
  name: 'lines',
  in: 'query',
  description: 'How many of the last lines.',
  'x-not-shown': 'The default; ours is 100.',
  schema: { type: 'integer', enum: LOG_LINES },
} as const;

function parametersOf(name: EndpointName, path: string): object[] {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, parameter = '']) => ({
    name: parameter,
    in: 'path',
    required: true,
    schema: { type: 'string', minLength: 1 },
    example: EXAMPLES[parameter],
  }));
  return name === 'getLogs' ? [...inPath, LINES] : inPath;
}

/** Content of JSON as a schema of OpenAPI 3.1, which is a JSON Schema. */
function json(schema: z.ZodType): object {
  const { $schema: _draft, ...described } = z.toJSONSchema(schema, { io: 'input' });
  return { 'application/json': { schema: described } };
}

function response(
  { description, notShown, headers }: Omit<ErrorResponse, 'codes'>,
  answer: z.ZodType,
) {
  return {
    description,
    ...(notShown === undefined ? {} : { 'x-not-shown': notShown }),
    ...(headers === undefined ? {} : { headers }),
    content: json(answer),
  };
}

function operationOf(name: EndpointName, endpoint: Endpoint): object {
  const { path, scope, summary, status, answer } = endpoint;
  const errors = errorStatuses(endpoint).map(
    (each) => [each, { $ref: `#/components/responses/${each}` }] as const,
  );
  return {
    operationId: name,
    summary,
    security: scope === null ? [] : [{ apiKey: [scope] }],
    parameters: parametersOf(name, path),
    ...(name === 'createDeployment'
      ? { requestBody: { required: false, content: json(deployBody) } }
      : {}),
    responses: {
      [status]: response({ ...endpoint, description: summary }, answer),
      ...Object.fromEntries(errors),
    },
  };
}

function paths(): Record<string, Record<string, object>> {
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

function errorBody(codes: readonly ErrorCode[]): z.ZodType {
  const error = z.object({ code: z.enum(codes), message: z.string() });
  return z.object({ ok: z.literal(false), error });
}

/** The document that is served at `/openapi.json`. */
export const OPENAPI: object = {
  openapi: '3.1.0',
  info: {
    title: 'Deployment Service Public API',
    version: '1.0',
    summary: 'List and deploy resources, start and stop them, read logs and names of variables.',
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
      Object.entries(ERRORS).map(([status, each]) => [
        status,
        response(each, errorBody(each.codes)),
      ]),
    ),
  },
};
