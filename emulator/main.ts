#!/usr/bin/env node
// The entry of the command line: picks the command, and turns an error into one clear line.
import path from 'node:path';
import { InputError } from './check.ts';
import { HELP, parseCommand, type ServeCommand } from './command-line.ts';
import { readConfig } from './config.ts';
import { type Emulator, startEmulator } from './emulator.ts';
import { messageOf } from './errors.ts';
import { runKeyCommand } from './key-command.ts';
import { greeting, greetingJson, requestLine } from './terminal.ts';

const SAMPLE_CONFIG = path.join(import.meta.dirname, 'sample/emulator.yaml');
const CHECK_PARENT_EVERY_MS = 500;

// Whoever reads the output may leave first; that is no reason to fail.
process.stdout.on('error', () => undefined);
process.stderr.on('error', () => undefined);

try {
  const command = parseCommand(process.argv.slice(2));
  if (command.kind === 'help') print(HELP);
  else if (command.kind === 'key') print(await runKeyCommand(command));
  else await serve(command);
} catch (error) {
  const isInput = error instanceof InputError;
  printError(`${messageOf(error)}\n${isInput ? 'See --help.\n' : ''}`);
  process.exitCode = isInput ? 2 : 1;
}

/** Runs until a signal comes, or until the npm or npx that started it has gone. */
async function serve(command: ServeCommand): Promise<void> {
  const ended = untilEnded();
  const emulator = await start(command);
  print(command.isJson ? `${greetingJson(emulator)}\n` : greeting(emulator));
  await ended;
  await emulator.close();
}

async function start({
  config,
  port,
  dialect,
  faults,
  state,
  requestsPerMinute,
  isJson,
}: ServeCommand): Promise<Emulator> {
  const file = readConfig(config ?? SAMPLE_CONFIG);
  return await startEmulator({
    ...file,
    ...(port === undefined ? {} : { port }),
    ...(dialect === undefined ? {} : { dialect: dialectOf(dialect) }),
    ...(requestsPerMinute === undefined ? {} : { requestsPerMinute }),
    faults: [...file.faults, ...faults],
    stateFile: state,
    onProblem: (sentence) => printError(`${sentence}\n`),
    // A line is left out where nobody reads those before it: they would fill the memory.
    onRequest: (request) => {
      if (!isJson && !process.stdout.writableNeedDrain) print(`${requestLine(request)}\n`);
    },
  });
}

function dialectOf(name: string): 'plain' | 'silent' {
  if (name === 'plain' || name === 'silent') return name;
  throw new InputError(`--dialect is plain or silent, not "${name}"`);
}

/**
 * Resolves when the process has to end. A second signal ends it at once; its children end with it.
 */
async function untilEnded(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let asked = false;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      // One Ctrl-C comes twice under npm, from the terminal and from npm, which hands it on.
      if (asked && process.env['npm_lifecycle_event'] === undefined) process.exit(1);
      asked = true;
      resolve();
    });
  }
  // npm and npx do not hand every signal on, but end the shell between.
  const parent = process.ppid;
  if (process.env['npm_lifecycle_event'] !== undefined) {
    setInterval(() => {
      if (process.ppid !== parent) resolve();
    }, CHECK_PARENT_EVERY_MS).unref();
  }
  await promise;
}

function print(text: string): void {
  process.stdout.write(text);
}

function printError(text: string): void {
  process.stderr.write(text);
}
