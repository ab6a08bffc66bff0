// The description that the service sends at /openapi.json: the paths of the API page.

const paths: Readonly<Record<string, readonly ('get' | 'post')[]>> = {
  '/resources': ['get'],
  '/resources/{id}': ['get'],
  '/resources/{id}/start': ['post'],
  '/resources/{id}/stop': ['post'],
  '/resources/{id}/restart': ['post'],
  '/resources/{id}/deployments': ['get', 'post'],
  '/resources/{id}/deployments/{deploymentId}': ['get'],
  '/resources/{id}/logs': ['get'],
  '/resources/{id}/env': ['get'],
  '/openapi.json': ['get'],
};

/** The OpenAPI description of a service under this base address. */
export function openApiDescription(baseUrl: string): unknown {
  const operation = (method: 'get' | 'post'): unknown => ({
    responses: { [method === 'get' ? 200 : 202]: { description: 'OK' } },
  });
  return {
    openapi: '3.1.0',
    info: { title: 'Deployment Service API', version: '1.0.0' },
    servers: [{ url: baseUrl }],
    paths: Object.fromEntries(
      Object.entries(paths).map(([path, methods]) => [
        path,
        Object.fromEntries(methods.map((method) => [method, operation(method)])),
      ]),
    ),
  };
}
