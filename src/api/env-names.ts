// Reads the names of environment variables, and discards values if a service sends them.
import { asArray, asText, firstOf, isRecord, MAX_NODES, namesIn, nodeOf, walk } from './json.ts';
import { findList, type List, NO_LIST } from './records.ts';

/** Normalized names of the fields that hold variables. */
const HOLDERS = ['env', 'envs', 'envvars', 'variables', 'vars', 'names'];
const NAME = /^[^\p{Cc}\s=]{1,255}$/u;

/**
 * The names: texts, names of objects, or the keys of a map. A list counts as cut if it has more
 * than 10,000 entries, or also entries without a name.
 */
export function parseEnvNames(reply: unknown): List<string> {
  const found =
    mapIn(reply) ?? findList(reply, HOLDERS, (item) => nameOf(item) !== undefined) ?? NO_LIST;
  const items = found.items.slice(0, MAX_NODES).flatMap((item) => nameOf(item) ?? []);
  if (found === NO_LIST || (items.length === 0 && found.items.length > 0)) return NO_LIST;
  return { items, isRecognised: true, isCut: found.isCut || items.length < found.items.length };
}

/**
 * A map of variables under its name, or as the whole reply: then all names except `ok` are in
 * capitals.
 */
function mapIn(reply: unknown): { items: readonly string[]; isCut: boolean } | undefined {
  // `{env: {items: […], total: 2}}` is not a map of variables.
  const namesOfMap = (value: unknown): readonly string[] | undefined =>
    isRecord(value) && !namesIn(value).some((name) => Array.isArray(value[name]))
      ? namesIn(value)
      : undefined;
  // The outermost holder counts. If it is a list, `findList` reads it.
  const holder = walk(reply).find(
    (node) => firstOf(node, HOLDERS, (value) => asArray(value) ?? namesOfMap(value)) !== undefined,
  );
  const map = holder && firstOf(holder, HOLDERS, namesOfMap);
  const names = map ?? (isRecord(reply) ? namesIn(reply).filter((name) => name !== 'ok') : []);
  const isBare = names.length > 0 && names.every((name) => /^[A-Z_][A-Z\d_]*$/.test(name));
  if (map === undefined && !isBare) return undefined;
  // If `ok` was among the 10,000, there is one name fewer.
  return { items: names, isCut: names.length >= MAX_NODES - 1 };
}

function nameOf(item: unknown): string | undefined {
  const text = isRecord(item) ? firstOf(nodeOf(item), ['name', 'key'], asText) : asText(item);
  return text !== undefined && NAME.test(text) ? text : undefined;
}
