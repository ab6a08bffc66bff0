// The command line of a script.
import { parseArgs, type ParseArgsOptionsConfig } from 'node:util';

/**
 * Reads the flags; `readRest` gets the other words, and throws for one that it does not know.
 * `--help` and what is not known print the help and end the process.
 */
export function readFlags<T extends ParseArgsOptionsConfig>(
  help: string,
  options: T,
  readRest?: (words: readonly string[]) => void,
) {
  const isHelp = process.argv.includes('--help') || process.argv.includes('-h');
  if (isHelp) {
    process.stdout.write(help);
    process.exit(0);
  }
  try {
    const allowPositionals = readRest !== undefined;
    const { values, positionals } = parseArgs({ options, allowPositionals });
    readRest?.(positionals);
    return values;
  } catch (error) {
    process.stderr.write(`${Error.isError(error) ? error.message : String(error)}\n\n${help}`);
    process.exit(2);
  }
}
