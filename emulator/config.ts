// What an emulator starts with: one schema for the configuration file, for programs, and for the
// editor (`emulator.schema.json`).
import { z } from 'zod';
import { check } from './check.ts';
import { faultText } from './faults.ts';
import { keyRequest } from './keys.ts';
import { REQUESTS_PER_MINUTE } from './rate-window.ts';
import { DEFAULT_IGNORE } from './runner/source.ts';
import { RESOURCE_TYPES } from './state.ts';

const text = z.string().min(1);
const ms = z.number().min(0);
const seconds = z.number().min(1).max(86_400);
const count = z.int().min(0);
const port = z.int().min(0).max(65_535);

const SHELLS = /(?:^|[/\\])(?:sh|bash|dash|zsh|fish|cmd|powershell|pwsh)(?:\.exe)?$/i;

/**
 * Program and arguments. A quote would seem to hold words together, an operator of a shell to have
 * its meaning, a variable to be replaced.
 */
const command = z
  .union([
    z
      .string()
      .trim()
      .regex(
        /^[^\s"'|&;<>`]+( +[^\s"'|&;<>`]+)*$/,
        'must be a program with arguments, without quotes and shell operators; ' +
          'for those write [sh, -c, "…"]',
      )
      .transform((words) => words.split(/ +/)),
    z.array(text).min(1),
  ])
  .superRefine(([program = '', ...args], context) => {
    const report = (message: string): void => context.addIssue({ code: 'custom', message });
    if (/^\w+=/.test(program)) report(`begins with a variable; ${program} belongs under env`);
    const variable = args.join(' ').match(/\$\{?\w+\}?|%\w+%/)?.[0];
    if (variable !== undefined && !SHELLS.test(program))
      report(`runs without a shell, so ${variable} is not replaced; write [sh, -c, "…"]`);
  });

const timedStatuses = z.array(z.strictObject({ afterMs: ms, status: text }));

const buildScript = z.strictObject({
  queuedMs: ms.default(1000).describe('Time spent queued.'),
  buildMs: ms.default(10_000).describe('Length of the build, over which the log is spread evenly.'),
  log: z.array(z.string()).default(['Building', 'Built']),
  outcome: z.enum(['finished', 'failed', 'cancelled']).default('finished'),
  statusAfter: timedStatuses
    .default([{ afterMs: 0, status: 'running' }])
    .describe('What the resource shows after a finished deployment, instead of running.'),
});

/** How a simulated build goes where nothing else is configured. */
export const DEFAULT_SCRIPT = buildScript.parse({});

/** Settings that mean something only with a `source`. */
const REAL_SETTINGS = [
  'build',
  'start',
  'port',
  'ignore',
  'queuedMs',
  'buildTimeout',
  'readyTimeout',
] as const;
/** Settings that mean something only without one. */
const SIMULATED_SETTINGS = ['domains', 'script', 'lifecycle'] as const;
/** Variables that the emulator sets for builds, and for apps. */
const BUILD_VARIABLES = ['BUILD_CACHE_DIR', 'DEPLOY_COMMIT'];
const APP_VARIABLES = ['PORT', 'HOST'];

const resource = z
  .strictObject({
    id: z
      .string()
      .regex(
        /^[A-Za-z0-9][A-Za-z0-9._~:-]{0,127}$/,
        'must be letters, digits and ._~:-, beginning with a letter or digit',
      ),
    type: z.enum(RESOURCE_TYPES).default('app'),
    name: text.optional().describe('Default: the id without its prefix.'),
    status: text
      .optional()
      .describe('At the start. Default: running; stopped where it is really built and run.'),
    catalogKey: text.optional(),
    cpuMillicores: count.default(500),
    memoryMb: count.default(512),
    diskGb: count.default(5),
    env: z
      .record(text, z.union([z.string(), z.number(), z.boolean()]))
      .default({})
      .describe('Environment variables; the service shows only their names.'),
    history: count.max(100).default(0).describe('Finished deployments that it has had.'),
    runtimeLog: z.string().default(''),

    source: text
      .optional()
      .describe('Folder of an app or worker that is really built and run. Default: simulated.'),
    ignore: z
      .array(text)
      .optional()
      .describe(
        'Names or globs that are not copied from the source. ' +
          `Default: what git ignores; without git ${DEFAULT_IGNORE.join(', ')}.`,
      ),
    build: command.optional(),
    start: command.optional(),
    port: port.min(1).optional().describe('Port of the app. Default: any.'),
    queuedMs: ms.max(3_600_000).optional().describe('Time spent queued. Default: 1000.'),
    buildTimeout: seconds.optional().describe('In seconds. Default: 1800.'),
    readyTimeout: seconds
      .optional()
      .describe('Seconds until the port of the app has to answer. Default: 15.'),

    domains: z
      .array(z.string().regex(/^[^\s/?#@]+$/, 'must be a host, with a port where needed'))
      .optional()
      .describe('Hosts at which a simulated resource claims to answer.'),
    script: z
      .union([buildScript, z.array(buildScript).min(1)])
      .optional()
      .describe('One simulated build for each deployment; the last one repeats.'),
    lifecycle: z
      .strictObject({ start: timedStatuses, stop: timedStatuses, restart: timedStatuses })
      .partial()
      .optional()
      .describe('Statuses during simulated work that is no deployment.'),
  })
  .superRefine((one, context) => {
    const report = (message: string, ...path: string[]): void =>
      context.addIssue({ code: 'custom', message, path });
    if (one.source === undefined) {
      for (const name of REAL_SETTINGS)
        if (one[name] !== undefined) report('needs a source that can be built and run', name);
      if (one.script !== undefined && one.type !== 'app')
        report(`is for an app, which is deployed; this is a ${one.type}`, 'script');
      return;
    }
    for (const name of SIMULATED_SETTINGS)
      if (one[name] !== undefined)
        report('is for a simulated resource, and this has a source', name);
    if (one.type !== 'app' && one.type !== 'worker')
      report(`a ${one.type} has no source: only apps and workers are run`, 'source');
    else if (one.start === undefined) report('a source needs a start command', 'source');
    if (one.type === 'worker' && one.port !== undefined) report('a worker has no port', 'port');
    for (const name of one.type === 'app'
      ? [...BUILD_VARIABLES, ...APP_VARIABLES]
      : BUILD_VARIABLES)
      if (Object.hasOwn(one.env, name)) report('is set by the emulator', 'env', name);
  });

/** Where a list has a value that it has had before. */
function repeated(list: readonly unknown[]): number[] {
  return list.flatMap((value, at) => (value !== undefined && list.indexOf(value) < at ? [at] : []));
}

/** The whole configuration. */
export const configSchema = z
  .strictObject({
    port: port.default(0).describe('Loopback port; 0: any free one.'),
    wallet: z
      .enum(['funded', 'empty'])
      .optional()
      .describe('empty: every change is refused with 402. Default: funded.'),
    dialect: z
      .enum(['plain', 'silent'])
      .default('plain')
      .describe('silent: no bodies with 202 and no domains, which the API page does not show.'),
    requestsPerMinute: z.int().min(1).default(REQUESTS_PER_MINUTE).describe('Of one key.'),
    passEnv: z
      .array(text.regex(/^[^=\s]+$/, 'must be the name of a variable'))
      .default([])
      .describe("Variables of the emulator's own environment that builds and apps get, too."),
    keys: z.array(keyRequest).default([]),
    faults: z.array(faultText).default([]).describe('Such as busy@createDeployment,times=2.'),
    resources: z.array(resource).min(1, 'must have at least one resource'),
  })
  .superRefine(({ resources, keys, port: own }, context) => {
    const report = (path: (string | number)[], message: string): void =>
      context.addIssue({ code: 'custom', path, message });
    const ids = resources.map(({ id }) => id);
    const ports = resources.map((one) => one.port);
    for (const at of repeated(ids)) report(['resources', at, 'id'], `"${ids[at]}" is used twice`);
    for (const at of repeated(ports)) {
      const other = ids[ports.indexOf(ports[at])];
      report(['resources', at, 'port'], `${other} has this port, too`);
    }
    if (own !== 0 && ports.includes(own))
      report(['resources', ports.indexOf(own), 'port'], 'the emulator itself has this port');
    for (const at of repeated(keys.map(({ name }) => name)))
      report(['keys', at, 'name'], `"${keys[at]?.name}" is used twice`);
    for (const at of repeated(keys.map(({ value }) => value)))
      report(['keys', at, 'value'], 'another key has this value');
  });

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
export function checkConfig(input: unknown): Config {
  return check(configSchema, input, 'configuration');
}
