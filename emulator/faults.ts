// Faults on demand, as data that survives JSON: which requests they hit, how often, what they do. No effects.
import type { EndpointName } from './spec.ts';

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

/** Faults in the place of the answer, one per request. `work` and `after` say whether the service does what was asked. */
export type ExchangeFault = Aim &
  (
    | { readonly kind: 'refuse' }
    | { readonly kind: 'reset-before' }
    | { readonly kind: 'reset-after' }
    | { readonly kind: 'cut-body' }
    | { readonly kind: 'drip'; readonly intervalMs: number }
    | { readonly kind: 'hang'; readonly after?: boolean }
    | { readonly kind: 'delay'; readonly ms: number; readonly after?: boolean }
    | { readonly kind: 'garbage'; readonly work?: boolean }
    | { readonly kind: 'html'; readonly work?: boolean; readonly status?: number }
    | { readonly kind: 'empty'; readonly work?: boolean }
    | {
        readonly kind: 'status';
        readonly status: number;
        readonly code?: string;
        readonly message?: string;
        readonly body?: unknown;
        readonly headers?: Readonly<Record<string, string>>;
        readonly work?: boolean;
      }
    | { readonly kind: 'rate-limited'; readonly retryAfter?: number | 'date'; readonly retryAfterMs?: number }
    | { readonly kind: 'busy'; readonly retryAfter?: number }
    | { readonly kind: 'create-limit' }
    | { readonly kind: 'redirect'; readonly status: number; readonly location: string }
    | { readonly kind: 'gzip' }
    | { readonly kind: 'endless' }
    | { readonly kind: 'wrong-types' }
    | { readonly kind: 'ok-false'; readonly code?: string; readonly message?: string; readonly work?: boolean }
    | { readonly kind: 'downtime'; readonly ms: number; readonly work?: boolean }
  );

/** Faults that bend what an otherwise sound answer shows; they stand until cleared and go together with others. */
export type StandingFault = Aim &
  (
    | { readonly kind: 'lag'; readonly ms: number }
    | { readonly kind: 'vanish'; readonly deploymentId?: string }
    | { readonly kind: 'duplicate' }
    | { readonly kind: 'reorder' }
    | { readonly kind: 'echo'; readonly canary: string; readonly everywhere?: boolean }
  );

/** A fault, ready for JSON but for `Infinity` (write `always`). */
export type Fault = ExchangeFault | StandingFault;

/** What is known of a request when its fault is chosen. */
export interface Aimed {
  readonly endpoint: EndpointName;
  readonly method: string;
  readonly resourceId: string | undefined;
  readonly keyName: string | undefined;
}

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

const STANDING_KINDS: ReadonlySet<string> = new Set<StandingFault['kind']>([
  'lag',
  'vanish',
  'duplicate',
  'reorder',
  'echo',
]);

/** Reads a fault that came as data; a mistake in it is an exception that says what is known. */
export function readFault(data: unknown): Fault {
  if (typeof data !== 'object' || data === null) throw new TypeError('A fault is an object.');
  const { on, times, skip, kind, ...rest } = data as Record<string, unknown>;
  if (typeof kind !== 'string' || !Object.hasOwn(propertiesOfKind, kind)) {
    throw new TypeError(`Unknown fault "${String(kind)}". Known are ${Object.keys(propertiesOfKind).join(', ')}.`);
  }
  if (typeof on !== 'string' && (typeof on !== 'object' || on === null))
    throw new TypeError(`Fault ${kind} needs "on".`);
  for (const count of [times, skip]) {
    if (count !== undefined && count !== 'always' && typeof count !== 'number')
      throw new TypeError('times and skip are numbers.');
  }
  const properties: Readonly<Record<string, boolean>> = propertiesOfKind[kind as Fault['kind']];
  const strange = Object.keys(rest).filter((name) => !Object.hasOwn(properties, name));
  const missing = Object.keys(properties).filter((name) => properties[name] === true && rest[name] === undefined);
  if (strange.length > 0) throw new TypeError(`Fault ${kind} has no ${strange.join(', ')}.`);
  if (missing.length > 0) throw new TypeError(`Fault ${kind} needs ${missing.join(', ')}.`);
  return data as Fault;
}

/** Reads a list of faults written as JSON, or a single one. */
export function parseFaults(text: string): Fault[] {
  return [JSON.parse(text) as unknown].flat().map(readFault);
}

/** The faults that wait for their requests. */
export class FaultList {
  #armed: { readonly fault: Fault; left: number; toSkip: number }[] = [];

  /** Arms faults; of several that match a request, the first with hits left is taken. */
  add(...faults: readonly Fault[]): void {
    for (const fault of faults) {
      readFault(fault);
      const times = fault.times ?? (STANDING_KINDS.has(fault.kind) ? 'always' : 1);
      this.#armed.push({ fault, left: times === 'always' ? Infinity : times, toSkip: fault.skip ?? 0 });
    }
  }

  /** Disarms all. */
  clear(): void {
    this.#armed = [];
  }

  /** Those with hits left. */
  list(): readonly Fault[] {
    return this.#armed.filter(({ left }) => left > 0).map(({ fault }) => fault);
  }

  /** Takes what hits this request: at most one exchange fault, and every standing one. */
  take(request: Aimed): { readonly exchange: ExchangeFault | undefined; readonly standing: readonly StandingFault[] } {
    let exchange: ExchangeFault | undefined;
    const standing: StandingFault[] = [];
    for (const armed of this.#armed) {
      const isStanding = STANDING_KINDS.has(armed.fault.kind);
      if (armed.left <= 0 || !hits(armed.fault.on, request) || (!isStanding && exchange !== undefined)) continue;
      if (armed.toSkip > 0) {
        armed.toSkip -= 1;
        continue;
      }
      armed.left -= 1;
      if (isStanding) standing.push(armed.fault as StandingFault);
      else exchange = armed.fault as ExchangeFault;
    }
    return { exchange, standing };
  }
}

function hits(target: FaultTarget, request: Aimed): boolean {
  if (target === '*') return true;
  if (typeof target === 'string') return target === request.endpoint;
  return Object.entries(target).every(([name, wanted]) => request[name as keyof Aimed] === wanted);
}
