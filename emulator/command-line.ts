// The command line as a value: what is asked for, or why it makes no sense.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { didYouMean, examine, InputError, placeOf } from './check.ts';
import { type Config, configSchema } from './config.ts';
import { messageOf } from './errors.ts';
import { type Fault, FAULT_NAMES, faultInput } from './faults.ts';
import { ENDPOINT_NAMES } from './openapi.ts';

/** How to start the emulator. */
export interface ServeCommand {
  readonly kind: 'serve';
  readonly config: string | undefined;
  /** Settings that take precedence over the configuration. */
  readonly overrides: Partial<Pick<Config, 'port' | 'dialect' | 'requestsPerMinute'>>;
  readonly faults: readonly Fault[];
  readonly state: string | undefined;
  readonly isJson: boolean;
  readonly exitsWithStdin: boolean;
}

/** What a command line asks for. */
export type Command = ServeCommand | { readonly kind: 'help' | 'schema' };

/** What `--help` prints; `program` is how the emulator was started. */
export function help(program: string): string {
  return `A local Deployment Service that really builds and runs apps.

${program} [options]
  --config <file>    resources, keys, wallet, faults (default: the sample's emulator.yaml)
  --port <number>    loopback port; 0 takes any free one
  --fault <fault>    a fault to arm, such as cut-after@createDeployment,times=2; can be repeated
  --dialect <name>   plain, or silent: nothing but what the API page shows
  --requests-per-minute <n>  limit of one key (default 120)
  --state <file>     keep keys, deployments, logs and activity across restarts
  --json             print one line of JSON instead of text, for programs
  --exit-with-stdin  end when standard input ends, as with the program that started it
  --schema           print the JSON Schema of the configuration file, for editors

Faults: ${FAULT_NAMES.join(', ')}
Endpoints: ${ENDPOINT_NAMES.join(', ')}
`;
}

/**
 * How the emulator was started, to be typed again: from the project, as the package that npx was
 * told, or as the file that runs. `script` is `process.argv[1]`.
 */
export function programOf(script: string, env: Readonly<NodeJS.ProcessEnv>): string {
  if (script.endsWith('.ts') && env['npm_lifecycle_event'] === 'emulator')
    return 'npm run emulator --';
  const npx = /^.*[/\\]_npx[/\\][^/\\]+/.exec(script)?.[0];
  const asked = npx === undefined ? undefined : npxPackage(path.join(npx, 'package.json'));
  return asked === undefined ? `node ${path.relative('', script)}` : `npx ${asked}`;
}

const npxManifest = z.object({ _npx: z.object({ packages: z.array(z.string()).min(1) }) });

/** What npx was told to install, which it notes beside it. */
function npxPackage(manifest: string): string | undefined {
  try {
    return npxManifest.parse(JSON.parse(readFileSync(manifest, 'utf8')))._npx.packages[0];
  } catch {
    return undefined;
  }
}

const TEXT = { type: 'string' } as const;
const FLAG = { type: 'boolean', default: false } as const;

const OPTIONS = {
  help: { ...FLAG, short: 'h' },
  schema: FLAG,
  config: TEXT,
  port: TEXT,
  dialect: TEXT,
  fault: { ...TEXT, multiple: true },
  state: TEXT,
  'requests-per-minute': TEXT,
  json: FLAG,
  'exit-with-stdin': FLAG,
} as const;

/** An empty value is what a variable without a value comes to in a shell: no choice. */
const text = z.string().min(1);
const digits = z.string().regex(/^\d+$/, 'must be a whole number').transform(Number);

const { shape } = configSchema;
const values = z.object({
  help: z.boolean(),
  schema: z.boolean(),
  config: text.optional(),
  port: digits.pipe(shape.port.unwrap()).optional(),
  dialect: shape.dialect.unwrap().optional(),
  fault: z.array(faultInput).default([]),
  state: text.optional(),
  'requests-per-minute': digits.pipe(shape.requestsPerMinute.unwrap()).optional(),
  json: z.boolean(),
  'exit-with-stdin': z.boolean(),
});

/** Reads a command line, without node and script. Throws an `InputError`. */
export function parseCommand(args: readonly string[]): Command {
  const { data, mistakes } = examine(values, parseOptions(args));
  if (data === undefined)
    throw new InputError(
      mistakes.map(({ path: place, message }) => `--${placeOf(place)}: ${message}`).join('\n'),
    );
  const { port, dialect, 'requests-per-minute': requestsPerMinute, ...options } = data.value;
  if (options.help) return { kind: 'help' };
  if (options.schema) return { kind: 'schema' };
  const overrides = Object.entries({ port, dialect, requestsPerMinute });
  return {
    kind: 'serve',
    config: options.config,
    overrides: Object.fromEntries(overrides.filter(([, value]) => value !== undefined)),
    faults: options.fault,
    state: options.state,
    isJson: options.json,
    exitsWithStdin: options['exit-with-stdin'],
  };
}

function parseOptions(args: readonly string[]): object {
  try {
    return parseArgs({ args: [...args], options: OPTIONS }).values;
  } catch (error) {
    const unknown = /Unknown option '--([^']+)'/.exec(messageOf(error))?.[1];
    if (unknown === undefined) throw new InputError(messageOf(error), { cause: error });
    const nearest = didYouMean(unknown, Object.keys(OPTIONS)).replace('mean ', 'mean --');
    throw new InputError(`there is no option --${unknown}${nearest}`, { cause: error });
  }
}
