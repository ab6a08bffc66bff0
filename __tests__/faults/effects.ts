// Every fault of the emulator in the variants that the matrix uses, by readable names.
// A kind of the emulator that is missing here is a type error.
import { type Fault, readFault } from '../../emulator/index.ts';

/** A fault without the requests that it applies to. */
export type Effect = Readonly<Record<string, unknown>>;

type Variants<Kind> = Readonly<Record<string, Omit<Extract<Fault, { kind: Kind }>, 'kind' | 'on' | 'times' | 'skip'>>>;

const elsewhere = { status: 302, location: 'https://elsewhere.example/api/v1' };

const effectsByKind: { readonly [Kind in Fault['kind']]: Variants<Kind> } = {
  refuse: { refuse: {} },
  'reset-before': { 'reset before': {} },
  'reset-after': { 'reset after': {} },
  'cut-body': { 'cut body': {} },
  drip: { drip: { intervalMs: 1000 } },
  hang: { hang: {}, 'hang after': { after: true } },
  delay: { 'delay 5 s': { ms: 5_000 }, 'delay 40 s': { ms: 40_000 }, 'delay 40 s after': { ms: 40_000, after: true } },
  garbage: { garbage: { work: false }, 'garbage after': { work: true } },
  html: { html: {}, 'html after': { work: true } },
  empty: { empty: { work: false }, 'empty after': { work: true } },
  status: {
    '500': { status: 500 },
    '500 after': { status: 500, work: true },
    '503 Retry-After 7': { status: 503, headers: { 'retry-after': '7' } },
    '502 html': { status: 502, body: '<h1>Bad gateway</h1>' },
    '400': { status: 400, code: 'invalid_input', message: 'No.' },
    '401': { status: 401, code: 'unauthorized', message: 'No.' },
    '402': { status: 402, code: 'billing', message: 'No.' },
    '403': { status: 403, code: 'forbidden', message: 'No.' },
    '404 html': { status: 404, body: '<h1>Not found</h1>' },
  },
  'rate-limited': {
    '429': {},
    '429 for 30 s': { retryAfter: 30 },
    '429 until a date': { retryAfter: 'date', retryAfterMs: 30_000 },
    '429 for 11 days': { retryAfter: 999_999 },
  },
  busy: { busy: {}, 'busy for 30 s': { retryAfter: 30 } },
  'create-limit': { 'create limit': {} },
  redirect: { redirect: elsewhere },
  gzip: { gzip: {} },
  endless: { endless: {} },
  'wrong-types': { 'wrong types': {} },
  'ok-false': { 'ok false': {}, 'ok false after': { work: true } },
  downtime: {
    'down 10 s': { ms: 10_000 },
    'down 10 s after': { ms: 10_000, work: true },
    'down 100 s': { ms: 100_000 },
  },
  lag: { 'lag 9 s': { ms: 9_000 } },
  vanish: { vanish: {} },
  duplicate: { duplicate: {} },
  reorder: { reorder: {} },
  echo: { echo: { canary: 'CANARY ::error::' } },
};

/** Every effect by its name. */
export const effects: ReadonlyMap<string, Effect> = new Map(
  Object.entries(effectsByKind).flatMap(([kind, variants]) =>
    Object.entries(variants).map(([name, rest]) => [name, { ...rest, kind }] as const),
  ),
);

/** The fault with this effect on these requests. */
export function aim(effect: Effect, target: Pick<Fault, 'on' | 'times' | 'skip'>): Fault {
  return readFault({ ...effect, ...target });
}
