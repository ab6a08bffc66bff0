// The shape of the configuration file: once as types for the program, once as a schema that the file is checked against.

import type { KeyRequest, Wallet } from '../state/index.ts';
import { EXPIRY_DAYS, VALUE_PATTERN, resourceTypes, scopes } from '../state/index.ts';
import type { ResourceOptions } from './options.ts';

/** Program and arguments: a list, or one text that is split at its spaces. */
export type CommandConfig = string | readonly string[];

/** A key to create at the start. */
export interface KeyConfig extends Omit<KeyRequest, 'by' | 'expiresInDays'> {
  /** Null or `none`: never. Default 90. */
  readonly expiresInDays?: KeyRequest['expiresInDays'] | 'none';
}

/** A resource: with `source` it is really built and run, without it only played, by `script` where given. */
export interface ResourceConfig extends Omit<ResourceOptions, 'createdAtMs' | 'env' | 'runtimeLog' | 'workload'> {
  /** Environment variables; the service shows their names alone. */
  readonly env?: Readonly<Record<string, string | number | boolean>>;
  /** Folder of an app or worker, relative to the file. */
  readonly source?: string;
  /** Builds it; without one the source runs as it is. */
  readonly build?: CommandConfig;
  /** Runs it. */
  readonly start?: CommandConfig;
  /** Fixed port of an app. */
  readonly port?: number;
}

/** The whole file. */
export interface FileConfig {
  readonly port?: number;
  readonly wallet?: Wallet;
  readonly dialect?: string;
  readonly keys?: readonly KeyConfig[];
  readonly resources: readonly ResourceConfig[];
  readonly faults?: readonly unknown[];
}

const TEXT = { type: 'string', minLength: 1 };
const COUNT = { type: 'integer', minimum: 0 };
const PORT = { type: 'integer', minimum: 0, maximum: 65_535 };
// A quote in a text to be split would look as if it held words together.
const COMMAND = {
  anyOf: [
    { type: 'string', pattern: String.raw`^[^\s"']+( +[^\s"']+)*$` },
    { type: 'array', items: TEXT, minItems: 1 },
  ],
};

const KEY = {
  type: 'object',
  required: ['name'],
  additionalProperties: false,
  properties: {
    name: TEXT,
    scopes: { type: 'array', items: { enum: scopes } },
    expiresInDays: { enum: [...EXPIRY_DAYS, 'none', null] },
    dailyCreationCap: COUNT,
    legacy: { type: 'boolean' },
    value: { type: 'string', pattern: VALUE_PATTERN.source },
  },
};

const RESOURCE = {
  type: 'object',
  required: ['id'],
  additionalProperties: false,
  properties: {
    id: { type: 'string', pattern: '^[A-Za-z0-9][A-Za-z0-9._~:-]{0,127}$' },
    type: { enum: resourceTypes },
    name: TEXT,
    status: TEXT,
    catalogKey: TEXT,
    cpuMillicores: COUNT,
    memoryMb: COUNT,
    diskGb: COUNT,
    history: COUNT,
    env: { type: 'object', additionalProperties: { type: ['string', 'number', 'boolean'] } },
    source: TEXT,
    build: COMMAND,
    start: COMMAND,
    port: PORT,
    domains: { type: 'array', items: TEXT },
    script: { type: ['object', 'array'] },
    lifecycle: { type: 'object' },
  },
};

/** JSON Schema of the file. */
export const CONFIG_SCHEMA = {
  type: 'object',
  required: ['resources'],
  additionalProperties: false,
  properties: {
    port: PORT,
    wallet: { enum: ['funded', 'empty'] },
    dialect: TEXT,
    keys: { type: 'array', items: KEY },
    resources: { type: 'array', items: RESOURCE },
    faults: { type: 'array', items: { type: 'object' } },
  },
};
