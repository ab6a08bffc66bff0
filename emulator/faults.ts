// Faults by name: what the service can do wrong on request, and which request each one hits.
import { z } from 'zod';
import { check, orList } from './check.ts';
import { type Answer, ApiError, errorAnswer } from './errors.ts';
import { ENDPOINT_NAMES, type EndpointName } from './openapi.ts';

/** One request, with the ways to answer it wrongly. */
export interface Exchange {
  /** Carries the request out and returns the answer to it. */
  readonly carryOut: () => Answer;
  readonly send: (answer: Answer) => void;
  /** Breaks the connection. */
  readonly cut: () => void;
  /** Waits on the clock; rejects when the client has gone. */
  readonly sleep: (ms: number) => Promise<void>;
  /** Nothing listens on the port for that long. */
  readonly closePort: (ms: number) => Promise<void>;
}

/** What a fault can be told beside its name. */
interface Settings {
  readonly ms?: number | undefined;
  readonly status?: number | undefined;
  /** In seconds. */
  readonly retryAfter?: number | undefined;
}

type Effect = (exchange: Exchange, settings: Settings) => Promise<void> | void;

const DEFAULT_DELAY_MS = 10_000;
const DEFAULT_CLOSED_MS = 5000;
/** How long `lag` hides a new deployment from the list. */
const DEFAULT_LAG_MS = 15_000;

const PAGE = '<!doctype html><title>Sign in</title><h1>Sign in to continue</h1>\n';

const FAULTS = {
  /** Nothing listens for `ms`: connections are refused. */
  refuse: async ({ closePort }, { ms = DEFAULT_CLOSED_MS }) => await closePort(ms),
  /** Carried out at once, answered after `ms`. */
  delay: async ({ carryOut, send, sleep }, { ms = DEFAULT_DELAY_MS }) => {
    const answer = carryOut();
    await sleep(ms);
    send(answer);
  },
  /** The connection breaks, and nothing is carried out. */
  'cut-before': ({ cut }) => cut(),
  /** Carried out, but the connection breaks before the answer. */
  'cut-after': ({ carryOut, cut }) => {
    carryOut();
    cut();
  },
  /** A 5xx (`status`, 500 by default), and nothing is carried out. */
  'server-error': ({ send }, { status = 500 }) => send(serverError(status)),
  /** Carried out, but answered with a 5xx. */
  'server-error-after': ({ carryOut, send }, { status = 500 }) => {
    carryOut();
    send(serverError(status));
  },
  /** A page instead of JSON (`status`, 200 by default), as a proxy sends it. */
  page: ({ send }, { status = 200 }) =>
    send({ status, text: { type: 'text/html; charset=utf-8', content: PAGE } }),
  /** 429, with a `Retry-After` where `retryAfter` is given, in seconds. */
  'rate-limited': ({ send }, { retryAfter }) => {
    const wait = retryAfter === undefined ? undefined : { 'retry-after': String(retryAfter) };
    send(errorAnswer(rateLimited(wait)));
  },
  /** 429 because the key has created too many resources today, which no endpoint does yet. */
  'create-limit': ({ send }) => send(errorAnswer(createLimit())),
  /** 409. */
  busy: ({ send }) => send(errorAnswer(busy())),
  /** New deployments are missing from the list for `ms`; stays armed unless `times` is given. */
  lag: ({ carryOut, send }) => send(carryOut()),
} as const satisfies Record<string, Effect>;

type FaultName = keyof typeof FAULTS;

/** Names of the faults. */
export const FAULT_NAMES = Object.keys(FAULTS).filter((name): name is FaultName => name in FAULTS);

/** The settings that a fault uses, beside those that all have. */
const USES: Readonly<Partial<Record<FaultName, keyof Settings>>> = {
  refuse: 'ms',
  delay: 'ms',
  lag: 'ms',
  'server-error': 'status',
  'server-error-after': 'status',
  page: 'status',
  'rate-limited': 'retryAfter',
};

/** A fault with its settings, as a file or a program writes it. */
export const faultSchema = z
  .strictObject({
    name: z.enum(FAULT_NAMES),
    on: z
      .enum(ENDPOINT_NAMES)
      .optional()
      .describe('The endpoint it hits; by default any, for lag the list of deployments.'),
    times: z.int().min(1).optional().describe('How many requests it hits; by default one.'),
    skip: z.int().min(0).default(0).describe('How many matching requests pass before.'),
    ms: z.int().min(0).max(86_400_000).optional(),
    status: z.int().min(200).max(599).optional(),
    retryAfter: z.int().min(0).max(3600).optional().describe('In seconds.'),
  })
  .superRefine(({ name, on: _on, times: _times, skip: _skip, ...settings }, context) => {
    const known = [USES[name] ?? [], 'times', 'skip'].flat();
    for (const setting of Object.keys(settings)) {
      if (known.includes(setting)) continue;
      const message = `is no setting of ${name}; it has ${orList(known)}`;
      context.addIssue({ code: 'custom', path: [setting], message });
    }
  });

/** A fault to arm. */
export type Fault = z.output<typeof faultSchema>;

/**
 * A fault as a program or a file writes it: an object, or text such as
 * `cut-after@createDeployment,times=2`.
 */
export const faultInput = z.union([
  z.string().transform(splitFault).pipe(faultSchema),
  faultSchema,
]);

/** The same, not yet checked. */
export type FaultInput = z.input<typeof faultInput>;

/** Reads a fault. Throws an `InputError` that names what is wrong and what is allowed. */
export function readFault(input: unknown): Fault {
  return check(faultInput, input, 'fault');
}

/** The parts of a fault that is text, for the schema to check; what is no number stays text. */
function splitFault(text: string): z.input<typeof faultSchema> {
  const [head = '', ...settings] = text.split(',').map((part) => part.trim());
  const [name, ...on] = head.split('@');
  const values = settings.map((setting) => {
    const [key = '', value = ''] = setting.split('=');
    return [key, /^\d+$/.test(value) ? Number(value) : value] as const;
  });
  const place = on.length === 0 ? {} : { on: on.join('@') };
  const parts: unknown = { name, ...place, ...Object.fromEntries(values) };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return parts as z.input<typeof faultSchema>;
}

interface Armed {
  readonly fault: Fault;
  skip: number;
  left: number;
}

/** The armed faults, in the order in which they were armed. */
export class Faults {
  #armed: Armed[] = [];

  /** Arms a fault. */
  arm(fault: Fault): void {
    this.#armed.push({
      fault,
      skip: fault.skip,
      left: fault.times ?? (fault.name === 'lag' ? Infinity : 1),
    });
  }

  /** Disarms all. */
  clear(): void {
    this.#armed = [];
  }

  /** Those that are armed. */
  list(): Fault[] {
    return this.#armed.map(({ fault }) => fault);
  }

  /** Takes the first fault that hits a request to this endpoint. */
  take(endpoint: EndpointName): Fault | undefined {
    const hit = this.#armed.find((armed) => {
      const on = armed.fault.on ?? (armed.fault.name === 'lag' ? 'listDeployments' : endpoint);
      if (on !== endpoint) return false;
      armed.skip -= 1;
      return armed.skip < 0;
    });
    if (hit === undefined) return undefined;
    hit.left -= 1;
    if (hit.left <= 0) this.#armed = this.#armed.filter((armed) => armed !== hit);
    return hit.fault;
  }
}

/** Lets a fault act on a request; resolves when it has nothing more to do. */
export async function applyFault({ name, ...settings }: Fault, exchange: Exchange): Promise<void> {
  const effect: Effect = FAULTS[name];
  await effect(exchange, settings);
}

/** How long a fault hides new deployments from the list, in milliseconds. */
export function lagOf(fault: Fault | undefined): number {
  return fault?.name === 'lag' ? (fault.ms ?? DEFAULT_LAG_MS) : 0;
}

/** Other work goes on at the resource. */
export function busy(): ApiError {
  return new ApiError('busy', 'The resource is busy with another job. Wait until it finishes.');
}

/** The key has used up its requests of a minute. */
export function rateLimited(headers: Readonly<Record<string, string>> = {}): ApiError {
  return new ApiError('rate_limited', 'Too many requests per minute with one key.', headers);
}

function createLimit(): ApiError {
  return new ApiError('create_limit', 'The daily creation cap of this key is reached.');
}

function serverError(status: number): Answer {
  const error = { code: 'internal_error', message: `An injected error ${status}.` };
  return { status, json: { ok: false, error } };
}
