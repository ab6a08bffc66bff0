// The configuration file: YAML that people write, checked as a whole, then turned into what the emulator starts with.

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ErrorObject } from 'ajv/dist/2020.js';
import { parse } from 'yaml';
import { CONFIG_SCHEMA } from './schema.ts';
import type { CommandConfig, FileConfig, KeyConfig, ResourceConfig } from './schema.ts';
import { parseDialect } from '../api/index.ts';
import { parseFaults } from '../faults/index.ts';
import type { KeyRequest } from '../state/index.ts';
import type { EmulatorOptions, ResourceOptions } from './options.ts';
import { processWorkload } from '../process/index.ts';

/** What a file asks for; `port` is the wish for when none is given elsewhere. */
export type Config = Required<Pick<EmulatorOptions, 'keys' | 'resources' | 'wallet' | 'dialect' | 'faults'>> & {
  readonly port: number | undefined;
};

/** A file that makes no sense. The message names every mistake, one a line. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

const validate = new Ajv2020({ allErrors: true, strict: false }).compile<FileConfig>(CONFIG_SCHEMA);

/** `/resources/0/type` as people write it: `resources[0].type`. */
function placeOf(pointer: string): string {
  return pointer
    .replaceAll(/\/(\d+)/g, '[$1]')
    .replaceAll('/', '.')
    .replace(/^\./, '');
}

type Complaint = (parameters: Readonly<Record<string, unknown>>) => string;

const COMPLAINTS: Readonly<Record<string, Complaint>> = {
  additionalProperties: ({ additionalProperty }) => `has no ${String(additionalProperty)}`,
  required: ({ missingProperty }) => `needs ${String(missingProperty)}`,
  enum: ({ allowedValues }) => `must be one of ${[allowedValues].flat().map(String).join(', ')}`,
};

function describeError({ instancePath, keyword, params, message }: ErrorObject): string {
  const place = placeOf(instancePath) || 'the file';
  return `${place} ${COMPLAINTS[keyword]?.(params) ?? message ?? 'is wrong'}`;
}

function duplicates(names: readonly string[]): string[] {
  return names.filter((name, index) => names.indexOf(name) !== index);
}

const REAL_ONLY = ['build', 'start', 'port'] as const;
const PLAYED_ONLY = ['script', 'lifecycle', 'domains', 'status'] as const;

/** What each part of a file may say is in the schema; here is what does not go together. */
function contradictions({ resources, keys = [] }: FileConfig): string[] {
  const ofResources = resources.flatMap((resource, index) => {
    const { source, start, type = 'app' } = resource;
    const place = `resources[${index}]`;
    if (source === undefined) {
      const lost = REAL_ONLY.filter((name) => resource[name] !== undefined);
      return lost.map((name) => `${place} has ${name}, but no source to ${name === 'port' ? 'run' : name}`);
    }
    const idle = PLAYED_ONLY.filter((name) => resource[name] !== undefined);
    return [
      ...(start === undefined ? [`${place} has a source, but no start command`] : []),
      ...(['app', 'worker'].includes(type)
        ? []
        : [`${place} has a source, but is a ${type}: only apps and workers run`]),
      ...idle.map((name) => `${place} has a source and ${name}: with real work there is nothing to play`),
    ];
  });
  return [
    ...ofResources,
    ...duplicates(resources.map(({ id }) => id)).map((id) => `resources: the id ${id} is used twice`),
    ...duplicates(keys.map(({ name }) => name)).map((name) => `keys: the name ${name} is used twice`),
  ];
}

function commandOf(command: CommandConfig): readonly string[] {
  return typeof command === 'string' ? command.split(/ +/) : command;
}

function keyOf({ expiresInDays, ...rest }: KeyConfig): KeyRequest {
  if (expiresInDays === undefined) return rest;
  return { ...rest, expiresInDays: expiresInDays === 'none' ? null : expiresInDays };
}

/** Where things lie: the file's own folder, and the folder that holds what is built. */
interface Places {
  readonly baseDir: string;
  readonly workRoot: string;
}

function resourceOf(config: ResourceConfig, { baseDir, workRoot }: Places): ResourceOptions {
  const { env = {}, source, build, start, port, ...shown } = config;
  const options = { ...shown, env: Object.keys(env) };
  if (source === undefined || start === undefined) return options;
  const workload = processWorkload({
    name: config.name ?? config.id,
    sourceDir: path.resolve(baseDir, source),
    // An id may hold a colon, which no folder on Windows can.
    workDir: path.join(workRoot, encodeURIComponent(config.id)),
    buildCommand: build === undefined ? undefined : commandOf(build),
    startCommand: commandOf(start),
    env: Object.fromEntries(Object.entries(env).map(([name, value]) => [name, String(value)])),
    ...(config.type === 'worker' ? { port: false, buildOnStart: true } : port === undefined ? {} : { port }),
  });
  return { ...options, workload };
}

/** Reads a configuration out of YAML text; `workRoot` will hold what is built. Throws `ConfigError`. */
export function parseConfig(text: string, places: Places): Config {
  const file: unknown = parse(text);
  if (!validate(file)) throw new ConfigError([...new Set(validate.errors?.map(describeError))].join('\n'));
  const problems = contradictions(file);
  if (problems.length > 0) throw new ConfigError(problems.join('\n'));
  return {
    port: file.port,
    wallet: file.wallet ?? 'funded',
    dialect: parseDialect(file.dialect ?? 'plain'),
    faults: parseFaults(JSON.stringify(file.faults ?? [])),
    keys: (file.keys ?? []).map(keyOf),
    resources: file.resources.map((resource) => resourceOf(resource, places)),
  };
}

/** Reads a configuration file. Throws `ConfigError` with the file's name for every mistake in it. */
export function readConfig(file: string, workRoot: string): Config {
  try {
    return parseConfig(readFileSync(file, 'utf8'), { baseDir: path.dirname(path.resolve(file)), workRoot });
  } catch (error) {
    if (!Error.isError(error)) throw error;
    throw new ConfigError(`${file}: ${error.message}`, { cause: error });
  }
}
