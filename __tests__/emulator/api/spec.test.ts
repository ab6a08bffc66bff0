// The OpenAPI document as a source of routes and checks: what a path comes to, and what is wrong with what.
import { describe, expect, test } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { isObject } from '../../../emulator/json.ts';
import { Specification, endpointNames, specification } from '../../../emulator/api/spec.ts';

describe('a route', () => {
  test.each([
    ['GET', '/resources/app_web', 'getResource', { id: 'app_web' }],
    ['GET', '/resources/a%2Fb', 'getResource', { id: 'a/b' }],
    ['GET', '/resources/%zz', 'getResource', { id: '%zz' }],
    ['GET', '/resources/a/deployments/b%20c', 'getDeployment', { id: 'a', deploymentId: 'b c' }],
    ['GET', '/openapi.json', 'getOpenapi', {}],
  ])('of %s %s is %s with %j', (method, path, name, parameters) => {
    expect(specification.route(method, path)).toMatchObject({ endpoint: { name }, parameters });
  });

  test.each(['/openapixjson', '/resources/', '/resources//deployments', '/resources/a/b', '', '/Resources'])(
    'of the path %j there is none',
    (path) => {
      expect(specification.route('GET', path)).toBeUndefined();
    },
  );

  test('of another method names the methods that the path takes', () => {
    expect(specification.route('DELETE', '/resources/app_web/deployments')).toEqual({ allowed: ['GET', 'POST'] });
    expect(specification.route('get', '/resources')).toEqual({ allowed: ['GET'] });
  });
});

test('the document has every endpoint once, and no other', () => {
  expect(specification.endpoints.map(({ name }) => name).toSorted()).toEqual(endpointNames.toSorted());
});

test('every schema of the document is one', () => {
  const ajv = new Ajv2020();
  expect(schemasOf(specification.document).length).toBeGreaterThan(20);
  for (const schema of schemasOf(specification.document)) expect(ajv.validateSchema(schema)).toBe(true);
});

/** Every value of a `schema` and of `schemas`, at any depth. */
function schemasOf(value: unknown): readonly object[] {
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, part]) => {
    if (name === 'schema' && isObject(part)) return [part];
    if (name === 'schemas' && isObject(part)) return Object.values(part).filter(isObject);
    return schemasOf(part);
  });
}

describe('a query', () => {
  const problem = (query: string): string | undefined =>
    specification.queryProblem('getLogs', new URLSearchParams(query));

  test.each(['', 'lines=100', 'other=1', 'other=1&other=2'])('%j is right', (query) => {
    expect(problem(query)).toBeUndefined();
  });

  test('is wrong with the name of the parameter and what it may be', () => {
    expect(problem('lines=7')).toMatch(/^lines .+ \(100, 500, 2000\)$/);
    expect(problem('lines=')).toMatch(/^lines /);
    expect(problem('lines=100&lines=100')).toBe('lines is given more than once');
  });

  test('of an endpoint without parameters is always right', () => {
    expect(specification.queryProblem('getEnv', new URLSearchParams('lines=7'))).toBeUndefined();
  });
});

describe('a body', () => {
  test.each([[{}], [{ force: true }], [{ force: false }]])('%j of a deploy is right', (body) => {
    expect(specification.bodyProblem('createDeployment', body)).toBeUndefined();
  });

  test.each([
    [{ force: 1 }, /^body \/force must be boolean$/],
    [{ forced: true }, /^body must NOT have additional properties$/],
    [null, /^body must be object$/],
  ])('%j of a deploy is wrong: %s', (body, problem) => {
    expect(specification.bodyProblem('createDeployment', body)).toMatch(problem);
  });

  test('of an endpoint that takes none is not checked', () => {
    expect(specification.bodyProblem('startResource', 5)).toBeUndefined();
  });
});

describe('a response that the document does not allow', () => {
  const problem = (status: number, type: string | undefined, body: unknown): string | undefined =>
    specification.responseProblem('getEnv', { status, type, body });

  test.each([
    ['an unknown status', 418, 'application/json', {}, 'getEnv 418: this status is not in the document'],
    ['another media type', 200, 'text/html', '<p>', 'getEnv 200: media type "text/html" is not in the document'],
    ['no media type', 200, undefined, {}, 'getEnv 200: media type "" is not in the document'],
    ['a missing body', 200, undefined, undefined, 'getEnv 200: the body is missing'],
  ])('has %s', (_what, status, type, body, expected) => {
    expect(problem(status, type, body)).toBe(expected);
  });

  test('has a code that does not go with its status', () => {
    const error = (code: string): unknown => ({ ok: false, error: { code, message: 'No.' } });
    expect(problem(401, 'application/json', error('unauthorized'))).toBeUndefined();
    expect(problem(401, 'application/json; charset=utf-8', error('unauthorized'))).toBeUndefined();
    expect(problem(401, 'application/json', error('forbidden'))).toMatch(/^getEnv 401: body \/error\/code /);
  });

  test('may have no body where the document says so', () => {
    const answer = { status: 202, type: undefined, body: undefined };
    expect(specification.responseProblem('startResource', answer)).toBeUndefined();
  });
});

describe('another document', () => {
  const other = new Specification(`openapi: 3.1.0
paths:
  /a.b/{x}:
    summary: no operation
    get:
      operationId: getEnv
      security: []
      responses: { '200': { content: { text/plain: { schema: { $ref: '#/components/schemas/Word' } } } } }
components:
  responses: {}
  schemas: { Word: { enum: [yes, no] } }
`);

  test('is read with its methods alone, and dots in its paths are dots', () => {
    expect(other.endpoints).toEqual([{ name: 'getEnv', method: 'GET', path: '/a.b/{x}', scope: null, hasBody: false }]);
    expect(other.route('GET', '/a.b/1')).toMatchObject({ parameters: { x: '1' } });
    expect(other.route('GET', '/acb/1')).toBeUndefined();
  });

  test('may refer to its components', () => {
    const answer = { status: 200, type: 'text/plain' };
    expect(other.responseProblem('getEnv', { ...answer, body: 'yes' })).toBeUndefined();
    expect(other.responseProblem('getEnv', { ...answer, body: 'maybe' })).toContain('(yes, no)');
    expect(other.fits({ $ref: '#/components/schemas/Word' }, 'no')).toBe(true);
    expect(other.fits({ $ref: '#/components/schemas/Word' }, 'maybe')).toBe(false);
    expect(other.fits('no schema', 'no')).toBe(false);
  });
});
