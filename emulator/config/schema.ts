// The shape of the configuration file: once as types for the program, once as the schema that the file is checked against.
import { CLOCK_OFFSET } from '../clock/index.ts';
import type { LifecycleScript, BuildScript } from '../service/index.ts';
import { KEY_REQUEST_SCHEMA, resourceTypes } from '../state/index.ts';
import type { KeyRequest, Wallet } from '../state/index.ts';
import type { ResourceOptions } from './options.ts';

/** Program and arguments: a list, or one text that is split at its spaces. */
export type CommandConfig = string | readonly string[];

/** A key to create at the start, by the owner. */
export type KeyConfig = Omit<KeyRequest, 'by'>;

const { by: _byTheOwner, ...KEY_PROPERTIES } = KEY_REQUEST_SCHEMA.properties;

/** A resource: with `source` it is really built and run, without it only simulated, by `script` where given. */
export interface ResourceConfig extends Omit<
  ResourceOptions,
  'createdAtMs' | 'env' | 'runtimeLog' | 'workload' | 'script' | 'lifecycle'
> {
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
  /** Seconds that a build may take; default 1800. */
  readonly buildTimeout?: number;
  /** Seconds that an app may take until its port answers; default 15. */
  readonly readyTimeout?: number;
  /** What a version that does not start means for its deployment; default `fail-deployment`. */
  readonly whenStartFails?: 'fail-deployment' | 'crash-resource';
  readonly script?: BuildScript | readonly BuildScript[];
  readonly lifecycle?: LifecycleScript;
}

/** The whole file. */
export interface FileConfig {
  readonly port?: number;
  readonly wallet?: Wallet;
  readonly dialect?: string;
  /** Requests per minute with one key; default 120. */
  readonly requestsPerMinute?: number;
  /** Whether refused requests count against that limit; default false. */
  readonly countRefused?: boolean;
  /** How far the emulator's calendar is ahead of the machine's, such as `91d`, `12h` or `-30m`. */
  readonly clockOffset?: string;
  /** Makes values and ids of keys the same at every start. */
  readonly seed?: string | number;
  readonly keys?: readonly KeyConfig[];
  readonly resources: readonly ResourceConfig[];
  readonly faults?: readonly unknown[];
}

const TEXT = { type: 'string', minLength: 1 };
const COUNT = { type: 'integer', minimum: 0 };
const MS = { type: 'number', minimum: 0 };
const SECONDS = { type: 'number', minimum: 1, maximum: 86_400 };
const PORT = { type: 'integer', minimum: 0, maximum: 65_535 };
// A quote in a text to be split would seem to hold words together, an operator of a shell to have its meaning.
const COMMAND = {
  description: 'a program with arguments separated by spaces, without quotes and shell operators, or a list of them',
  anyOf: [
    { type: 'string', pattern: String.raw`^(?!.* (?:[|&;<>]+|\d?>{1,2}\S*)(?: |$))[^\s"']+( +[^\s"']+)*$` },
    { type: 'array', items: TEXT, minItems: 1 },
  ],
};

function object(properties: Readonly<Record<string, object>>, required: readonly string[] = []): object {
  return { type: 'object', required, additionalProperties: false, properties };
}

function list(items: object): object {
  return { type: 'array', items };
}

const TIMED_STATUSES = list(object({ afterMs: MS, status: TEXT }, ['afterMs', 'status']));

const BUILD_PROPERTIES: Readonly<Record<keyof BuildScript, object>> = {
  queuedMs: MS,
  buildMs: MS,
  log: list({ type: 'string' }),
  steps: list(object({ afterMs: MS, log: { type: 'string' } }, ['afterMs'])),
  statuses: TIMED_STATUSES,
  outcome: { enum: ['finished', 'failed', 'cancelled'] },
  logMode: {
    type: 'string',
    pattern: String.raw`^(grow|rewrite|window:[1-9]\d{0,6})$`,
    description: 'grow, rewrite or window:N',
  },
  start: TIMED_STATUSES,
  statusAfterStart: TIMED_STATUSES,
  crash: object({ afterMs: MS, log: { type: 'string' } }, ['afterMs']),
};

const LIFECYCLE_PROPERTIES: Readonly<Record<keyof LifecycleScript, object>> = {
  start: TIMED_STATUSES,
  stop: TIMED_STATUSES,
  restart: TIMED_STATUSES,
};

const SCRIPT = object(BUILD_PROPERTIES);

const RESOURCE_PROPERTIES: Readonly<Record<keyof ResourceConfig, object>> = {
  id: {
    type: 'string',
    pattern: '^[A-Za-z0-9][A-Za-z0-9._~:-]{0,127}$',
    description: 'up to 128 letters, digits and ._~:- that begin with a letter or digit',
  },
  type: { enum: resourceTypes },
  name: TEXT,
  status: TEXT,
  catalogKey: TEXT,
  cpuMillicores: COUNT,
  memoryMb: COUNT,
  diskGb: COUNT,
  history: { type: 'integer', minimum: 0, maximum: 1000 },
  env: {
    type: 'object',
    propertyNames: { pattern: '^[^=\\0]+$', description: 'text without "=" that is not empty' },
    additionalProperties: {
      type: ['string', 'number', 'boolean'],
      pattern: '^[^\\0]*$',
      description: 'text without NUL characters',
    },
  },
  source: TEXT,
  build: COMMAND,
  start: COMMAND,
  port: { ...PORT, minimum: 1 },
  buildTimeout: SECONDS,
  readyTimeout: SECONDS,
  whenStartFails: { enum: ['fail-deployment', 'crash-resource'] },
  domains: list({ type: 'string', pattern: String.raw`^[^\s/?#@]+$`, description: 'a host, with a port where needed' }),
  // A list of scripts or a single one: which of the two is checked depends on what is there.
  // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
  script: { if: { type: 'array' }, then: { ...list(SCRIPT), minItems: 1 }, else: SCRIPT },
  lifecycle: object(LIFECYCLE_PROPERTIES),
};

const FILE_PROPERTIES: Readonly<Record<keyof FileConfig, object>> = {
  port: PORT,
  wallet: { enum: ['funded', 'empty'] },
  dialect: TEXT,
  requestsPerMinute: { type: 'integer', minimum: 1, maximum: 1_000_000 },
  countRefused: { type: 'boolean' },
  clockOffset: {
    type: 'string',
    pattern: CLOCK_OFFSET.source,
    description: 'a number with s, m, h or d, such as 91d',
  },
  seed: { type: ['string', 'number'] },
  keys: list({ ...KEY_REQUEST_SCHEMA, properties: KEY_PROPERTIES }),
  resources: list(object(RESOURCE_PROPERTIES, ['id'])),
  faults: list({ type: 'object' }),
};

/** JSON Schema of the file. */
export const CONFIG_SCHEMA = object(FILE_PROPERTIES, ['resources']);
