// Starts an emulator from a configuration file, prints its greeting, and ends it with everything it started.

import path from 'node:path';
import { readConfig, readText } from '../config/index.ts';
import { createConsole } from '../console/index.ts';
import type { EmulatorOptions } from '../config/index.ts';
import { offsetClock } from '../clock/index.ts';
import { startEmulator } from '../emulator.ts';
import type { Emulator } from '../emulator.ts';
import { parseFaults } from '../faults/index.ts';
import type { Fault } from '../faults/index.ts';
import { isObject } from '../json.ts';
import { parseDialect } from '../testing/dialects/index.ts';
import type { ServeCommand } from './arguments.ts';
import { isStartedByNpm, observeShutdown } from './shutdown.ts';
import { openWorkRoot } from './work-root.ts';
import { greeting, greetingJson, oneLine, requestLine } from './text.ts';

const SAMPLE_CONFIG = path.join(import.meta.dirname, '../sample/emulator.yaml');

/** Requests and bytes of one log that are kept, so that memory stays flat for days. */
const KEPT_REQUESTS = 10_000;
const LOG_LIMIT = 8_000_000;

/** Where lines go. */
export interface Output {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  /** A line that is left out where nobody reads what was printed before. */
  readonly line: (text: string) => void;
}

/** Faults as given on the command line: JSON, or the name of a file that holds it. */
function readFaults(given: string): Fault[] {
  return parseFaults(/^\s*[[{]/.test(given) ? given : readText(given));
}

/** Why the port cannot be listened on, by the code of the error. */
const LISTEN_PROBLEMS: Readonly<Record<string, string>> = {
  EADDRINUSE: 'is taken',
  EACCES: 'needs rights that this user does not have',
};

/** One sentence about a port that cannot be listened on; undefined for every other error. */
export function listenProblem(error: unknown, port: number): string | undefined {
  const code = isObject(error) && error['syscall'] === 'listen' ? String(error['code']) : '';
  const problem = LISTEN_PROBLEMS[code];
  return problem === undefined
    ? undefined
    : `Port ${port} ${problem}. Choose another one with --port, such as --port 0.`;
}

interface StartOptions {
  readonly workRoot: string;
  readonly output: Output;
  readonly onLost: (sentence: string) => void;
}

async function start(command: ServeCommand, { workRoot, output, onLost }: StartOptions): Promise<Emulator> {
  const stateFile = command.state === undefined ? undefined : path.resolve(command.state);
  const { clockOffsetMs, ...config } = readConfig(command.config ?? SAMPLE_CONFIG, {
    workRoot,
    port: command.port,
    neverCopied: stateFile === undefined ? [] : [stateFile, `${stateFile}-wal`],
  });
  const options: EmulatorOptions = {
    ...config,
    clock: offsetClock(command.clockOffset ?? clockOffsetMs),
    requestsPerMinute: command.requestsPerMinute ?? config.requestsPerMinute,
    countRefused: command.countRefused || config.countRefused,
    seed: command.seed ?? config.seed,
    port: command.port ?? config.port ?? 0,
    faults: [...config.faults, ...(command.faults === undefined ? [] : readFaults(command.faults))],
    dialect: command.dialect === undefined ? config.dialect : parseDialect(command.dialect),
    stateFile,
    requestLog: { count: KEPT_REQUESTS },
    logLimit: LOG_LIMIT,
    onProblem: (sentence) => output.err(`${sentence}\n`),
    onLost,
    ...(command.json ? {} : { onRequest: (request) => output.line(`${requestLine(request)}\n`) }),
    pages: createConsole(),
  };
  try {
    return await startEmulator(options);
  } catch (error) {
    const problem = listenProblem(error, options.port ?? 0);
    throw problem === undefined ? error : new Error(problem, { cause: error });
  }
}

/** Runs until a signal (or the parent's end) comes; resolves when nothing of it is left, also when something fails. */
export async function serve(command: ServeCommand, output: Output): Promise<void> {
  const shutdown = observeShutdown({ withParent: command.exitWithParent, withNpm: isStartedByNpm(process.env) });
  const workRoot = openWorkRoot(command.state);
  let emulator: Emulator | undefined;
  try {
    const lost = Promise.withResolvers<Error>();
    const onLost = (sentence: string): void => lost.resolve(new Error(sentence));
    emulator = await start(command, { workRoot: workRoot.dir, output, onLost });
    const { origin, baseUrl, keys } = emulator;
    const started = { origin, baseUrl, keys, view: emulator.view() };
    output.out(command.json ? `${greetingJson(started)}\n` : greeting(started));
    const reason = await Promise.race([shutdown.requested, lost.promise]);
    if (Error.isError(reason)) throw reason;
    if (!command.json) output.err(`\nEnding (${reason})\n`);
  } finally {
    await emulator?.close();
    shutdown.stop();
    workRoot.remove();
  }
  for (const violation of emulator.violations) output.err(`The emulator made a mistake: ${oneLine(violation)}\n`);
}
