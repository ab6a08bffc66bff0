// Reads the text of a log from a reply, and finds its new lines. The text is untrusted.
import {
  asArray,
  type Field,
  firstOf,
  isBlank,
  isRecord,
  type JsonNode,
  nodeOf,
  parseJson,
  shapeOf,
  walk,
} from './json.ts';

/** A log as a reply holds it. */
export interface LogText {
  /** With `\n` line ends; the last line may be unfinished. */
  readonly text: string;
  /** How many entries were left out because the service marks them as hidden. */
  readonly hiddenCount: number;
  /** Entries that are not recognised, as lines of JSON. */
  readonly unread?: string | undefined;
}

export const NO_LOG: LogText = { text: '', hiddenCount: 0 };

/** Normalized names such as `log`, `buildlogs`, `loglines`; not `logurl` or `changelog`. */
const LOG_NAME =
  /^(?:build|deploy|deployment|runtime|app|console)?(?:logs?|output)(?:lines|text|entries)?$/;
/** Fields of an entry that hold its text, the clearest first. */
const TEXT_NAMES = ['message', 'msg', 'text', 'line', 'log', 'output'];
/** Fields of an object that hold its entries. */
const ENTRIES_NAMES = ['lines', 'entries', 'items'];

/**
 * The build log of a deployment: the first field for a log that has text, in the objects of the
 * reply that are about this deployment.
 */
export function readBuildLog(nodes: readonly JsonNode[]): LogText {
  return firstLog(logFieldsIn(nodes)) ?? NO_LOG;
}

/**
 * The runtime log: a field for a log, else the whole reply. `reply` is undefined for plain
 * text.
 */
export function readRuntimeLog(reply: unknown, body: string): LogText {
  return firstLog(logFieldsIn(walk(reply))) ?? logOf(reply ?? body);
}

function logFieldsIn(nodes: readonly JsonNode[]): readonly Field[] {
  const isLog = ({ normalizedName, value }: Field): boolean =>
    LOG_NAME.test(normalizedName) && ['string', 'object'].includes(typeof value);
  return nodes.flatMap(({ fields }) => fields.filter(isLog));
}

/** The first field with text, a log before an output; else the first field. */
function firstLog(fields: readonly Field[]): LogText | undefined {
  const isOutput = ({ name }: Field): number => Number(/output$/i.test(name));
  const logsFirst = fields.toSorted((a, b) => isOutput(a) - isOutput(b));
  const logs = logsFirst.map(({ value }) => logOf(value));
  return logs.find(({ text }) => text !== '') ?? logs[0];
}

function logOf(value: unknown): LogText {
  const entries = entriesOf(value);
  if (typeof value === 'string' && entries === undefined)
    return { text: withLineFeeds(value), hiddenCount: 0 };
  const lines: string[] = [];
  const unread: string[] = [];
  let hiddenCount = 0;
  for (const entry of entries ?? [value]) {
    const line = lineOf(entry);
    if (isRecord(entry) && entry['hidden'] === true) hiddenCount += 1;
    else if (line !== undefined) lines.push(line);
    else if (!isBlank(entry)) unread.push(jsonOf(entry));
  }
  const text = withLineFeeds(lines.join(''));
  return { text, hiddenCount, unread: unread.join('\n') || undefined };
}

/** The text of an entry, which may be empty, with a line feed. */
function lineOf(entry: unknown): string | undefined {
  const text = isRecord(entry) ? firstOf(nodeOf(entry), TEXT_NAMES, asString) : asString(entry);
  return text === undefined || text.endsWith('\n') ? text : `${text}\n`;
}

function asString(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** The entries of a list, of an object with a list, or of a text that is JSON of a list. */
function entriesOf(value: unknown): readonly unknown[] | undefined {
  if (isRecord(value)) return firstOf(nodeOf(value), ENTRIES_NAMES, asArray);
  if (typeof value !== 'string') return asArray(value);
  const list = asArray(parseJson(value));
  return list?.every(isRecord) === true ? list : undefined;
}

/** An entry as one line of JSON, or its shape if it is nested too deep for `JSON.stringify`. */
function jsonOf(entry: unknown): string {
  try {
    return JSON.stringify(entry);
  } catch {
    return shapeOf(entry);
  }
}

/** Leaves out a `\r` at the end: its `\n` may follow in the next reply. */
function withLineFeeds(text: string): string {
  return (text.endsWith('\r') ? text.slice(0, -1) : text).replaceAll('\r\n', '\n');
}

/** What a further reply adds to the log that was printed. */
export interface NewLines {
  /** Whole lines, each with `\n`. */
  readonly lines: string;
  /** The log does not continue what was printed, so `lines` is the whole log. */
  readonly isRewritten: boolean;
  /** The log as printed so far, to pass to the next call. */
  readonly printed: string;
}

/**
 * The new lines of a log: those after the same beginning, else those after the last lines printed,
 * else all. An unfinished last line counts once the log has ended, and again if it has grown since.
 * Takes linear time.
 */
export function newLines(printed: string, now: string, { ended }: { ended: boolean }): NewLines {
  const wholeLines = now.slice(0, now.lastIndexOf('\n') + 1);
  // Nothing is new, or the reply comes from a replica that is behind.
  if (printed.startsWith(ended ? now : wholeLines))
    return { lines: '', isRewritten: false, printed };
  const text = ended && now !== wholeLines ? `${now}\n` : wholeLines;
  const continuesAt = endOfSameBeginning(printed, text) ?? endOfLastLines(printed, text);
  return {
    lines: text.slice(continuesAt ?? 0),
    isRewritten: continuesAt === undefined,
    printed: text,
  };
}

/** The lines that were not printed before, for a log that is rewritten repeatedly. */
export function linesNotIn(printed: string, lines: string): string {
  const known = new Set(printed.split('\n'));
  return lines
    .split(/(?<=\n)/)
    .filter((line) => !known.has(line.slice(0, -1)))
    .join('');
}

/** Where a log with the same beginning continues: before the last line if that has grown. */
function endOfSameBeginning(printed: string, log: string): number | undefined {
  if (log.startsWith(printed)) return printed.length;
  const withoutEnd = printed.slice(0, -1);
  return log.startsWith(withoutEnd) ? withoutEnd.lastIndexOf('\n') + 1 : undefined;
}

/** How many of the last lines must be found again. */
const OVERLAP_LINES = 5;

/**
 * Where the last lines printed end in a log with another beginning. Undefined if the log does not
 * hold them.
 */
function endOfLastLines(printed: string, log: string): number | undefined {
  const last = printed
    .split('\n')
    .slice(-OVERLAP_LINES - 1)
    .join('\n');
  const start = last.trim() === '' ? -1 : `\n${log}`.lastIndexOf(`\n${last}`);
  return start === -1 ? undefined : start + last.length;
}
