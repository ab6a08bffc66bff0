// The OpenAPI document as the program's source of routes, scopes and checks. It knows the document, not the service.
import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { parse } from 'yaml';
import { isObject } from '../json.ts';
import { decodeSegment } from '../addresses.ts';
import type { Scope } from '../state/index.ts';

/** The operations of the document by their `operationId`. */
export const endpointNames = [
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
export type EndpointName = (typeof endpointNames)[number];

/** One operation: method, path below the API root, and the scope that its key needs (null: no key). */
export interface Endpoint {
  readonly name: EndpointName;
  readonly method: string;
  readonly path: string;
  readonly scope: Scope | null;
  readonly hasBody: boolean;
}

/** What a request's path and method come to. */
export type Route =
  | { readonly endpoint: Endpoint; readonly parameters: Readonly<Record<string, string>> }
  | { readonly endpoint?: never; readonly allowed: readonly string[] }
  | undefined;

interface Operation {
  readonly operationId: EndpointName;
  readonly security: readonly { readonly apiKey?: readonly Scope[] }[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, ResponseObject | Reference>>;
}
interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly schema: object;
}
interface ResponseObject {
  readonly content?: Content;
  readonly 'x-empty-body'?: boolean;
}
interface Reference {
  readonly $ref: string;
}
type Content = Readonly<Record<string, { readonly schema: object }>>;
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly responses: Readonly<Record<string, ResponseObject>> };
}

/** The document as it is written: error responses and shared responses in short. */
interface Source extends Document {
  readonly 'x-responses'?: unknown;
  readonly components: Document['components'] & { readonly 'x-errors'?: Readonly<Record<string, ErrorSource>> };
}
interface ErrorSource {
  readonly codes: readonly string[];
  readonly [field: string]: unknown;
}

/** The document in full: every error response with its schema. */
function expand({ 'x-responses': _shared, components, ...rest }: Source): Document {
  const { 'x-errors': errors = {}, responses, ...others } = components;
  const expanded = Object.entries(errors).map(([name, { codes, ...fields }]) => {
    const code = { properties: { error: { properties: { code: { enum: codes } } } } };
    const schema = { allOf: [{ $ref: '#/components/schemas/Error' }, code] };
    return [name, { ...fields, content: { 'application/json': { schema } } }] as const;
  });
  return { ...rest, components: { ...others, responses: { ...responses, ...Object.fromEntries(expanded) } } };
}

const METHODS = new Set(['get', 'post', 'put', 'patch', 'delete']);

/** The document with everything derived from it. Schemas are compiled at their first use, which is most of the cost. */
export class Specification {
  readonly document: Readonly<Record<string, unknown>>;
  readonly endpoints: readonly Endpoint[];
  readonly #operations: ReadonlyMap<EndpointName, Operation>;
  readonly #components: Document['components'];
  readonly #routes: readonly {
    readonly endpoint: Endpoint;
    readonly pattern: RegExp;
    readonly names: readonly string[];
  }[];
  readonly #ajv: Ajv2020;
  readonly #compiled = new WeakMap<object, ValidateFunction>();

  /** Reads the document from YAML text. */
  constructor(yamlText: string) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- our own document, which the tests of this file walk
    const document = expand(parse(yamlText, { merge: true }) as Source);
    const operations = Object.entries(document.paths).flatMap(([path, item]) =>
      Object.entries(item)
        .filter(([method]) => METHODS.has(method))
        .map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
    );
    this.document = { ...document };
    this.endpoints = operations.map(({ path, method, operation }) => ({
      name: operation.operationId,
      method,
      path,
      scope: operation.security[0]?.apiKey?.[0] ?? null,
      hasBody: operation.requestBody !== undefined,
    }));
    this.#operations = new Map(operations.map(({ operation }) => [operation.operationId, operation]));
    this.#components = document.components;
    this.#routes = this.endpoints.map((endpoint) => ({
      endpoint,
      pattern: new RegExp(`^${endpoint.path.replaceAll('.', '\\.').replaceAll(/\{[^}]+\}/g, '([^/]+)')}$`),
      names: [...endpoint.path.matchAll(/\{([^}]+)\}/g)].map(([, name]) => name ?? ''),
    }));
    // The document is the program's own; checking its schemas against the meta-schema would take most of the time.
    this.#ajv = new Ajv2020({ strict: false, validateSchema: false });
    // The package is CommonJS: seen from an ES module its function is a property of what comes in.
    addFormats.default(this.#ajv);
  }

  /** Finds the endpoint of a path below the API root; `allowed` when only the method is wrong. */
  route(method: string, path: string): Route {
    const matches = this.#routes.filter(({ pattern }) => pattern.test(path));
    const match = matches.find(({ endpoint }) => endpoint.method === method);
    if (match === undefined) {
      return matches.length === 0 ? undefined : { allowed: matches.map(({ endpoint }) => endpoint.method) };
    }
    const values = match.pattern.exec(path)?.slice(1) ?? [];
    const parameters: Record<string, string> = {};
    for (const [index, name] of match.names.entries()) parameters[name] = decodeSegment(values[index] ?? '');
    return { endpoint: match.endpoint, parameters };
  }

  /** Whether a value has the shape of a schema of the document. */
  fits(schema: unknown, value: unknown): boolean {
    return isObject(schema) && this.#validator(schema)(value);
  }

  /** What is wrong with a query, in words; a parameter given twice is wrong too. */
  queryProblem(name: EndpointName, query: URLSearchParams): string | undefined {
    for (const parameter of this.#operations.get(name)?.parameters ?? []) {
      if (parameter.in !== 'query') continue;
      const values = query.getAll(parameter.name);
      if (values.length === 0) continue;
      if (values.length > 1) return `${parameter.name} is given more than once`;
      const validate = this.#validator(parameter.schema);
      if (!validate(readNumber(values[0] ?? ''))) return `${parameter.name} ${describe(validate)}`;
    }
    return undefined;
  }

  /** What is wrong with a parsed body, in words. */
  bodyProblem(name: EndpointName, body: unknown): string | undefined {
    const schema = this.#operations.get(name)?.requestBody?.content['application/json']?.schema;
    if (schema === undefined) return undefined;
    const validate = this.#validator(schema);
    return validate(body) ? undefined : `body ${describe(validate)}`;
  }

  /** What in a response the document does not allow, in words. */
  responseProblem(
    name: EndpointName,
    answer: { readonly status: number; readonly type: string | undefined; readonly body: unknown },
  ): string | undefined {
    const listed = this.#operations.get(name)?.responses[String(answer.status)];
    if (listed === undefined) return `${name} ${answer.status}: this status is not in the document`;
    const response = '$ref' in listed ? this.#components.responses[listed.$ref.split('/').at(-1) ?? ''] : listed;
    if (answer.body === undefined) {
      return response?.['x-empty-body'] === true ? undefined : `${name} ${answer.status}: the body is missing`;
    }
    const type = answer.type?.split(';')[0] ?? '';
    const schema = response?.content?.[type]?.schema;
    if (schema === undefined) return `${name} ${answer.status}: media type "${type}" is not in the document`;
    const validate = this.#validator(schema);
    return validate(answer.body) ? undefined : `${name} ${answer.status}: body ${describe(validate)}`;
  }

  /** Compiled at its first use; the references of a schema lead to the components, so they come along. */
  #validator(schema: object): ValidateFunction {
    const known = this.#compiled.get(schema);
    if (known !== undefined) return known;
    const compiled = this.#ajv.compile({ ...schema, components: this.#components });
    this.#compiled.set(schema, compiled);
    return compiled;
  }
}

/** The emulator's own document. */
export const specification = new Specification(readFileSync(new URL('openapi.yaml', import.meta.url), 'utf8'));

function describe(validate: ValidateFunction): string {
  const [error] = validate.errors ?? [];
  if (error === undefined) return 'is not allowed';
  const allowed: unknown = error.params['allowedValues'];
  return `${error.instancePath} ${error.message ?? 'is not allowed'}${Array.isArray(allowed) ? ` (${allowed.join(', ')})` : ''}`.trim();
}

/** A query value as a number where it is written like one. */
function readNumber(text: string): string | number {
  return /^(0|-?[1-9]\d*)$/.test(text) ? Number(text) : text;
}
