// Which endpoint a request is for.
import type { Endpoint } from '../story.ts';

/** Where a request goes. */
export interface Route {
  readonly endpoint: Endpoint;
  /** Undefined for a request that is about no single resource. */
  readonly resourceId: string | undefined;
  readonly deploymentId: string;
}

/** Where the app answers, beside the API on the same server. */
export const HEALTH_PATH = '/health';

const oneResource = ['logs', 'env', 'start', 'stop', 'restart'] as const satisfies readonly Endpoint[];

/** The route of a request; the endpoint is `other` for a path that no API page names. */
export function routeOf(
  { method, url = '' }: { readonly method?: string | undefined; readonly url?: string | undefined },
  resourceIds: readonly string[],
): Route {
  const path = url.split('?')[0] ?? '';
  const route = (endpoint: Endpoint, resourceId?: string, deploymentId = ''): Route => ({
    endpoint,
    resourceId,
    deploymentId,
  });
  if (path === HEALTH_PATH) return route('health');
  const [first, resourceId, third, deploymentId, ...more] = path
    .split('/')
    .slice(3)
    .map((part) => decodeURIComponent(part));
  if (first === 'openapi.json' && resourceId === undefined) return route('openapi');
  if (first !== 'resources' || more.length > 0) return route('other');
  if (resourceId === undefined) return route('resources');
  if (!resourceIds.includes(resourceId)) return route('other');
  if (third === undefined) return route('resource', resourceId);
  if (third === 'deployments') {
    if (deploymentId !== undefined) return route('deployment', resourceId, deploymentId);
    return route(method === 'POST' ? 'deploy' : 'deployments', resourceId);
  }
  const known = oneResource.find((name) => name === third && deploymentId === undefined);
  return known === undefined ? route('other') : route(known, resourceId);
}
