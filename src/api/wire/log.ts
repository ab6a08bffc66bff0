// Finds the log in a response and reads it as text; sinks sanitize it.
import type { Reading } from '../model.ts';
import { candidates, type Note, reportsFailure } from './envelope.ts';
import { type Content, type Fields, hasNull, isRecord, valueOf, WireError } from './json.ts';
import { withNewlines } from './log-lines.ts';
import { readLog, textOfJsonLines } from './log-text.ts';
import { kindOfBody, shapeOf } from './shape.ts';

const RUNTIME_NAMES = [
  ['runtimeLog', 'runtimeLogs'],
  ['logs', 'log', 'lines', 'entries', 'events', 'logText', 'text'],
  ['output'],
];

/** Where to find the log, and how to report what cannot be read. */
interface LogSearch {
  /** Groups of names, the clearest first; of those in a group, the longest log is read. */
  readonly names: readonly (readonly string[])[];
  /** For the note: `the build log`. */
  readonly what: string;
  readonly note: Note;
}

/** The log under the first of `names` with one that is not empty. */
export async function findLog(places: readonly Fields[], search: LogSearch): Promise<Reading<string>> {
  let found: string | undefined;
  let notRecognised: unknown;
  for (const group of search.names) {
    const values = places.flatMap((fields) => group.map((name) => valueOf(fields, name)));
    for (const value of values) {
      if (value === undefined || value === null) continue;
      const log = await readLog(value, search);
      if (log === undefined) notRecognised ??= value;
      // A short `log` that says what happened may stand beside `logs`.
      else if (log.length >= (found?.length ?? 0)) found = log;
    }
    if (found) break;
  }
  if (notRecognised === undefined) return found === undefined ? { kind: 'absent' } : { kind: 'read', value: found };
  if (!found) return unrecognised(notRecognised, search);
  search.note(`a part of ${search.what}`, notRecognised);
  return { kind: 'read', value: found };
}

/**
 * The runtime log in the body of a response, by its content type: JSON is searched for the log, JSON lines are read
 * one by one, other text is the log itself, as frameworks also send text and JSON as `text/html`. Throws a
 * {@link WireError} for a page of markup and for a reported failure.
 */
export async function readRuntimeLog(
  { body, json }: Content,
  contentType: string | undefined,
  note: Note,
): Promise<Reading<string>> {
  const search = { names: RUNTIME_NAMES, what: 'the runtime log', note };
  const type = contentType?.split(';')[0]?.trim().toLowerCase() ?? '';
  if (/ndjson$|jsonl$|json-seq$|jsonlines$|stream\+json$/.test(type))
    return { kind: 'read', value: await textOfJsonLines(body, search) };
  if (/[/+]json$/.test(type)) {
    if (json === undefined) throw new WireError('expected JSON');
    return await logOfJson(json, search);
  }
  const isMarkup = /html$|xml$/.test(type);
  // Some servers send JSON as text; only a response of the API begins with `ok`.
  const jsonStart = type === '' || isMarkup ? /^\s*[[{"]/ : /^\s*\{\s*"ok"\s*:/;
  if (json !== undefined && jsonStart.test(body.slice(0, 1024))) {
    // Without the type of JSON, JSON that contains no log may be the output of an app that prints JSON.
    const found = await logOfJson(json, { ...search, note: () => undefined });
    if (found.kind === 'read') return found;
  }
  const kind = kindOfBody(body);
  if (kind === 'an HTML page' || (kind === 'a page of markup' && isMarkup)) {
    throw new WireError(`expected a log, got ${kind}`);
  }
  return { kind: 'read', value: await withNewlines(body) };
}

async function logOfJson(body: unknown, search: LogSearch): Promise<Reading<string>> {
  if (reportsFailure(body)) throw new WireError('expected a log');
  if (!isRecord(body)) {
    const value = await readLog(body, search);
    return value === undefined ? unrecognised(body, search) : { kind: 'read', value };
  }
  const places = candidates(body, []).map(({ fields }) => fields);
  // What is left of a log that is read is noted; of one that is not, only the whole.
  const entries: [what: string, value: unknown][] = [];
  const quiet: LogSearch = { ...search, note: (what, value) => void entries.push([what, value]) };
  const named = await findLog(places, quiet);
  const found =
    named.kind === 'read' ? named : await findLog(places, { ...quiet, names: [['data'], ['result'], ['content']] });
  if (found.kind === 'read') {
    for (const [what, value] of entries) if (what !== search.what) search.note(what, value);
    return found;
  }
  // Some languages serialize an empty list as `null`.
  const isEmpty = places.some((fields) => hasNull(fields, RUNTIME_NAMES.flat()));
  return isEmpty ? { kind: 'read', value: '' } : unrecognised(body, search);
}

function unrecognised(value: unknown, { what, note }: LogSearch): Reading<string> {
  note(what, value);
  return { kind: 'unrecognised', shape: shapeOf(value) };
}
