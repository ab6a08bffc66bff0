// Reads the text of a log from a reply. The text is untrusted.
import {
  asArray,
  asText,
  type Field,
  firstOf,
  isBlank,
  isRecord,
  type JsonNode,
  type JsonRecord,
  nodeOf,
  parseJson,
  walk,
} from './json.ts';

/** A log as a reply holds it. */
export interface LogText {
  /** With `\n` line ends; the last line may be unfinished. */
  readonly text: string;
  /** How many entries were left out because the service marks them as hidden. */
  readonly hiddenCount: number;
  /** Entries that are not recognised, as lines of JSON. */
  readonly unrecognised?: string | undefined;
}

export const NO_LOG: LogText = { text: '', hiddenCount: 0 };

/** Normalized names such as `log`, `buildlogs`, `loglines`; not `logurl` or `changelog`. */
const LOG_NAME =
  /^(?:build|deploy|deployment|runtime|app|console)?(?:logs?|output)(?:lines|text|entries)?$/;
/** Fields of an entry that hold its text, the clearest first. */
const TEXT_NAMES = ['message', 'msg', 'text', 'line', 'content', 'log', 'output', 'stdout'];
/** Fields of an entry that are read after its text. */
const PART_NAME = /^(?:lines|entries|items|steps|stderr)$/;

/**
 * The runtime log: the fields for a log, or the whole reply without such a field. `reply` is
 * undefined for plain text.
 */
export function parseRuntimeLog(reply: unknown, body: string): LogText {
  const nodes = walk(reply, (field) => !isLogField(field));
  return firstLog(levelsOf(nodes)) ?? logOf(reply === undefined ? body : reply);
}

/** True for a field that holds a log. */
export function isLogField({ normalizedName, value }: Field): boolean {
  return LOG_NAME.test(normalizedName) && ['string', 'object'].includes(typeof value);
}

/** Objects grouped by how many others are around them, outermost first. */
export function levelsOf(nodes: readonly JsonNode[]): readonly (readonly JsonNode[])[] {
  return [...Map.groupBy(nodes, ({ level }) => level).values()];
}

/**
 * The log fields of the first level that has text, joined; if no level has text, the first one with
 * entries that are not recognised. `levels`: the objects of a reply that may hold the log, the
 * closest first.
 */
export function firstLog(levels: readonly (readonly JsonNode[])[]): LogText | undefined {
  const logs = levels.map((nodes) => nodes.flatMap(logsIn));
  const withText = logs.map((level) => level.filter(({ text }) => text !== ''));
  const shown = withText.find(({ length }) => length > 0) ?? [];
  const empty = logs.flat().filter(({ text }) => text === '');
  const hiddenCount = [...shown, ...empty].reduce((sum, log) => sum + log.hiddenCount, 0);
  const first = empty.find(({ unrecognised }) => unrecognised !== undefined) ?? empty[0];
  if (shown.length === 0) return first && { ...first, hiddenCount };
  const texts = shown.map(({ text }) => text);
  return {
    text: [...texts.slice(0, -1).map(withLineEnd), texts.at(-1)].join(''),
    hiddenCount,
    unrecognised: shown.flatMap(({ unrecognised }) => unrecognised ?? []).join('\n') || undefined,
  };
}

/**
 * The logs of one object, a text under two names once. `log` in a name goes before `output`. Those
 * of a hidden object are only counted.
 */
function logsIn(node: JsonNode): readonly LogText[] {
  const isOutput = ({ name }: Field): number => Number(/output$/i.test(name));
  const fields = node.fields.filter(isLogField).toSorted((a, b) => isOutput(a) - isOutput(b));
  if (isHidden(node)) return fields.map(() => ({ ...NO_LOG, hiddenCount: 1 }));
  const logs = fields.map(({ value }) => logOf(value));
  return [...new Map(logs.map((log) => [log.text ? withLineEnd(log.text) : log, log])).values()];
}

/** True for an object that is marked as hidden, and for all within it. */
function isHidden({ record, parent }: JsonNode): boolean {
  return record['hidden'] === true || (parent !== undefined && isHidden(parent));
}

/** What a value holds, in the order of the document. */
interface Found {
  readonly lines: string[];
  /** As JSON. */
  readonly unrecognised: string[];
  hiddenCount: number;
}

/** The log in a value. A text may be JSON of a list of objects. */
function logOf(value: unknown): LogText {
  let entries: unknown = [value];
  if (typeof value === 'string') {
    const list = asArray(parseJson(value));
    if (list?.every(isRecord) !== true) return { text: withLineFeeds(value), hiddenCount: 0 };
    entries = list;
  }
  const found: Found = { lines: [], unrecognised: [], hiddenCount: 0 };
  collect(entries, found);
  const text = withLineFeeds(found.lines.join(''));
  const unrecognised = found.unrecognised.join('\n') || undefined;
  return { text, hiddenCount: found.hiddenCount, unrecognised };
}

/** Collects the lines of an entry: a text, or the texts in a list or object. */
function collect(value: unknown, found: Found): void {
  const sizeNow = (): number => found.lines.length + found.unrecognised.length + found.hiddenCount;
  if (typeof value === 'string') found.lines.push(withLineEnd(value));
  else if (isRecord(value)) collectRecord(value, found);
  for (const item of asArray(value) ?? []) {
    const sizeBefore = sizeNow();
    collect(item, found);
    if (sizeNow() === sizeBefore && !isBlank(item)) found.unrecognised.push(JSON.stringify(item));
  }
}

/** The text of an object and what follows it; without one, its objects, lists and longer texts. */
function collectRecord(record: JsonRecord, found: Found): void {
  if (record['hidden'] === true) {
    found.hiddenCount += 1;
    return;
  }
  const node = nodeOf(record);
  const text = firstOf(node, TEXT_NAMES, asText) ?? firstOf(node, TEXT_NAMES, asString);
  if (text !== undefined) collect(text, found);
  for (const { normalizedName, value } of node.fields) {
    const isPart = text === undefined && (typeof value === 'object' || isSeveralLines(value));
    const isNamed = value !== '' && PART_NAME.test(normalizedName);
    if (isPart || isNamed) collect(value, found);
  }
}

/** True for a text that can only be a log, such as the log of a phase in a field named after it. */
function isSeveralLines(value: unknown): boolean {
  return typeof value === 'string' && value.trimEnd().includes('\n');
}

function asString(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function withLineEnd(text: string): string {
  return text.endsWith('\n') ? text : `${text}\n`;
}

/** Each line end as `\n`. Leaves out a `\r` at the end: its `\n` may follow in the next reply. */
function withLineFeeds(text: string): string {
  const whole = text.endsWith('\r') ? text.slice(0, -1) : text;
  // `replaceAll` takes ten times as long, and a gigabyte for millions of lines.
  return whole.split('\r\n').join('\n').split('\r').join('\n');
}
