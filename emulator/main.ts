#!/usr/bin/env node
// The entry of the command line: picks the command and turns an error into one sentence.

import { HELP, UsageError, parseCommand } from './cli/arguments.ts';
import type { Command } from './cli/arguments.ts';

const output = {
  out: (text: string): void => void process.stdout.write(text),
  err: (text: string): void => void process.stderr.write(text),
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
