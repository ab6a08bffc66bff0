// What may go wrong with one request, and how it is answered then.

/** How a request is answered; `ends`: `cut`, `hang` and `stall` never end as they should. */
export interface Reply {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly ends?: 'cut' | 'hang' | 'stall';
}

const error = (status: number, code: string, headers = {}) => ({
  status,
  headers,
  body: { ok: false, error: { code, message: `No: ${code}. {hostile}` } },
});
const page = (status: number) => ({
  status,
  headers: { 'content-type': 'text/html' },
  body: '<!doctype html><html><head><title>Gateway {hostile}</title></head></html>',
});

/** Each trouble; `{hostile}` stands for the hostile text of the story. */
export const TROUBLES = {
  cut: { status: 200, body: '', ends: 'cut' },
  hang: { status: 200, body: '', ends: 'hang' },
  stall: { status: 200, body: { ok: true, deployments: [] }, ends: 'stall' },
  'server error': error(500, 'internal_error'),
  unavailable: error(503, 'unavailable'),
  'unavailable for 7 s': error(503, 'unavailable', { 'retry-after': '7' }),
  'bad gateway': page(502),
  'gateway timeout': { status: 504, body: { message: 'timed out' } },
  'page that is good': page(200),
  'broken JSON': { status: 200, body: '{"ok":tr' },
  'request timeout': page(408),
  'page not found': page(404),
  'not found': error(404, 'not_found'),
  'empty list': { status: 200, body: { ok: true, deployments: [] } },
  forbidden: error(403, 'forbidden'),
  'rate limit': error(429, 'rate_limited'),
  'rate limit for 20 s': error(429, 'rate_limited', { 'retry-after': '20' }),
  'rate limit for 90 s': error(429, 'rate_limited', { 'retry-after': '90' }),
  'rate limit as a page': { ...page(429), headers: { 'retry-after': '5' } },
  'out of money': error(402, 'billing'),
  unauthorized: error(401, 'unauthorized'),
  elsewhere: { status: 302, headers: { location: '{elsewhere}' }, body: '' },
} satisfies Readonly<Record<string, Reply>>;

/** The name of a trouble; `refused`: nobody listens. */
export type Trouble = keyof typeof TROUBLES | 'refused';

/** After these it is open whether a request was carried out. */
export const LOSSES: readonly Trouble[] = [
  'cut',
  'hang',
  'stall',
  'server error',
  'unavailable',
  'unavailable for 7 s',
  'bad gateway',
  'gateway timeout',
  'page that is good',
  'broken JSON',
  'request timeout',
];
/** Not the service, but its limits. */
export const LIMITS: readonly Trouble[] = [
  'rate limit',
  'rate limit for 20 s',
  'rate limit for 90 s',
  'rate limit as a page',
];
/** With these a service is in an outage, or fails over to another machine. */
export const OUTAGES: readonly Trouble[] = [...LOSSES, 'refused', 'page not found'];
export const FAIL_OVERS: readonly Trouble[] = ['empty list', 'not found'];
/** These end a step at once. */
export const REFUSALS: readonly Trouble[] = [
  'forbidden',
  'out of money',
  'unauthorized',
  'elsewhere',
];
