// Finds the build log and the runtime log in a response. Their text is untrusted; it is sanitized where it is written.
import type { LogReading } from '../model.ts';
import { type Content, isRecord, normalizeName, parseIfJson, WireError } from './search/json.ts';
import { DEPLOYMENT } from './kinds.ts';
import { addEntry, addLog, type CollectedLog, emptyLog, readingOf } from './log-text.ts';
import { ownNodesIn, nodesIn, type JsonNode, reportsFailure } from './search/search.ts';
import { kindOfBody } from './search/shape.ts';
import { pathTo, type Trace } from './search/trace.ts';

/** A field whose name, in words, ends like `build log`, `output` or `log lines`; not `log url` or `changelog`. */
const LOG_NAME =
  /(?:^| )(?:(?:build|deploy|deployment|runtime|app|console)?(?:logs?|output)) ?(?:lines|text|entries|events|messages|content|tail)?$/;
/** The parts of a build; some services show its log by part. */
const PART_NAME = /^(?:stages|phases|steps|events)$/;

/** What is sent under one name. */
interface LogField {
  readonly path: string;
  readonly value: unknown;
}

/**
 * The build log of a deployment, in it or in the objects that contain it: under a name of a log, and once the deployment has ended also in its stages.
 * `path`: where it was read before, which takes precedence.
 */
export function readBuildLog(
  node: JsonNode,
  { hasEnded, path }: { hasEnded: boolean; path: string | undefined },
  trace: Trace,
): LogReading {
  const nodes = [node, ...node.ancestors, ...ownNodesIn(node, DEPLOYMENT).slice(1)];
  const fields = fieldsNamed(nodes, (name) => LOG_NAME.test(wordsOf(name)));
  const parts = hasEnded ? fieldsNamed([node, ...node.ancestors], (name) => PART_NAME.test(normalizeName(name))) : [];
  return firstLog([...fields.filter((field) => field.path === path), ...fields, ...parts], 'build log', trace);
}

/**
 * The runtime log in the body of a response, by its content type: JSON is searched for the log, JSON lines and events are
 * read one by one, other text is the log itself. Throws a {@link WireError} for a page and for a reported failure.
 */
export function readRuntimeLog({ body, json }: Content, contentType: string | undefined, trace: Trace): LogReading {
  const type = contentType?.split(';')[0]?.trim().toLowerCase() ?? '';
  if (type.endsWith('event-stream')) return readJsonLines(textOfEvents(body), trace);
  if (/ndjson$|jsonl(?:ines)?$|stream\+json$/.test(type)) return readJsonLines(body.split(/\r?\n/), trace);
  const isJson = /[/+]json$/.test(type);
  if (isJson && json === undefined) throw new WireError('expected JSON');
  // An app may print a single JSON object; only a response of the API has `ok`.
  if (isJson || (isRecord(json) && typeof json['ok'] === 'boolean')) return readLogInJson(json, trace);
  const kind = kindOfBody(body);
  if (kind === 'an HTML page' || (kind === 'a page of markup' && /html$|xml$/.test(type))) {
    throw new WireError(`expected a log, got ${kind}`);
  }
  return firstLog([{ path: '', value: body }], 'runtime log', trace);
}

function readLogInJson(json: unknown, trace: Trace): LogReading {
  if (reportsFailure(json)) throw new WireError('expected a log');
  const named = fieldsNamed(nodesIn(json), (name) => LOG_NAME.test(wordsOf(name)));
  if (named.length > 0) return firstLog(named, 'runtime log', trace);
  return firstLog([{ path: '', value: json }], 'runtime log', trace);
}

/** The lines of the events: what follows `data:`. */
function textOfEvents(body: string): readonly string[] {
  const lines = body.split(/\r?\n/).filter((line) => !/^(?:event|id|retry)?:/.test(line));
  return lines.map((line) => line.replace(/^data: ?/, ''));
}

/** One entry per line; a line that is not JSON is taken as it is. */
function readJsonLines(lines: readonly string[], trace: Trace): LogReading {
  const collected = emptyLog();
  for (const text of lines) {
    if (text === '') continue;
    const entry = /^[[{"]/.test(text) ? parseIfJson(text) : undefined;
    if (entry === undefined) collected.lines.push(text);
    else addEntry(entry, collected, 0);
  }
  trace.read('runtime log', '');
  return readingOf(collected, '');
}

/** The first of the fields with text, else the first. */
function firstLog(fields: readonly LogField[], part: 'build log' | 'runtime log', trace: Trace): LogReading {
  let first: { reading: LogReading; collected: CollectedLog } | undefined;
  for (const { path, value } of fields) {
    const collected = emptyLog();
    addLog(value, collected);
    const reading = readingOf(collected, path);
    first ??= { reading, collected };
    if (reading.text === '') continue;
    trace.read(part, path);
    reportUnread(collected);
    return reading;
  }
  if (first !== undefined) reportUnread(first.collected);
  return first?.reading ?? { text: '', hiddenCount: 0 };

  function reportUnread({ unread }: CollectedLog): void {
    if (unread.length > 0) trace.unrecognised(part, unread[0]);
  }
}

/** `buildLog`, `build_log` and `BuildLog` in words. */
function wordsOf(name: string): string {
  return name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/[\s_-]+/g, ' ')
    .toLowerCase();
}

/** The fields of this name that may hold a log, those of lists and objects first: a text beside them may be a summary. */
function fieldsNamed(nodes: readonly JsonNode[], isNamed: (name: string) => boolean): LogField[] {
  return nodes.flatMap(({ record, path }) => {
    const named = Object.entries(record).filter(([name]) => isNamed(name));
    const held = named.filter(([, value]) => typeof value === 'object');
    return [...held, ...named.filter(([, value]) => typeof value === 'string')].map(([name, value]) => ({
      path: pathTo(path, name),
      value,
    }));
  });
}
