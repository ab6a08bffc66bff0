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
  Identified,
  List,
  LogReading,
  ReadPart,
  Resource,
  ServiceDescription,
} from './model.ts';
import type { Pace, PollOptions, Turn } from './pacing/index.ts';
import { retryAfterOf, type RetryNotice, sendOnce, withRetry } from './retry.ts';
import { pathOf } from './route.ts';
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
  shapeOf,
  shownPath,
  type Trace,
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
  readLogs(id: string, lines: LogLines): Promise<LogReading>;
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
  /** Reports where each part of further responses was read, and what of them was not recognised. */
  observe(onPart: (part: ReadPart) => void): void;
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
  /** Called for each part that is not recognised, once per step for each of its first shapes. */
  readonly onUnrecognised?: (part: ReadPart) => void;
}

/** Shapes of one unrecognised part that are reported: a map whose keys are data has another one each time. */
const MAX_SHAPES = 3;

/** Creates a client; nothing is sent until a method is called. */
export function createClient(options: ClientOptions): Client {
  const { baseUrl, clock, signal, pace, onRetry } = options;
  const transport = createTransport(options);
  const { host } = new URL(baseUrl);
  const noted = new Map<string, readonly string[]>();
  /** Where the log of each deployment was read first: read from another place, its lines could appear twice. */
  const logPaths = new Map<string, string>();
  let answered = false;
  let onPart: ((part: ReadPart) => void) | undefined;

  /** Reports the first shapes of each unrecognised part per kind of request; neither ids nor lengths of lists count. */
  function traceFor(route: string, { method, path }: Endpoint): Trace {
    const request = `${method} ${path}`;
    return {
      read: (part, at) => onPart?.({ part, request, path: shownPath(at) }),
      unrecognised(part, value) {
        const kind = `${part} ${method} ${route}`;
        const shapes = noted.get(kind) ?? [];
        if (shapes.length === MAX_SHAPES && onPart === undefined) return;
        const shape = shapeOf(value);
        onPart?.({ part, request, shape });
        const form = shape.replaceAll(/\d+ ×/g, '×');
        if (shapes.length === MAX_SHAPES || shapes.includes(form)) return;
        noted.set(kind, [...shapes, form]);
        options.onUnrecognised?.({ part, request, shape });
      },
    };
  }

  function readDetail(body: unknown, { id, deploymentId }: { id: string; deploymentId: string }, trace: Trace) {
    const key = JSON.stringify([id, deploymentId]);
    const detail = readDeployment(body, { deploymentId, logPath: logPaths.get(key) }, trace);
    const { path, text } = detail.log;
    if (path !== undefined && text !== '') logPaths.set(key, path);
    return detail;
  }

  async function once<T>({ method, route, ids, query = '', read, ...more }: Call<T>): Promise<T> {
    const [resourceId] = ids;
    const path = pathOf(route, ids) + query;
    const endpoint: Endpoint = resourceId === undefined ? { method, path } : { method, path, resourceId };
    const response = await transport.send({ endpoint, ...more });
    const refusal = classifyResponse(response, endpoint, { host, wallTimeMs: clock.wallTime() });
    if (refusal !== undefined) {
      answered ||= refusal instanceof RefusedError || (refusal instanceof ServiceFailedError && refusal.fromService);
      throw refusal;
    }
    try {
      const value = read(response, traceFor(route, endpoint));
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
      listResources: () => get('/resources', [], { read: json(readResources) }),
      readResource: (id) => {
        const read = json((body, trace) => withoutLoopback(readResource(body, id, trace), baseUrl, trace));
        return get('/resources/{}', [id], { read });
      },
      changeResource: (id, { action, mayPost }) => post(`/resources/{}/${action}`, id, { mayPost, read: accepted }),
      listDeployments: (id) => get('/resources/{}/deployments', [id], { read: json(readDeployments) }),
      createDeployment: (id, { force, mayPost }) =>
        post('/resources/{}/deployments', id, {
          ...(force ? { body: JSON.stringify({ force }) } : {}),
          mayPost,
          read: deploymentAcceptance(id),
        }),
      readDeployment: (id, deploymentId) =>
        get('/resources/{}/deployments/{}', [id, deploymentId], {
          large: true,
          read: json((body, trace) => readDetail(body, { id, deploymentId }, trace)),
        }),
      readLogs: (id, lines) =>
        get('/resources/{}/logs', [id], {
          query: `?lines=${lines}`,
          large: true,
          read: (response, trace) => readRuntimeLog(response, response.headers['content-type'], trace),
        }),
      listEnvNames: (id) => get('/resources/{}/env', [id], { read: json(readEnvNames) }),
      readDescription: () => get('/openapi.json', [], { keyless: true, read: json(readDescription) }),
      probe: (url, { readBody }) => probe(url, { clock, signal, readBody }),
      poller: createPoller,
      within: retryingClient,
      observe: (listener) => {
        onPart = listener;
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

/** Reads a response. Throws a {@link WireError} when the whole body is not recognised. */
type Read<T> = (response: ServiceResponse, trace: Trace) => T;

const json =
  <T>(read: (body: unknown, trace: Trace) => T): Read<T> =>
  (response, trace) =>
    read(response.json, trace);

/** Drops loopback domains unless the service itself is on loopback: such an address is the runner itself. */
function withoutLoopback(found: Identified<Resource>, baseUrl: string, trace: Trace): Identified<Resource> {
  if (isLoopback(new URL(baseUrl).hostname)) return found;
  const domains = found.domains.filter((host) => !isLoopback(new URL(`https://${host}`).hostname));
  if (domains.length < found.domains.length) trace.unrecognised('domains', found.domains);
  return { ...found, domains };
}

const accepted: Read<'accepted'> = (response) => {
  assertAccepted(response);
  return 'accepted';
};

const deploymentAcceptance =
  (id: string): Read<Acceptance> =>
  (response) => {
    assertAccepted(response);
    return readAcceptance(response.json, id);
  };
