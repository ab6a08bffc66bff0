// The description that a service sends at /openapi.json.

/** A valid OpenAPI document with the endpoints of the API page. */
export const apiDescription = {
  openapi: '3.1.0',
  info: { title: 'Deployment Service API', version: '1.0.0' },
  paths: {
    '/resources': { get: {} },
    '/resources/{id}': { get: {} },
    '/resources/{id}/start': { post: {} },
    '/resources/{id}/stop': { post: {} },
    '/resources/{id}/restart': { post: {} },
    '/resources/{id}/deployments': { get: {}, post: {} },
    '/resources/{id}/deployments/{deploymentId}': { get: {} },
    '/resources/{id}/logs': { get: {} },
    '/resources/{id}/env': { get: {} },
    '/openapi.json': { get: {} },
  },
};
