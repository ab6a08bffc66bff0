#!/usr/bin/env node
// The entry of the command line: picks the command, and turns an error into one clear line.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { InputError } from './check.ts';
import {
  type Command,
  CONFIG_NAME,
  help,
  parseCommand,
  programOf,
  type ServeCommand,
} from './command-line.ts';
import { readConfigFile } from './config-file.ts';
import { type Emulator, startEmulator } from './emulator.ts';
import { messageOf } from './errors.ts';
import { SAMPLE, writeSample } from './init.ts';
import { greeting, greetingJson, requestLine } from './terminal.ts';

const CHECK_PARENT_EVERY_MS = 500;

// Whoever reads the output may leave first; that is no reason to fail.
process.stdout.on('error', () => undefined);
process.stderr.on('error', () => undefined);

try {
  await run(parseCommand(process.argv.slice(2)));
} catch (error) {
  printError(`${messageOf(error)}\n`);
  process.exitCode = error instanceof InputError ? 2 : 1;
}

async function run(command: Command): Promise<void> {
  const program = programOf(process.argv[1] ?? '', process.env);
  // npm runs a script in its project, but what a user types is relative to where npm was started.
  if (program.startsWith('npm run')) process.chdir(process.env['INIT_CWD'] ?? '.');
  switch (command.kind) {
    case 'help':
      return print(help(program));
    case 'init':
      return print(`Wrote ${writeSample('.').join(', ')}. To start it: ${program}\n`);
    case 'serve':
      return await serve(command, program);
  }
}

/** Runs until a signal comes, or until whoever started it has gone. */
async function serve(command: ServeCommand, program: string): Promise<void> {
  const ended = untilEnded(command);
  const { config = existsSync(CONFIG_NAME) ? CONFIG_NAME : undefined, isJson } = command;
  const emulator = await start(command, config ?? path.join(SAMPLE, CONFIG_NAME));
  const from =
    config === undefined ? `the sample; to have it here: ${program} init` : path.resolve(config);
  try {
    print(isJson ? `${greetingJson(emulator)}\n` : greeting(emulator, from));
    await ended;
  } finally {
    // An open standard input would keep the process alive.
    process.stdin.destroy();
    await emulator.stop();
  }
}

async function start(command: ServeCommand, config: string): Promise<Emulator> {
  const { port, faults, state, isJson } = command;
  const file = readConfigFile(config, port);
  return await startEmulator({
    ...file,
    faults: [...file.faults, ...faults],
    stateFile: state,
    onProblem: (sentence) => printError(`${sentence}\n`),
    // A line is left out where nobody reads those before it: they would fill the memory.
    onRequest: (request) => {
      if (!isJson && !process.stdout.writableNeedDrain) print(`${requestLine(request)}\n`);
    },
  });
}

/**
 * Resolves when the process has to end. A second signal ends it at once; its children end with it.
 */
async function untilEnded({ exitsWithStdin }: ServeCommand): Promise<void> {
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
  // A file and /dev/null only end, a pipe that breaks only closes.
  if (exitsWithStdin)
    for (const event of ['end', 'close', 'error']) process.stdin.resume().once(event, resolve);
  await promise;
}

function print(text: string): void {
  process.stdout.write(text);
}

function printError(text: string): void {
  process.stderr.write(text);
}
