// The client of the service for operations: one function per endpoint of the API.
import { isFailure } from '../failure.ts';
import { isLoopback } from '../url.ts';
import { withoutLoopback } from './addresses.ts';
import { requestOf } from './classify.ts';
import { type Deployment, parseDeployment, parseDeployments } from './deployments.ts';
import { parseEnvNames } from './env-names.ts';
import { parseRuntimeLog } from './log.ts';
import { partsOf, type Value } from './parts.ts';
import { probe, type ProbeOptions } from './probe.ts';
import { type List, NO_LIST } from './records.ts';
import { type ApiOptions, createRequests, type ReadOptions } from './requests.ts';
import { parseResource, parseResources, type ResourceDetail } from './resources.ts';

export type Api = ReturnType<typeof createApi>;

/**
 * Creates the client of one step. A read is sent again until it is answered; if it is given up, it
 * rejects with a `Failure`. A POST is sent once and resolves with its result. Both reject with the
 * signal's reason once it is aborted.
 */
export function createApi(options: ApiOptions) {
  const { clock, longestSecretChars } = options;
  const { read, postOnce, ...ofStep } = createRequests(options);
  const isLocal = isLoopback(new URL(options.baseUrl).hostname);

  /** Sends a read, and reads its reply with `reader`. `json` is undefined for plain text. */
  async function get<T extends Value>(
    call: { path: string; mayBeText?: true },
    reader: (json: unknown, body: string) => T,
    limits?: ReadOptions,
  ): Promise<T> {
    const { json, body } = await read(call, limits);
    const value = reader(json, body);
    const request = requestOf({ method: 'GET', path: call.path });
    const parts = partsOf(value);
    const missing = Object.keys(parts).filter((part) => parts[part] === undefined);
    if (missing.length > 0)
      options.debug(`${request}: ${missing.join(', ')} not shown or not recognised`);
    return value;
  }

  return {
    ...ofStep,
    listResources: (limits?: ReadOptions) => get({ path: '/resources' }, parseResources, limits),
    async readResource(id: string, limits?: ReadOptions): Promise<ResourceDetail> {
      const path = `/resources/${segment(id)}`;
      const resource = await get({ path }, (json) => parseResource(json, id), limits);
      if (isLocal) return resource;
      return { ...resource, addresses: withoutLoopback(resource.addresses) };
    },
    /** Latest first. A 404 counts as a list that is not recognised. */
    async listDeployments(id: string, limits?: ReadOptions): Promise<List<Deployment>> {
      try {
        const path = `/resources/${segment(id)}/deployments`;
        return await get({ path }, parseDeployments, limits);
      } catch (error) {
        if (isFailure(error, 'not_found')) return NO_LIST;
        throw error;
      }
    },
    /** May fail with `not_found`, or with a reply that is too large (`isTooLarge`). */
    readDeployment(id: string, deploymentId: string, limits?: ReadOptions) {
      const path = `/resources/${segment(id)}/deployments/${segment(deploymentId)}`;
      return get({ path }, (json) => parseDeployment(json, deploymentId), limits);
    },
    readLogs(id: string, lines: 100 | 500 | 2000, limits?: ReadOptions) {
      const path = `/resources/${segment(id)}/logs?lines=${lines}`;
      return get({ path, mayBeText: true }, parseRuntimeLog, limits);
    },
    listEnvNames: (id: string, limits?: ReadOptions) =>
      get({ path: `/resources/${segment(id)}/env` }, parseEnvNames, limits),
    /** Sent without the key; resolves when the service answers with JSON. */
    readDescription: (limits?: ReadOptions) =>
      read({ path: '/openapi.json', isKeyless: true }, limits),
    createDeployment(id: string, { force }: { force: boolean }) {
      const path = `/resources/${segment(id)}/deployments`;
      return postOnce({ path, ...(force && { body: '{"force":true}' }) }, id);
    },
    changeResource: (id: string, action: 'start' | 'stop' | 'restart') =>
      postOnce({ path: `/resources/${segment(id)}/${action}` }, id),
    /**
     * Requests an address of the app, without the key. Rejects only with the reason of the signal.
     */
    async probe(url: string, probed: Omit<ProbeOptions, 'clock' | 'longestSecretChars'>) {
      const sentMs = clock.now();
      const answer = await probe(url, { clock, longestSecretChars, ...probed });
      const shown = 'status' in answer ? answer.status : 'no reply';
      options.debug(`GET ${url} (${Math.round(clock.now() - sentMs)} ms): ${shown}`);
      return answer;
    },
  };
}

/** An id as a segment of a path. `encodeURIComponent` would throw for half a surrogate pair. */
function segment(id: string): string {
  return encodeURIComponent(id.toWellFormed());
}
