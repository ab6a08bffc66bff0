// One HTTP exchange over @actions/http-client: no redirects, no retries, limits of time and size
// for the whole reply, and an error for one that is cut short. Knows neither the key nor the API.
import type { ClientRequestArgs, IncomingHttpHeaders } from 'node:http';
import { brotliDecompressSync, constants, unzipSync } from 'node:zlib';
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
  /** For the complete reply. */
  readonly timeoutMs: number;
  /** Limit of the body in bytes, compressed and decompressed; 0 reads no body. */
  readonly maxBytes: number;
  /** A body that is too long, too slow or cut short is no error: its beginning is enough. */
  readonly isPartEnough?: boolean;
}

/** A reply with any status. */
export interface HttpReply {
  readonly status: number;
  /** With lower-case names. */
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Sends requests, and keeps connections for further reads. */
export function createHttp(userAgent: string, clock: Clock) {
  // The client has no parameter for an abort signal. It calls the handler before its first await,
  // so the signal that is set just before a request is that of the request.
  let nextSignal: AbortSignal | undefined;
  const handler: RequestHandler = {
    prepareRequest(options: ClientRequestArgs) {
      options.signal = nextSignal;
      // The host of a URL with an IPv6 address stands in brackets; Node would look that up as a
      // name.
      options.host = options.host?.replace(/^\[(.*)\]$/, '$1');
    },
    canHandleAuthentication: () => false,
    handleAuthentication: () => Promise.reject(new Error('no authentication is handled here')),
  };
  const connect = (keepAlive: boolean): HttpClient =>
    new HttpClient(userAgent, [handler], { allowRedirects: false, allowRetries: false, keepAlive });
  // A server may close an idle connection just as a request is sent on it. A read is sent again,
  // but what became of a POST would not be known: it gets a connection of its own.
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
        // An aborted request does not always settle: Node reports nothing after a reply that
        // switches protocols, nor while a proxy does not answer the CONNECT request.
        const { message } = await raceWithSignal(pending, limit.signal);
        const body = await readBody(message, request, limit.signal);
        // An aborted body that ends with its connection looks complete.
        if (request.isPartEnough !== true) limit.signal.throwIfAborted();
        return { status: message.statusCode ?? 0, headers: message.headers, body };
      } catch (error) {
        if (signal.aborted) throw signal.reason;
        if (limit.signal.aborted) throw timedOut;
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
  { maxBytes, isPartEnough = false }: Pick<HttpRequest, 'maxBytes' | 'isPartEnough'>,
  signal: AbortSignal,
): Promise<string> {
  const chunks: Buffer[] = [];
  const reading = maxBytes === 0 ? Promise.resolve() : receive(message, chunks, maxBytes);
  try {
    await raceWithSignal(reading, signal);
  } catch (error) {
    reading.catch(() => undefined); // it ends with the message
    if (!isPartEnough || chunks.length === 0) throw error;
  } finally {
    message.destroy();
  }
  const received = Buffer.concat(chunks);
  const isTooLong = ({ length }: Buffer): boolean => length > maxBytes && !isPartEnough;
  const body = isTooLong(received) ? received : decompress(received, message.headers, maxBytes);
  if (isTooLong(body)) throw tooLarge(maxBytes);
  return body.toString('utf8', 0, maxBytes);
}

/** Reads up to the limit; the rest of a longer body is not received. */
async function receive(message: Message, chunks: Buffer[], maxBytes: number): Promise<void> {
  let bytes = 0;
  for await (const chunk of message as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > maxBytes) return;
  }
  if (!message.complete) throw new ExchangeError('lost', 'the reply was cut short');
}

function tooLarge(maxBytes: number): ExchangeError {
  return new ExchangeError('too-large', `the reply is longer than ${maxBytes / 2 ** 20} MiB`);
}

/**
 * A gateway may compress a body although `identity` was asked for; of one that is cut the beginning
 * is read. What cannot be decompressed is returned as it came.
 */
function decompress(body: Buffer, headers: IncomingHttpHeaders, maxBytes: number): Buffer {
  const encoding = headers['content-encoding']?.trim().toLowerCase() ?? '';
  // Decompression is synchronous; 16 MiB take some tens of milliseconds.
  const maxOutputLength = Math.max(maxBytes, 2 ** 24);
  try {
    if (encoding === 'br') {
      return brotliDecompressSync(body, {
        maxOutputLength,
        finishFlush: constants.BROTLI_OPERATION_FLUSH,
      });
    }
    if (['gzip', 'x-gzip', 'deflate'].includes(encoding)) {
      return unzipSync(body, { maxOutputLength, finishFlush: constants.Z_SYNC_FLUSH });
    }
  } catch (error) {
    if (Error.isError(error) && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE')
      throw tooLarge(maxBytes);
  }
  return body;
}
