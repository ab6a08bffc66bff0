// The shape of a fault: the properties of each kind in one table, and the JSON Schema made of it.
import { endpointNames } from '../api/index.ts';
import type { Fault } from './kinds.ts';

const MS = { type: 'number', minimum: 0 };
const COUNT = { type: 'integer', minimum: 0 };
const TEXT = { type: 'string' };
const FLAG = { type: 'boolean' };
const STATUS = { type: 'integer', minimum: 200, maximum: 599 };
const HEADER_VALUE = { type: 'string', pattern: '^[\\t -~]*$', description: 'printable ASCII text' };
const HEADERS = {
  type: 'object',
  propertyNames: {
    pattern: "^[!#$%&'*+.^_`|~0-9A-Za-z-]+$",
    description: 'letters, digits and the marks that HTTP allows',
  },
  additionalProperties: HEADER_VALUE,
};

interface Shape {
  readonly needs?: Readonly<Record<string, object>>;
  readonly may?: Readonly<Record<string, object>>;
}

/** What goes with each kind, beside `on`, `times` and `skip`: properties that must be there and properties that may. */
export const FAULT_SHAPES = {
  refuse: {},
  'reset-before': {},
  'reset-after': {},
  'cut-body': {},
  drip: { needs: { intervalMs: MS } },
  hang: { may: { after: FLAG } },
  delay: { needs: { ms: MS }, may: { after: FLAG } },
  garbage: { may: { work: FLAG } },
  html: {
    may: {
      work: FLAG,
      status: STATUS,
      page: { enum: ['sign-in', 'ingress-404', 'firewall-403', 'server-405', 'timeout-504'] },
    },
  },
  empty: { may: { work: FLAG } },
  status: { needs: { status: STATUS }, may: { code: TEXT, message: TEXT, body: {}, headers: HEADERS, work: FLAG } },
  'rate-limited': {
    may: {
      retryAfter: { anyOf: [MS, { const: 'date' }], description: 'a number of seconds or "date"' },
      retryAfterMs: MS,
    },
  },
  busy: { may: { retryAfter: MS } },
  'create-limit': {},
  redirect: { needs: { status: { type: 'integer', minimum: 300, maximum: 399 }, location: HEADER_VALUE } },
  gzip: {},
  endless: {},
  'wrong-types': {},
  'ok-false': { may: { code: TEXT, message: TEXT, work: FLAG } },
  downtime: { needs: { ms: MS }, may: { work: FLAG } },
  lag: { needs: { ms: MS } },
  vanish: { may: { deploymentId: TEXT } },
  duplicate: {},
  reorder: {},
  echo: { needs: { canary: TEXT }, may: { everywhere: FLAG } },
} as const satisfies Record<Fault['kind'], Shape>;

const TARGET = {
  type: 'object',
  minProperties: 1,
  additionalProperties: false,
  properties: {
    endpoint: { enum: endpointNames },
    method: { enum: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] },
    resourceId: { type: 'string', minLength: 1 },
    keyName: { type: 'string', minLength: 1 },
  },
};

/** The JSON Schema of a fault of this kind, aimed at a name or at properties. */
export function faultSchema(kind: Fault['kind'], aim: 'name' | 'properties'): object {
  const { needs = {}, may = {} }: Shape = FAULT_SHAPES[kind];
  return {
    type: 'object',
    required: ['kind', 'on', ...Object.keys(needs)],
    additionalProperties: false,
    properties: {
      kind: { const: kind },
      on: aim === 'name' ? { enum: ['*', ...endpointNames] } : TARGET,
      times: {
        anyOf: [{ ...COUNT, minimum: 1 }, { const: 'always' }],
        description: 'a whole number above 0 or "always"',
      },
      skip: COUNT,
      ...needs,
      ...may,
    },
  };
}
