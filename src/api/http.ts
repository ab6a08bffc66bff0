// Sends one HTTP request with @actions/http-client: no redirects, no retries, and limits of time
// and size for the whole reply. Knows neither the key nor the API.
import type { ClientRequestArgs, IncomingHttpHeaders } from 'node:http';
import { HttpClient, type HttpClientResponse } from '@actions/http-client';
import type { RequestHandler } from '@actions/http-client/lib/interfaces';
import { type Clock, raceWithSignal, withTimeLimit } from '../clock.ts';
import { assertReadableProxy, ExchangeError, networkError } from './connection-errors.ts';

/** A request and its limits. */
export interface HttpRequest {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  /** Limit for the complete reply. */
  readonly timeoutMs: number;
  /** Limit of the body in bytes. */
  readonly maxBytes: number;
  /**
   * Whether the body of a reply with this status is read, as far as it arrives: its beginning is
   * accepted if it is too long, too slow or cut short. By default each body is read as a whole.
   */
  readonly readsPart?: (status: number) => boolean;
}

/** A reply with any status. */
export interface HttpReply {
  readonly status: number;
  /** Names are in lower case. */
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** The body is only the beginning of what was sent. */
  readonly isPart?: boolean;
}

/** Creates a client that keeps connections for further reads. */
export function createHttp(userAgent: string, clock: Clock) {
  // The client has no parameter for an abort signal. It calls the handler before its first await,
  // so `nextSignal` belongs to the request that has just been started.
  let nextSignal: AbortSignal | undefined;
  const handler: RequestHandler = {
    prepareRequest(options: ClientRequestArgs) {
      options.signal = nextSignal;
      // A URL has brackets around an IPv6 address. Node would look them up as part of a name.
      options.host = options.host?.replace(/^\[(.*)\]$/, '$1');
    },
    canHandleAuthentication: () => false,
    handleAuthentication: () => Promise.reject(new Error('no authentication is handled here')),
  };
  const connect = (keepAlive: boolean): HttpClient =>
    new HttpClient(userAgent, [handler], { allowRedirects: false, allowRetries: false, keepAlive });
  // A server may close an idle connection just as a request is sent on it. A read can be sent
  // again, but the outcome of a POST would be unknown, so each POST gets a new connection.
  const clients = { GET: connect(true), POST: connect(false) };

  return {
    /**
     * Rejects with an {@link ExchangeError}, or with the signal's reason as soon as it is aborted.
     */
    async exchange(request: HttpRequest, signal: AbortSignal): Promise<HttpReply> {
      const { method, url, body: sent = null, timeoutMs } = request;
      const headers = { 'accept-encoding': 'identity', ...request.headers };
      signal.throwIfAborted();
      assertReadableProxy(url);
      const timedOut = new ExchangeError('lost', `no complete reply within ${timeoutMs / 1000} s`);
      const limit = withTimeLimit(clock, timeoutMs, { signal, reason: timedOut });
      try {
        nextSignal = limit.signal;
        const pending = clients[method].request(method, url, sent, headers);
        // An aborted request may never settle: after a reply that switches protocols, or while a
        // proxy does not answer the CONNECT request.
        const { message } = await raceWithSignal(pending, limit.signal);
        const read = await readBody(message, request, limit.signal);
        // A body that ends because its connection was aborted looks complete.
        (request.readsPart === undefined ? limit.signal : signal).throwIfAborted();
        return { status: message.statusCode ?? 0, headers: message.headers, ...read };
      } catch (error) {
        if (signal.aborted) throw signal.reason;
        throw error instanceof ExchangeError ? error : networkError(error);
      } finally {
        limit.clear();
      }
    },
    /** Closes idle connections, which would keep the process alive. */
    dispose(): void {
      clients.GET.dispose();
      clients.POST.dispose();
    },
  };
}

type Message = HttpClientResponse['message'];

async function readBody(
  message: Message,
  { maxBytes, readsPart }: HttpRequest,
  signal: AbortSignal,
): Promise<Pick<HttpReply, 'body' | 'isPart'>> {
  const chunks: Buffer[] = [];
  const acceptsPart = readsPart !== undefined;
  let isPart = false;
  const isSkipped = readsPart?.(message.statusCode ?? 0) === false;
  try {
    if (!isSkipped) await raceWithSignal(receive(message, chunks, maxBytes), signal);
  } catch (error) {
    if (!acceptsPart) throw error;
    isPart = true;
  } finally {
    message.destroy();
  }
  const body = Buffer.concat(chunks);
  if (body.length > maxBytes && !acceptsPart) throw tooLarge(maxBytes);
  isPart ||= body.length > maxBytes;
  return { body: body.toString('utf8', 0, maxBytes), isPart };
}

/**
 * Reads up to the limit. The rest of a longer body is not received. Throws if the body is cut
 * short.
 */
async function receive(message: Message, chunks: Buffer[], maxBytes: number): Promise<void> {
  let bytes = 0;
  for await (const chunk of message as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > maxBytes) return;
  }
}

function tooLarge(maxBytes: number): ExchangeError {
  return new ExchangeError('too-large', `the reply is longer than ${maxBytes / 2 ** 20} MiB`);
}
