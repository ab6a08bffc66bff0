// The command line as a value: what is asked for, or why it makes no sense.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { didYouMean, InputError } from './check.ts';
import type { Config } from './config.ts';
import { messageOf } from './errors.ts';
import { FAULT_NAMES } from './faults.ts';
import { ENDPOINT_NAMES } from './openapi.ts';

/** How to start the emulator. */
export interface ServeCommand {
  readonly kind: 'serve';
  readonly config: string | undefined;
  /** Settings that take precedence over the configuration. */
  readonly overrides: Partial<Pick<Config, 'port' | 'dialect' | 'requestsPerMinute'>>;
  readonly faults: readonly string[];
  readonly state: string | undefined;
  readonly isJson: boolean;
  readonly exitsWithStdin: boolean;
}

/** What to do with the keys of an emulator that runs at `url`: one request to its control API. */
export interface KeyCommand {
  readonly kind: 'key';
  readonly action: 'create' | 'list' | 'revoke';
  readonly url: string;
  /** Name or id of the key to revoke. */
  readonly key: string;
  /** The key to create, for the control API to check. */
  readonly request: object;
}

/** What a command line asks for. */
export type Command = ServeCommand | KeyCommand | { readonly kind: 'help' | 'schema' };

/** Where an emulator with the sample configuration listens. */
const DEFAULT_URL = 'http://127.0.0.1:4180';

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

${program} key create --name <name> [--scopes deploy,write] [--expires 30|90|365|none] \\
    [--expired] [--cap <n>] [--as owner|admin]
${program} key list
${program} key revoke <name or id>
  --url <address>    which emulator (default: ${DEFAULT_URL})

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
const HELP_OPTION = { help: { type: 'boolean', short: 'h', default: false } } as const;

const SERVE_OPTIONS = {
  ...HELP_OPTION,
  config: TEXT,
  port: TEXT,
  dialect: TEXT,
  fault: { type: 'string', multiple: true },
  state: TEXT,
  'requests-per-minute': TEXT,
  json: { type: 'boolean', default: false },
  'exit-with-stdin': { type: 'boolean', default: false },
  schema: { type: 'boolean', default: false },
} as const;

const KEY_OPTIONS = {
  ...HELP_OPTION,
  url: { type: 'string', default: DEFAULT_URL },
  name: TEXT,
  scopes: TEXT,
  expires: TEXT,
  expired: { type: 'boolean', default: false },
  cap: TEXT,
  as: TEXT,
} as const;

/** Reads a command line, without node and script. Throws an `InputError`. */
export function parseCommand(args: readonly string[]): Command {
  try {
    return args[0] === 'key' ? parseKey(args.slice(1)) : parseServe(args);
  } catch (error) {
    if (error instanceof InputError) throw error;
    const unknown = /Unknown option '--([^']+)'/.exec(messageOf(error))?.[1];
    const known = Object.keys(args[0] === 'key' ? KEY_OPTIONS : SERVE_OPTIONS);
    if (unknown === undefined) throw new InputError(messageOf(error), { cause: error });
    const nearest = didYouMean(unknown, known).replace('mean ', 'mean --');
    throw new InputError(`there is no option --${unknown}${nearest}`, { cause: error });
  }
}

function parseServe(args: readonly string[]): Command {
  const { values } = parseArgs({ args: [...args], options: SERVE_OPTIONS });
  if (values.help) return { kind: 'help' };
  if (values.schema) return { kind: 'schema' };
  refuseEmpty(values);
  const limit = values['requests-per-minute'];
  const overrides = {
    port: wholeNumber('--port', values.port, { max: 65_535 }),
    dialect: dialectOf(values.dialect),
    requestsPerMinute: wholeNumber('--requests-per-minute', limit, { min: 1 }),
  };
  const given = Object.entries(overrides).filter(([, value]) => value !== undefined);
  return {
    kind: 'serve',
    config: values.config,
    overrides: Object.fromEntries(given),
    faults: values.fault ?? [],
    state: values.state,
    isJson: values.json,
    exitsWithStdin: values['exit-with-stdin'],
  };
}

function parseKey(args: readonly string[]): Command {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: KEY_OPTIONS,
    allowPositionals: true,
  });
  if (values.help) return { kind: 'help' };
  refuseEmpty(values);
  const [action, key = '', ...rest] = positionals;
  if (action !== 'create' && action !== 'list' && action !== 'revoke') {
    throw new InputError('key is followed by create, list or revoke');
  }
  if (action === 'create' && values.name === undefined)
    throw new InputError('key create needs --name <name>');
  if (action === 'revoke' && key === '')
    throw new InputError('key revoke needs the name or id of a key');
  const extra = [...(action === 'revoke' || key === '' ? [] : [key]), ...rest];
  if (extra.length > 0) throw new InputError(`key ${action} does not take "${extra.join(' ')}"`);
  if (!/^https?:$/.test(URL.parse(values.url)?.protocol ?? '')) {
    throw new InputError(`--url is an address such as ${DEFAULT_URL}, not "${values.url}"`);
  }
  return { kind: 'key', action, key, url: values.url, request: keyRequestOf(values) };
}

interface KeyValues {
  readonly name?: string;
  readonly scopes?: string;
  readonly expires?: string;
  readonly expired: boolean;
  readonly cap?: string;
  readonly as?: string;
}

/** What is undefined is not sent. */
function keyRequestOf({ name, scopes, expires, expired, cap, as }: KeyValues): object {
  return {
    name,
    scopes: scopes?.split(','),
    expiresInDays: expires === 'none' ? expires : wholeNumber('--expires', expires),
    expired: expired || undefined,
    dailyCreationCap: wholeNumber('--cap', cap),
    by: as,
  };
}

/** An empty value is what a variable without a value comes to in a shell: no choice. */
function refuseEmpty(values: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(values)) {
    if (value === '') throw new InputError(`--${name} needs a value`);
  }
}

function dialectOf(name: string | undefined): Config['dialect'] | undefined {
  if (name === undefined || name === 'plain' || name === 'silent') return name;
  throw new InputError(`--dialect is plain or silent, not "${name}"`);
}

function wholeNumber(
  option: string,
  text: string | undefined,
  { min = 0, max = 1e9 } = {},
): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d{1,9}$/.test(text)) throw new InputError(`${option} is a whole number, not "${text}"`);
  const number = Number(text);
  if (number >= min && number <= max) return number;
  throw new InputError(
    number < min
      ? `${option} is at least ${min}, not ${text}`
      : `${option} is at most ${max}, not ${text}`,
  );
}
