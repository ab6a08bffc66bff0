// The shape of the configuration file: once as types for the program, once as a schema that the file is checked against.

import { resourceTypes, scopes } from './state.ts';
import type { ResourceType, Scope, Wallet } from './state.ts';
import type { BuildScript, LifecycleScript } from './scripted-workload.ts';

/** Program and arguments: a list, or one text that is split at its spaces. */
export type CommandConfig = string | readonly string[];

/** A key to create at the start. */
export interface KeyConfig {
  readonly name: string;
  readonly scopes?: readonly Scope[];
  /** Null or `none`: never. Default 90. */
  readonly expiresInDays?: 30 | 90 | 365 | 'none' | null;
  readonly dailyCreationCap?: number;
  readonly legacy?: boolean;
  /** A value of one's own choosing; without it a random one is made. */
  readonly value?: string;
}

/** A resource: with `source` it is really built and run, without it only played, by `script` where given. */
export interface ResourceConfig {
  readonly id: string;
  readonly type?: ResourceType;
  readonly name?: string;
  readonly status?: string;
  readonly catalogKey?: string;
  readonly cpuMillicores?: number;
  readonly memoryMb?: number;
  readonly diskGb?: number;
  readonly history?: number;
  readonly env?: Readonly<Record<string, string | number | boolean>>;
  /** Folder of an app or worker, relative to the file. */
  readonly source?: string;
  readonly build?: CommandConfig;
  readonly start?: CommandConfig;
  /** Fixed port of an app. */
  readonly port?: number;
  readonly domains?: readonly string[];
  readonly script?: BuildScript | readonly BuildScript[];
  readonly lifecycle?: LifecycleScript;
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
    expiresInDays: { enum: [30, 90, 365, 'none', null] },
    dailyCreationCap: COUNT,
    legacy: { type: 'boolean' },
    value: { type: 'string', pattern: '^[!-~]{8,256}$' },
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
