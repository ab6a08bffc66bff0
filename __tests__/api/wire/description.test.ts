// The service's OpenAPI document: its version and its endpoints.
import { describe, expect, test } from '@jest/globals';
import { readDescription } from '../../../src/api/wire/index.ts';

describe('an OpenAPI document', () => {
  const described = (openapi: string, path = '/resources') =>
    readDescription({ openapi, paths: { [path]: { get: {} } } });

  test.each(['3.1', '3.1.0', '10.20.30', '3.1.0-rc.1'])('may have the version %s', (version) => {
    expect(described(version).openapi).toBe(version);
  });

  test.each(['v3.1.0', '3.1.0 final', '3', '3.1.0.0'])('may not have the version %s', (version) => {
    expect(() => described(version)).toThrow('expected an OpenAPI document with its version');
  });

  test.each([
    ['/api/v1/resources', 'GET /resources'],
    ['/api/v10/resources/', 'GET /resources'],
    ['/v1/resources/{id}', 'GET /resources/{}'],
    ['/api/v1', 'GET '],
    ['/proxy/api/v1/resources', 'GET /proxy/api/v1/resources'],
    ['/api/v1beta/resources', 'GET /api/v1beta/resources'],
  ])('with the path %s has the endpoint "%s"', (path, endpoint) => {
    expect([...described('3.1.0', path).endpoints]).toStrictEqual([endpoint]);
  });
});

test('reads every method of a path as an endpoint, and nothing else', () => {
  const paths = {
    '/resources/{id}/deployments': { get: {}, post: {}, parameters: [], summary: 'x', put: null, connect: {} },
    '/logs': null,
  };
  expect([...readDescription({ openapi: '3.1.0', paths }).endpoints]).toEqual([
    'GET /resources/{}/deployments',
    'POST /resources/{}/deployments',
  ]);
});

test.each([
  [{ paths: {} }, 'with its version'],
  [{ openapi: 3.1, paths: {} }, 'with its version'],
  [{ openapi: '3.1.0' }, 'with its version and paths'],
  [{ openapi: '3.1.0', paths: [] }, 'with its version and paths'],
  [[], 'expected an OpenAPI document'],
  [null, 'expected an OpenAPI document'],
])('does not take %j for an OpenAPI document', (body, message) => {
  expect(() => readDescription(body)).toThrow(message);
});

test.each(['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'])('reads the method %s', (method) => {
  const paths = { '/resources': { [method]: {} } };
  expect([...readDescription({ openapi: '3.1.0', paths }).endpoints]).toEqual([`${method.toUpperCase()} /resources`]);
});

test('ignores the names of path parameters', () => {
  const paths = { '/resources/{resourceId}/env': { get: {} }, '/api/v1/resources/{id}/env/': { get: {} } };
  expect([...readDescription({ openapi: '3.1.0', paths }).endpoints]).toEqual(['GET /resources/{}/env']);
});
