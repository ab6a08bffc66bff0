// The API client: one line per endpoint (method, path, reader).
import { withStopCause } from '../clock.ts';
import { classifyResponse, unrecognised } from './classify-response.ts';
import { ApiError, type Endpoint, isRefusal, RefusedError, ServiceFailedError } from './errors.ts';
import {
  type ProbeAnswer,
  probe,
  createTransport,
  type ServiceRequest,
  type ServiceResponse,
  type TransportOptions,
} from './http/index.ts';
import type {
  Acceptance,
  Deployment,
  DeploymentDetail,
  Evidence,
  Identified,
  List,
  Reading,
  Resource,
  ServiceDescription,
  Unrecognised,
} from './model.ts';
import type { Pace, PollOptions, Turn } from './pacing/index.ts';
import { retryAfterOf, type RetryNotice, sendOnce, withRetry } from './retry.ts';
import { idBelow, pathOf } from './route.ts';
import { isLoopback } from '../url.ts';
import {
  assertAccepted,
  evidenceOf,
  isWhole,
  type Note,
  readAcceptance,
  readDeployment,
  readDeployments,
  readDescription,
  readEnvNames,
  readResource,
  readResources,
  readRuntimeLog,
  shapeOf,
  WireError,
} from './wire/index.ts';

export type { ProbeAnswer } from './http/index.ts';

/** Values of the `lines` parameter of the runtime log (API page, section 8). */
export type LogLines = 100 | 500 | 2000;

/** Called before every attempt to send a POST: may it be sent? A rejection keeps it from being sent, too. */
type MayPost = () => Promise<boolean>;

/**
 * All eleven endpoints of the API. Reads are retried until the step is stopped. Every method rejects with an
 * `ApiError`, or with the reason of the step's signal.
 */
export interface Client {
  listResources(): Promise<List<Resource>>;
  readResource(id: string): Promise<Identified<Resource>>;
  /** Resolves with undefined when `mayPost` returns false. */
  changeResource(
    id: string,
    options: { action: 'start' | 'stop' | 'restart'; mayPost: MayPost },
  ): Promise<'accepted' | undefined>;
  /** Latest first. */
  listDeployments(id: string): Promise<List<Deployment>>;
  /** Resolves with undefined when `mayPost` returns false. */
  createDeployment(id: string, options: { force: boolean; mayPost: MayPost }): Promise<Acceptance | undefined>;
  readDeployment(id: string, deploymentId: string): Promise<DeploymentDetail>;
  readLogs(id: string, lines: LogLines): Promise<Reading<string>>;
  listEnvNames(id: string): Promise<List<string>>;
  readDescription(): Promise<ServiceDescription>;
  /** Requests an address of the app, without the key. Rejects only with the reason of the step's signal. */
  probe(url: string, options: { readBody: boolean }): Promise<ProbeAnswer>;
  /** Creates a poller for one deployment or resource. */
  poller(options: PollOptions): Poller;
  /**
   * The same client with limited retries: none after `ms` from the first attempt, or two minutes for `rate_limited`, and
   * none once `signal` is aborted.
   */
  within(ms: number, signal?: AbortSignal): Client;
  /** Reports what each further response shows about the parts that the API page leaves open. */
  observe(onEvidence: (evidence: readonly Evidence[]) => void): void;
  dispose(): void;
}

/** The polls of one deployment or resource. */
interface Poller {
  /**
   * Waits until the next poll is due and returns a client for it, whose requests are not retried: the next poll is the
   * retry.
   */
  next(): Promise<Client>;
}

/** Address, key, and what requests depend on. */
export interface ClientOptions extends TransportOptions {
  readonly random: () => number;
  readonly pace: Pace;
  readonly onRetry: (notice: RetryNotice) => void;
  /** Called for each unrecognised part and kind of request, once per step for each of its first shapes. */
  readonly onUnrecognised?: (unrecognised: Unrecognised) => void;
}

/** Shapes of one unrecognised part that are reported: a map whose keys are data has another one each time. */
const MAX_SHAPES = 3;

/** Creates a client; nothing is sent until a method is called. */
export function createClient(options: ClientOptions): Client {
  const { baseUrl, clock, signal, pace, onRetry } = options;
  const transport = createTransport(options);
  const { host } = new URL(baseUrl);
  const noted = new Map<string, readonly string[]>();
  let answered = false;
  let onEvidence: ((evidence: readonly Evidence[]) => void) | undefined;

  /** Reports the first shapes of each unrecognised part per kind of request; neither ids nor lengths of lists count. */
  function noteFor(route: string, { method, path }: Endpoint): Note {
    return (what, value, why = 'in a form that is not recognised') => {
      const kind = `${what} ${method} ${route}`;
      const shapes = noted.get(kind) ?? [];
      if (shapes.length === MAX_SHAPES) return;
      const shape = shapeOf(value);
      const form = shape.replaceAll(/\d+ ×/g, '×');
      if (shapes.includes(form)) return;
      noted.set(kind, [...shapes, form]);
      options.onUnrecognised?.({ what: `${what} ${why}`, request: `${method} ${path}`, shape });
    };
  }

  async function once<T>({ method, route, ids, query = '', read, ...more }: Call<T>): Promise<T> {
    const [resourceId] = ids;
    const path = pathOf(route, ids) + query;
    const endpoint: Endpoint = resourceId === undefined ? { method, path } : { method, path, resourceId };
    const response = await transport.send({ endpoint, ...more });
    onEvidence?.(await evidenceOf({ method, route, ids }, response));
    const refusal = classifyResponse(response, endpoint, { host, wallTimeMs: clock.wallTime() });
    if (refusal !== undefined) {
      answered ||= refusal instanceof RefusedError || (refusal instanceof ServiceFailedError && refusal.fromService);
      throw refusal;
    }
    try {
      const value = await read(response, noteFor(route, endpoint));
      answered = true;
      return value;
    } catch (error) {
      throw error instanceof WireError ? unrecognised(response, endpoint, { host, expected: error.message }) : error;
    }
  }

  /** A client whose requests are paced and retried. */
  function retryingClient(retryForMs: number, retrySignal = signal): Client {
    const retry = { ...options, signal: retrySignal, retryForMs, answeredBefore: () => answered };
    return endpoints((method, send) => withRetry(method, send, retry));
  }

  function createPoller(poll: PollOptions): Poller {
    const poller = pace.poller(poll);
    let failure: ApiError | undefined;
    let refusals = 0;
    return {
      async next() {
        let granted: Turn | undefined = await withStopCause(failure, () => poller.turn());
        return endpoints(async (_method, send) => {
          const turn = granted ?? (await pace.turn('rest'));
          granted = undefined;
          try {
            const value = await sendOnce(turn, send);
            failure = undefined;
            refusals = 0;
            return value;
          } catch (error) {
            if (!(error instanceof ApiError)) throw error;
            failure = error;
            const askedMs = retryAfterOf(error);
            poller.holdBack(askedMs ?? 0);
            if (askedMs !== undefined || isRefusal(error, 'rate_limited')) {
              onRetry({ error, afterMs: Math.max(askedMs ?? 0, turn.leftMs()), attempt: (refusals += 1) });
            }
            throw error;
          }
        });
      },
    };
  }

  function endpoints(request: <T>(method: 'GET' | 'POST', send: () => Promise<T>) => Promise<T>): Client {
    const get = <T>(route: string, ids: readonly string[], more: CallOptions<T>) =>
      request('GET', () => once({ method: 'GET', route, ids, ...more }));
    const post = <T>(route: string, id: string, { mayPost, ...more }: CallOptions<T> & { mayPost: MayPost }) =>
      request('POST', async () =>
        (await mayPost()) ? await once({ method: 'POST', route, ids: [id], ...more }) : undefined,
      );

    return {
      listResources: () => get('/resources', [], { read: list(readResources) }),
      readResource: (id) => {
        const read = json((body, note) => withoutLoopback(readResource(body, id, note), baseUrl, note));
        return get('/resources/{}', [id], { read });
      },
      changeResource: (id, { action, mayPost }) => post(`/resources/{}/${action}`, id, { mayPost, read: accepted }),
      listDeployments: (id) => get('/resources/{}/deployments', [id], { read: list(readDeployments) }),
      createDeployment: (id, { force, mayPost }) =>
        post('/resources/{}/deployments', id, {
          ...(force ? { body: JSON.stringify({ force }) } : {}),
          mayPost,
          read: deploymentAcceptance(id, baseUrl),
        }),
      readDeployment: (id, deploymentId) =>
        get('/resources/{}/deployments/{}', [id, deploymentId], {
          large: true,
          read: json((body, note) => readDeployment(body, deploymentId, note)),
        }),
      readLogs: (id, lines) =>
        get('/resources/{}/logs', [id], {
          query: `?lines=${lines}`,
          large: true,
          read: (response, note) => readRuntimeLog(response, response.headers['content-type'], note),
        }),
      listEnvNames: (id) => get('/resources/{}/env', [id], { read: list(readEnvNames) }),
      readDescription: () => get('/openapi.json', [], { keyless: true, read: json(readDescription) }),
      probe: (url, { readBody }) => probe(url, { clock, signal, readBody }),
      poller: createPoller,
      within: retryingClient,
      observe: (listener) => {
        onEvidence = listener;
      },
      dispose: () => transport.dispose(),
    };
  }

  return retryingClient(Infinity);
}

/** How a request is sent, and its response read. */
interface CallOptions<T> extends Omit<ServiceRequest, 'endpoint'> {
  readonly read: Read<T>;
  /** With its question mark. */
  readonly query?: string;
}

/** A request to one of the endpoints; the first of `ids` is that of the resource. */
interface Call<T> extends CallOptions<T> {
  readonly method: 'GET' | 'POST';
  readonly route: string;
  readonly ids: readonly string[];
}

/** Reads a response; notes unrecognised parts. Throws a {@link WireError} when the whole body is not recognised. */
type Read<T> = (response: ServiceResponse, note: Note) => T | Promise<T>;

const json =
  <T>(read: (body: unknown, note: Note) => T | Promise<T>): Read<T> =>
  (response, note) =>
    read(response.json, note);

/** Headers, too, can show that a list is only one page of several. */
const list =
  <T>(read: (body: unknown, note: Note) => List<T>): Read<List<T>> =>
  (response, note) => {
    const found = read(response.json, note);
    return { ...found, isComplete: isWhole(found, response.headers) };
  };

const LOOPBACK = 'that is a loopback address, which is the runner itself';

/** Drops loopback domains unless the service itself is on loopback. */
function withoutLoopback(found: Identified<Resource>, baseUrl: string, note: Note): Identified<Resource> {
  if (isLoopback(new URL(baseUrl).hostname)) return found;
  const domains = found.domains.filter((host) => !isLoopback(new URL(`https://${host}`).hostname));
  if (domains.length < found.domains.length) note('a domain', found.domains, LOOPBACK);
  return { ...found, domains };
}

const accepted: Read<'accepted'> = (response) => {
  assertAccepted(response);
  return 'accepted';
};

/** Without an id in the body, `Location` may name the deployment; it is not requested. */
const deploymentAcceptance =
  (id: string, baseUrl: string): Read<Acceptance> =>
  (response) => {
    const deploymentId = idBelow(baseUrl + pathOf('/resources/{}/deployments', [id]), response.headers.location);
    if (deploymentId === undefined || response.body !== '') assertAccepted(response);
    return { ...(deploymentId !== undefined && { deploymentId }), ...readAcceptance(response.json, id) };
  };
