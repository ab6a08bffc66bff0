// Faults on demand, as data that survives JSON: which requests they hit, how often, what they do. No effects.
import { isObject } from '../json.ts';
import type { EndpointName } from '../api/index.ts';
import { endpointNames } from '../api/index.ts';

/** Which requests a fault hits: an endpoint's name, `*` for all, or the properties that must all match. */
export type FaultTarget =
  | EndpointName
  | '*'
  | {
      readonly endpoint?: EndpointName;
      readonly method?: string;
      readonly resourceId?: string;
      readonly keyName?: string;
    };

/** What every fault says. */
interface Aim {
  readonly on: FaultTarget;
  /** How many requests it hits, `always` or Infinity for all; default 1, for standing faults `always`. */
  readonly times?: number | 'always';
  /** How many of the matching requests pass before the first hit; default 0. */
  readonly skip?: number;
}

/** Each fault that takes the place of the answer, and what it needs; `work` and `after`: the service does what was asked. */
interface ExchangeFaults {
  /** The connection breaks before the request has been read; no work. */
  refuse: object;
  /** The connection breaks after the request has been read; no work. */
  'reset-before': object;
  /** The work is done, then the connection breaks. */
  'reset-after': object;
  /** The work is done, the body breaks off half-way. */
  'cut-body': object;
  /** The work is done, the body comes byte by byte. */
  drip: { readonly intervalMs: number };
  /** No answer, ever; `after`: once the work is done. */
  hang: { readonly after?: boolean };
  /** The answer is late; `after`: the work is done at once, not late. */
  delay: { readonly ms: number; readonly after?: boolean };
  /** 200 with JSON that breaks off; `work` (default true). */
  garbage: { readonly work?: boolean };
  /** A page as of a proxy's; `work` (default false), `status` (default 200). */
  html: { readonly work?: boolean; readonly status?: number };
  /** No body; `work` (default true) decides whether the status is the real one or 200. */
  empty: { readonly work?: boolean };
  /** Any status with an error body or a body of one's own; `work` (default false). */
  status: {
    readonly status: number;
    readonly code?: string;
    readonly message?: string;
    readonly body?: unknown;
    readonly headers?: Readonly<Record<string, string>>;
    readonly work?: boolean;
  };
  /** 429 without work; `retryAfter` in seconds, or `date` for the moment `retryAfterMs` from now (default 60 s). */
  'rate-limited': { readonly retryAfter?: number | 'date'; readonly retryAfterMs?: number };
  /** 409 without work. */
  busy: { readonly retryAfter?: number };
  /** 429 `create_limit` without work; the API cannot create anything yet, so nothing else brings it about. */
  'create-limit': object;
  redirect: { readonly status: number; readonly location: string };
  /** The answer compressed, asked for or not. */
  gzip: object;
  /** A body without end. */
  endless: object;
  /** Every plain value of the answer in another type. */
  'wrong-types': object;
  /** 200 with `ok: false`; `work` (default false). */
  'ok-false': { readonly code?: string; readonly message?: string; readonly work?: boolean };
  /** The connection breaks and nobody listens for `ms`; `work` (default false). */
  downtime: { readonly ms: number; readonly work?: boolean };
}

/** Each fault that bends what a sound answer shows; these stand until cleared and go together with others. */
interface StandingFaults {
  /** A new deployment shows in the list only `ms` after its creation. */
  lag: { readonly ms: number };
  /** One deployment (default the latest) is missing from list and detail. */
  vanish: { readonly deploymentId?: string };
  /** Every deployment is listed twice. */
  duplicate: object;
  /** The oldest deployment comes first. */
  reorder: object;
  /** The canary comes back in every text, in a field and a header; `everywhere`: in ids and status words too. */
  echo: { readonly canary: string; readonly everywhere?: boolean };
}

/** Names of the faults in the place of the answer. */
export type ExchangeKind = keyof ExchangeFaults;

/** A fault in the place of the answer; at most one hits a request. */
export type ExchangeFault<Kind extends ExchangeKind = ExchangeKind> = {
  [K in Kind]: Aim & { readonly kind: K } & ExchangeFaults[K];
}[Kind];

/** A fault that bends an answer. */
export type StandingFault = {
  [K in keyof StandingFaults]: Aim & { readonly kind: K } & StandingFaults[K];
}[keyof StandingFaults];

/** A fault, ready for JSON but for `Infinity` (write `always`). */
export type Fault = ExchangeFault | StandingFault;

/** What goes with a kind: `true` where the property must be there. */
const propertiesOfKind = {
  refuse: {},
  'reset-before': {},
  'reset-after': {},
  'cut-body': {},
  drip: { intervalMs: true },
  hang: { after: false },
  delay: { ms: true, after: false },
  garbage: { work: false },
  html: { work: false, status: false },
  empty: { work: false },
  status: { status: true, code: false, message: false, body: false, headers: false, work: false },
  'rate-limited': { retryAfter: false, retryAfterMs: false },
  busy: { retryAfter: false },
  'create-limit': {},
  redirect: { status: true, location: true },
  gzip: {},
  endless: {},
  'wrong-types': {},
  'ok-false': { code: false, message: false, work: false },
  downtime: { ms: true, work: false },
  lag: { ms: true },
  vanish: { deploymentId: false },
  duplicate: {},
  reorder: {},
  echo: { canary: true, everywhere: false },
} as const satisfies Record<Fault['kind'], Readonly<Record<string, boolean>>>;

const ENDPOINTS: ReadonlySet<unknown> = new Set(['*', ...endpointNames]);
const COUNTS: ReadonlySet<string> = new Set(['number', 'undefined']);

const STANDING_KINDS: ReadonlySet<string> = new Set<keyof StandingFaults>([
  'lag',
  'vanish',
  'duplicate',
  'reorder',
  'echo',
]);

/** Whether a fault bends sound answers until it is cleared, instead of taking the place of one. */
export function isStanding(fault: Fault): fault is StandingFault {
  return STANDING_KINDS.has(fault.kind);
}

/** Reads a fault that came as data; what is none is refused with an exception that says what is known. */
export function readFault(data: unknown): Fault {
  checkFault(data);
  return data;
}

function checkFault(data: unknown): asserts data is Fault {
  if (!isObject(data)) throw new TypeError('A fault is an object.');
  const { on, times, skip, kind, ...rest } = data;
  if (!isKind(kind)) {
    throw new TypeError(`Unknown fault "${String(kind)}". Known are ${Object.keys(propertiesOfKind).join(', ')}.`);
  }
  if (typeof on !== 'string' && !isObject(on)) throw new TypeError(`Fault ${kind} needs "on".`);
  const endpoint = isObject(on) ? (on['endpoint'] ?? '*') : on;
  if (!ENDPOINTS.has(endpoint)) {
    throw new TypeError(`Unknown endpoint ${JSON.stringify(endpoint)}. Known are ${[...ENDPOINTS].join(', ')}.`);
  }
  if (!COUNTS.has(typeof times) && times !== 'always') throw new TypeError('"times" is a number or "always".');
  if (!COUNTS.has(typeof skip)) throw new TypeError('"skip" is a number.');
  const properties: Readonly<Record<string, boolean>> = propertiesOfKind[kind];
  const strange = Object.keys(rest).filter((name) => !Object.hasOwn(properties, name));
  const missing = Object.keys(properties).filter((name) => properties[name] === true && rest[name] === undefined);
  if (strange.length > 0) throw new TypeError(`Fault ${kind} has no ${strange.join(', ')}.`);
  if (missing.length > 0) throw new TypeError(`Fault ${kind} needs ${missing.join(', ')}.`);
}

/** Reads a list of faults written as JSON, or a single one. */
export function parseFaults(text: string): Fault[] {
  const data: unknown = JSON.parse(text);
  return (Array.isArray(data) ? data : [data]).map(readFault);
}

function isKind(kind: unknown): kind is Fault['kind'] {
  return typeof kind === 'string' && Object.hasOwn(propertiesOfKind, kind);
}
