// Names of environment variables. Values, if a service ever sends them, are discarded here.
import type { List } from '../model.ts';
import { asArray, asRecord, asText, firstOf, isRecord, normalizeName, WireError } from './search/json.ts';
import { findList, type FoundList, readItems, showsMore } from './search/list.ts';
import { type JsonNode, nodesIn, reportsFailure } from './search/search.ts';
import { pathTo, type Trace } from './search/trace.ts';

/** Ends of the normalized names of fields that hold variables: `env`, `envVars`, `environment_variables`, `names`. */
const VARIABLES_NAME = /(?:env|envs|environment|names|keys|variables|vars?|secrets)$/;
const NAME_NAMES = ['name', 'key'];
const NAME_PATTERN = /^[^\p{Cc}\s=]{1,255}$/u;

/**
 * The names of a resource's environment variables, without duplicates: texts, names of objects, or the keys of a map.
 * Incomplete when one cannot be read. Throws a `WireError` when there are none of these.
 */
export function readEnvNames(body: unknown, trace: Trace): List<string> {
  const found = reportsFailure(body) ? undefined : findVariables(body);
  const { items, isComplete } = readItems(found, 'names of environment variables', {
    read: (item) => {
      const name = nameOf(item);
      if (name === undefined) trace.unrecognised('names of variables', item);
      return name;
    },
    keyOf: (name) => name,
  });
  const names = items.filter((name) => name !== undefined);
  if (names.length === 0 && items.length > 0) throw new WireError('expected names, got a list of other things');
  trace.read('names of variables', found?.path ?? '');
  return { items: names, isComplete: isComplete && names.length === items.length };
}

/** What stands under a name of variables; else the outermost list of names; else the only object, which is a map. */
function findVariables(body: unknown): FoundList | undefined {
  const nodes = nodesIn(body);
  for (const node of nodes) {
    const named = [...node.fields].filter(([key]) => VARIABLES_NAME.test(key));
    // An `environment` beside a list of variables is the one that they belong to.
    const listsFirst = [...named.filter(([, field]) => Array.isArray(field.value)), ...named];
    for (const [, { name, value }] of listsFirst) {
      const items = itemsOf(value);
      if (items === undefined) continue;
      return { items, path: pathTo(node.path, name), isComplete: !showsMore(node, items.length) };
    }
  }
  const empty = nodes.find(({ record }) =>
    Object.entries(record).some(([name, value]) => value === null && VARIABLES_NAME.test(normalizeName(name))),
  );
  const listed = findList(body, { name: '', isItem: (item) => nameOf(item) !== undefined });
  return listed ?? (empty === undefined ? bareMap(nodes) : { items: [], path: empty.path, isComplete: true });
}

/** The items of a list, the lines of a text such as `A=1`, or the keys of a map; of a map of lists only those in capitals. */
function itemsOf(value: unknown): readonly unknown[] | undefined {
  const text = asText(value);
  if (text !== undefined) return /[=\n]/.test(text) ? text.split('\n').filter((line) => line.trim() !== '') : undefined;
  const record = asRecord(value);
  if (record === undefined) return asArray(value);
  const names = Object.keys(record);
  const lists = Object.values(record).filter((inner) => Array.isArray(inner));
  if (lists.length === 0 || names.every(isInCapitals)) return names;
  // `{build: ['A'], runtime: ['B']}`; a single list is searched with what stands beside it, such as its total.
  return lists.length === 1 ? undefined : lists.flat();
}

/** `{ok: true, data: {NAME: value}}`: the one object that is left when nothing else was sent. */
function bareMap([first]: readonly JsonNode[]): FoundList | undefined {
  if (first === undefined) return undefined;
  const names = Object.keys(first.record).filter((name) => name !== 'ok' && name !== 'success');
  const [only] = names;
  const inner = names.length === 1 && only !== undefined ? first.record[only] : undefined;
  if (only === undefined) return undefined;
  if (isRecord(inner) && !isInCapitals(only)) {
    const keys = Object.keys(inner);
    return keys.length === 0 || keys.some(isInCapitals) ? { items: keys, path: only, isComplete: true } : undefined;
  }
  return names.every(isInCapitals) ? { items: names, path: '', isComplete: true } : undefined;
}

function isInCapitals(name: string): boolean {
  return /^[A-Z_][A-Z\d_]*$/.test(name);
}

/** An item is a name, `NAME=value`, or an object with a name, which may stand in another one: `{envVar: {key}}`. */
function nameOf(item: unknown): string | undefined {
  const record = asRecord(item);
  const named = record && nodesIn(record).map(({ fields }) => firstOf(fields, NAME_NAMES, asText)?.value);
  const text = record === undefined ? item : named?.find((name) => name !== undefined);
  if (typeof text !== 'string') return undefined;
  const [name = ''] = text.split('=', 1);
  return NAME_PATTERN.test(name.trim()) ? name.trim() : undefined;
}
