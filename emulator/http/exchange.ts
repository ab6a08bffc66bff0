// One exchange of HTTP: the request as it came in, and the ways to answer it. What an answer holds is decided elsewhere.
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ApiResponse } from '../api/index.ts';
import { encodeResponse } from '../api/index.ts';
import type { Clock } from '../clock/index.ts';
import type { Exchange } from '../faults/index.ts';

/** No request of this API is longer. */
const BODY_LIMIT = 65_536;

/** One request on its way to an answer. */
export interface Incoming {
  readonly request: IncomingMessage;
  readonly path: string;
  readonly query: URLSearchParams;
  /** Aborted when the connection ends or the answer is complete. */
  readonly gone: AbortSignal;
  /** The body as text, up to a limit beyond which `tooLong` is set. */
  readonly body: () => Promise<{ readonly text: string; readonly tooLong: boolean }>;
  /** The ways to answer it, but for doing the work. */
  readonly exchange: Omit<Exchange, 'work'>;
}

/** What is reported of an exchange while it lasts. */
export interface ExchangeEvents {
  readonly onStatus: (status: number) => void;
  readonly onHeld: () => void;
}

interface ExchangeParts {
  readonly clock: Clock;
  readonly startDowntime: (ms: number) => void;
  readonly events: () => ExchangeEvents | undefined;
}

/** A request with the ways to answer it. */
export function incomingOf(request: IncomingMessage, response: ServerResponse, parts: ExchangeParts): Incoming {
  const { clock, startDowntime, events } = parts;
  const gone = new AbortController();
  response.once('close', () => {
    gone.abort();
  });
  const port = request.socket.remotePort;
  const whileHeld = async <T>(wait: Promise<T>): Promise<T> => {
    events()?.onHeld();
    const release = port === undefined ? undefined : clock.hold?.(port);
    try {
      return await wait;
    } finally {
      release?.();
    }
  };
  const head = (status: number, headers: Readonly<Record<string, string>>): void => {
    events()?.onStatus(status);
    // The date is the clock's, so that a client that compares it with `Retry-After` stays right in virtual time.
    response.writeHead(status, { date: new Date(clock.wallTime()).toUTCString(), ...headers });
  };
  const send = (answer: ApiResponse): void => {
    if (response.destroyed) return;
    const { headers, bytes } = encodeResponse(answer);
    head(answer.status, headers);
    response.end(bytes);
  };
  const [path = '', search = ''] = (request.url ?? '').split('?', 2);
  return {
    request,
    path,
    query: new URLSearchParams(search),
    gone: gone.signal,
    body: async () => await readBody(request),
    exchange: {
      send,
      startDowntime,
      destroy: () => {
        request.socket.destroy();
      },
      wallTime: () => clock.wallTime(),
      sleep: async (ms) => {
        await whileHeld(clock.sleep(ms, gone.signal));
      },
      untilGone: async () => {
        await whileHeld(aborted(gone.signal));
      },
      open: (status, headers) => {
        head(status, headers);
        return {
          write: async (bytes) => {
            if (gone.signal.aborted || response.write(bytes)) return;
            await once(response, 'drain', { signal: gone.signal }).catch(() => undefined);
          },
          get gone() {
            return gone.signal.aborted;
          },
          end: () => {
            response.end();
          },
        };
      },
    },
  };
}

async function readBody(request: IncomingMessage): Promise<{ readonly text: string; readonly tooLong: boolean }> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length <= BODY_LIMIT) chunks.push(chunk);
  }
  return { text: Buffer.concat(chunks).toString(), tooLong: length > BODY_LIMIT };
}

async function aborted(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, 'abort');
}
