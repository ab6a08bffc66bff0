// The service as the middle sees it: one line per endpoint (method, path, reader). No loops, no shapes.
import { attributeStop, type Clock } from '../clock.ts';
import { assertAccepted, classifyResponse, unrecognised } from './classify-response.ts';
import { ApiError, isRateLimited, RefusedError, ServiceFailedError } from './errors.ts';
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
import { FIRST_CONTACT_MS, retryAfterOf, type RetryNotice, sendOnce, withRetry } from './retry.ts';
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

/** How much of the runtime log the service hands out at a time (API page, section 8). */
export type LogLines = 100 | 500 | 2000;

/**
 * All eleven endpoints of the API. Reads are retried until the step stops; every method rejects with an ApiError, or
 * with the reason the step was stopped for.
 */
export interface Client {
  listResources(): Promise<List<Resource>>;
  readResource(id: string): Promise<Identified<Resource>>;
  startResource(id: string): Promise<void>;
  stopResource(id: string): Promise<void>;
  restartResource(id: string): Promise<void>;
  /** Latest first. */
  listDeployments(id: string): Promise<List<Deployment>>;
  /** `mayPost` is called before every try; undefined when it returned false. */
  createDeployment(
    id: string,
    options: { force: boolean; mayPost: () => Promise<boolean> },
  ): Promise<Acceptance | undefined>;
  readDeployment(id: string, deploymentId: string): Promise<DeploymentDetail>;
  readLogs(id: string, lines: LogLines): Promise<Reading<string>>;
  listEnvNames(id: string): Promise<List<string>>;
  readDescription(): Promise<ServiceDescription>;
  /** Asks another address than the service's, without the key; never rejects but for a stop. */
  probe(url: string, options: { readBody: boolean }): Promise<ProbeAnswer>;
  /** Begins to poll one deployment or resource, at the pace of the step. */
  poller(options: PollOptions): Poller;
  /** The same client with less patience: faults are not retried beyond `ms`, `rate_limited` not beyond two minutes. */
  within(ms: number): Client;
  /** From now on hands over what each response shows of the parts that the API page leaves open. Costs a second reading. */
  observe(onEvidence: (evidence: readonly Evidence[]) => void): void;
  dispose(): void;
}

/** The polls of one deployment or resource. */
export interface Poller {
  /**
   * Waits until the next poll may go. The client is for this poll alone: its requests are sent once, so that the next
   * poll is the retry. Rejects with the last failure when the service has answered nothing for a minute.
   */
  next(): Promise<Client>;
}

/** Where, as whom, and how to wait. */
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
  /** Called once per step for each thing that is not recognised in the responses to one kind of request. */
  readonly onUnrecognised?: (unrecognised: Unrecognised) => void;
}

/** Connects to a service; nothing is sent until a method is called. */
export function createClient(options: ClientOptions): Client {
  const { baseUrl, clock, signal, pace, onRetry } = options;
  const transport = createTransport(options);
  const { host } = new URL(baseUrl);
  const noted = new Set<string>();
  let answered = false;
  let onEvidence: ((evidence: readonly Evidence[]) => void) | undefined;

  /** Notes of one request. Ids in its path make no other kind of request: one report is enough. */
  function noteFor({ method, path }: ServiceRequest): Note {
    return (what, value) => {
      const kind = `${what} ${kindOf({ method, path })}`;
      if (noted.has(kind)) return;
      noted.add(kind);
      options.onUnrecognised?.({ what, request: `${method} ${path}`, shape: shapeOf(value) });
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

  /** The client whose requests wait for their turn and are sent again where that may help. */
  function patientClient(patienceMs: number): Client {
    const retry = { ...options, patienceMs, answeredBefore: () => answered };
    return endpoints((method, send) => withRetry(method, send, retry));
  }

  function createPoller(poll: PollOptions): Poller {
    const poller = pace.poller(poll);
    const startedMs = clock.now();
    let failure: ApiError | undefined;
    let refusals = 0;
    const takeTurn = async (): Promise<Turn> =>
      failure === undefined ? await poller.turn() : await attributeStop(failure, () => poller.turn());
    return {
      async next() {
        if (failure !== undefined && !answered && clock.now() - startedMs > FIRST_CONTACT_MS) throw failure;
        let granted: Turn | undefined = await takeTurn();
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
            if (isRateLimited(error)) onRetry({ error, afterMs: turn.leftMs(), attempt: (refusals += 1) });
            throw error;
          }
        });
      },
    };
  }

  function endpoints(request: <T>(method: 'GET' | 'POST', send: () => Promise<T>) => Promise<T>): Client {
    const get = <T>(path: string, read: Read<T>, more: Partial<ServiceRequest> = {}) =>
      request('GET', () => once({ method: 'GET', path, ...more }, read));
    const post = (resourceId: string, action: string) =>
      request('POST', () => once({ method: 'POST', path: resource(resourceId, action), resourceId }, assertAccepted));

    return {
      listResources: () => get('/resources', listOf(readResources)),
      readResource: (id) => {
        const read = json((body, note) => withoutLoopback(readResource(body, id, note), baseUrl, note));
        return get(resource(id), read, { resourceId: id });
      },
      startResource: (id) => post(id, 'start'),
      stopResource: (id) => post(id, 'stop'),
      restartResource: (id) => post(id, 'restart'),
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
      within: patientClient,
      observe: (listener) => {
        onEvidence = listener;
      },
      dispose: () => transport.dispose(),
    };
  }

  return patientClient(Infinity);
}

/** Reads a response; may note parts of it that are not recognised. Throws a {@link WireError} for a whole that is not. */
type Read<T> = (response: HttpResponse, note: Note) => T | Promise<T>;

const json =
  <T>(read: (body: unknown, note: Note) => T): Read<T> =>
  (response, note) =>
    read(parseJson(response.body), note);

/** A list may be one page of more by its headers, too. */
const listOf =
  <T>(read: (body: unknown, note: Note) => List<T>): Read<List<T>> =>
  (response, note) => {
    const { items, isComplete } = read(parseJson(response.body), note);
    return { items, isComplete: isComplete && !headersShowMore(response.headers, items.length) };
  };

/** A loopback address is the app's only where the service itself is on loopback: elsewhere it is the runner. */
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

/** The request without its ids and query, as an OpenAPI description names it: `GET /resources/{}/deployments/{}`. */
function kindOf({ method, path }: Pick<ServiceRequest, 'method' | 'path'>): string {
  const [bare = ''] = path.split('?');
  return `${method} ${bare.replace(/(?<=^\/resources\/)[^/]+/, '{}').replace(/(?<=\/deployments\/)[^/]+/, '{}')}`;
}

/** Path of a resource and what is below it. */
function resource(...parts: string[]): string {
  return `/resources/${parts.map(encodeSegment).join('/')}`;
}

/**
 * One segment of a path. `encodeURIComponent` throws for half of a surrogate pair and leaves five characters that some
 * servers treat as delimiters (RFC 3986, section 2.2). `.` and `..` are no ids.
 */
function encodeSegment(id: string): string {
  const encoded = encodeURIComponent(id.toWellFormed());
  return encoded.replaceAll(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);
}
