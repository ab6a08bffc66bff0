// Sends one HTTP request with @actions/http-client: no redirects, no retries, and limits of time
// and size for the whole reply. Knows neither the key nor the API.
import type { ClientRequestArgs, IncomingHttpHeaders } from 'node:http';
import { HttpClient, type HttpClientResponse } from '@actions/http-client';
import type { RequestHandler } from '@actions/http-client/lib/interfaces';
import { type Clock, raceWithSignal, withTimeLimit } from '../clock.ts';
import { formatDuration } from '../text.ts';
import { assertReadableProxy, ExchangeError, networkError } from './network-errors.ts';

const USER_AGENT = 'deployment-service-action';

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
  /** A body that is too long, too slow or cut short counts as far as it has arrived. */
  readonly acceptsPart?: boolean;
}

/** A reply with any status. */
export interface HttpReply {
  readonly status: number;
  /** Names are in lower case. */
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** The body is only the beginning of what was sent. */
  readonly isPart: boolean;
}

/**
 * Sends a request on a connection of its own: a server may close an idle connection just as a
 * request is sent on it, and the outcome of a POST would then be unknown. Rejects with an
 * {@link ExchangeError}, or with the signal's reason as soon as it is aborted.
 */
export async function exchange(
  request: HttpRequest,
  { clock, signal }: { clock: Clock; signal: AbortSignal },
): Promise<HttpReply> {
  const { method, url, body = null, timeoutMs, acceptsPart = false } = request;
  signal.throwIfAborted();
  assertReadableProxy(url);
  const timedOut = new ExchangeError(
    'lost',
    `no complete reply within ${formatDuration(timeoutMs)}`,
  );
  const limit = withTimeLimit(clock, timeoutMs, { signal, reason: timedOut });
  const client = new HttpClient(USER_AGENT, [abortedBy(limit.signal)], {
    allowRedirects: false,
    allowRetries: false,
  });
  try {
    // A gateway may compress a reply although that was not requested; nothing here is inflated.
    const headers = { 'accept-encoding': 'identity', ...request.headers };
    const pending = client.request(method, url, body, headers);
    // An aborted request may never settle: after a reply that switches protocols, or while a proxy
    // does not answer the CONNECT request.
    const { message } = await raceWithSignal(pending, limit.signal);
    const read = await readBody(message, request, limit.signal);
    // A body that ends because its connection was aborted looks complete.
    (acceptsPart ? signal : limit.signal).throwIfAborted();
    return { status: message.statusCode ?? 0, headers: message.headers, ...read };
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    throw error instanceof ExchangeError ? error : networkError(error);
  } finally {
    limit.clear();
    client.dispose();
  }
}

/** The client has no parameter for an abort signal; its handler may set one. */
function abortedBy(signal: AbortSignal): RequestHandler {
  return {
    prepareRequest(options: ClientRequestArgs) {
      options.signal = signal;
      // A URL has brackets around an IPv6 address. Node would look them up as part of a name.
      options.host = options.host?.replace(/^\[(.*)\]$/, '$1');
    },
    canHandleAuthentication: () => false,
    handleAuthentication: () => Promise.reject(new Error('no authentication is handled here')),
  };
}

type Message = HttpClientResponse['message'];

async function readBody(
  message: Message,
  { maxBytes, acceptsPart = false }: HttpRequest,
  signal: AbortSignal,
): Promise<Pick<HttpReply, 'body' | 'isPart'>> {
  const chunks: Buffer[] = [];
  let isPart = false;
  try {
    await raceWithSignal(receive(message, chunks, maxBytes), signal);
  } catch (error) {
    if (!acceptsPart) throw error;
    isPart = true;
  } finally {
    message.destroy();
  }
  const received = Buffer.concat(chunks);
  const isTooLong = received.length > maxBytes;
  if (isTooLong && !acceptsPart) {
    const what = `the reply is longer than ${maxBytes / 2 ** 20} MiB`;
    throw new ExchangeError('too-large', what);
  }
  return { body: received.toString('utf8', 0, maxBytes), isPart: isPart || isTooLong };
}

/** Reads up to the limit, and not the rest of a longer body. Throws if the body is cut short. */
async function receive(message: Message, chunks: Buffer[], maxBytes: number): Promise<void> {
  let bytes = 0;
  for await (const chunk of message as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > maxBytes) return;
  }
}
