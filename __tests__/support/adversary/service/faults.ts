// What can come instead of a good answer: from the service itself, from something in between, or from the network.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { type Clock, keepWaiting } from '../../virtual-time.ts';
import type { PostAnswer, ReadFault } from '../story.ts';

/** An answer before it is sent. */
export interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string;
}

/** One request in the hands of the service. */
export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Aborted when the client is gone. */
  readonly gone: AbortSignal;
  readonly clock: Clock;
  /** The good answer as it is at the time of the call. */
  readonly good: () => Answer;
}

/** How a request ended: what of an answer was delivered, if anything. */
export type Delivery =
  { readonly kind: 'answered'; readonly status: number; readonly retryAfterS?: number } | { readonly kind: 'lost' };

type Effect = (exchange: Exchange) => Promise<Delivery>;
type Fault = ReadFault | Exclude<PostAnswer, 'accepted' | 'joined'>;

/** Longer than any deadline of a story. */
const FOR_EVER_MS = 100_000_000;
const JSON_TYPE = { 'content-type': 'application/json' };
const PAGE_TYPE = { 'content-type': 'text/html; charset=utf-8' };

/** An answer in JSON. */
export function json(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Answer {
  return { status, headers: { ...JSON_TYPE, ...headers }, body: JSON.stringify(body) };
}

/** A refusal in the one shape of the service. */
export function refusal(status: number, code: string, headers: Readonly<Record<string, string>> = {}): Answer {
  return json(status, { ok: false, error: { code, message: `No, because of ${code}.` } }, headers);
}

function page(status: number, title: string): Answer {
  const body = `<!DOCTYPE html><html><head><title>${title}</title></head><body><h1>${title}</h1></body></html>`;
  return { status, headers: PAGE_TYPE, body };
}

/** Sends an answer. */
export async function send({ response }: Pick<Exchange, 'response'>, answer: Answer): Promise<Delivery> {
  const { status, headers = {}, body } = answer;
  if (response.destroyed) return { kind: 'lost' };
  await new Promise<void>((resolve) => {
    response.once('close', resolve);
    response.writeHead(status, headers).end(body);
  });
  if (!response.writableFinished) return { kind: 'lost' };
  const retryAfter = headers['retry-after'];
  return retryAfter === undefined || !/^\d+$/.test(retryAfter)
    ? { kind: 'answered', status }
    : { kind: 'answered', status, retryAfterS: Number(retryAfter) };
}

const always =
  (answer: Answer): Effect =>
  (exchange) =>
    send(exchange, answer);

const late =
  (ms: number, then: Effect): Effect =>
  async (exchange) => {
    const { request, clock, gone } = exchange;
    try {
      await keepWaiting(request, clock, { ms, signal: gone });
    } catch {
      return { kind: 'lost' };
    }
    return await then(exchange);
  };

/** The beginning of a good answer, whose end never comes. */
function begin({ response, good }: Exchange): void {
  const { status, headers, body } = good();
  const bytes = Buffer.from(body);
  response.writeHead(status, { ...headers, 'content-length': String(bytes.length + 10) });
  response.write(bytes.subarray(0, Math.ceil(bytes.length / 2)));
}

const effects: Readonly<Record<Fault, Effect>> = {
  'slow 8 s': late(8_000, (exchange) => send(exchange, exchange.good())),
  'slow 12 s': late(12_000, (exchange) => send(exchange, exchange.good())),
  reset: async ({ response }) => {
    response.destroy();
    return await Promise.resolve({ kind: 'lost' });
  },
  cut: async (exchange) => {
    begin(exchange);
    await new Promise((resolve) => setImmediate(resolve));
    exchange.response.destroy();
    return { kind: 'lost' };
  },
  hang: late(FOR_EVER_MS, (exchange) => send(exchange, exchange.good())),
  stall: async (exchange) => {
    begin(exchange);
    return await late(FOR_EVER_MS, (other) => send(other, other.good()))(exchange);
  },
  500: always(refusal(500, 'internal_error')),
  '503, retry after 7 s': always(refusal(503, 'unavailable', { 'retry-after': '7' })),
  '502 page': always(page(502, '502 Bad Gateway')),
  '504 page': always(page(504, '504 Gateway Time-out')),
  '504 JSON of a gateway': always(json(504, { status: 504, error: 'Gateway Timeout', requestId: 'c0ffee' })),
  '504 page after 50 s': late(50_000, always(page(504, '504 Gateway Time-out'))),
  '200 page': always(page(200, 'Sign in')),
  '202 page': always(page(202, 'Sign in')),
  '403 page': always(page(403, 'Request blocked')),
  '404 text': always({ status: 404, headers: { 'content-type': 'text/plain' }, body: 'default backend - 404' }),
  '405 page': always(page(405, '405 Not Allowed')),
  redirect: always({ status: 302, headers: { location: 'https://login.example.test/' }, body: '' }),
  gzip: (exchange) => sendCompressed(exchange),
  empty: always({ status: 200, headers: JSON_TYPE, body: '' }),
  'broken JSON': async (exchange) => {
    const { body, ...answer } = exchange.good();
    return await send(exchange, { ...answer, body: body.slice(0, -2) });
  },
  null: always(json(200, null)),
  'wrong types': always(
    json(200, { ok: true, deployments: 7, deployment: 'soon', resource: [], resources: {}, id: [] }),
  ),
  'ok false': always({ ...refusal(200, 'internal_error'), status: 200 }),
  'rate limited': always(refusal(429, 'rate_limited')),
  'rate limited, retry after 5 s': always(refusal(429, 'rate_limited', { 'retry-after': '5' })),
  'rate limited, retry at a date': async (exchange) => {
    const dateIn = (ms: number) => new Date(exchange.clock.wallTime() + ms).toUTCString();
    return await send(exchange, refusal(429, 'rate_limited', { date: dateIn(0), 'retry-after': dateIn(6_000) }));
  },
  'rate limited page': always(page(429, 'Too many requests')),
  quota: always(refusal(429, 'monthly_quota')),
  'quota, in capitals': always(refusal(429, 'MONTHLY_QUOTA')),
  'accepted with an error': always({ ...refusal(202, 'locked'), status: 202 }),
  'quota, retry after 5 s': always(refusal(429, 'monthly_quota', { 'retry-after': '5' })),
  'not found': always(refusal(404, 'not_found')),
  'code of ours': always(refusal(422, 'invalid_input')),
  'key quoted': async (exchange) => {
    const key = exchange.request.headers.authorization ?? 'Bearer none';
    const error = { code: 'internal_error', message: `bad ${key} or ${key.toUpperCase()}` };
    return await send(exchange, json(500, { ok: false, error }));
  },
  'long message': always(
    json(500, { ok: false, error: { code: 'internal_error', message: 'this is long. '.repeat(20_000) } }),
  ),
  stale: (exchange) => send(exchange, exchange.good()),
  busy: always(refusal(409, 'busy')),
  'busy, retry after 7 s': always(refusal(409, 'busy', { 'retry-after': '7' })),
  billing: always(refusal(402, 'billing')),
};

async function sendCompressed(exchange: Exchange): Promise<Delivery> {
  const { status, headers = {}, body } = exchange.good();
  const { response } = exchange;
  await new Promise<void>((resolve) => {
    response.once('close', resolve);
    response.writeHead(status, { ...headers, 'content-encoding': 'gzip' }).end(gzipSync(body));
  });
  return { kind: 'answered', status };
}

/** Lets the fault happen. */
export async function happen(fault: Fault, exchange: Exchange): Promise<Delivery> {
  return await effects[fault](exchange);
}
