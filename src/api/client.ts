// The API client: one line per endpoint (method, path, reader).
import { withStopCause, type Clock } from '../clock.ts';
import { assertAccepted, classifyResponse, unrecognised } from './classify-response.ts';
import { ApiError, isRefusal, RefusedError, ServiceFailedError } from './errors.ts';
import { type HttpResponse, type ProbeAnswer, probe, createTransport, type ServiceRequest } from './http/index.ts';
import type {
  Acceptance,
  Deployment,
  DeploymentDetail,
  Evidence,
  ExchangeTrace,
  Identified,
  List,
  Reading,
  Resource,
  ServiceDescription,
  Unrecognised,
} from './model.ts';
import type { Pace, PollOptions, Turn } from './pacing/index.ts';
import { retryAfterOf, type RetryNotice, sendOnce, withRetry } from './retry.ts';
import { isLoopback } from '../url.ts';
import {
  evidenceOf,
  headersShowMore,
  type Note,
  parseJson,
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

/** Called just before a request is sent; a rejection keeps it from being sent. */
type OnSend = () => Promise<unknown>;

/**
 * All eleven endpoints of the API. Reads are retried until the step is stopped. Every method rejects with an
 * `ApiError`, or with the reason of the step's signal.
 */
export interface Client {
  listResources(): Promise<List<Resource>>;
  readResource(id: string): Promise<Identified<Resource>>;
  /** `onSend` is called just before the request is sent, and again before each retry. */
  startResource(id: string, onSend?: OnSend): Promise<void>;
  stopResource(id: string, onSend?: OnSend): Promise<void>;
  restartResource(id: string, onSend?: OnSend): Promise<void>;
  /** Latest first. */
  listDeployments(id: string): Promise<List<Deployment>>;
  /** `mayPost` is called before every attempt; resolves with undefined when it returns false. */
  createDeployment(
    id: string,
    options: { force: boolean; mayPost: () => Promise<boolean> },
  ): Promise<Acceptance | undefined>;
  readDeployment(id: string, deploymentId: string): Promise<DeploymentDetail>;
  readLogs(id: string, lines: LogLines): Promise<Reading<string>>;
  listEnvNames(id: string): Promise<List<string>>;
  readDescription(): Promise<ServiceDescription>;
  /** Requests an address of the app, without the key. Rejects only with the reason of the step's signal. */
  probe(url: string, options: { readBody: boolean }): Promise<ProbeAnswer>;
  /** Creates a poller for one deployment or resource. */
  poller(options: PollOptions): Poller;
  /**
   * The same client with limited retries: none after `ms` from the first attempt, or two minutes for `rate_limited`.
   */
  within(ms: number): Client;
  /** Reports what each further response shows about the parts that the API page leaves open. Parses each body twice. */
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
export interface ClientOptions {
  /** API root without a trailing slash. */
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly random: () => number;
  readonly pace: Pace;
  readonly onRetry: (notice: RetryNotice) => void;
  readonly onExchange?: (trace: ExchangeTrace) => void;
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
  function noteFor({ method, path }: ServiceRequest): Note {
    return (what, value) => {
      const kind = `${what} ${kindOf({ method, path })}`;
      const shapes = noted.get(kind) ?? [];
      if (shapes.length === MAX_SHAPES) return;
      const shape = shapeOf(value);
      const form = shape.replaceAll(/\d+ ×/g, '×');
      if (shapes.includes(form)) return;
      noted.set(kind, [...shapes, form]);
      options.onUnrecognised?.({ what, request: `${method} ${path}`, shape });
    };
  }

  async function once<T>(asked: ServiceRequest, read: Read<T>): Promise<T> {
    const response = await transport.send(asked);
    onEvidence?.(await evidenceOf(asked, response));
    const refusal = classifyResponse(response, asked, { host, wallTimeMs: clock.wallTime() });
    if (refusal !== undefined) {
      answered ||= refusal instanceof RefusedError || (refusal instanceof ServiceFailedError && refusal.fromService);
      throw refusal;
    }
    try {
      const value = await read(response, noteFor(asked));
      answered = true;
      return value;
    } catch (error) {
      throw error instanceof WireError ? unrecognised(response, asked, { host, expected: error.message }) : error;
    }
  }

  /** A client whose requests are paced and retried. */
  function retryingClient(retryForMs: number): Client {
    const retry = { ...options, retryForMs, answeredBefore: () => answered };
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
            if (error instanceof ApiError) {
              failure = error;
              poller.holdBack(retryAfterOf(error) ?? 0);
            }
            if (isRefusal(error, 'rate_limited')) onRetry({ error, afterMs: turn.leftMs(), attempt: (refusals += 1) });
            throw error;
          }
        });
      },
    };
  }

  function endpoints(request: <T>(method: 'GET' | 'POST', send: () => Promise<T>) => Promise<T>): Client {
    const get = <T>(path: string, read: Read<T>, more: Partial<ServiceRequest> = {}) =>
      request('GET', () => once({ method: 'GET', path, ...more }, read));
    const post = (resourceId: string, action: string, onSend?: OnSend) =>
      request('POST', async () => {
        await onSend?.();
        await once({ method: 'POST', path: resource(resourceId, action), resourceId }, assertAccepted);
      });

    return {
      listResources: () => get('/resources', listOf(readResources)),
      readResource: (id) => {
        const read = json((body, note) => withoutLoopback(readResource(body, id, note), baseUrl, note));
        return get(resource(id), read, { resourceId: id });
      },
      startResource: (id, onSend) => post(id, 'start', onSend),
      stopResource: (id, onSend) => post(id, 'stop', onSend),
      restartResource: (id, onSend) => post(id, 'restart', onSend),
      listDeployments: (id) => get(resource(id, 'deployments'), listOf(readDeployments), { resourceId: id }),
      createDeployment: (id, { force, mayPost }) => {
        const asked = {
          method: 'POST',
          path: resource(id, 'deployments'),
          resourceId: id,
          ...(force ? { body: JSON.stringify({ force }) } : {}),
        } as const;
        const send = async () => ((await mayPost()) ? await once(asked, deploymentAcceptance(id)) : undefined);
        return request('POST', send);
      },
      readDeployment: (id, deploymentId) =>
        get(
          resource(id, 'deployments', deploymentId),
          ({ body }, note) => readDeployment(parseJson(body), deploymentId, note),
          { resourceId: id, large: true },
        ),
      readLogs: (id, lines) =>
        get(
          `${resource(id, 'logs')}?lines=${lines}`,
          ({ body, contentType }, note) => readRuntimeLog(body, contentType, note),
          { resourceId: id, large: true },
        ),
      listEnvNames: (id) => get(resource(id, 'env'), listOf(readEnvNames), { resourceId: id }),
      readDescription: () => get('/openapi.json', json(readDescription), { keyless: true }),
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

/** Reads a response; notes unrecognised parts. Throws a {@link WireError} when the whole body is not recognised. */
type Read<T> = (response: HttpResponse, note: Note) => T | Promise<T>;

const json =
  <T>(read: (body: unknown, note: Note) => T): Read<T> =>
  (response, note) =>
    read(parseJson(response.body), note);

/** Headers, too, can show that a list is only one page of several. */
const listOf =
  <T>(read: (body: unknown, note: Note) => List<T>): Read<List<T>> =>
  (response, note) => {
    const { items, isComplete } = read(parseJson(response.body), note);
    return { items, isComplete: isComplete && !headersShowMore(response.headers, items.length) };
  };

/** Drops loopback domains unless the service itself is on loopback: here they would be the runner. */
function withoutLoopback(found: Identified<Resource>, baseUrl: string, note: Note): Identified<Resource> {
  if (isLoopback(new URL(baseUrl).hostname)) return found;
  const domains = found.domains.filter((host) => !isLoopback(new URL(`https://${host}`).hostname));
  if (domains.length < found.domains.length) note('a domain that is a loopback address', found.domains);
  return { ...found, domains };
}

const deploymentAcceptance =
  (id: string): Read<Acceptance> =>
  (response) => {
    assertAccepted(response);
    return readAcceptance(response.body, id);
  };

/** The request without ids and query, such as `GET /resources/{}/deployments/{}`. */
function kindOf({ method, path }: Pick<ServiceRequest, 'method' | 'path'>): string {
  const [bare = ''] = path.split('?');
  return `${method} ${bare.replace(/(?<=^\/resources\/)[^/]+/, '{}').replace(/(?<=\/deployments\/)[^/]+/, '{}')}`;
}

/** Path of a resource or of something below it. */
function resource(...parts: string[]): string {
  return `/resources/${parts.map(encodeSegment).join('/')}`;
}

/**
 * Encodes one path segment. `encodeURIComponent` throws for an unpaired surrogate and leaves five characters that some
 * servers treat as delimiters (RFC 3986, section 2.2). `.` and `..` are never ids.
 */
function encodeSegment(id: string): string {
  const encoded = encodeURIComponent(id.toWellFormed());
  return encoded.replaceAll(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);
}
