// The document as it is served: narrowed to what the selected dialect sends, with examples that fit the emulator's own
// resources. The examples are made up but for the id and name of a resource: the document is served without a key.
import type { EndpointName, ApiResponse } from '../api/index.ts';
import type { Dialect } from '../testing/dialects/index.ts';
import { jsonResponse, specification } from '../api/index.ts';
import { shapes, shownId } from '../testing/dialects/index.ts';
import { isObject } from '../json.ts';
import type { DeploymentRecord, ResourceRecord } from '../state/index.ts';
import type { ShownResource } from './responses.ts';
import { acceptedResponse, deploymentFields, detailOf, fieldsOf } from './responses.ts';

type Json = Readonly<Record<string, unknown>>;

const CREATED_MS = Date.UTC(2026, 0, 1, 12);

const DEPLOYMENT: DeploymentRecord = {
  id: 'dep_000001',
  resourceId: 'app_web',
  status: 'finished',
  label: 'api',
  by: 'ci',
  force: false,
  log: 'Building\nBuilt\n',
  createdAtMs: CREATED_MS,
  startedAtMs: CREATED_MS + 1000,
  finishedAtMs: CREATED_MS + 61_000,
};

const RESOURCE: ShownResource = {
  id: 'app_web',
  type: 'app',
  name: 'web',
  status: 'running',
  catalogKey: 'app-standard',
  cpuMillicores: 500,
  memoryMb: 512,
  diskGb: 5,
  createdAtMs: CREATED_MS,
};

/** The document for a dialect and the resources that there are. */
export function describeApi(dialect: Dialect, resources: readonly ResourceRecord[]): Json {
  const { id, name } = resources.find(({ type }) => type === 'app') ?? RESOURCE;
  const responses = exampleResponses(dialect, { ...RESOURCE, id, name });
  const parameterExamples: Json = { ResourceId: id, DeploymentId: shownId(DEPLOYMENT.id, dialect.traits ?? {}) };
  const { document } = specification;
  return {
    ...document,
    paths: mapValues(document['paths'], (item) =>
      mapValues(item, (operation) => (isObject(operation) ? withExample(operation, responses) : operation)),
    ),
    components: mapValues(document['components'], (part, kind) =>
      kind === 'parameters'
        ? mapValues(part, (parameter, parameterName) => ({
            ...(isObject(parameter) ? parameter : {}),
            example: parameterExamples[parameterName],
          }))
        : part,
    ),
  };
}

function exampleResponses(dialect: Dialect, resource: ShownResource): Partial<Record<EndpointName, ApiResponse>> {
  const fields = fieldsOf(resource, dialect);
  const deployment = { ...DEPLOYMENT, resourceId: resource.id };
  const accepted = { ...deployment, status: 'queued', startedAtMs: null, finishedAtMs: null };
  const lifecycle = shapes.lifecycle[dialect.lifecycle](resource);
  const domains = shapes.domains[dialect.domains]([`${resource.name}.example.test`]);
  return {
    listResources: jsonResponse(200, { ok: true, resources: [fields] }),
    getResource: jsonResponse(200, shapes.resource[dialect.resource](fields, domains)),
    startResource: lifecycle,
    stopResource: lifecycle,
    restartResource: lifecycle,
    listDeployments: jsonResponse(200, shapes.list[dialect.list]([deploymentFields(dialect, deployment)])),
    createDeployment: acceptedResponse(dialect, accepted),
    getDeployment: jsonResponse(200, detailOf(dialect, deployment)),
    getLogs: shapes.runtimeLog[dialect.runtimeLog]('listening on port 4100\n', CREATED_MS),
    getEnv: jsonResponse(200, shapes.env[dialect.env](['DATABASE_URL', 'PORT'])),
  };
}

/** An operation whose successful response is the one of the example alone. */
function withExample(operation: Json, responses: Partial<Record<string, ApiResponse>>): Json {
  const answer = responses[String(operation['operationId'])];
  if (answer === undefined) return operation;
  return {
    ...operation,
    responses: mapValues(operation['responses'], (response, status) =>
      status === String(answer.status) ? narrowResponse(resolve(response), answer) : response,
    ),
  };
}

function narrowResponse(response: unknown, { body }: ApiResponse): unknown {
  if (!isObject(response)) return response;
  const { content, 'x-empty-body': _mayBeEmpty, ...rest } = response;
  if (body === undefined) return rest;
  const type = 'json' in body ? 'application/json' : 'text/plain';
  const example = 'json' in body ? body.json : body.text;
  const media = isObject(content) ? content[type] : undefined;
  const schema = isObject(media) ? media['schema'] : {};
  return { ...rest, content: { [type]: { schema: narrow(schema, example), example } } };
}

/** The part of a schema that describes the example: the alternatives that it fits, the optional properties that it has. */
function narrow(schema: unknown, example: unknown): unknown {
  const resolved = resolve(schema);
  if (!isObject(resolved)) return resolved;
  const { anyOf, ...rest } = resolved;
  if (Array.isArray(anyOf)) {
    const fitting: unknown[] = anyOf.filter((branch: unknown) => specification.fits(resolve(branch), example));
    const [only] = fitting;
    if (fitting.length !== 1) return resolved;
    const narrowed = narrow(only, example);
    return { ...rest, ...(isObject(narrowed) ? narrowed : {}) };
  }
  if (Array.isArray(example)) {
    return 'items' in resolved && example.length > 0
      ? { ...resolved, items: narrow(resolved['items'], example[0]) }
      : resolved;
  }
  if (!isObject(example) || !isObject(resolved['properties'])) return resolved;
  const known = Object.entries(resolved['properties']).filter(([name]) => Object.hasOwn(example, name));
  return {
    ...resolved,
    properties: Object.fromEntries(known.map(([name, part]) => [name, narrow(part, example[name])])),
  };
}

/** What a `$ref` into the components stands for; anything else as it is. */
function resolve(value: unknown): unknown {
  const reference = isObject(value) ? value['$ref'] : undefined;
  if (typeof reference !== 'string') return value;
  return reference
    .split('/')
    .slice(1)
    .reduce<unknown>((part, name) => (isObject(part) ? part[name] : undefined), specification.document);
}

function mapValues(value: unknown, change: (item: unknown, name: string) => unknown): Json {
  if (!isObject(value)) return {};
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, change(item, name)]));
}
