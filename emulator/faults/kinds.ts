// The kinds of faults as types: what each has, and which requests it hits. Data that survives JSON.
import type { EndpointName } from '../api/index.ts';

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

/** What every fault has. */
interface Aim {
  readonly on: FaultTarget;
  /** How many requests it hits, `always` or Infinity for all; default 1, for standing faults `always`. */
  readonly times?: number | 'always';
  /** How many of the matching requests pass before the first hit; default 0. */
  readonly skip?: number;
}

/** Pages of a portal, an ingress, a firewall, a web server and a gateway that timed out. */
export type PageName = 'sign-in' | 'ingress-404' | 'firewall-403' | 'server-405' | 'timeout-504';

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
  /** The page of something in between; `work` (default false), `page` (default `sign-in`), `status` (default that of the page). */
  html: { readonly work?: boolean; readonly status?: number; readonly page?: PageName };
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

/** Each fault that alters what a sound answer shows; these stand until cleared and go together with others. */
interface StandingFaults {
  /** A new deployment shows in the list only `ms` after its creation. */
  lag: { readonly ms: number };
  /** One deployment (default the latest) is missing from list and detail. */
  vanish: { readonly deploymentId?: string };
  /** Every deployment is listed twice. */
  duplicate: object;
  /** The oldest deployment comes first. */
  reorder: object;
  /** The canary comes back in every text, in a field and a header; `everywhere`: in ids and statuses too. */
  echo: { readonly canary: string; readonly everywhere?: boolean };
}

/** Names of the faults in the place of the answer. */
export type ExchangeKind = keyof ExchangeFaults;

/** A fault in the place of the answer; at most one hits a request. */
export type ExchangeFault<Kind extends ExchangeKind = ExchangeKind> = {
  [K in Kind]: Aim & { readonly kind: K } & ExchangeFaults[K];
}[Kind];

/** A fault that alters an answer. */
export type StandingFault = {
  [K in keyof StandingFaults]: Aim & { readonly kind: K } & StandingFaults[K];
}[keyof StandingFaults];

/** A fault, ready for JSON but for `Infinity` (write `always`). */
export type Fault = ExchangeFault | StandingFault;
