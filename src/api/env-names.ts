// Reads the names of environment variables, and discards values if a service sends them.
import { asText, firstOf, isRecord, nodeOf, walk } from './json.ts';
import { findList, type List, NO_LIST } from './records.ts';

/** Normalized names of the fields that hold variables. */
const HOLDERS = ['env', 'envs', 'envvars', 'variables', 'vars', 'names'];
const NAME = /^[^\p{Cc}\s=]{1,255}$/u;

/**
 * The names: texts, names of objects, or the keys of a map. A list that also has other entries
 * counts as cut.
 */
export function readEnvNames(reply: unknown): List<string> {
  const found = mapIn(reply) ?? findList(reply, HOLDERS, (item) => nameOf(item) !== undefined);
  if (found === undefined) return NO_LIST;
  const items = found.items.flatMap((item) => nameOf(item) ?? []);
  const isRecognised = items.length > 0 || found.items.length === 0;
  const isCut = found.isCut || items.length < found.items.length;
  return isRecognised ? { items, isRecognised, isCut } : NO_LIST;
}

/**
 * A map of variables under its name, or as the whole reply: then all names except `ok` are in
 * capitals.
 */
function mapIn(reply: unknown): { items: readonly string[]; isCut: boolean } | undefined {
  for (const node of walk(reply)) {
    // `{env: {items: […], total: 2}}` is not a map of variables.
    const isMap = (value: unknown): value is object =>
      isRecord(value) && !Object.values(value).some(Array.isArray);
    const map = firstOf(node, HOLDERS, (value) => (isMap(value) ? Object.keys(value) : undefined));
    if (map !== undefined) return { items: map, isCut: false };
  }
  const names = isRecord(reply) ? Object.keys(reply).filter((name) => name !== 'ok') : [];
  const isMap = names.length > 0 && names.every((name) => /^[A-Z_][A-Z\d_]*$/.test(name));
  return isMap ? { items: names, isCut: false } : undefined;
}

function nameOf(item: unknown): string | undefined {
  const text = isRecord(item) ? firstOf(nodeOf(item), ['name', 'key'], asText) : asText(item);
  return text !== undefined && NAME.test(text) ? text : undefined;
}
