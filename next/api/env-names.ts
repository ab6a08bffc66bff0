// Names of environment variables in a reply. Values, if a service ever sends them, are discarded here.
import { asArray, fieldsOf, firstOf, isRecord, type JsonRecord, pathTo, walk } from './json.ts';
import { findList, type List, type Trace } from './records.ts';

const PART = 'names of variables';
/** Folded names of the fields that hold variables. */
const HOLDERS = ['env', 'envs', 'envvars', 'variables', 'vars', 'names'];
const NAME = /^[^\p{Cc}\s=]{1,255}$/u;

/** The names: texts, names of objects, or the keys of a map. Cut if one of them cannot be read. */
export function readEnvNames(reply: unknown, trace: Trace): List<string> {
  const found = mapIn(reply) ?? findList(reply, { names: HOLDERS, isItem: (item) => nameOf(item) !== undefined });
  const names = found?.items.flatMap((item) => nameOf(item) ?? []) ?? [];
  if (found === undefined || (names.length === 0 && found.items.length > 0)) {
    trace.unrecognised(PART, reply);
    return { items: [], isRecognised: false, isCut: false };
  }
  trace.read(PART, found.path);
  return { items: [...new Set(names)], isRecognised: true, isCut: found.isCut || names.length < found.items.length };
}

/** A map of variables: under its name, or the whole reply, whose other fields are told apart by their capitals. */
function mapIn(reply: unknown): { items: readonly string[]; path: string; isCut: boolean } | undefined {
  for (const node of walk(reply)) {
    const map = firstOf(node, HOLDERS, (value) => (isRecord(value) && !holdsList(value) ? value : undefined));
    if (map !== undefined) return { items: Object.keys(map.value), path: pathTo(node.path, map.name), isCut: false };
  }
  if (!isRecord(reply)) return undefined;
  const names = Object.keys(reply).filter((name) => name !== 'ok');
  const isMap = names.length > 0 && names.every((name) => /^[A-Z_][A-Z\d_]*$/.test(name));
  return isMap ? { items: names, path: '', isCut: false } : undefined;
}

/** `{env: {items: […], total: 2}}` is no map of variables. */
function holdsList(record: JsonRecord): boolean {
  return Object.values(record).some((value) => asArray(value) !== undefined);
}

function nameOf(item: unknown): string | undefined {
  const text = isRecord(item) ? firstOf({ fields: fieldsOf(item) }, ['name', 'key'], (value) => value)?.value : item;
  return typeof text === 'string' && NAME.test(text) ? text : undefined;
}
