// One HTTP exchange over @actions/http-client with its traps closed: no redirect is followed, nothing is retried, the
// whole response has a deadline and a byte cap, and a response that was cut short is an error. No key, no meaning.
import type { ClientRequestArgs } from 'node:http';
import { HttpClient, type HttpClientResponse } from '@actions/http-client';
import type { RequestHandler } from '@actions/http-client/lib/interfaces';
import { type Clock, unlessAborted } from '../../clock.ts';

/** What to send and how much to put up with. */
export interface ExchangeRequest {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  /** Milliseconds until the status line must have come, and until the body must be whole. */
  readonly headersWithinMs: number;
  readonly wholeWithinMs: number;
  /** Bytes of body that are read; 0 reads none and hands back the status alone. */
  readonly maxBytes: number;
  /** The first `maxBytes`, or what came in time, are enough: a longer or endless body is no error. */
  readonly isSample?: boolean;
}

/** What came back, unjudged. */
export interface HttpResponse {
  readonly status: number;
  readonly contentType: string | undefined;
  readonly retryAfter: string | undefined;
  readonly location: string | undefined;
  /** All headers, under lower-case names. */
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
  readonly bytes: number;
  /** Milliseconds from the status line to the last byte. */
  readonly receivingMs: number;
}

/** How an exchange can go wrong, before anybody knows what it was for. */
export type ExchangeFailure = 'unsent' | 'lost' | 'expired' | 'too-large' | 'encoded';

/** An exchange without a whole response. `status` is set when the status line had come. */
export class ExchangeError extends Error {
  override readonly name = 'ExchangeError';
  readonly failure: ExchangeFailure;
  readonly status: number | undefined;

  constructor(failure: ExchangeFailure, message: string, status?: number) {
    super(message);
    this.failure = failure;
    this.status = status;
  }
}

/** A pool of connections to one scheme and host. */
export interface Exchanger {
  /** Sends one request. Rejects with an {@link ExchangeError}, or with the signal's reason once that is aborted. */
  exchange(request: ExchangeRequest, signal: AbortSignal): Promise<HttpResponse>;
  dispose(): void;
}

/**
 * Hands an abort signal to Node's own request options. The client has no parameter for it; a request handler is the
 * one hook to these options, and `HttpClient.request` calls it before its first await, so the value set just before the
 * call is the value used.
 */
class SignalHandler implements RequestHandler {
  signal: AbortSignal | undefined;

  prepareRequest(options: ClientRequestArgs): void {
    options.signal = this.signal;
  }

  canHandleAuthentication(): boolean {
    return false;
  }

  handleAuthentication(): Promise<HttpClientResponse> {
    return Promise.reject(new Error('no authentication is handled here'));
  }
}

/** Makes an exchanger; `dispose` it, or its idle connections keep the process alive. */
export function createExchanger(userAgent: string, clock: Clock): Exchanger {
  const handler = new SignalHandler();
  const http = new HttpClient(userAgent, [handler], { allowRedirects: false, allowRetries: false, keepAlive: true });

  async function exchange(request: ExchangeRequest, signal: AbortSignal): Promise<HttpResponse> {
    signal.throwIfAborted();
    const limit = createLimit(clock, signal);
    let status: number | undefined;
    try {
      limit.start(request.headersWithinMs);
      handler.signal = limit.signal;
      const asked = http.request(request.method, request.url, request.body, { ...request.headers });
      // An aborted request does not always end by itself: Node tells nothing after a response that switches protocols, nor
      // while a proxy is silent about the tunnel.
      const { message } = await unlessAborted(asked, limit.signal);
      status = message.statusCode ?? 0;
      limit.start(request.wholeWithinMs);
      const startedMs = clock.now();
      const head = {
        status,
        contentType: message.headers['content-type'],
        retryAfter: message.headers['retry-after'],
        location: message.headers.location,
        headers: message.headers,
      };
      if (request.maxBytes === 0) {
        message.destroy();
        return { ...head, body: '', bytes: 0, receivingMs: 0 };
      }
      const read = request.isSample === true ? readSample : readWhole;
      const whole = await read(message, request.maxBytes);
      return { ...head, ...whole, receivingMs: clock.now() - startedMs };
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      if (limit.signal.aborted) throw new ExchangeError('expired', 'no whole response in time', status);
      throw error instanceof ExchangeError ? error : networkError(error, status);
    } finally {
      limit.end();
    }
  }

  return { exchange, dispose: () => http.dispose() };
}

/** A deadline on the injected clock that can be set anew, joined with the signal of the step. */
function createLimit(clock: Clock, signal: AbortSignal) {
  const expiry = new AbortController();
  let timer = new AbortController();
  return {
    signal: AbortSignal.any([signal, expiry.signal]),
    start(ms: number): void {
      timer.abort();
      timer = new AbortController();
      clock.sleep(ms, timer.signal).then(
        () => expiry.abort(),
        () => undefined,
      );
    },
    end: () => timer.abort(),
  };
}

/** By how much more than is needed the memory for a response grows; all of it is written with zeros when it is given back. */
const STORE_STEP_BYTES = 1 << 16;

function refuseEncoded(message: HttpClientResponse['message']): void {
  const encoding = message.headers['content-encoding'] ?? 'identity';
  if (encoding === 'identity') return;
  message.destroy();
  throw new ExchangeError('encoded', 'the response is compressed, which was not asked for', message.statusCode);
}

/** The beginning of a body: what came before `maxBytes`, the time limit or a cut. */
async function readSample(
  message: HttpClientResponse['message'],
  maxBytes: number,
): Promise<Pick<HttpResponse, 'body' | 'bytes'>> {
  refuseEncoded(message);
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of message as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes >= maxBytes) break;
    }
  } catch (error) {
    if (bytes === 0) throw error;
  }
  message.destroy();
  const body = Buffer.concat(chunks).subarray(0, maxBytes);
  return { body: body.toString('utf8'), bytes: body.length };
}

async function readWhole(
  message: HttpClientResponse['message'],
  maxBytes: number,
): Promise<Pick<HttpResponse, 'body' | 'bytes'>> {
  refuseEncoded(message);
  // Memory that is given back at once, here and below: megabytes at every look at a log would wait for the collector.
  const store = new ArrayBuffer(0, { maxByteLength: maxBytes });
  let bytes = 0;
  for await (const chunk of message as AsyncIterable<Buffer<ArrayBuffer>>) {
    const wholeBytes = bytes + chunk.length;
    if (wholeBytes > maxBytes) {
      message.destroy();
      throw new ExchangeError('too-large', `the response is longer than ${maxBytes} bytes`, message.statusCode);
    }
    if (wholeBytes > store.byteLength) store.resize(Math.min(maxBytes, wholeBytes + STORE_STEP_BYTES));
    new Uint8Array(store).set(chunk, bytes);
    giveBack(chunk);
    bytes = wholeBytes;
  }
  if (!message.complete) throw new ExchangeError('lost', 'the response was cut short', message.statusCode);
  const body = Buffer.from(store, 0, bytes).toString('utf8');
  store.resize(0);
  return { body, bytes };
}

/** Frees the memory of a chunk that nobody reads any more, unless the chunk is a part of something larger. */
function giveBack({ buffer, byteLength }: Buffer<ArrayBuffer>): void {
  if (buffer.byteLength === byteLength) buffer.transfer(0);
}

/** Node's and OpenSSL's codes for a certificate that was not accepted: the request was not sent. */
const CERTIFICATE_CODE = /^(CERT_|ERR_TLS_|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|HOSTNAME_MISMATCH|INVALID_CA)/;

/** What is said when a proxy gives no tunnel, or TLS does not come about: the request was not sent. */
const NO_CONNECTION =
  /^tunneling socket could not be established|before secure TLS connection was established|wrong version number|handshake failure|protocol version|unsupported protocol/;

/** What kind of failure an error of the network is. Exported for the errors that no test can bring about everywhere. */
export function networkError(error: unknown, status: number | undefined): ExchangeError {
  // Of a host with several addresses Node reports every try in `errors`, and only the code on the outside.
  const tries = property(error, 'errors');
  const cause: unknown = Array.isArray(tries) && tries.length > 0 ? tries[0] : error;
  const field = (name: string): string => {
    const value = property(cause, name);
    return typeof value === 'string' ? value : '';
  };
  const code = field('code');
  const unsent =
    ['connect', 'getaddrinfo'].includes(field('syscall')) ||
    CERTIFICATE_CODE.test(code) ||
    NO_CONNECTION.test(field('message'));
  return new ExchangeError(unsent ? 'unsent' : 'lost', code === '' ? 'the connection failed' : code, status);
}

function property(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
