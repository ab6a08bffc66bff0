// What an emulator starts with: one schema for the configuration file and for programs.
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { check, InputError } from './check.ts';
import { messageOf } from './errors.ts';
import { readFault } from './faults.ts';
import { keyRequest } from './keys.ts';
import { REQUESTS_PER_MINUTE } from './rate-window.ts';
import { RESOURCE_TYPES } from './state.ts';

const text = z.string().min(1);
const ms = z.number().min(0);
const count = z.int().min(0);
const port = z.int().min(0).max(65_535);

/**
 * Program and arguments. A quote would seem to hold words together, an operator of a shell to have
 * its meaning.
 */
const command = z.union([
  z
    .string()
    .regex(
      /^[^\s"'|&;<>]+( +[^\s"'|&;<>]+)*$/,
      'a program with arguments, without quotes and shell operators',
    )
    .transform((words) => words.split(/ +/)),
  z.array(text).min(1),
]);

const timedStatuses = z.array(z.strictObject({ afterMs: ms, status: text }));

const buildScript = z.strictObject({
  /** Time spent `queued`. */
  queuedMs: ms.default(1000),
  /** Length of the build, over which `log` is spread evenly. */
  buildMs: ms.default(10_000),
  log: z.array(z.string()).default(['Building', 'Built']),
  outcome: z.enum(['finished', 'failed', 'cancelled']).default('finished'),
  /** What the resource shows after a finished deployment, in the place of `running`. */
  statusAfter: timedStatuses.default([{ afterMs: 0, status: 'running' }]),
});

const resource = z
  .strictObject({
    id: z
      .string()
      .regex(
        /^[A-Za-z0-9][A-Za-z0-9._~:-]{0,127}$/,
        'letters, digits and ._~:-, beginning with a letter or digit',
      ),
    type: z.enum(RESOURCE_TYPES).default('app'),
    /** Default: the id without its prefix. */
    name: text.optional(),
    /** At the start. Default: `running`; `stopped` where it is really built and run. */
    status: text.optional(),
    catalogKey: text.optional(),
    cpuMillicores: count.default(500),
    memoryMb: count.default(512),
    diskGb: count.default(5),
    /** Environment variables; the service shows their names alone. */
    env: z.record(text, z.union([z.string(), z.number(), z.boolean()])).default({}),
    /** Finished deployments that it has had. */
    history: count.max(100).default(0),
    runtimeLog: z.string().default(''),

    /**
     * Folder of an app or worker that is really built and run. Default: the resource is simulated.
     */
    source: text.optional(),
    build: command.optional(),
    start: command.optional(),
    /** Port of the app. Default: any. */
    port: port.min(1).optional(),
    /** Seconds that a build, and the start of an app, may take. */
    buildTimeout: z.number().min(1).max(86_400).default(1800),
    readyTimeout: z.number().min(1).max(86_400).default(15),

    /** Hosts at which a simulated resource claims to answer. */
    domains: z
      .array(z.string().regex(/^[^\s/?#@]+$/, 'a host, with a port where needed'))
      .default([]),
    /** One simulated build for each deployment; the last one repeats. */
    script: z
      .union([buildScript, z.array(buildScript).min(1)])
      .default(() => buildScript.parse({})),
    /** Statuses during simulated work that is no deployment. */
    lifecycle: z
      .strictObject({ start: timedStatuses, stop: timedStatuses, restart: timedStatuses })
      .partial()
      .default({}),
  })
  .superRefine(({ source, type, start, build, port: fixed }, context) => {
    const report = (message: string): void => context.addIssue({ code: 'custom', message });
    if (source === undefined) {
      if (start !== undefined || build !== undefined || fixed !== undefined) {
        report('build, start and port need a source that can be built and run');
      }
    } else if (type !== 'app' && type !== 'worker')
      report(`a ${type} has no source: only apps and workers are run`);
    else if (start === undefined) report('a source needs a start command');
  });

const configSchema = z
  .strictObject({
    /** Loopback port; 0: any free one. */
    port: port.default(0),
    wallet: z.enum(['funded', 'empty']).default('funded'),
    /**
     * `silent` answers with nothing but what the API page shows: no bodies with 202, no domains.
     */
    dialect: z.enum(['plain', 'silent']).default('plain'),
    /** Of one key. */
    requestsPerMinute: z.int().min(1).default(REQUESTS_PER_MINUTE),
    keys: z.array(keyRequest).default([]),
    faults: z
      .array(z.custom((input) => typeof input === 'string' || typeof input === 'object'))
      .default([]),
    resources: z.array(resource).min(1, 'at least one resource is needed'),
  })
  .superRefine(({ resources, keys }, context) => {
    const ids = resources.map(({ id }) => `resources: the id ${id}`);
    const names = keys.map(({ name }) => `keys: the name ${name}`);
    for (const twice of [ids, names].flatMap((all) =>
      all.filter((one, index) => all.indexOf(one) !== index),
    )) {
      context.addIssue({ code: 'custom', message: `${twice} is used twice` });
    }
  })
  .transform(({ faults, ...rest }) => ({ ...rest, faults: faults.map(readFault) }));

/** What an emulator starts with, as a program or a file writes it. */
export type ConfigInput = z.input<typeof configSchema>;
/** The same with all defaults. */
export type Config = z.output<typeof configSchema>;
/** One resource of it. */
export type ResourceConfig = Config['resources'][number];
/** How a simulated build goes. */
export type BuildScript = z.output<typeof buildScript>;
/** Statuses with the time that passes before each, in milliseconds. */
export type TimedStatuses = z.output<typeof timedStatuses>;

/** Checks a configuration. Throws an `InputError` with one line for each mistake. */
export function checkConfig(input: unknown, name = 'configuration'): Config {
  return check(configSchema, input, name);
}

/** Reads a YAML file; paths in it are relative to it. Throws an `InputError`. */
export function readConfig(file: string): Config {
  let data: unknown;
  try {
    data = parse(readFileSync(file, 'utf8'), { logLevel: 'error' });
  } catch (error) {
    throw new InputError(`${file}: ${messageOf(error).split('\n')[0]}`, { cause: error });
  }
  const { resources, ...rest } = checkConfig(data, file);
  const baseDir = path.dirname(path.resolve(file));
  return {
    ...rest,
    resources: resources.map((each) => ({ ...each, source: sourceOf(each, { baseDir, file }) })),
  };
}

function sourceOf(
  { id, source }: ResourceConfig,
  { baseDir, file }: { baseDir: string; file: string },
) {
  if (source === undefined) return undefined;
  const folder = path.resolve(baseDir, source);
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true) return folder;
  throw new InputError(`${file}: the source of ${id} is no folder: ${folder}`);
}
