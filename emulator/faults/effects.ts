// What each exchange fault does to one exchange. The only place that misuses sockets on purpose.
import { setImmediate } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import type { ExchangeFault, ExchangeKind } from './kinds.ts';
import { PAGES } from './pages.ts';
import type { ApiResponse } from '../api/index.ts';
import {
  REQUESTS_PER_MINUTE,
  emptyResponse,
  encodeResponse,
  httpDate,
  jsonResponse,
  textResponse,
} from '../api/index.ts';
import type { Refusal } from '../refusals.ts';
import { busy, rateLimited, refuse, statusOfCode } from '../refusals.ts';

/** One request with the ways to answer it. */
export interface Exchange {
  /** Does what was asked for and returns what the answer would be. */
  readonly work: () => Promise<ApiResponse>;
  /** Sends a whole answer. */
  readonly send: (response: ApiResponse) => void;
  /** Sends the head of an answer and gives its body to write; nothing ends it but its own end. */
  readonly open: (status: number, headers: Readonly<Record<string, string>>) => BodyWriter;
  /** Breaks the connection. */
  readonly destroy: () => void;
  /** Waits on the clock while the request counts as held; rejects when the client has gone. */
  readonly sleep: (ms: number) => Promise<void>;
  /** Resolves when the client has gone; the request counts as held until then. */
  readonly untilGone: () => Promise<void>;
  /** Closes the listening port for a while. */
  readonly startDowntime: (ms: number) => void;
  readonly wallTime: () => number;
}

/** The body of an answer under way. */
interface BodyWriter {
  /** Resolves when there is room for more, or the client has gone. */
  write(bytes: Buffer): Promise<void>;
  readonly gone: boolean;
  end(): void;
}

type Effect<Kind extends ExchangeKind> = (exchange: Exchange, fault: ExchangeFault<Kind>) => Promise<void> | void;

/** An endless body is sent at once up to here, then with time between: a virtual clock stands still while data flows. */
const FAST_BYTES = 20_000_000;

const effects: { readonly [Kind in ExchangeKind]: Effect<Kind> } = {
  refuse: ({ destroy }) => {
    destroy();
  },
  'reset-before': ({ destroy }) => {
    destroy();
  },
  'reset-after': async ({ work, destroy }) => {
    await work();
    destroy();
  },
  'cut-body': async ({ work, open, destroy }) => {
    const { headers, bytes, status } = await encoded(work);
    const part = bytes.length > 1 ? bytes.subarray(0, Math.ceil(bytes.length / 2)) : Buffer.from('{"ok":');
    await open(status, { ...headers, 'content-length': String(bytes.length + part.length) }).write(part);
    // The part has to reach the client before the end of the connection does.
    await setImmediate();
    destroy();
  },
  drip: async ({ work, open, sleep }, { intervalMs }) => {
    const { headers, bytes, status } = await encoded(work);
    const body = open(status, headers);
    for (const byte of bytes) {
      await sleep(intervalMs);
      await body.write(Buffer.of(byte));
    }
    body.end();
  },
  hang: async ({ work, untilGone }, { after = false }) => {
    if (after) await work();
    await untilGone();
  },
  delay: async ({ work, send, sleep }, { ms, after = false }) => {
    if (!after) await sleep(ms);
    const response = await work();
    if (after) await sleep(ms);
    send(response);
  },
  garbage: async ({ work, send }, { work: doWork = true }) => {
    if (doWork) await work();
    send(textResponse(200, '{"ok":true,"deployments":[{"id":"dep_', 'application/json; charset=utf-8'));
  },
  html: async ({ work, send }, { work: doWork = false, page = 'sign-in', status }) => {
    if (doWork) await work();
    const shown = PAGES[page];
    send(textResponse(status ?? shown.status, shown.body, shown.type));
  },
  empty: async ({ work, send }, { work: doWork = true }) => {
    const status = doWork ? (await work()).status : 200;
    send(emptyResponse(status));
  },
  status: async ({ work, send }, fault) => {
    if (fault.work === true) await work();
    const { status, code, message, headers = {} } = fault;
    const error = { code: code ?? 'internal_error', message: message ?? `An injected ${status}.` };
    const body = fault.body ?? { ok: false, error };
    send(typeof body === 'string' ? { ...textResponse(status, body), headers } : jsonResponse(status, body, headers));
  },
  'rate-limited': ({ send, wallTime }, { retryAfter, retryAfterMs = 60_000 }) => {
    const shown = retryAfter === 'date' ? httpDate(wallTime() + retryAfterMs) : retryAfter;
    send(refusalWith(rateLimited(REQUESTS_PER_MINUTE), shown));
  },
  busy: ({ send }, { retryAfter }) => {
    send(refusalWith(busy(), retryAfter));
  },
  'create-limit': ({ send }) => {
    send(refusalWith(refuse('create_limit', 'The daily resource-creation cap of the key is reached.')));
  },
  redirect: ({ send }, { status, location }) => {
    send(emptyResponse(status, { location }));
  },
  gzip: async ({ work, open }) => {
    const { headers, bytes, status } = await encoded(work);
    const packed = gzipSync(bytes);
    const body = open(status, { ...headers, 'content-encoding': 'gzip', 'content-length': String(packed.length) });
    await body.write(packed);
    body.end();
  },
  endless: async ({ work, open, sleep }) => {
    const { headers, status } = await encoded(work);
    const { 'content-length': _length, ...rest } = headers;
    const body = open(status, rest);
    await body.write(Buffer.from('{"ok":true,"log":"'));
    const chunk = Buffer.alloc(65_536, 'x');
    for (let bytes = 0; !body.gone; bytes += chunk.length) {
      await body.write(chunk);
      await (bytes < FAST_BYTES ? setImmediate() : sleep(1_000));
    }
  },
  'wrong-types': async ({ work, send }) => {
    const response = await work();
    send(
      response.body !== undefined && 'json' in response.body
        ? { ...response, body: { json: withOtherTypes(response.body.json) } }
        : response,
    );
  },
  'ok-false': async (
    { work, send },
    { code = 'internal_error', message = 'Something went wrong.', work: doWork = false },
  ) => {
    if (doWork) await work();
    send(jsonResponse(200, { ok: false, error: { code, message } }));
  },
  downtime: async ({ work, destroy, startDowntime }, { ms, work: doWork = false }) => {
    if (doWork) await work();
    startDowntime(ms);
    destroy();
  },
};

/** Whether a fault strikes before the body of the request has been read. */
export function actsBeforeBody({ kind }: ExchangeFault): boolean {
  return kind === 'refuse';
}

/** Resolves when the fault has nothing more to do. */
export async function applyFault<Kind extends ExchangeKind>(
  fault: ExchangeFault<Kind>,
  exchange: Exchange,
): Promise<void> {
  await effects[fault.kind](exchange, fault);
}

async function encoded(
  work: Exchange['work'],
): Promise<ReturnType<typeof encodeResponse> & { readonly status: number }> {
  const response = await work();
  return { ...encodeResponse(response), status: response.status };
}

/** The plain response to a refusal, with the `Retry-After` that the fault wants, whatever the dialect is. */
function refusalWith({ refused: code, message }: Refusal, retryAfter?: number | string): ApiResponse {
  const headers = retryAfter === undefined ? undefined : { 'retry-after': String(retryAfter) };
  return jsonResponse(statusOfCode[code], { ok: false, error: { code, message } }, headers);
}

/** The same structure with every plain value of another type: text becomes a number, numbers text, lists objects. */
function withOtherTypes(value: unknown): unknown {
  if (typeof value === 'string') return 42;
  if (typeof value === 'number') return String(value);
  if (typeof value === 'boolean') return value ? 'yes' : 0;
  if (Array.isArray(value))
    return Object.fromEntries(value.map((item, index) => [String(index), withOtherTypes(item)]));
  if (typeof value !== 'object' || value === null) return [];
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, withOtherTypes(item)]));
}
