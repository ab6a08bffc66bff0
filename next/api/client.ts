// The service as operations use it: one line per endpoint of the API page, and the pace of polls.
import type { Failure } from '../failure.ts';
import { isFailure } from '../failure.ts';
import { isLoopback } from '../url.ts';
import { type Deployment, type DeploymentDetail, readDeployment, readDeployments } from './deployments.ts';
import { type Description, readDescription } from './description.ts';
import { readEnvNames } from './env-names.ts';
import { withoutLoopback } from './hosts.ts';
import { type LogText, readRuntimeLog } from './log.ts';
import { createParts, type Part } from './parts.ts';
import { probe, type ProbeAnswer } from './probe.ts';
import { type Answer, type ApiOptions, type PauseOptions, type ReadOptions, Requests } from './requests.ts';
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
  const { baseUrl, concurrentJobs, clock, debug } = options;
  const isLocal = isLoopback(new URL(baseUrl).hostname);
  const requests = new Requests(options);
  const { traceFor, parts } = createParts(debug);

  async function listDeployments(id: string, limits?: ReadOptions): Promise<List<Deployment>> {
    const path = pathOf`/resources/${id}/deployments`;
    try {
      return await requests.read({ path, read: (json) => readDeployments(json, traceFor(path)) }, limits);
    } catch (error) {
      if (isFailure(error, 'not_found')) return { items: [], isRecognised: false, isCut: false };
      throw error;
    }
  }

  function resourceAt(path: string, id: string): (json: unknown) => Resource {
    return (json) => {
      const resource = readResource(json, id, traceFor(path));
      return isLocal ? resource : { ...resource, hosts: withoutLoopback(resource.hosts) };
    };
  }

  /** A read of `path`; `read` makes the value of the answer. */
  return {
    listResources: (limits) =>
      requests.read({ path: '/resources', read: (json) => readResources(json, traceFor('/resources')) }, limits),
    readResource(id, limits) {
      const path = pathOf`/resources/${id}`;
      return requests.read({ path, read: resourceAt(path, id) }, limits);
    },
    listDeployments,
    readDeployment(id, deploymentId, limits) {
      const path = pathOf`/resources/${id}/deployments/${deploymentId}`;
      return requests.read({ path, read: (json) => readDeployment(json, deploymentId, traceFor(path)) }, limits);
    },
    readLogs(id, lines, limits) {
      const path = pathOf`/resources/${id}/logs?lines=${lines}`;
      return requests.read(
        { path, mayBeText: true, read: (json, body) => readRuntimeLog(json, body, traceFor(path)) },
        limits,
      );
    },
    listEnvNames(id, limits) {
      const path = pathOf`/resources/${id}/env`;
      return requests.read({ path, read: (json) => readEnvNames(json, traceFor(path)) }, limits);
    },
    readDescription: (limits) =>
      requests.read({ path: '/openapi.json', isKeyless: true, read: readDescription }, limits),
    createDeployment: (id, { force }) =>
      requests.post(
        { path: pathOf`/resources/${id}/deployments`, ...(force && { body: JSON.stringify({ force }) }) },
        id,
      ),
    changeResource: (id, action) => requests.post({ path: pathOf`/resources/${id}/${action}` }, id),
    probe: (url, { readBody, signal }) => probe(url, { clock, signal, readBody }),
    pause: (ms, how) => requests.pause(ms, how),
    outage: () => requests.outage(),
    isShared: concurrentJobs > 1,
    parts,
    dispose: () => requests.dispose(),
  };
}

/**
 * A path with encoded ids. `encodeURIComponent` throws for half a surrogate pair, and leaves characters that some servers
 * treat as delimiters (RFC 3986, section 2.2).
 */
function pathOf(parts: TemplateStringsArray, ...ids: readonly (string | number)[]): string {
  const encode = (id: string | number): string =>
    encodeURIComponent(String(id).toWellFormed()).replaceAll(
      /[!'()*]/g,
      (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
    );
  return String.raw({ raw: parts }, ...ids.map(encode));
}
