// The endpoints of the API (API 4): what is sent, and what is read of the reply.
import type { Reply } from './answer.ts';
import {
  type Deployment,
  type DeploymentDetail,
  readDeployment,
  readDeployments,
  readEnvNames,
  readPaths,
  readResource,
  readResources,
  readRuntimeLog,
} from './replies.ts';

/** A read of the API. */
export interface Read<T> {
  /** Below the base URL, with encoded ids and the query. */
  readonly path: string;
  /** What the reply shows. */
  readonly parse: (reply: Reply) => T;
  /** Sent without the key. */
  readonly isKeyless?: boolean;
  /** Text that is not JSON is an answer, too. */
  readonly mayBeText?: boolean;
}

/** The reads of the API (API 4). */
export const reads = {
  resources: {
    path: '/resources',
    parse: ({ json }) => readResources(json),
  } satisfies Read<unknown>,
  resource: (id: string) => ({
    path: `/resources/${segment(id)}`,
    parse: ({ json }: Reply) => readResource(json, id),
  }),
  /** Latest first. */
  deployments: (id: string): Read<readonly Deployment[] | undefined> => ({
    path: `/resources/${segment(id)}/deployments`,
    parse: ({ json }) => readDeployments(json),
  }),
  deployment: (id: string, deploymentId: string): Read<DeploymentDetail> => ({
    path: `/resources/${segment(id)}/deployments/${segment(deploymentId)}`,
    parse: ({ json }) => readDeployment(json, deploymentId),
  }),
  logs: (id: string, lines: 100 | 500 | 2000) => ({
    path: `/resources/${segment(id)}/logs?lines=${lines}`,
    parse: (reply: Reply) => ({ log: readRuntimeLog(reply), json: reply.json }),
    mayBeText: true,
  }),
  envNames: (id: string) => ({
    path: `/resources/${segment(id)}/env`,
    parse: ({ json }: Reply) => readEnvNames(json),
  }),
  /** Sent without the key, which this path does not need. */
  description: {
    path: '/openapi.json',
    parse: ({ json }: Reply) => readPaths(json),
    isKeyless: true,
  },
};

/** A POST of the API. */
export interface Post {
  readonly path: string;
  readonly body?: string;
}

/** The POSTs of the API (API 4). None of them takes a key for idempotency. */
export const posts = {
  deployment: (id: string, { force }: { force: boolean }): Post => ({
    path: `/resources/${segment(id)}/deployments`,
    ...(force && { body: '{"force":true}' }),
  }),
  change: (id: string, change: 'start' | 'stop' | 'restart'): Post => ({
    path: `/resources/${segment(id)}/${change}`,
  }),
};

/** An id as a segment of a path. `encodeURIComponent` would throw for half a surrogate pair. */
function segment(id: string): string {
  return encodeURIComponent(id.toWellFormed());
}
