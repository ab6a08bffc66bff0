// The configuration file: YAML that people write, checked as a whole, then turned into what an emulator starts with.

import path from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import { CONFIG_SCHEMA } from './schema.ts';
import type { FileConfig, KeyConfig, ResourceConfig } from './schema.ts';
import { commandOf, missingParts } from './preflight.ts';
import { readText } from './read-text.ts';
import { createChecker } from '../schema/index.ts';
import { parseDialect } from '../testing/dialects/index.ts';
import { readClockOffset } from '../clock/index.ts';
import { readFaults, unknownTargets } from '../faults/index.ts';
import type { EmulatorOptions, ResourceOptions } from './options.ts';
import { processWorkload } from '../process/index.ts';
import { errorMessage } from '../error-message.ts';

/** The content of a file; `port` is for when none is given elsewhere. */
export type Config = Required<Pick<EmulatorOptions, 'keys' | 'resources' | 'wallet' | 'dialect' | 'faults'>> &
  Pick<EmulatorOptions, 'requestsPerMinute' | 'countRefused' | 'seed'> & {
    readonly port: number | undefined;
    /** How far the calendar is ahead of the machine's, in milliseconds. */
    readonly clockOffsetMs: number;
  };

/** A file with mistakes. The message names every one, one per line. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

const check = createChecker<FileConfig>(CONFIG_SCHEMA);

function duplicates(names: readonly string[]): string[] {
  return names.filter((name, index) => names.indexOf(name) !== index);
}

const REAL_ONLY = ['build', 'start', 'port', 'buildTimeout', 'readyTimeout', 'whenStartFails'] as const;
const APP_ONLY = ['port', 'readyTimeout'] as const;
const SIMULATED_ONLY = ['script', 'lifecycle', 'domains', 'status'] as const;

/** What does not go together; what each part may be is in the schema. */
function contradictions({ resources, keys = [] }: FileConfig): string[] {
  const ofResources = resources.flatMap((resource, index) => {
    const { source, start, type = 'app' } = resource;
    const place = `resources[${index}]`;
    if (source === undefined) {
      const withoutEffect = REAL_ONLY.filter((name) => resource[name] !== undefined);
      return withoutEffect.map((name) => `${place} has ${name}, but no source that could be built and run`);
    }
    const simulated = SIMULATED_ONLY.filter((name) => resource[name] !== undefined);
    const unused = type === 'worker' ? APP_ONLY.filter((name) => resource[name] !== undefined) : [];
    return [
      ...unused.map((name) => `${place} has ${name}, but is a worker, which listens nowhere`),
      ...(start === undefined ? [`${place} has a source, but no start command`] : []),
      ...(['app', 'worker'].includes(type)
        ? []
        : [`${place} has a source, but is a ${type}: only apps and workers run`]),
      ...simulated.map((name) => `${place} has a source and ${name}: with real work nothing is simulated`),
    ];
  });
  return [
    ...ofResources,
    ...duplicates(resources.map(({ id }) => id)).map((id) => `resources: the id ${id} is used twice`),
    ...duplicates(keys.map(({ name }) => name)).map((name) => `keys: the name ${name} is used twice`),
    ...sharedValues(keys),
  ];
}

function sharedValues(keys: readonly KeyConfig[]): string[] {
  const values = keys.map(({ value }) => value);
  return values.flatMap((value, index) => {
    const first = values.indexOf(value);
    return value === undefined || first === index ? [] : [`keys[${index}] has the value of keys[${first}]`];
  });
}

/** Where things lie, and what the command line selects. */
interface Places {
  /** The file's own folder. */
  readonly baseDir: string;
  /** The folder that holds what is built. */
  readonly workRoot: string;
  /** Further paths that are never copied into a build, such as the state file. */
  readonly neverCopied?: readonly string[];
  /** The port given on the command line, which wins over the file's. */
  readonly port?: number | undefined;
}

function resourceOf(config: ResourceConfig, { baseDir, workRoot, neverCopied = [] }: Places): ResourceOptions {
  const { env = {}, source, build, start, port, buildTimeout, readyTimeout, whenStartFails, ...shown } = config;
  const options = { ...shown, env: Object.keys(env) };
  if (source === undefined || start === undefined) return options;
  const workload = processWorkload({
    name: config.name ?? config.id,
    sourceDir: path.resolve(baseDir, source),
    // An id may hold a colon, which no folder on Windows can.
    workDir: path.join(workRoot, encodeURIComponent(config.id)),
    buildCommand: build === undefined ? undefined : commandOf(build),
    startCommand: commandOf(start),
    neverCopied: [workRoot, ...neverCopied],
    buildTimeoutMs: toMs(buildTimeout),
    readyTimeoutMs: toMs(readyTimeout),
    whenStartFails,
    env: Object.fromEntries(Object.entries(env).map(([name, value]) => [name, String(value)])),
    port: config.type === 'worker' ? false : port,
    buildOnStart: config.type === 'worker',
  });
  return { ...options, workload };
}

function toMs(seconds: number | undefined): number | undefined {
  return seconds === undefined ? undefined : seconds * 1000;
}

/** Reads a configuration out of YAML text. Throws `ConfigError` with one line for each mistake. */
export function parseConfig(text: string, places: Places): Config {
  const checked = check(parseYaml(text));
  if (!checked.ok) throw new ConfigError(checked.problems.join('\n'));
  const file = checked.value;
  const { baseDir, port = file.port } = places;
  const { resources, keys = [] } = file;
  const faults = withPlace('', () => readFaults(file.faults ?? []));
  const names = { resourceId: resources.map(({ id }) => id), keyName: keys.map(({ name }) => name) };
  const problems = [
    ...contradictions(file),
    ...missingParts(file, { baseDir, port }),
    ...faults.flatMap(({ on }, index) => unknownTargets(on, names).map((phrase) => `faults[${index}]: ${phrase}`)),
  ];
  if (problems.length > 0) throw new ConfigError(problems.join('\n'));
  return {
    port: file.port,
    wallet: file.wallet ?? 'funded',
    dialect: withPlace('dialect', () => parseDialect(file.dialect ?? 'plain')),
    faults,
    keys,
    resources: resources.map((resource) => resourceOf(resource, places)),
    clockOffsetMs: readClockOffset(file.clockOffset ?? '0s') ?? 0,
    requestsPerMinute: file.requestsPerMinute,
    countRefused: file.countRefused,
    seed: file.seed?.toString(),
  };
}

function parseYaml(text: string): unknown {
  return withPlace('', () => {
    const documents = parseAllDocuments(text, { logLevel: 'error' });
    if (documents.length > 1) throw new Error('it holds several documents; one is read');
    const data: unknown = parse(text, { logLevel: 'error' });
    if (isCircular(data)) throw new Error('an alias in it refers to what it stands in');
    return data;
  });
}

function isCircular(data: unknown): boolean {
  try {
    JSON.stringify(data);
    return false;
  } catch {
    return true;
  }
}

/** Turns what a reader throws into a mistake of the file. */
function withPlace<T>(place: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    const message = errorMessage(error);
    const line = message.split('\n')[0]?.replace(/:$/, '') ?? '';
    throw new ConfigError(place === '' ? line : `${place}: ${line}`, { cause: error });
  }
}

/** Reads a configuration file. Throws an error with the file's name, a `ConfigError` for the mistakes in it. */
export function readConfig(file: string, places: Omit<Places, 'baseDir'>): Config {
  const text = readText(file);
  try {
    return parseConfig(text, { ...places, baseDir: path.dirname(path.resolve(file)) });
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const lines = error.message.split('\n').map((line) => `${file}: ${line}`);
    throw new ConfigError(lines.join('\n'), { cause: error });
  }
}
