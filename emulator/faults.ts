// Faults by name: what the service can do wrong on request, and which request each one hits.
import { z } from 'zod';
import { check, examine, orList } from './check.ts';
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

interface FaultKind {
  /** For people: what it does, with the setting that it uses. */
  readonly does: string;
  readonly uses?: keyof Settings;
  readonly effect: (exchange: Exchange, settings: Settings) => Promise<void> | void;
}

const DEFAULT_DELAY_MS = 10_000;
const DEFAULT_CLOSED_MS = 5000;
/** How long `lag` hides a new deployment from the list. */
const DEFAULT_LAG_MS = 15_000;

const PAGE = '<!doctype html><title>Sign in</title><h1>Sign in to continue</h1>\n';

const FAULTS = {
  refuse: {
    does: 'nothing listens for `ms` (5000): connections are refused',
    uses: 'ms',
    effect: async ({ closePort }, { ms = DEFAULT_CLOSED_MS }) => await closePort(ms),
  },
  delay: {
    does: 'carried out at once, answered after `ms` (10000)',
    uses: 'ms',
    effect: async ({ carryOut, send, sleep }, { ms = DEFAULT_DELAY_MS }) => {
      const answer = carryOut();
      await sleep(ms);
      send(answer);
    },
  },
  'cut-before': {
    does: 'the connection breaks, and nothing is carried out',
    effect: ({ cut }) => cut(),
  },
  'cut-after': {
    does: 'carried out, but the connection breaks before the answer',
    effect: ({ carryOut, cut }) => {
      carryOut();
      cut();
    },
  },
  'server-error': {
    does: 'a 5xx, `status` (500), and nothing is carried out',
    uses: 'status',
    effect: ({ send }, { status = 500 }) => send(serverError(status)),
  },
  'server-error-after': {
    does: 'carried out, but answered with a 5xx, `status` (500)',
    uses: 'status',
    effect: ({ carryOut, send }, { status = 500 }) => {
      carryOut();
      send(serverError(status));
    },
  },
  page: {
    does: 'a page instead of JSON, as a proxy sends it, with `status` (200)',
    uses: 'status',
    effect: ({ send }, { status = 200 }) =>
      send({ status, text: { type: 'text/html; charset=utf-8', content: PAGE } }),
  },
  'rate-limited': {
    does: '429, with Retry-After where `retryAfter` is given, in seconds',
    uses: 'retryAfter',
    effect: ({ send }, { retryAfter }) => {
      const wait = retryAfter === undefined ? undefined : { 'retry-after': String(retryAfter) };
      send(errorAnswer(rateLimited(wait)));
    },
  },
  'create-limit': {
    does: '429 for the daily creation cap, which no endpoint reaches yet',
    effect: ({ send }) => send(errorAnswer(createLimit())),
  },
  busy: {
    does: '409: another job works on the resource',
    effect: ({ send }) => send(errorAnswer(busy())),
  },
  lag: {
    does: 'the list lacks new deployments for `ms` (15000); stays armed without `times`',
    uses: 'ms',
    effect: ({ carryOut, send }) => send(carryOut()),
  },
} as const satisfies Record<string, FaultKind>;

type FaultName = keyof typeof FAULTS;

/** Names of the faults. */
export const FAULT_NAMES = Object.keys(FAULTS).filter((name): name is FaultName => name in FAULTS);

/** What each fault does, by its name. */
export const FAULT_WORDS: readonly (readonly [FaultName, string])[] = FAULT_NAMES.map((name) => [
  name,
  FAULTS[name].does,
]);

/** A fault with its settings. */
const faultSchema = z
  .strictObject({
    name: z.enum(FAULT_NAMES),
    /** By default any endpoint, for lag the list of deployments. */
    on: z.enum(ENDPOINT_NAMES).optional(),
    /** How many requests it hits; by default one. */
    times: z.int().min(1).optional(),
    /** How many matching requests pass before. */
    skip: z.int().min(0).default(0),
    ms: z.int().min(0).max(86_400_000).optional(),
    status: z.int().min(200).max(599).optional(),
    retryAfter: z.int().min(0).max(3600).optional(),
  })
  .superRefine(({ name, on: _on, times: _times, skip: _skip, ...settings }, context) => {
    const { uses }: FaultKind = FAULTS[name];
    const known = [uses ?? [], 'times', 'skip'].flat();
    for (const setting of Object.keys(settings)) {
      if (known.includes(setting)) continue;
      const message = `is no setting of ${name}; it has ${orList(known)}`;
      context.addIssue({ code: 'custom', path: [setting], message });
    }
  });

/** A fault that was read. */
export type Fault = z.output<typeof faultSchema>;

/** A fault as it is written: text such as `cut-after@createDeployment,times=2`. */
export const faultText = z.string().superRefine((text, context) => {
  const { mistakes } = examine(faultSchema, splitFault(text));
  for (const { path, message } of mistakes)
    context.addIssue({ code: 'custom', path: [...path], message });
});

/** Reads a fault. Throws an `InputError` that names what is wrong and what is allowed. */
export function readFault(input: unknown): Fault {
  return faultSchema.parse(splitFault(check(faultText, input, 'fault')));
}

/** The parts of a fault that is text, for the schema to check; what is no number stays text. */
function splitFault(text: string): object {
  const [head = '', ...settings] = text.split(',').map((part) => part.trim());
  const [name, ...on] = head.split('@');
  const values = settings.map((setting) => {
    const [key = '', value = ''] = setting.split('=');
    return [key, /^\d+$/.test(value) ? Number(value) : value] as const;
  });
  const place = on.length === 0 ? {} : { on: on.join('@') };
  return { name, ...place, ...Object.fromEntries(values) };
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
  const { effect }: FaultKind = FAULTS[name];
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
