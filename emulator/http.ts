// The HTTP server on its loopback port: reading requests, answering them, closing the port for a
// while.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from './clock.ts';
import type { Answer } from './errors.ts';
import { LOOPBACK } from './runner/loopback-port.ts';

/**
 * Longer than any client of a test keeps an idle connection, so that none is closed just as it is
 * used again.
 */
const KEEP_ALIVE_MS = 120_000;
/** No request of this API is longer. */
const BODY_LIMIT = 65_536;
/** How often a port that somebody else has taken meanwhile is tried again. */
const RETRY_PORT_MS = 250;

/** A request with the ways to answer it. */
export interface Incoming {
  readonly request: IncomingMessage;
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  /** Resolves with the body, or with undefined where it is too long. */
  readonly readBody: () => Promise<string | undefined>;
  readonly send: (answer: Answer) => void;
  /** Breaks the connection. */
  readonly cut: () => void;
  /** Waits on the clock; rejects when the client has gone. */
  readonly sleep: (ms: number) => Promise<void>;
}

/** What a server listens with. */
export interface ListenOptions {
  readonly clock: Clock;
  /** 0: any free one. */
  readonly port: number;
  /** Answers a request, or leaves it without an answer on purpose. */
  readonly handle: (incoming: Incoming) => Promise<void>;
  /** Called with what `handle` should not have thrown. */
  readonly onError: (error: unknown) => void;
  /** Called with a sentence when the port cannot be had again. */
  readonly onProblem: (sentence: string) => void;
}

/** A server on loopback. */
export class HttpServer {
  readonly #server: Server;
  readonly #closing = new AbortController();
  readonly #options: ListenOptions;
  port: number;

  constructor(options: ListenOptions) {
    this.#options = options;
    this.port = options.port;
    this.#server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, (request, response) => {
      void this.#serve(request, response);
    });
  }

  /** Listens. Rejects with Node's error where the port cannot be had. */
  async listen(): Promise<void> {
    this.#server.listen(this.port, LOOPBACK);
    await once(this.#server, 'listening');
    const address = this.#server.address();
    if (address !== null && typeof address === 'object') this.port = address.port;
  }

  /** Breaks every connection and listens nowhere for `ms`. */
  async closePort(ms: number): Promise<void> {
    if (!this.#server.listening) return;
    await this.#stop();
    try {
      await this.#options.clock.sleep(ms, this.#closing.signal);
      await this.#listenAgain();
    } catch (error) {
      if (!this.#closing.signal.aborted) throw error;
    }
  }

  /** In real time, since a port of this machine is. */
  async #listenAgain(): Promise<void> {
    const { signal } = this.#closing;
    for (let isFirst = true; ; isFirst = false) {
      try {
        await this.listen();
        return;
      } catch {
        if (isFirst)
          this.#options.onProblem(
            `Port ${this.port} was taken by another process while it was closed; ` +
              'it is tried again until it is free.',
          );
        // Keeps the process alive: nothing else does without a server.
        await delay(RETRY_PORT_MS, undefined, { signal });
      }
    }
  }

  async close(): Promise<void> {
    this.#closing.abort();
    if (this.#server.listening) await this.#stop();
  }

  async #stop(): Promise<void> {
    const closed = once(this.#server, 'close');
    this.#server.close();
    this.#server.closeAllConnections();
    await closed;
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    try {
      await this.#options.handle(
        incomingOf(request, response, { clock: this.#options.clock, gone: gone.signal }),
      );
    } catch (error) {
      // A client that leaves, or the emulator's end, ends a request wherever it is.
      if (gone.signal.aborted || this.#closing.signal.aborted) return;
      this.#options.onError(error);
      request.socket.destroy();
    }
  }
}

function incomingOf(
  request: IncomingMessage,
  response: ServerResponse,
  { clock, gone }: { clock: Clock; gone: AbortSignal },
): Incoming {
  const [path = '', search = ''] = (request.url ?? '').split('?', 2);
  return {
    request,
    method: request.method ?? '',
    path,
    query: new URLSearchParams(search),
    readBody: async () => await readBody(request),
    send: (answer) => {
      if (!response.destroyed) send(response, answer, clock);
    },
    cut: () => {
      request.socket.destroy();
    },
    sleep: async (ms) => {
      const release = clock.hold?.(request.socket.remotePort ?? 0);
      try {
        await clock.sleep(ms, gone);
      } finally {
        release?.();
      }
    },
  };
}

function send(
  response: ServerResponse,
  { status, headers, json, text }: Answer,
  clock: Clock,
): void {
  const content = text?.content ?? (json === undefined ? '' : JSON.stringify(json));
  const type = text?.type ?? 'application/json; charset=utf-8';
  response.writeHead(status, {
    // The clock's date, so that a client that compares it with `Retry-After` stays right in virtual
    // time.
    date: new Date(clock.wallTime()).toUTCString(),
    ...(content === '' ? {} : { 'content-type': type }),
    // A log is never shown as a page.
    'x-content-type-options': 'nosniff',
    'content-length': Buffer.byteLength(content),
    ...headers,
  });
  response.end(content);
}

async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length <= BODY_LIMIT) chunks.push(chunk);
  }
  return length > BODY_LIMIT ? undefined : Buffer.concat(chunks).toString();
}
