// A client of the emulator for its own tests: real loopback HTTP, every answer of the API checked
// against the document.
import { afterEach } from '@jest/globals';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { isObject } from '../../emulator/check.ts';
import type { Emulator } from '../../emulator/emulator.ts';
import { ENDPOINTS, OPENAPI, endpointAt } from '../../emulator/openapi.ts';
import { startTestEmulator, type TestEmulator, type TestOptions } from './test-emulator.ts';

/** An answer; `body` is parsed JSON, text where it is none, and undefined where it is empty. */
export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

/** What a request has beside method and path. */
export interface RequestOptions {
  /** Value of the key; null: none. Default: that of `ci`. */
  readonly key?: string | null;
  /** Sent as JSON, text as it is. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

const open: TestEmulator[] = [];

/**
 * Starts an emulator on virtual time that is closed after the test, which fails where the emulator
 * had a defect.
 */
export async function openEmulator(options: TestOptions = {}): Promise<TestEmulator> {
  const emulator = await startTestEmulator(options);
  open.push(emulator);
  return emulator;
}

afterEach(async () => {
  for (const emulator of open.splice(0)) {
    await emulator.stop();
    if (emulator.problems.length > 0) throw new Error(emulator.problems.join('\n'));
  }
});

/** Requests `METHOD /path` below the API root. */
export async function call(
  emulator: Pick<Emulator, 'baseUrl' | 'keys'>,
  request: string,
  { key = emulator.keys['ci'] ?? '', ...rest }: RequestOptions = {},
): Promise<Reply> {
  const authorization: Record<string, string> =
    key === null ? {} : { authorization: `Bearer ${key}` };
  const reply = await send(emulator.baseUrl, request, {
    ...rest,
    headers: { ...authorization, ...rest.headers },
  });
  const problem = mismatch(request, reply);
  if (problem !== undefined) throw new Error(`the document does not allow this reply: ${problem}`);
  return reply;
}

/** Requests `METHOD /path` below the root of the control API. */
export async function control(
  emulator: Pick<Emulator, 'origin'>,
  request: string,
  body?: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<Reply> {
  return await send(`${emulator.origin}/__emulator`, request, { body, headers });
}

async function send(
  root: string,
  request: string,
  { body, headers }: RequestOptions,
): Promise<Reply> {
  const [method = '', path = ''] = request.split(' ');
  const content = typeof body === 'string' ? body : JSON.stringify(body);
  const type = { 'content-type': 'application/json' };
  const response = await fetch(root + path, {
    method,
    redirect: 'manual',
    ...(body === undefined
      ? { headers: { ...headers } }
      : { body: content, headers: { ...type, ...headers } }),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
  const parsed: unknown = isJson ? JSON.parse(text) : text;
  return {
    status: response.status,
    headers: response.headers,
    body: text === '' ? undefined : parsed,
  };
}

/** The value at a path of names in a reply's body. */
export function at(value: unknown, ...names: readonly (string | number)[]): unknown {
  return names.reduce<unknown>((inner, name) => (isObject(inner) ? inner[name] : undefined), value);
}

/** The code of an error. */
export function codeOf({ body }: Reply): unknown {
  return at(body, 'error', 'code');
}

const ajv = new Ajv2020({ strict: false });
const compiled = new Map<object, ValidateFunction>();

/** What in a reply the document does not allow; undefined where it does. */
function mismatch(request: string, { status, body }: Reply): string | undefined {
  const [method = '', path = ''] = request.split(' ');
  const route = endpointAt(method, path.split('?')[0] ?? '');
  if (route?.name === undefined || body === undefined || typeof body === 'string') return undefined;
  const operation = at(OPENAPI, 'paths', ENDPOINTS[route.name].path, method.toLowerCase());
  const listed = at(operation, 'responses', status);
  if (listed === undefined) return `${route.name}: the status ${status} is not in the document`;
  const shared =
    typeof at(listed, '$ref') === 'string'
      ? at(OPENAPI, 'components', 'responses', status)
      : listed;
  const schema = at(shared, 'content', 'application/json', 'schema');
  if (!isObject(schema)) return `${route.name} ${status}: no schema`;
  const validate =
    compiled.get(schema) ?? ajv.compile({ ...schema, components: at(OPENAPI, 'components') });
  compiled.set(schema, validate);
  return validate(body) ? undefined : `${route.name} ${status}: ${ajv.errorsText(validate.errors)}`;
}
