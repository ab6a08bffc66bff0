// The endpoints that an OpenAPI document describes.
import { describe, expect, test } from '@jest/globals';
import { readDescription } from '../../../next/api/description.ts';

const paths = {
  '/resources': { get: {} },
  '/resources/{id}': { get: {} },
  '/resources/{id}/start': { post: {} },
  '/resources/{id}/stop': { post: {} },
  '/resources/{id}/restart': { post: {} },
  '/resources/{id}/deployments': { get: {}, post: {} },
  '/resources/{id}/deployments/{deploymentId}': { get: {} },
  '/resources/{id}/logs': { get: {} },
  '/resources/{id}/env': { get: {} },
};

describe('an OpenAPI document', () => {
  test.each([['' as const], ['/v1'], ['/api/v1'], ['/api/v12']])('describes all endpoints below %j', (prefix) => {
    const own = Object.fromEntries(Object.entries(paths).map(([path, item]) => [`${prefix}${path}`, item]));
    expect(readDescription({ openapi: '3.1.0', paths: own })).toEqual({ openapi: '3.1.0', missing: [] });
  });

  test('may lack endpoints', () => {
    const own = { ...paths, '/resources/{id}/env': { put: {} }, '/resources': { get: null, post: {} } };
    const { '/resources/{id}/start': _, ...others } = own;
    expect(readDescription({ openapi: '3.1', paths: others }).missing).toEqual([
      'GET /resources',
      'GET /resources/{}/env',
      'POST /resources/{}/start',
    ]);
  });

  test('may write its paths with a slash at their end', () => {
    const own = { ...paths, '/resources/': { get: {} }, '/resources': {} };
    expect(readDescription({ openapi: '3.1', paths: own }).missing).toEqual([]);
    const other = { ...paths, '/my/v1/resources': { get: {} }, '/api/v1x/resources': { get: {} }, '/resources': 7 };
    expect(readDescription({ openapi: '3.1', paths: other }).missing).toEqual(['GET /resources']);
  });

  test.each([
    [undefined],
    [{ openapi: '3.1.0' }],
    [{ openapi: '3.1.0', paths: [] }],
    [{ openapi: 'x3.1', paths }],
    [{ openapi: '3.1 <b>', paths }],
    [{ swagger: '2.0', paths }],
  ])('is not %j', (reply) => {
    expect(() => readDescription(reply)).toThrow('the reply is not an OpenAPI document');
  });
});
