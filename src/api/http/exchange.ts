// One HTTP request and response over @actions/http-client: no redirects, no retries, a timeout and a byte limit for the
// whole response, and an error for a truncated one. Knows neither the key nor the API.
import type { ClientRequestArgs, IncomingHttpHeaders } from 'node:http';
import { HttpClient, type HttpClientResponse } from '@actions/http-client';
import type { RequestHandler } from '@actions/http-client/lib/interfaces';
import { type Clock, unlessAborted } from '../../clock.ts';
import { assertReadableProxy, ExchangeError, networkError } from './exchange-error.ts';
import { readBody, type ResponseBody } from './read-body.ts';

/** A request and its limits. */
export interface ExchangeRequest {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  /** Longest time without data: until the headers, and between two parts of the body. */
  readonly idleTimeoutMs: number;
  /** For the complete body, from the headers on. */
  readonly bodyTimeoutMs: number;
  /** For the complete response, from the request on; if not before. */
  readonly timeoutMs?: number;
  /** Limit of the body in bytes, compressed and decompressed; 0 reads no body. */
  readonly maxBytes: number;
  /** Accept a partial body instead of failing when it is too long, too slow or truncated. */
  readonly partial?: boolean;
}

/** A response with any status. */
export interface HttpResponse extends ResponseBody {
  readonly status: number;
  /** With lower-case names. */
  readonly headers: IncomingHttpHeaders;
}

/** A pool of connections to one scheme and host. */
export interface Exchanger {
  /** Sends one request. Rejects with an {@link ExchangeError}, or with the signal's reason once it is aborted. */
  exchange(request: ExchangeRequest, signal: AbortSignal): Promise<HttpResponse>;
  dispose(): void;
}

/**
 * Sets the abort signal in Node's request options. `HttpClient` has no parameter for it; a request handler is the only
 * hook. `HttpClient.request` calls it before its first await, so it uses the value set just before the call.
 */
class SignalHandler implements RequestHandler {
  signal: AbortSignal | undefined;

  prepareRequest(options: ClientRequestArgs): void {
    options.signal = this.signal;
    // The client takes the host from a URL, where an IPv6 address stands in brackets; Node would look up that as a name.
    options.host = options.host?.replace(/^\[(.*)\]$/, '$1');
  }

  canHandleAuthentication(): boolean {
    return false;
  }

  handleAuthentication(): Promise<HttpClientResponse> {
    return Promise.reject(new Error('no authentication is handled here'));
  }
}

/** How long an event stream is read, since it need not end. */
const STREAM_READ_MS = 5_000;

/** Creates an exchanger; call `dispose`, or its idle connections keep the process alive. */
export function createExchanger(userAgent: string, clock: Clock): Exchanger {
  const handler = new SignalHandler();
  const connect = (keepAlive: boolean): HttpClient =>
    new HttpClient(userAgent, [handler], { allowRedirects: false, allowRetries: false, keepAlive });
  // A server may close an idle connection just as a request is sent on it. A read is sent again, but what became of a POST
  // is then unknown, so each POST has a connection of its own.
  const clients = { GET: connect(true), POST: connect(false) };

  async function exchange(request: ExchangeRequest, signal: AbortSignal): Promise<HttpResponse> {
    const timeout = createTimeout(clock, signal);
    let status: number | undefined;
    assertReadableProxy(request.url);
    try {
      const endMs = clock.now() + (request.timeoutMs ?? Infinity);
      const headersByMs = Math.min(clock.now() + request.idleTimeoutMs, endMs);
      timeout.restart(() => headersByMs);
      handler.signal = timeout.signal;
      const pending = clients[request.method].request(request.method, request.url, request.body, {
        ...request.headers,
      });
      // An aborted request does not always settle: Node reports nothing after a response that switches protocols, nor
      // while a proxy does not answer the CONNECT request.
      const { message } = await unlessAborted(pending, timeout.signal);
      status = message.statusCode ?? 0;
      const isStream = message.headers['content-type']?.startsWith('text/event-stream') === true;
      const bodyByMs = Math.min(clock.now() + (isStream ? STREAM_READ_MS : request.bodyTimeoutMs), endMs);
      let dataAtMs = clock.now();
      const onData = (): void => {
        dataAtMs = clock.now();
      };
      timeout.restart(() => Math.min(dataAtMs + request.idleTimeoutMs, bodyByMs));
      const head = { status, headers: message.headers };
      if (request.maxBytes === 0) {
        message.destroy();
        return { ...head, body: '', bytes: 0 };
      }
      const partial = isStream || request.partial === true;
      const body = await readBody(message, { ...request, partial, mayBeEmpty: isStream, signal, onData });
      // An aborted body that ends with its connection looks complete.
      if (!partial) timeout.signal.throwIfAborted();
      if (body.undecoded !== undefined && request.partial !== true) {
        const why = `the response is compressed and cannot be read (${body.undecoded})`;
        throw new ExchangeError('unreadable', why, status);
      }
      return { ...head, ...body };
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      if (error instanceof ExchangeError && error.failure === 'too-large') throw error;
      if (timeout.signal.aborted) throw new ExchangeError('expired', 'no complete response in time', status);
      throw error instanceof ExchangeError ? error : networkError(error, status);
    } finally {
      timeout.clear();
    }
  }

  function dispose(): void {
    clients.GET.dispose();
    clients.POST.dispose();
  }

  return { exchange, dispose };
}

/** A timeout on the injected clock, combined with the signal of the step. Its end may move while it runs. */
function createTimeout(clock: Clock, signal: AbortSignal) {
  const expiry = new AbortController();
  let timer = new AbortController();
  return {
    signal: AbortSignal.any([signal, expiry.signal]),
    restart(endMs: () => number): void {
      timer.abort();
      timer = new AbortController();
      const { signal: cleared } = timer;
      async function wait(): Promise<void> {
        for (let leftMs = endMs() - clock.now(); leftMs > 0; leftMs = endMs() - clock.now()) {
          await clock.sleep(leftMs, cleared);
        }
      }
      wait().then(
        () => expiry.abort(),
        () => undefined,
      );
    },
    clear: () => timer.abort(),
  };
}
