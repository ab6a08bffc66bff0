// The command line of a script: flags, names, `--help`. An unknown one is answered with those that exist.
import { parseArgs } from 'node:util';

/** What a script accepts. */
export interface Usage {
  /** As it is typed: `npm run demo`. */
  readonly command: string;
  /** One sentence: what the script does. */
  readonly purpose: string;
  /** Flag without its dashes, to what it does. */
  readonly flags?: Readonly<Record<string, string>>;
  /** What the names that follow the command stand for, and which there are. Without it no names are accepted. */
  readonly names?: { readonly meaning: string; readonly known: readonly string[] };
  /** An argument without dashes that is none of the names, such as a path: how it is shown, and what it means. */
  readonly argument?: { readonly form: string; readonly meaning: string };
  /** The tool that all other arguments go to. Without it they are refused. */
  readonly passesTo?: string;
}

/** What was asked for. */
export interface CommandLine {
  readonly flags: ReadonlySet<string>;
  readonly names: readonly string[];
  /** Arguments of the form that `argument` allows, and those for the tool named by `passesTo`, in order. */
  readonly rest: readonly string[];
}

/** Reads the arguments of a script; `help` and `wrong` are texts to print instead of running. */
function parseCommandLine(usage: Usage, args: readonly string[]): CommandLine | { help: string } | { wrong: string } {
  if (args.includes('--help') || args.includes('-h')) return { help: helpOf(usage) };
  const flags = new Set<string>();
  const names: string[] = [];
  const rest: string[] = [];
  for (const arg of args) {
    const flag = arg.startsWith('--') ? arg.slice(2) : undefined;
    if (flag !== undefined && Object.hasOwn(usage.flags ?? {}, flag)) flags.add(flag);
    else if (usage.names?.known.includes(arg) === true) names.push(arg);
    else if (usage.passesTo !== undefined || (usage.argument !== undefined && !arg.startsWith('-'))) rest.push(arg);
    else return { wrong: `${usage.command} does not know "${arg}".\n\n${helpOf(usage)}` };
  }
  return { flags, names, rest };
}

/** The same for `process.argv`: prints help or the mistake and ends the process, with exit code 2 for a mistake. */
export function readCommandLine(usage: Usage): CommandLine {
  const result = parseCommandLine(usage, process.argv.slice(2));
  if ('help' in result) {
    process.stdout.write(`${result.help}\n`);
    process.exit(0);
  }
  if ('wrong' in result) {
    process.stderr.write(`${result.wrong}\n`);
    process.exit(2);
  }
  return result;
}

/**
 * The values of a script's options, each with its default; for a script that has its own help text. A mistake prints both
 * and ends the process with exit code 2.
 */
export function readOptions<Name extends string>(
  help: string,
  defaults: Readonly<Record<Name, string>>,
): Readonly<Record<Name, string>> {
  const values: Record<Name, string> = { ...defaults };
  const args = process.argv.slice(2);
  const names = Object.keys(defaults);
  const isName = (name: string): name is Name => names.includes(name);
  if (args.includes('--help') || args.includes('-h')) {
    process.stdout.write(help);
    process.exit(0);
  }
  try {
    const options = Object.fromEntries(names.map((name) => [name, { type: 'string' } as const]));
    for (const [name, value] of Object.entries(parseArgs({ args, options }).values)) {
      if (isName(name) && value !== undefined) values[name] = value;
    }
  } catch (error) {
    endWithMistake(Error.isError(error) ? error.message : String(error), help);
  }
  return values;
}

/** Prints a mistake in the arguments and the help, and ends with exit code 2. */
export function endWithMistake(mistake: string, help: string): never {
  process.stderr.write(`${mistake}\n\n${help}`);
  process.exit(2);
}

function helpOf({ command, purpose, flags = {}, names, argument, passesTo }: Usage): string {
  const rows = [
    ...(argument === undefined ? [] : [[argument.form, argument.meaning]]),
    ...Object.entries(flags).map(([flag, meaning]) => [`--${flag}`, meaning]),
    ['--help', 'show this help'],
  ];
  const width = Math.max(...rows.map(([flag = '']) => flag.length));
  const form = [
    ...Object.keys(flags).map((flag) => `[--${flag}]`),
    ...(names === undefined ? [] : ['[name …]']),
    ...(argument === undefined ? [] : [argument.form]),
  ];
  return [
    purpose,
    '',
    `Usage: ${[command, ...(form.length === 0 ? [] : ['--']), ...form].join(' ')}`,
    ...rows.map(([flag = '', meaning = '']) => `  ${flag.padEnd(width)}  ${meaning}`),
    ...(names === undefined ? [] : ['', `Names: ${names.meaning}.`, ...names.known.map((name) => `  ${name}`)]),
    ...(passesTo === undefined ? [] : ['', `Other arguments go to ${passesTo}.`]),
  ].join('\n');
}
