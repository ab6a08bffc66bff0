// Sends one request to the service: adds address, key and limits, and maps failures to errors with the endpoint. No
// retries.
import type { Clock } from '../../clock.ts';
import {
  type ApiError,
  ConnectionLostError,
  type Endpoint,
  RedirectedError,
  ResponseTooLargeError,
  RequestTimeoutError,
  UnreachableError,
  UnreadableResponseError,
} from '../errors.ts';
import type { ExchangeTrace } from '../model.ts';
import { type Content, parseIfJson, shapeOfBody } from '../wire/index.ts';
import { createExchanger, type HttpResponse } from './exchange.ts';
import { ExchangeError, type ExchangeFailure } from './exchange-error.ts';

/** A request as the client describes it. */
export interface ServiceRequest {
  readonly endpoint: Endpoint;
  readonly body?: string;
  /** Send it without the key (the OpenAPI description is public). */
  readonly keyless?: boolean;
  /** The response may hold a log: more time is allowed. */
  readonly large?: boolean;
}

/** The limits of one request. */
export interface RequestLimits {
  /** Aborts it; at least when the step is stopped. */
  readonly signal: AbortSignal;
  /** For the complete response; the usual timeouts apply, too. */
  readonly timeoutMs?: number;
}

/** A response with any status. */
export type ServiceResponse = HttpResponse & Content;

export interface TransportOptions {
  /** API root without a trailing slash. */
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly clock: Clock;
  readonly onExchange?: (trace: ExchangeTrace) => void;
}

/** Sends requests to one service with one key. */
export interface Transport {
  /**
   * Resolves with a response of any status. Rejects with an `ApiError` for redirects and incomplete responses, or with the
   * reason of the signal.
   */
  send(request: ServiceRequest, limits: RequestLimits): Promise<ServiceResponse>;
  dispose(): void;
}

/** A longer response is received, but not read. */
const MAX_RESPONSE_BYTES = 16 * 1024 * 1024;

/** Longer for a POST, since its fate is unknown after a timeout. */
const IDLE_TIMEOUT_MS = { GET: 15_000, POST: 30_000 } as const;
const SMALL_BODY_TIMEOUT_MS = 15_000;
const LARGE_BODY_TIMEOUT_MS = 60_000;

export function createTransport({ baseUrl, apiKey, clock, onExchange }: TransportOptions): Transport {
  const exchanger = createExchanger('deployment-service-action', clock);

  async function send(
    request: ServiceRequest,
    { signal, timeoutMs = Infinity }: RequestLimits,
  ): Promise<ServiceResponse> {
    const { endpoint } = request;
    const startedMs = clock.now();
    let response: ServiceResponse | undefined;
    try {
      const received = await exchanger.exchange(
        {
          method: endpoint.method,
          url: baseUrl + endpoint.path,
          headers: headersFor(request),
          body: request.body ?? null,
          idleTimeoutMs: IDLE_TIMEOUT_MS[endpoint.method],
          bodyTimeoutMs: request.large === true ? LARGE_BODY_TIMEOUT_MS : SMALL_BODY_TIMEOUT_MS,
          timeoutMs,
          maxBytes: MAX_RESPONSE_BYTES,
        },
        signal,
      );
      response = { ...received, json: parseIfJson(received.body) };
    } catch (error) {
      throw error instanceof ExchangeError ? failures[error.failure](error, endpoint) : error;
    } finally {
      onExchange?.({
        endpoint,
        status: response?.status ?? 0,
        tookMs: clock.now() - startedMs,
        bytes: response?.bytes ?? 0,
        shape: () => shapeOfBody(response ?? { body: '', json: undefined }),
      });
    }
    const { location } = response.headers;
    if (response.status >= 300 && response.status < 400 && location !== undefined) {
      // The rest of the address may contain secrets.
      const host = URL.parse(location, `${baseUrl}/`)?.host ?? 'an unreadable address';
      throw new RedirectedError(endpoint, response.status, host);
    }
    return response;
  }

  function headersFor(request: ServiceRequest): Record<string, string> {
    return {
      accept: 'application/json',
      'accept-encoding': 'identity',
      ...(request.keyless === true ? {} : { authorization: `Bearer ${apiKey}` }),
      ...(request.body === undefined ? {} : { 'content-type': 'application/json' }),
    };
  }

  return { send, dispose: () => exchanger.dispose() };
}

/** The error codes of Node that users see most. */
const connectionProblems: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the host refuses connections at this port',
  ENOTFOUND: 'the host name does not resolve',
  EAI_AGAIN: 'the host name could not be resolved',
  ETIMEDOUT: 'the host did not answer',
  EHOSTUNREACH: 'there is no route to the host',
  ENETUNREACH: 'there is no route to its network',
};

/** An error code of Node in plain words, followed by the code; any other text as it is. */
export function explain(code: string): string {
  const problem = connectionProblems[code];
  return problem === undefined ? code : `${problem} (${code})`;
}

const failures: Record<ExchangeFailure, (error: ExchangeError, endpoint: Endpoint) => ApiError> = {
  unsent: (error, endpoint) =>
    new UnreachableError(`no connection: ${explain(error.message)}`, endpoint, { isProxy: error.isProxy }),
  rejected: (error, endpoint) =>
    new UnreachableError(`no connection: ${error.message}`, endpoint, { isPermanent: true, isProxy: error.isProxy }),
  lost: (error, endpoint) =>
    new ConnectionLostError(`the connection was lost: ${error.message}`, endpoint, error.status),
  expired: (error, endpoint) => new RequestTimeoutError(error.message, endpoint),
  'too-large': ({ tail }, endpoint) => new ResponseTooLargeError(endpoint, { maxBytes: MAX_RESPONSE_BYTES, tail }),
  unreadable: (error, endpoint) => new UnreadableResponseError(error.message, endpoint, { status: error.status ?? 0 }),
};
