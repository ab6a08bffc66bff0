// The flags of a script.
import { parseArgs, type ParseArgsOptionsConfig } from 'node:util';

/** Reads the flags. `--help` and an unknown flag print the help and end the process. */
export function readFlags<T extends ParseArgsOptionsConfig>(help: string, options: T) {
  const isHelp = process.argv.includes('--help') || process.argv.includes('-h');
  try {
    if (!isHelp) return parseArgs({ options }).values;
    process.stdout.write(help);
    process.exit(0);
  } catch (error) {
    process.stderr.write(`${Error.isError(error) ? error.message : String(error)}\n\n${help}`);
    process.exit(2);
  }
}
