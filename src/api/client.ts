// The service as operations use it: one line per endpoint of the API page, and the pace of polls.
import { isFailure } from '../failure.ts';
import { isLoopback } from '../url.ts';
import {
  type Deployment,
  type DeploymentDetail,
  readDeployment,
  readDeployments,
} from './deployments.ts';
import { readEnvNames } from './env-names.ts';
import { withoutLoopback } from './hosts.ts';
import { type LogText, readRuntimeLog } from './log.ts';
import { probe } from './probe.ts';
import { type ApiOptions, createRequests, type ReadOptions } from './requests.ts';
import { type List, NO_LIST, type Trace } from './records.ts';
import { readResource, readResources, type Resource } from './resources.ts';

export type { Answer, ApiOptions, ReadOptions } from './requests.ts';

/** The service as {@link createApi} makes it. */
export type Api = ReturnType<typeof createApi>;

/**
 * Creates the client of one step. A read is sent until it is answered, and rejects with a
 * `Failure`; a POST is sent once and resolves with what became of it. All reject with the reason of
 * the signal once it is aborted.
 */
export function createApi(options: ApiOptions) {
  const { read, post, ready, pace, outage, dispose } = createRequests(options);
  const parts = new Map<string, readonly [request: string, part: string, field: string]>();
  const isLocal = isLoopback(new URL(options.baseUrl).hostname);

  /** What is not recognised is a debug line, unless it was so before. */
  function traceFor(path: string): Trace {
    return (part, field) => {
      const key = `GET ${path}: ${part}`;
      if (field.startsWith('not recognised') && parts.get(key)?.[2] !== field)
        options.debug(`${key} ${field}`);
      parts.set(key, [`GET ${path}`, part, field || 'the whole reply']);
    };
  }

  /** A read whose JSON is given to `reader`. */
  function get<T>(
    path: string,
    reader: (json: unknown, trace: Trace) => T,
    limits?: ReadOptions,
  ): Promise<T> {
    return read({ path }, (json) => reader(json, traceFor(path)), limits);
  }

  return {
    listResources: (limits?: ReadOptions) => get('/resources', readResources, limits),
    async readResource(id: string, limits?: ReadOptions): Promise<Resource> {
      const resource = await get(
        requestPath`/resources/${id}`,
        (json, trace) => readResource(json, id, trace),
        limits,
      );
      return isLocal ? resource : { ...resource, hosts: withoutLoopback(resource.hosts) };
    },
    /** Latest first. A service that answers 404 has no list: nothing is recognised. */
    async listDeployments(id: string, limits?: ReadOptions): Promise<List<Deployment>> {
      try {
        return await get(requestPath`/resources/${id}/deployments`, readDeployments, limits);
      } catch (error) {
        if (isFailure(error, 'not_found')) return NO_LIST;
        throw error;
      }
    },
    /** Fails with `not_found`, or with `isTooLarge`. */
    readDeployment(
      id: string,
      deploymentId: string,
      limits?: ReadOptions,
    ): Promise<DeploymentDetail> {
      const path = requestPath`/resources/${id}/deployments/${deploymentId}`;
      return get(path, (json, trace) => readDeployment(json, deploymentId, trace), limits);
    },
    readLogs(id: string, lines: 100 | 500 | 2000, limits?: ReadOptions): Promise<LogText> {
      const path = requestPath`/resources/${id}/logs?lines=${lines}`;
      return read(
        { path, mayBeText: true },
        (json, body) => readRuntimeLog(json, body, traceFor(path)),
        limits,
      );
    },
    listEnvNames: (id: string, limits?: ReadOptions) =>
      get(requestPath`/resources/${id}/env`, readEnvNames, limits),
    /** Sent without the key; resolves when the service answers with JSON. */
    readDescription: (limits?: ReadOptions) =>
      read({ path: '/openapi.json', isKeyless: true }, () => undefined, limits),
    createDeployment: (id: string, { force }: { force: boolean }) =>
      post(
        {
          path: requestPath`/resources/${id}/deployments`,
          ...(force && { body: '{"force":true}' }),
        },
        id,
      ),
    changeResource: (id: string, action: 'start' | 'stop' | 'restart') =>
      post({ path: requestPath`/resources/${id}/${action}` }, id),
    /**
     * Requests an address of the app, without the key. Rejects only with the reason of the signal.
     */
    probe: (url: string, { readBody, signal }: { readBody: boolean; signal: AbortSignal }) =>
      probe(url, { clock: options.clock, signal, readBody }),
    pause: pace.pause,
    firstPollMs: pace.firstPollMs,
    ready,
    /**
     * The latest failure of the outage that has not ended: why nothing was known when the deadline
     * came.
     */
    outage,
    /** Several jobs use the key: optional requests would take the place of theirs. */
    isShared: options.concurrentJobs > 1,
    /**
     * The latest of each request and part, such as `resource status`: the field, such as
     * `data.state`, or the shape of what was not recognised. Names and types, never values.
     */
    parts: () => [...parts.values()],
    /** Closes idle connections, which would keep the process alive. */
    dispose,
  };
}

/** A path with encoded ids. `encodeURIComponent` throws for half a surrogate pair. */
function requestPath(parts: TemplateStringsArray, ...ids: readonly (string | number)[]): string {
  return String.raw(
    { raw: parts },
    ...ids.map((id) => encodeURIComponent(String(id).toWellFormed())),
  );
}
