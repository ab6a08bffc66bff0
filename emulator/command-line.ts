// The command line as a value: what is asked for, or why it makes no sense.
import { parseArgs } from 'node:util';
import { InputError } from './check.ts';
import { messageOf } from './errors.ts';
import { FAULT_NAMES } from './faults.ts';
import { ENDPOINT_NAMES } from './openapi.ts';

/** How to start the emulator. */
export interface ServeCommand {
  readonly kind: 'serve';
  readonly config: string | undefined;
  readonly port: number | undefined;
  readonly dialect: string | undefined;
  readonly faults: readonly string[];
  readonly state: string | undefined;
  readonly requestsPerMinute: number | undefined;
  readonly isJson: boolean;
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
export type Command = ServeCommand | KeyCommand | { readonly kind: 'help' };

/** Where an emulator with the sample configuration listens. */
const DEFAULT_URL = 'http://127.0.0.1:4180';

/** How the emulator is called: from the project, or from its package, where it is JavaScript. */
const PROGRAM = import.meta.filename.endsWith('.ts')
  ? 'npm run emulator --'
  : 'npx deployment-service-emulator';

/** What `--help` prints. */
export const HELP = `A local Deployment Service that really builds and runs apps.

${PROGRAM} [options]            start it
  --config <file>    resources, keys, wallet, faults (default: the sample's emulator.yaml)
  --port <number>    loopback port; 0 takes any free one
  --fault <fault>    a fault to arm, such as cut-after@createDeployment,times=2; can be repeated
  --dialect <name>   plain, or silent: nothing but what the API page shows
  --requests-per-minute <n>  limit of one key (default 120)
  --state <file>     keep keys, deployments, logs and activity across restarts
  --json             print one line of JSON instead of text, for programs

${PROGRAM} key create --name <name> [--scopes deploy,write] [--expires 30|90|365|none] [--cap <n>] [--as owner|admin]
${PROGRAM} key list
${PROGRAM} key revoke <name or id>
  --url <address>    which emulator (default: ${DEFAULT_URL})

Faults: ${FAULT_NAMES.join(', ')}
Endpoints: ${ENDPOINT_NAMES.join(', ')}
`;

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
} as const;

const KEY_OPTIONS = {
  ...HELP_OPTION,
  url: { type: 'string', default: DEFAULT_URL },
  name: TEXT,
  scopes: TEXT,
  expires: TEXT,
  cap: TEXT,
  as: TEXT,
} as const;

/** Reads a command line, without node and script. Throws an `InputError`. */
export function parseCommand(args: readonly string[]): Command {
  try {
    return args[0] === 'key' ? parseKey(args.slice(1)) : parseServe(args);
  } catch (error) {
    if (error instanceof InputError) throw error;
    throw new InputError(messageOf(error), { cause: error });
  }
}

function parseServe(args: readonly string[]): Command {
  const { values } = parseArgs({ args: [...args], options: SERVE_OPTIONS });
  if (values.help) return { kind: 'help' };
  refuseEmpty(values);
  return {
    kind: 'serve',
    config: values.config,
    port: wholeNumber('--port', values.port),
    dialect: values.dialect,
    faults: values.fault ?? [],
    state: values.state,
    requestsPerMinute: wholeNumber('--requests-per-minute', values['requests-per-minute']),
    isJson: values.json,
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
  readonly cap?: string;
  readonly as?: string;
}

function keyRequestOf({ name, scopes, expires, cap, as }: KeyValues): object {
  return {
    name,
    ...(scopes === undefined ? {} : { scopes: scopes.split(',') }),
    ...(expires === undefined
      ? {}
      : { expiresInDays: expires === 'none' ? expires : wholeNumber('--expires', expires) }),
    ...(cap === undefined ? {} : { dailyCreationCap: wholeNumber('--cap', cap) }),
    ...(as === undefined ? {} : { by: as }),
  };
}

/** An empty value is what a variable without a value comes to in a shell: no choice. */
function refuseEmpty(values: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(values)) {
    if (value === '') throw new InputError(`--${name} needs a value`);
  }
}

function wholeNumber(option: string, text: string | undefined): number | undefined {
  if (text === undefined || /^\d{1,9}$/.test(text))
    return text === undefined ? undefined : Number(text);
  throw new InputError(`${option} is a whole number, not "${text}"`);
}
