// The two command parsers of the Actions runner (actions/runner, ActionCommand.cs), so that tests can ask what the
// runner would do with what we print. Faithful to .NET where it differs from JavaScript.

/** A command that the runner would run. */
export interface RunnerCommand {
  name: string;
  data: string;
  line: string;
}

/** The commands that the runner registers; names are compared without regard to case. */
export const registeredCommands: readonly string[] = [
  'stop-commands',
  'set-env',
  'set-output',
  'save-state',
  'add-mask',
  'add-path',
  'add-matcher',
  'remove-matcher',
  'debug',
  'warning',
  'error',
  'notice',
  'group',
  'endgroup',
  'echo',
  'internal-set-repo-path',
];

/** What `char.IsWhiteSpace` accepts: unlike JavaScript with U+0085 and without U+FEFF. */
const DOT_NET_WHITE_SPACE = /^[\t-\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+/;

/** `StreamReader.ReadLine` until the end: a lone carriage return ends a line too. */
export function readLines(output: string): string[] {
  const lines = output.split(/\r\n|\n|\r/);
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

/** Every command that the runner finds in this output, as if none had ever been stopped. */
export function commandsIn(output: string, options: { tokens?: readonly string[] } = {}): RunnerCommand[] {
  // A stop token is itself a command: the one that resumes.
  const names = new Set([...registeredCommands, ...(options.tokens ?? [])].map((name) => name.toLowerCase()));
  return readLines(output).flatMap((line) => parseDoubleColon(line, names) ?? parseBracket(line, names) ?? []);
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
