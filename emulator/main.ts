#!/usr/bin/env node
// The entry of the command line: picks the command and turns an error into one sentence.

import { setTimeout as delay } from 'node:timers/promises';
import { HELP, UsageError, parseCommand } from './cli/arguments.ts';
import type { Command } from './cli/arguments.ts';

/** How long the last output may take to be read. */
const LAST_OUTPUT_MS = 1000;
let unreadLines = 0;

const output = {
  out: (text: string): void => void process.stdout.write(text),
  err: (text: string): void => void process.stderr.write(text),
  line: (text: string): void => {
    if (process.stdout.writableNeedDrain) {
      unreadLines += 1;
      return;
    }
    process.stdout.write(unreadLines === 0 ? text : `(${unreadLines} lines are missing: nobody read them)\n${text}`);
    unreadLines = 0;
  },
};

/** Loads only what the command needs: the service itself takes a while. */
async function run(command: Command): Promise<void> {
  if (command.kind === 'help') {
    output.out(HELP);
  } else if (command.kind === 'serve') {
    const { serve } = await import('./cli/serve.ts');
    await serve(command, output);
  } else {
    const { runKeyCommand } = await import('./cli/keys.ts');
    output.out(await runKeyCommand(command));
  }
}

// Whoever reads the output may leave first; that is no reason to fail, and children must still be ended.
process.stdout.on('error', () => undefined);
process.stderr.on('error', () => undefined);

try {
  await run(parseCommand(process.argv.slice(2)));
} catch (error) {
  const { message } = Error.isError(error) ? error : new Error(String(error));
  const isUsage = error instanceof UsageError;
  output.err(`${message}\n${isUsage ? `\n${HELP}` : ''}`);
  process.exitCode = isUsage ? 2 : 1;
}

// Output that nobody reads would keep the process alive for ever.
const flushed = [process.stdout, process.stderr].map(
  async (stream) => await new Promise<void>((resolve) => stream.write('', () => resolve())),
);
await Promise.race([Promise.all(flushed), delay(LAST_OUTPUT_MS)]);
process.exit();
