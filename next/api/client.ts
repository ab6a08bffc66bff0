// The service as operations use it: one line per endpoint of the API page, and the pace of polls.
import { type Failure, isFailure } from '../failure.ts';
import { isLoopback } from '../url.ts';
import { type Deployment, type DeploymentDetail, readDeployment, readDeployments } from './deployments.ts';
import { type Description, readDescription } from './description.ts';
import { readEnvNames } from './env-names.ts';
import { withoutLoopback } from './hosts.ts';
import { type LogText, readRuntimeLog } from './log.ts';
import type { PauseOptions } from './pace.ts';
import { createParts, type Part } from './parts.ts';
import { probe, type ProbeAnswer } from './probe.ts';
import { type Answer, type ApiOptions, createRequests, type ReadOptions } from './requests.ts';
import type { Trace } from './records.ts';
import { type List, readResource, readResources, type Resource } from './resources.ts';

export type { Part } from './parts.ts';
export type { ProbeAnswer } from './probe.ts';
export type { Answer, ApiOptions, ReadOptions } from './requests.ts';

/**
 * The service. A read is sent until it is answered, and rejects with a `Failure`; a POST is sent once and resolves with
 * what became of it. All reject with the reason of the signal once it is aborted.
 */
export interface Api {
  listResources(options?: ReadOptions): Promise<List<Resource>>;
  readResource(id: string, options?: ReadOptions): Promise<Resource>;
  /** Latest first. A service that answers 404 has no list: nothing is recognised. */
  listDeployments(id: string, options?: ReadOptions): Promise<List<Deployment>>;
  /** Fails with `not_found`, or with `isTooLarge`. */
  readDeployment(id: string, deploymentId: string, options?: ReadOptions): Promise<DeploymentDetail>;
  readLogs(id: string, lines: 100 | 500 | 2000, options?: ReadOptions): Promise<LogText>;
  listEnvNames(id: string, options?: ReadOptions): Promise<List<string>>;
  /** Sent without the key. */
  readDescription(options?: ReadOptions): Promise<Description>;
  createDeployment(id: string, options: { force: boolean }): Promise<Answer>;
  changeResource(id: string, action: 'start' | 'stop' | 'restart'): Promise<Answer>;
  /** Requests an address of the app, without the key. Rejects only with the reason of the signal. */
  probe(url: string, options: { readBody: boolean; signal: AbortSignal }): Promise<ProbeAnswer>;
  /**
   * Sleeps until the next poll may be sent: at least `ms`, the gap of the pace, and as long as the last reply took (up to
   * 26 s). One last poll comes just before the deadline; after it, it sleeps until the step is aborted. With a signal of
   * its own the deadline does not count.
   */
  pause(ms: number, options?: PauseOptions): Promise<void>;
  /** The latest failure of the outage that has not ended: why nothing was known when the deadline came. */
  outage(): Failure | undefined;
  /** Several jobs use the key: optional requests would take the place of theirs. */
  readonly isShared: boolean;
  /** What was read from which field, the latest of each request and part. */
  parts(): readonly Part[];
  /** Closes idle connections, which would keep the process alive. */
  dispose(): void;
}

/** Creates the client of one step. Nothing is sent until a method is called. */
export function createApi(options: ApiOptions): Api {
  const { read, post, pause, outage, dispose } = createRequests(options);
  const { traceFor, parts } = createParts(options.debug);
  const isLocal = isLoopback(new URL(options.baseUrl).hostname);

  /** A read whose JSON is given to `reader`. */
  function get<T>(path: string, reader: (json: unknown, trace: Trace) => T, limits?: ReadOptions): Promise<T> {
    return read({ path }, (json) => reader(json, traceFor(path)), limits);
  }

  return {
    listResources: (limits) => get('/resources', readResources, limits),
    async readResource(id, limits) {
      const resource = await get(pathOf`/resources/${id}`, (json, trace) => readResource(json, id, trace), limits);
      return isLocal ? resource : { ...resource, hosts: withoutLoopback(resource.hosts) };
    },
    async listDeployments(id, limits) {
      try {
        return await get(pathOf`/resources/${id}/deployments`, readDeployments, limits);
      } catch (error) {
        if (isFailure(error, 'not_found')) return { items: [], isRecognised: false, isCut: false };
        throw error;
      }
    },
    readDeployment: (id, deploymentId, limits) =>
      get(
        pathOf`/resources/${id}/deployments/${deploymentId}`,
        (json, trace) => readDeployment(json, deploymentId, trace),
        limits,
      ),
    readLogs(id, lines, limits) {
      const path = pathOf`/resources/${id}/logs?lines=${lines}`;
      return read({ path, mayBeText: true }, (json, body) => readRuntimeLog(json, body, traceFor(path)), limits);
    },
    listEnvNames: (id, limits) => get(pathOf`/resources/${id}/env`, readEnvNames, limits),
    readDescription: (limits) => read({ path: '/openapi.json', isKeyless: true }, readDescription, limits),
    createDeployment: (id, { force }) =>
      post({ path: pathOf`/resources/${id}/deployments`, ...(force && { body: '{"force":true}' }) }, id),
    changeResource: (id, action) => post({ path: pathOf`/resources/${id}/${action}` }, id),
    probe: (url, { readBody, signal }) => probe(url, { clock: options.clock, signal, readBody }),
    pause,
    outage,
    isShared: options.concurrentJobs > 1,
    parts,
    dispose,
  };
}

/**
 * A path with encoded ids. `encodeURIComponent` throws for half a surrogate pair, and leaves characters that some servers
 * treat as delimiters (RFC 3986, section 2.2).
 */
function pathOf(parts: TemplateStringsArray, ...ids: readonly (string | number)[]): string {
  const escape = (char: string): string => `%${char.charCodeAt(0).toString(16).toUpperCase()}`;
  const encoded = ids.map((id) => encodeURIComponent(String(id).toWellFormed()).replaceAll(/[!'()*]/g, escape));
  return String.raw({ raw: parts }, ...encoded);
}
