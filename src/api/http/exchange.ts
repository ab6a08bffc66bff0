// One HTTP request and response over @actions/http-client: no redirects, no retries, a timeout and a byte limit for the
// whole response, and an error for a truncated one. Knows neither the key nor the API.
import type { ClientRequestArgs, IncomingHttpHeaders } from 'node:http';
import { brotliDecompressSync, constants, unzipSync } from 'node:zlib';
import { HttpClient, type HttpClientResponse } from '@actions/http-client';
import type { RequestHandler } from '@actions/http-client/lib/interfaces';
import { checkBypass, getProxyUrl } from '@actions/http-client/lib/proxy';
import { type Clock, unlessAborted } from '../../clock.ts';

/** A request and its limits. */
export interface ExchangeRequest {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  /** Timeout for the headers, and for each pause within the body. */
  readonly headersWithinMs: number;
  /** Timeout for the complete body, from the headers on. */
  readonly wholeWithinMs: number;
  /** Limit of the body in bytes, compressed and decompressed; 0 reads no body. */
  readonly maxBytes: number;
  /** Accept a partial body instead of failing when it is too long, too slow or truncated. */
  readonly partial?: boolean;
}

/** A response with any status. */
export interface HttpResponse {
  readonly status: number;
  /** With lower-case names. */
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly bytes: number;
  /** The content encoding of a body that cannot be decoded, which is then empty; only after a `partial` request. */
  readonly undecoded?: string;
}

/** How an exchange can fail. `rejected`: certificate or protocol error; `unreadable`: not HTTP, or badly compressed. */
export type ExchangeFailure = 'unsent' | 'rejected' | 'lost' | 'expired' | 'too-large' | 'unreadable';

/** An exchange without a complete response. `status` is set if the headers were received. */
export class ExchangeError extends Error {
  override readonly name = 'ExchangeError';
  readonly failure: ExchangeFailure;
  readonly status: number | undefined;
  /** The end of a body that is too large. */
  readonly tail: string;
  /** The proxy of the runner opened no connection. */
  readonly isProxy: boolean;

  constructor(
    failure: ExchangeFailure,
    message: string,
    status?: number,
    { tail = '', isProxy = false }: { tail?: string; isProxy?: boolean } = {},
  ) {
    super(message);
    this.failure = failure;
    this.status = status;
    this.tail = tail;
    this.isProxy = isProxy;
  }
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

/** How long an event stream is read: it need not end. */
const STREAM_WITHIN_MS = 5_000;

/** Creates an exchanger; call `dispose`, or its idle connections keep the process alive. */
export function createExchanger(userAgent: string, clock: Clock): Exchanger {
  const handler = new SignalHandler();
  const connect = (keepAlive: boolean): HttpClient =>
    new HttpClient(userAgent, [handler], { allowRedirects: false, allowRetries: false, keepAlive });
  // A server may close an idle connection just as a request is sent on it. A read is sent again, but what became of a POST
  // is then unknown, so each POST has a connection of its own.
  const clients = { GET: connect(true), POST: connect(false) };

  async function exchange(request: ExchangeRequest, signal: AbortSignal): Promise<HttpResponse> {
    signal.throwIfAborted();
    const limit = createLimit(clock, signal);
    let status: number | undefined;
    assertReadableProxy(request.url);
    try {
      const headersByMs = clock.now() + request.headersWithinMs;
      limit.start(() => headersByMs);
      handler.signal = limit.signal;
      const asked = clients[request.method].request(request.method, request.url, request.body, { ...request.headers });
      // An aborted request does not always settle: Node reports nothing after a response that switches protocols, nor
      // while a proxy does not answer the CONNECT request.
      const { message } = await unlessAborted(asked, limit.signal);
      status = message.statusCode ?? 0;
      const isStream = message.headers['content-type']?.startsWith('text/event-stream') === true;
      const wholeByMs = clock.now() + (isStream ? STREAM_WITHIN_MS : request.wholeWithinMs);
      let dataAtMs = clock.now();
      const onData = (): void => {
        dataAtMs = clock.now();
      };
      limit.start(() => Math.min(dataAtMs + request.headersWithinMs, wholeByMs));
      const head = { status, headers: message.headers };
      if (request.maxBytes === 0) {
        message.destroy();
        return { ...head, body: '', bytes: 0 };
      }
      const partial = isStream || request.partial === true;
      const body = await readBody(message, { ...request, partial, signal, onData });
      // An aborted body that ends with its connection looks complete.
      if (!partial) limit.signal.throwIfAborted();
      if (body.undecoded !== undefined && request.partial !== true) {
        const why = `the response is compressed and cannot be read (${body.undecoded})`;
        throw new ExchangeError('unreadable', why, status);
      }
      return { ...head, ...body };
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      if (error instanceof ExchangeError && error.failure === 'too-large') throw error;
      if (limit.signal.aborted) throw new ExchangeError('expired', 'no complete response in time', status);
      throw error instanceof ExchangeError ? error : networkError(error, status);
    } finally {
      limit.end();
    }
  }

  function dispose(): void {
    clients.GET.dispose();
    clients.POST.dispose();
  }

  return { exchange, dispose };
}

/** A restartable timeout on the injected clock, combined with the signal of the step. Its end may move while it runs. */
function createLimit(clock: Clock, signal: AbortSignal) {
  const expiry = new AbortController();
  let timer = new AbortController();
  return {
    signal: AbortSignal.any([signal, expiry.signal]),
    start(dueMs: () => number): void {
      timer.abort();
      timer = new AbortController();
      const { signal: ended } = timer;
      async function wait(): Promise<void> {
        for (let leftMs = dueMs() - clock.now(); leftMs > 0; leftMs = dueMs() - clock.now()) {
          await clock.sleep(leftMs, ended);
        }
      }
      wait().then(
        () => expiry.abort(),
        () => undefined,
      );
    },
    end: () => timer.abort(),
  };
}

/** The end of a longer body, which is enough for an excerpt. */
const TAIL_BYTES = 64 * 1024;
/** A longer body may never end. */
const MAX_DRAINED_BYTES = 128 * 1024 * 1024;

/**
 * Reads up to `maxBytes`; with `partial`, what was received before an error. A longer body is received to its end, within
 * reason.
 */
async function readBody(
  message: HttpClientResponse['message'],
  {
    maxBytes,
    partial,
    signal,
    onData,
  }: { maxBytes: number; partial: boolean; signal: AbortSignal; onData: () => void },
): Promise<Omit<HttpResponse, 'status' | 'headers'>> {
  const encoding = message.headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
  const tooLarge = (tail = ''): ExchangeError =>
    new ExchangeError('too-large', `the response is longer than ${maxBytes} bytes`, message.statusCode, { tail });
  let chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of message as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      bytes += chunk.length;
      onData();
      if (bytes <= maxBytes) continue;
      if (partial) break;
      // The rest is received without keeping it, but for its end.
      if (chunks.length > 1) chunks = [Buffer.concat(chunks).subarray(-TAIL_BYTES)];
      if (bytes > MAX_DRAINED_BYTES) break;
    }
    if (!message.complete && !partial && bytes <= maxBytes) {
      throw new ExchangeError('lost', 'the response was cut short', message.statusCode);
    }
  } catch (error) {
    message.destroy();
    if (signal.aborted) throw error;
    if (bytes <= maxBytes && (!partial || bytes === 0)) throw error;
  }
  if (bytes > maxBytes && !partial) {
    const end = Buffer.concat(chunks).subarray(-TAIL_BYTES);
    throw tooLarge(encoding === 'identity' ? decode(end, message.headers['content-type']) : '');
  }
  if (bytes > maxBytes) message.destroy();
  const whole = decompress(Buffer.concat(chunks), { encoding, partial });
  if (whole === undefined) return { body: '', bytes, undecoded: encoding };
  if (whole.length > maxBytes && !partial) throw tooLarge();
  return { body: decode(whole.subarray(0, maxBytes), message.headers['content-type']), bytes };
}

/** The text in the charset of the content type; UTF-8 if there is none, or an unknown one. */
function decode(bytes: Buffer, contentType: string | undefined): string {
  const label = /;\s*charset="?([^\s;"]+)/i.exec(contentType ?? '')?.[1] ?? 'utf-8';
  if (/^utf-?8$/i.test(label)) return bytes.toString();
  try {
    return new TextDecoder(label).decode(bytes);
  } catch {
    return bytes.toString();
  }
}

/** Decompression is synchronous; this much takes some tens of milliseconds. */
const MAX_DECOMPRESSED_BYTES = 16 * 1024 * 1024;

/** The decompressed body, if it can be: a gateway may compress it although the request asked for `identity`. */
function decompress(body: Buffer, { encoding, partial }: { encoding: string; partial: boolean }): Buffer | undefined {
  const limit = { maxOutputLength: MAX_DECOMPRESSED_BYTES };
  try {
    if (encoding === 'identity' || encoding === '' || body.length === 0) return body;
    if (/^(?:x-)?gzip$|^deflate$/.test(encoding)) {
      return unzipSync(body, { ...limit, finishFlush: partial ? constants.Z_SYNC_FLUSH : constants.Z_FINISH });
    }
    if (encoding === 'br') {
      const { BROTLI_OPERATION_FLUSH, BROTLI_OPERATION_FINISH } = constants;
      return brotliDecompressSync(body, {
        ...limit,
        finishFlush: partial ? BROTLI_OPERATION_FLUSH : BROTLI_OPERATION_FINISH,
      });
    }
  } catch {
    // Truncated, corrupt or too large when decompressed: handled like an unknown encoding.
  }
  return undefined;
}

/** Certificate and protocol errors, by the codes and messages of Node and OpenSSL. */
const rejections: readonly (readonly [RegExp, string])[] = [
  [/^CERT_HAS_EXPIRED/, 'its certificate has expired'],
  [/ALTNAME|HOSTNAME_MISMATCH/, 'its certificate is for another host name'],
  [
    /SELF_SIGNED|UNABLE_TO_(?:VERIFY|GET_ISSUER)|CERT_UNTRUSTED|INVALID_CA/,
    'its certificate is signed by an authority that the runner does not know (env NODE_EXTRA_CA_CERTS can name it)',
  ],
  [/^(?:CERT_|ERR_TLS_|UNABLE_TO_|DEPTH_ZERO_)/, 'its certificate was not accepted'],
  [
    /wrong version number|packet length too long|handshake failure|protocol version|unsupported protocol/,
    'it does not speak TLS (https:) at this port, or none that the runner accepts',
  ],
];

/** Messages when a proxy opens no tunnel, with the reason, or the server closes the connection before TLS. */
const NO_CONNECTION = /^tunneling socket could not be established, (.*)|before secure TLS connection was established/;

/** Classifies a network error. Exported to test errors that cannot be provoked on every machine. */
export function networkError(error: unknown, status: number | undefined): ExchangeError {
  // For a host with several addresses Node puts the error of each attempt into `errors`.
  const tries = property(error, 'errors');
  const cause: unknown = Array.isArray(tries) && tries.length > 0 ? tries[0] : error;
  const field = (name: string): string => {
    const value = property(cause, name);
    return typeof value === 'string' ? value : '';
  };
  const code = field('code');
  const message = field('message');
  const rejection = rejections.find(([pattern]) => pattern.test(code) || pattern.test(message));
  if (rejection !== undefined) return new ExchangeError('rejected', `${rejection[1]} (${code})`, status);
  if (code.startsWith('HPE_'))
    return new ExchangeError('unreadable', `the response cannot be read as HTTP (${code})`, status);
  const unconnected = NO_CONNECTION.exec(message);
  const proxyReason = unconnected?.[1];
  if (proxyReason !== undefined) {
    const refusal = /^statusCode=(4\d\d)/.exec(proxyReason)?.[1];
    return refusal === undefined
      ? new ExchangeError('unsent', `the proxy of the runner opened none (${proxyReason})`, status, { isProxy: true })
      : new ExchangeError('rejected', `the proxy of the runner refused it with ${refusal}`, status, { isProxy: true });
  }
  const unsent = ['connect', 'getaddrinfo'].includes(field('syscall')) || unconnected !== null;
  return new ExchangeError(unsent ? 'unsent' : 'lost', code === '' ? 'the connection failed' : code, status);
}

/** Rejects an address of a proxy that cannot be read: the client would fail without a reason, or use none. */
function assertReadableProxy(url: string): void {
  const [upper, lower] = url.startsWith('https:') ? ['HTTPS_PROXY', 'https_proxy'] : ['HTTP_PROXY', 'http_proxy'];
  const given = process.env[lower] || process.env[upper];
  if (given === undefined || given === '' || checkBypass(new URL(url))) return;
  if (readProxy(url)?.hostname) return;
  // It may hold credentials, so it is not shown.
  const text = `the address of the proxy in ${upper} cannot be read: it must be one such as http://host:8080`;
  throw new ExchangeError('rejected', text, undefined, { isProxy: true });
}

function readProxy(url: string): URL | undefined {
  try {
    return getProxyUrl(new URL(url));
  } catch {
    return undefined;
  }
}

function property(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
