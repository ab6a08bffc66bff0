// The endpoints of the API page: path, query, body, and what is read from the response.
import type { ServiceRequest, ServiceResponse } from './http/index.ts';
import type {
  Acceptance,
  Deployment,
  DeploymentDetail,
  Identified,
  List,
  LogReading,
  Resource,
  ServiceDescription,
} from './model.ts';
import { isLoopback } from '../url.ts';
import {
  assertAccepted,
  readAcceptance,
  readDeployment,
  readDeployments,
  readDescription,
  readEnvNames,
  readResource,
  readResources,
  readRuntimeLog,
  type Trace,
} from './wire/index.ts';

/** Values of the `lines` parameter of the runtime log (API page, section 8). */
export type LogLines = 100 | 500 | 2000;

/** A request to one of the endpoints. */
export interface Call<T> extends Omit<ServiceRequest, 'endpoint'> {
  /** With `{}` in the place of each id. */
  readonly route: string;
  /** The first is that of the resource. */
  readonly ids?: readonly string[];
  /** With its question mark. */
  readonly query?: string;
  /** Reads a response. Throws a `WireError` when the whole body is not recognised. */
  readonly read: (response: ServiceResponse, reading: Reading) => T;
}

/** What reading a response depends on besides the response. */
interface Reading {
  readonly trace: Trace;
  /** The service itself is on a loopback host. */
  readonly isLocal: boolean;
  /** Where the log of each deployment was read first: read from another place, its lines could appear twice. */
  readonly logPaths: Map<string, string>;
}

/** The calls by name. */
export const endpoints = {
  listResources: (): Call<List<Resource>> => ({
    route: '/resources',
    read: ({ json }, { trace }) => readResources(json, trace),
  }),

  readResource: (id: string): Call<Identified<Resource>> => ({
    route: '/resources/{}',
    ids: [id],
    read: ({ json }, reading) => withoutLoopback(readResource(json, id, reading.trace), reading),
  }),

  changeResource: (id: string, action: 'start' | 'stop' | 'restart'): Call<'accepted'> => ({
    route: `/resources/{}/${action}`,
    ids: [id],
    read(response) {
      assertAccepted(response);
      return 'accepted';
    },
  }),

  listDeployments: (id: string): Call<List<Deployment>> => ({
    route: '/resources/{}/deployments',
    ids: [id],
    read: ({ json }, { trace }) => readDeployments(json, trace),
  }),

  createDeployment: (id: string, { force }: { force: boolean }): Call<Acceptance> => ({
    route: '/resources/{}/deployments',
    ids: [id],
    ...(force ? { body: JSON.stringify({ force }) } : {}),
    read(response) {
      assertAccepted(response);
      return readAcceptance(response.json, id);
    },
  }),

  readDeployment: (id: string, deploymentId: string): Call<DeploymentDetail> => ({
    route: '/resources/{}/deployments/{}',
    ids: [id, deploymentId],
    large: true,
    read({ json }, { trace, logPaths }) {
      const key = JSON.stringify([id, deploymentId]);
      const detail = readDeployment(json, { deploymentId, logPath: logPaths.get(key) }, trace);
      const { path, text } = detail.log;
      if (path !== undefined && text !== '') logPaths.set(key, path);
      return detail;
    },
  }),

  readLogs: (id: string, lines: LogLines): Call<LogReading> => ({
    route: '/resources/{}/logs',
    ids: [id],
    query: `?lines=${lines}`,
    large: true,
    read: (response, { trace }) => readRuntimeLog(response, response.headers['content-type'], trace),
  }),

  listEnvNames: (id: string): Call<List<string>> => ({
    route: '/resources/{}/env',
    ids: [id],
    read: ({ json }, { trace }) => readEnvNames(json, trace),
  }),

  readDescription: (): Call<ServiceDescription> => ({
    route: '/openapi.json',
    keyless: true,
    read: ({ json }) => readDescription(json),
  }),
};

/** Drops loopback domains unless the service itself is on loopback: such an address is the runner itself. */
function withoutLoopback(
  found: Identified<Resource>,
  { isLocal, trace }: Pick<Reading, 'isLocal' | 'trace'>,
): Identified<Resource> {
  if (isLocal) return found;
  const domains = found.domains.filter((host) => !isLoopback(new URL(`https://${host}`).hostname));
  if (domains.length < found.domains.length) trace.unrecognised('domains', found.domains);
  return { ...found, domains };
}
