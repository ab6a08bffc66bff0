// One request of the load, and clients that never finish theirs.
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { KEY } from './apps.ts';

const TIMEOUT_MS = 10_000;
/** For requests that no fault can hit: only the machine keeps them waiting. */
export const PATIENT_MS = 120_000;
/** A body without end is given up here. */
const BODY_LIMIT = 1_000_000;
const STALLED_CLIENTS = 30;

/** What is sent beside method and address. */
export interface RequestOptions {
  readonly method?: string;
  /** Default: the key of the load. */
  readonly key?: string;
  /** Sent as JSON; text is sent as it is. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Default: 10 s, as some faults never answer. */
  readonly timeoutMs?: number;
}

/** An answer; undefined where there was none. `json` is undefined where the body is no JSON. */
export type Answer = { readonly status: number; readonly json: unknown } | undefined;

/** Sends a request; resolves with undefined when the connection breaks, as it does under faults and SIGKILL. */
export async function request(url: string, options: RequestOptions = {}): Promise<Answer> {
  const { method = 'GET', key = KEY, body, headers = {}, timeoutMs = TIMEOUT_MS } = options;
  try {
    const response = await fetch(url, {
      method,
      headers: { authorization: `Bearer ${key}`, ...headers },
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    return { status: response.status, json: parse(await textOf(response)) };
  } catch {
    return undefined;
  }
}

async function textOf(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  const body: AsyncIterable<Uint8Array> | readonly Uint8Array[] = response.body ?? [];
  for await (const chunk of body) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > BODY_LIMIT) break; // which closes the connection
  }
  return text;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const UNFINISHED = [
  '',
  'GET /api/v1/resources HTTP/1.1\r\nHo',
  'POST /api/v1/resources/steady/deployments HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 9999\r\n\r\n',
  'GET / HTTP/9.9\r\n\r\n',
] as const;

/** Clients that connect and never finish their request. */
export class StalledClients {
  readonly #sockets: Socket[] = [];
  #count = 0;

  /** Opens another one; beyond thirty the oldest leaves. */
  add(port: number): void {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined).resume();
    socket.write(UNFINISHED[this.#count % UNFINISHED.length] ?? '');
    this.#count += 1;
    this.#sockets.push(socket);
    if (this.#sockets.length > STALLED_CLIENTS) this.#sockets.shift()?.destroy();
  }

  /** All of them leave. */
  destroy(): void {
    for (const socket of this.#sockets.splice(0)) socket.destroy();
  }
}
