// The shape of what is kept in a state file, as JSON Schemas: one for each kind of record.
import { scopes } from './state.ts';

const TEXT = { type: 'string' };
const TIME = { type: 'number' };
const TIME_OR_NULL = { type: ['number', 'null'] };
const COUNT = { type: 'integer', minimum: 0 };
const FLAG = { type: 'boolean' };

function record(needed: Readonly<Record<string, object>>, optional: Readonly<Record<string, object>> = {}): object {
  const properties = { ...needed, ...optional };
  return { type: 'object', properties, required: Object.keys(needed), additionalProperties: false };
}

/** The kinds of records, each with its schema. */
export const RECORD_SCHEMAS = {
  organisation: record({ wallet: { enum: ['funded', 'empty'] }, deploymentCount: COUNT }),
  key: record({
    id: TEXT,
    name: TEXT,
    valueHash: { type: 'string', pattern: '^[0-9a-f]{64}$' },
    scopes: { type: 'array', items: { enum: scopes } },
    createdAtMs: TIME,
    expiresAtMs: TIME_OR_NULL,
    dailyCreationCap: COUNT,
    legacy: FLAG,
    revokedAtMs: TIME_OR_NULL,
    lastUsedAtMs: TIME_OR_NULL,
    lastUsedAddress: { type: ['string', 'null'] },
  }),
  deployment: record({
    id: TEXT,
    resourceId: TEXT,
    status: TEXT,
    label: TEXT,
    by: TEXT,
    force: FLAG,
    createdAtMs: TIME,
    startedAtMs: TIME_OR_NULL,
    finishedAtMs: TIME_OR_NULL,
  }),
  activity: record({
    atMs: TIME,
    by: TEXT,
    address: { type: ['string', 'null'] },
    action: TEXT,
    target: TEXT,
    deploymentId: { type: ['string', 'null'] },
  }),
  resource: record({ id: TEXT, createdAtMs: TIME }, { status: TEXT }),
} as const satisfies Record<string, object>;

/** A kind of record. */
export type RecordKind = keyof typeof RECORD_SCHEMAS;
