// The command line as a value: what is asked for, or why it makes no sense. No effects.

import { parseArgs } from 'node:util';
import { LOOPBACK, originOf } from '../addresses.ts';
import { readClockOffset } from '../clock/index.ts';
import { EXPIRY_DAYS } from '../state/index.ts';

/** How to start the emulator. */
export interface ServeCommand {
  readonly kind: 'serve';
  readonly config: string | undefined;
  readonly port: number | undefined;
  readonly dialect: string | undefined;
  /** JSON, or the name of a file that holds it. */
  readonly faults: string | undefined;
  readonly state: string | undefined;
  readonly requestsPerMinute: number | undefined;
  readonly countRefused: boolean;
  /** In milliseconds. */
  readonly clockOffset: number | undefined;
  readonly seed: string | undefined;
  readonly json: boolean;
  readonly exitWithParent: boolean;
}

/** What to do with the keys of an emulator that runs at `url`. */
export type KeyCommand = { readonly url: string } & (
  | { readonly kind: 'key-list' }
  | { readonly kind: 'key-revoke'; readonly key: string }
  | { readonly kind: 'key-create'; readonly request: KeyCreation }
);

/** A key as the control API takes it. */
export interface KeyCreation {
  readonly name: string;
  readonly scopes: readonly string[];
  readonly expiresInDays?: number | 'none';
  readonly dailyCreationCap?: number;
  readonly by: string;
}

/** What a command line asks for. */
export type Command = ServeCommand | KeyCommand | { readonly kind: 'help' };

/** A command line that makes no sense; the message is for the person who wrote it. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Where an emulator with the sample configuration listens. */
const DEFAULT_URL = originOf(`${LOOPBACK}:4180`);

/** How the emulator is called: from the project, or from its package, where it is JavaScript. */
const PROGRAM = import.meta.filename.endsWith('.ts') ? 'npm run emulator --' : 'npx deployment-service-emulator';

/** What `--help` prints, and what follows a command line that makes no sense. */
export const HELP = `A local Deployment Service that really builds and runs apps.

${PROGRAM} [options]            start it
  --config <file>    resources, keys and wallet (default: the sample's emulator.yaml)
  --port <number>    loopback port; 0 takes any free one
  --dialect <name>   shapes of responses that the API page leaves open, such as wrapped or accepted=empty
  --faults <json>    faults to arm, as JSON or a file that holds it
  --state <file>     keep keys, deployments, logs and built versions across restarts
  --requests-per-minute <n>  limit of one key (default 120)
  --count-refused    refused requests count against that limit too
  --clock-offset <d> set the calendar ahead, such as 91d to try an expired key
  --seed <text>      make the values of keys the same at every start
  --json             print one line of JSON instead of text, for programs
  --exit-with-parent end when the parent process or the input is gone

${PROGRAM} key create --name <name> [--scopes deploy,write] [--expires 30|90|365|none] [--cap <n>] [--as owner|admin]
${PROGRAM} key list
${PROGRAM} key revoke <name or id>
  --url <address>    which emulator (default: ${DEFAULT_URL})
`;

const SERVE_OPTIONS = {
  config: { type: 'string' },
  port: { type: 'string' },
  dialect: { type: 'string' },
  faults: { type: 'string' },
  state: { type: 'string' },
  'requests-per-minute': { type: 'string' },
  'count-refused': { type: 'boolean', default: false },
  'clock-offset': { type: 'string' },
  seed: { type: 'string' },
  json: { type: 'boolean', default: false },
  'exit-with-parent': { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

const KEY_OPTIONS = {
  url: { type: 'string', default: DEFAULT_URL },
  name: { type: 'string' },
  scopes: { type: 'string', default: '' },
  expires: { type: 'string' },
  cap: { type: 'string' },
  as: { type: 'string', default: 'owner' },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

function wholeNumber(option: string, text: string, limits: { readonly max: number }): number {
  const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (!(value <= limits.max)) throw new UsageError(`${option} is a whole number up to ${limits.max}, not "${text}"`);
  return value;
}

/** An empty value is what a variable without a value comes to in a shell: neither a file nor a choice. */
function refuseEmpty(values: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(values)) {
    if (value === '') throw new UsageError(`--${name} needs a value`);
  }
}

function emulatorAddress(text: string): string {
  if (!/^https?:$/.test(URL.parse(text)?.protocol ?? '')) {
    throw new UsageError(`--url is an address such as ${DEFAULT_URL}, not "${text}"`);
  }
  return text;
}

function requestLimit(text: string | undefined): number | undefined {
  const limit = text === undefined ? undefined : wholeNumber('--requests-per-minute', text, { max: 1_000_000 });
  if (limit === 0) throw new UsageError('--requests-per-minute is at least 1');
  return limit;
}

function clockOffset(text: string | undefined): number | undefined {
  const offset = text === undefined ? undefined : readClockOffset(text);
  if (offset === undefined && text !== undefined) {
    throw new UsageError(`--clock-offset is a number with s, m, h or d, such as 91d, not "${text}"`);
  }
  return offset;
}

function parseServe(args: readonly string[]): Command {
  const { values } = parseArgs({ args: [...args], options: SERVE_OPTIONS });
  if (values.help) return { kind: 'help' };
  refuseEmpty(values);
  return {
    kind: 'serve',
    config: values.config,
    port: values.port === undefined ? undefined : wholeNumber('--port', values.port, { max: 65_535 }),
    dialect: values.dialect,
    faults: values.faults,
    state: values.state,
    requestsPerMinute: requestLimit(values['requests-per-minute']),
    countRefused: values['count-refused'],
    clockOffset: clockOffset(values['clock-offset']),
    seed: values.seed,
    json: values.json,
    exitWithParent: values['exit-with-parent'],
  };
}

function expiryOf(text: string): number | 'none' {
  if (text === 'none') return text;
  const days = EXPIRY_DAYS.find((choice) => String(choice) === text);
  if (days === undefined) throw new UsageError(`--expires is ${EXPIRY_DAYS.join(', ')} or none, not "${text}"`);
  return days;
}

interface KeyArguments {
  readonly positionals: readonly string[];
  readonly values: { url: string; name?: string; scopes: string; expires?: string; cap?: string; as: string };
}

const KEY_ACTIONS: Readonly<Record<string, (given: KeyArguments) => KeyCommand>> = {
  list: ({ positionals, values: { url } }) => {
    if (positionals.length > 0) throw new UsageError('key list takes no names');
    return { kind: 'key-list', url };
  },
  revoke: ({ positionals: [key], values: { url } }) => {
    if (key === undefined) throw new UsageError('key revoke needs the name or id of a key');
    return { kind: 'key-revoke', url, key };
  },
  create: ({ positionals, values: { url, name, scopes, expires, cap, as } }) => {
    if (name === undefined || positionals.length > 0) throw new UsageError('key create needs --name <name>');
    const request: KeyCreation = {
      name,
      scopes: scopes.split(',').filter((scope) => scope !== ''),
      by: as,
      ...(expires === undefined ? {} : { expiresInDays: expiryOf(expires) }),
      ...(cap === undefined ? {} : { dailyCreationCap: wholeNumber('--cap', cap, { max: 1_000_000 }) }),
    };
    return { kind: 'key-create', url, request };
  },
};

function parseKey(args: readonly string[]): Command {
  const { values, positionals } = parseArgs({ args: [...args], options: KEY_OPTIONS, allowPositionals: true });
  if (values.help) return { kind: 'help' };
  const [name = '', ...rest] = positionals;
  if (rest.length > 1) throw new UsageError(`too many arguments: ${rest.join(' ')}`);
  const action = Object.hasOwn(KEY_ACTIONS, name) ? KEY_ACTIONS[name] : undefined;
  if (action === undefined) throw new UsageError('key is followed by create, list or revoke');
  return action({ positionals: rest, values: { ...values, url: emulatorAddress(values.url) } });
}

/** Reads a command line (without node and script). Throws `UsageError`. */
export function parseCommand(args: readonly string[]): Command {
  try {
    return args[0] === 'key' ? parseKey(args.slice(1)) : parseServe(args);
  } catch (error) {
    if (error instanceof UsageError || !Error.isError(error)) throw error;
    throw new UsageError(error.message, { cause: error });
  }
}
