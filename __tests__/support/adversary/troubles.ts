// What may go wrong with one request, and how it is answered then.
import { keysOf } from './forms.ts';

/** How a request is answered; `{hostile}` stands for the hostile text of the story. */
export interface Reply {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** It never ends as it should. */
  readonly ends?: 'cut' | 'hang' | 'stall';
}

export const error = (status: number, code: string, headers = {}): Reply => ({
  status,
  headers,
  body: { ok: false, error: { code, message: `No: ${code}. {hostile}` } },
});
const page = (status: number, headers = {}): Reply => ({
  status,
  headers: { 'content-type': 'text/html', ...headers },
  body: '<!doctype html><html><head><title>Gateway {hostile}</title></head></html>',
});

/** After these it is open whether a request was carried out. */
const losses = {
  cut: { status: 200, body: '', ends: 'cut' },
  hang: { status: 200, body: '', ends: 'hang' },
  stall: { status: 200, body: { ok: true, deployments: [] }, ends: 'stall' },
  'server error': error(500, 'internal_error'),
  unavailable: error(503, 'unavailable', { 'retry-after': '7' }),
  'bad gateway': page(502),
  'gateway timeout': { status: 504, body: { message: 'timed out' } },
  'request timeout': page(408),
  'page that is good': page(200),
  'broken JSON': { status: 200, body: '{"ok":tr' },
} satisfies Readonly<Record<string, Reply>>;
const limits = {
  'rate limit': error(429, 'rate_limited'),
  'rate limit for 20 s': error(429, 'rate_limited', { 'retry-after': '20' }),
  'rate limit for 90 s': error(429, 'rate_limited', { 'retry-after': '90' }),
  'rate limit as a page': page(429, { 'retry-after': '5' }),
};
/** A machine that takes over knows nothing yet. */
const failOvers = {
  'empty list': { status: 200, body: { ok: true, deployments: [] } },
  'not found': error(404, 'not_found'),
};
/** These end a step at once. */
const refusals = {
  forbidden: error(403, 'forbidden'),
  unauthorized: error(401, 'unauthorized'),
  'out of money': error(402, 'billing'),
  elsewhere: { status: 302, headers: { location: '{elsewhere}' }, body: '' },
};
const gateways = { 'page not found': page(404) };

export const TROUBLES = { ...losses, ...limits, ...failOvers, ...refusals, ...gateways };
/** The name of a trouble; `refused`: nobody listens. */
export type Trouble = keyof typeof TROUBLES | 'refused';

export const LOSSES: readonly Trouble[] = keysOf(losses);
export const LIMITS: readonly Trouble[] = keysOf(limits);
export const FAIL_OVERS: readonly Trouble[] = keysOf(failOvers);
export const REFUSALS: readonly Trouble[] = keysOf(refusals);
export const OUTAGES: readonly Trouble[] = [...LOSSES, ...keysOf(gateways), 'refused'];
