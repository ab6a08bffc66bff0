// The command line as a value: what is asked for, or why it makes no sense.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { examine, InputError, placeOf } from './check.ts';
import { configSchema } from './config.ts';
import { messageOf } from './errors.ts';
import { FAULT_WORDS, faultText } from './faults.ts';
import { ENDPOINT_NAMES } from './openapi.ts';
import { columns, shellWord } from './terminal.ts';

/** How to start the emulator. */
export interface ServeCommand {
  readonly kind: 'serve';
  readonly config: string | undefined;
  /** Takes precedence over that of the configuration. */
  readonly port: number | undefined;
  readonly faults: readonly string[];
  readonly state: string | undefined;
  readonly isJson: boolean;
  readonly exitsWithStdin: boolean;
}

/** What a command line asks for. */
export type Command = ServeCommand | { readonly kind: 'help' | 'init' };

/** What `--help` prints; `program` is how the emulator was started. */
export function help(program: string): string {
  return `A local Deployment Service that really builds and runs apps.

${program} [options]
${program} init   writes the sample into this folder: ${CONFIG_NAME}, its schema, two apps

  --config <file>    resources, keys, wallet, limits (default: ${CONFIG_NAME} here, else the sample)
  --port <number>    loopback port; 0 takes any free one
  --fault <fault>    a fault to arm, such as cut-after@createDeployment,times=2; can be repeated
  --state <file>     keep keys, deployments, logs and activity across restarts
  --json             print one line of JSON instead of text, for programs
  --exit-with-stdin  end when standard input ends, as with the program that started it

A fault is a name, @ and an endpoint (any by default), and numbers: times= (1), skip= (0), and what
its line names in backticks:
${columns(FAULT_WORDS)}

Endpoints: ${ENDPOINT_NAMES.join(', ')}
`;
}

/** The configuration that is taken where no other is named. */
export const CONFIG_NAME = 'emulator.yaml';

/**
 * How the emulator was started, to be typed again: from the project, as the package that npx was
 * told, or as the file that runs. `script` is `process.argv[1]`.
 */
export function programOf(script: string, env: Readonly<NodeJS.ProcessEnv>): string {
  if (script.endsWith('.ts') && env['npm_lifecycle_event'] === 'emulator')
    return 'npm run emulator --';
  const npx = /^.*[/\\]_npx[/\\][^/\\]+/.exec(script)?.[0];
  const asked = npx === undefined ? undefined : npxPackage(path.join(npx, 'package.json'));
  if (asked === undefined) return `node ${shellWord(path.relative('', script))}`;
  // npx would run a path as a command, not install it.
  const isPath = asked.endsWith('.tgz') && !/^[a-z+]+:/.test(asked);
  return `npx ${shellWord(isPath ? `file:${asked}` : asked)}`;
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
  config: TEXT,
  port: TEXT,
  fault: { ...TEXT, multiple: true },
  state: TEXT,
  json: FLAG,
  'exit-with-stdin': FLAG,
} as const;

/** An empty value is what a variable without a value comes to in a shell: no choice. */
const text = z.string().min(1);
const digits = z.string().regex(/^\d+$/, 'must be a whole number').transform(Number);

const values = z.object({
  help: z.boolean(),
  config: text.optional(),
  port: digits.pipe(configSchema.shape.port.unwrap()).optional(),
  fault: z.array(faultText).default([]),
  state: text.optional(),
  json: z.boolean(),
  'exit-with-stdin': z.boolean(),
});

/** Reads a command line, without node and script. Throws an `InputError`. */
export function parseCommand(args: readonly string[]): Command {
  if (args.length === 1 && args[0] === 'init') return { kind: 'init' };
  const { data, mistakes } = examine(values, parseOptions(args));
  if (data === undefined)
    throw new InputError(
      mistakes.map(({ path: place, message }) => `--${placeOf(place)}: ${message}`).join('\n'),
    );
  const { help: isHelp, fault, json, 'exit-with-stdin': exitsWithStdin, ...rest } = data.value;
  if (isHelp) return { kind: 'help' };
  const { config, port, state } = rest;
  return { kind: 'serve', config, port, faults: fault, state, isJson: json, exitsWithStdin };
}

function parseOptions(args: readonly string[]): object {
  try {
    return parseArgs({ args: [...args], options: OPTIONS }).values;
  } catch (error) {
    const unknown = /Unknown option '(--?[^']+)'/.exec(messageOf(error))?.[1];
    const what = unknown === undefined ? messageOf(error) : `There is no option ${unknown}`;
    throw new InputError(`${what.replace(/\.$/, '')}. See --help.`, { cause: error });
  }
}
