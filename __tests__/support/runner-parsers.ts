// How the Actions runner reads what we print and write, and how it hands inputs over, so that tests
// can ask what it would do. The two parsers of commands are those of actions/runner,
// ActionCommand.cs, faithful to .NET where it differs from JavaScript.

/** A command that the runner would run. */
export interface RunnerCommand {
  name: string;
  data: string;
  line: string;
}

/** The commands that the runner registers; names are compared without regard to case. */
export const registeredCommands: readonly string[] = (
  'stop-commands set-env set-output save-state add-mask add-path add-matcher remove-matcher debug ' +
  'warning error notice group endgroup echo internal-set-repo-path'
).split(' ');

/** What `char.IsWhiteSpace` accepts: unlike JavaScript with U+0085 and without U+FEFF. */
const DOT_NET_WHITE_SPACE =
  /^[\t-\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+/;

/** `StreamReader.ReadLine` until the end: a lone carriage return ends a line too. */
export function readLines(output: string): string[] {
  const lines = output.split(/\r\n|\n|\r/);
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

/** Every command that the runner finds in this output, as if none had ever been stopped. */
export function commandsIn(
  output: string,
  options: { tokens?: readonly string[] } = {},
): RunnerCommand[] {
  // A stop token is itself a command: the one that resumes.
  const names = new Set(
    [...registeredCommands, ...(options.tokens ?? [])].map((name) => name.toLowerCase()),
  );
  return readLines(output).flatMap(
    (line) => parseDoubleColon(line, names) ?? parseBracket(line, names) ?? [],
  );
}

/** `ActionCommand.TryParseV2`: `::name key=value::data` after leading white space. */
function parseDoubleColon(line: string, names: ReadonlySet<string>): RunnerCommand | undefined {
  const message = line.replace(DOT_NET_WHITE_SPACE, '');
  if (!message.startsWith('::')) return undefined;
  const end = message.indexOf('::', 2);
  if (end < 0) return undefined;
  return registered({ info: message.slice(2, end), data: message.slice(end + 2), line }, names);
}

/** `ActionCommand.TryParse`: `##[name key=value;]data`, the first `##[` anywhere in the line. */
function parseBracket(line: string, names: ReadonlySet<string>): RunnerCommand | undefined {
  const start = line.indexOf('##[');
  if (start < 0) return undefined;
  const end = line.indexOf(']', start);
  if (end < 0) return undefined;
  return registered({ info: line.slice(start + 3, end), data: line.slice(end + 1), line }, names);
}

function registered(
  found: { info: string; data: string; line: string },
  names: ReadonlySet<string>,
): RunnerCommand | undefined {
  const [name = ''] = found.info.split(' ', 1);
  return names.has(name.toLowerCase()) ? { name, data: found.data, line: found.line } : undefined;
}

/** The runner's rule for the names of inputs: spaces become `_`, hyphens stay. */
function inputVariable(name: string): string {
  return `INPUT_${name.replaceAll(' ', '_').toUpperCase()}`;
}

/** The variables in which the runner hands inputs over. */
export function inputVariables<T>(inputs: Readonly<Record<string, T>>): Record<string, T> {
  return Object.fromEntries(
    Object.entries(inputs).map(([name, value]) => [inputVariable(name), value] as const),
  );
}

/**
 * Reads an output file as the runner does: `NAME=VALUE`, or `NAME<<DELIMITER` and lines up to it;
 * anything else throws.
 */
export function parseOutputFile(text: string): Record<string, string> {
  const outputs: Record<string, string> = {};
  const lines = text.split(/\r?\n/);
  for (let line = lines.shift(); line !== undefined; line = lines.shift()) {
    if (line === '') continue;
    const [, name, mark, rest] = /^([^=<]+)(=|<<)(.*)$/.exec(line) ?? [];
    if (name === undefined || rest === undefined)
      throw new Error(`the runner refuses the line "${line}"`);
    if (mark === '=') {
      outputs[name] = rest;
      continue;
    }
    const end = lines.indexOf(rest);
    if (end < 0) throw new Error(`the runner misses the delimiter of ${name}`);
    outputs[name] = lines
      .splice(0, end + 1)
      .slice(0, -1)
      .join('\n');
  }
  return outputs;
}
