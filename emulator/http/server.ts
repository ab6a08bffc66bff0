// The HTTP server on its loopback port, which can be closed for a while.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Clock } from '../clock/index.ts';
import { LOOPBACK } from '../addresses.ts';
import type { ExchangeEvents, Incoming } from './exchange.ts';
import { incomingOf } from './exchange.ts';

/** Far longer than any client of a test keeps an idle connection, so that none is closed just as it is used again. */
const KEEP_ALIVE_MS = 120_000;
/** How long a client may take to send the head of a request, and the whole of it. */
const HEADERS_TIMEOUT_MS = 15_000;
const REQUEST_TIMEOUT_MS = 60_000;
/** How often connections are checked against these timeouts. */
const CHECK_EVERY_MS = 2000;
/** How long, and how often, a port that somebody took during a downtime is tried again. */
const REGAIN_MS = 10_000;
const REGAIN_EVERY_MS = 500;

/** Answers a request; `listen` registers what is called with its status and when it is held. */
export type Handle = (incoming: Incoming, listen: (events: ExchangeEvents) => void) => Promise<void>;

/** What a server listens with. */
export interface ListenOptions {
  readonly clock: Clock;
  readonly port: number;
  /** How long a client may take to send the head and the whole of a request, and how often this is checked. */
  readonly timeouts?: { readonly headersMs: number; readonly requestMs: number; readonly checkEveryMs: number };
  /** Called with what `handle` should not have thrown; the connection is broken then. */
  readonly onError: (error: unknown) => void;
  /** Called with one sentence when the port could not be had again after a downtime: nothing listens from then on. */
  readonly onLost: (sentence: string) => void;
}

/** A listening loopback server. */
export interface HttpServer {
  readonly port: number;
  close(): Promise<void>;
}

/** Starts a server on loopback; `handle` may leave a request without an answer on purpose. */
export async function listen(handle: Handle, options: ListenOptions): Promise<HttpServer> {
  const { clock, port, timeouts, onError, onLost } = options;
  const closing = new AbortController();
  const server = createServer({
    keepAliveTimeout: KEEP_ALIVE_MS,
    headersTimeout: timeouts?.headersMs ?? HEADERS_TIMEOUT_MS,
    requestTimeout: timeouts?.requestMs ?? REQUEST_TIMEOUT_MS,
    connectionsCheckingInterval: timeouts?.checkEveryMs ?? CHECK_EVERY_MS,
  });
  const startDowntime = (ms: number): void => {
    void runDowntime(server, ms, { clock, closing: closing.signal, onLost });
  };
  // An error of listening is that of whoever asked for it.
  server.on('error', (error: NodeJS.ErrnoException) => {
    if (error.syscall !== 'listen') onError(error);
  });
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    let events: ExchangeEvents | undefined;
    const incoming = incomingOf(request, response, { clock, startDowntime, events: () => events });
    const serve = async (): Promise<void> => {
      try {
        await handle(incoming, (given) => {
          events = given;
        });
      } catch (error) {
        // A client that leaves, or the emulator being closed, ends an exchange wherever it is.
        if (incoming.gone.aborted || closing.signal.aborted) return;
        onError(error);
        incoming.exchange.destroy();
      }
    };
    void serve();
  });
  await listenOn(server, port);
  return {
    port: portOf(server),
    close: async () => {
      closing.abort();
      if (server.listening) await stopListening(server);
    },
  };
}

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server listens on no port.');
  return address.port;
}

async function stopListening(server: Server): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
}

async function listenOn(server: Server, port: number): Promise<void> {
  const listening = once(server, 'listening');
  server.listen(port, LOOPBACK);
  await listening;
}

interface DowntimeOptions extends Pick<ListenOptions, 'clock' | 'onLost'> {
  readonly closing: AbortSignal;
}

/** Listens nowhere for a while; afterwards the port is tried until it is free again or its time is over. */
async function runDowntime(server: Server, ms: number, { clock, closing, onLost }: DowntimeOptions): Promise<void> {
  if (!server.listening) return;
  const port = portOf(server);
  await stopListening(server);
  const untilMs = clock.now() + ms + REGAIN_MS;
  let waitMs = ms;
  while (!server.listening) {
    try {
      await clock.sleep(waitMs, closing);
    } catch {
      return;
    }
    await listenOn(server, port).catch(() => undefined);
    waitMs = REGAIN_EVERY_MS;
    if (server.listening || clock.now() < untilMs) continue;
    onLost(`Port ${port} was taken during a downtime and is not free again, so nothing listens any more.`);
    return;
  }
  if (closing.aborted) await stopListening(server);
}
