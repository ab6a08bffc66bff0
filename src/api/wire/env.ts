// Names of environment variables. Values, should a service ever send them, end here.
import { candidates, readItems, saysFailure, searchList } from './envelope.ts';
import { asArray, asRecord, asText, fieldsOf, firstOf } from './json.ts';
import type { JsonRecord } from './json.ts';

const LIST_NAMES = ['env', 'names', 'variables', 'envNames', 'envVars', 'environmentVariables', 'keys', 'vars'];
const NAME_NAMES = ['name', 'key', 'variable'];
const NAME_PATTERN = /^[A-Za-z0-9_][A-Za-z0-9_.-]{0,254}$/;

/** The names of a resource's environment variables, without doubles. Throws a `WireError` without any list. */
export function readEnvNames(body: unknown): string[] {
  const what = 'names of environment variables';
  const list = searchList(body, LIST_NAMES) ?? listOfMap(body);
  return readItems(list, what, { read: readName, keyOf: (name) => name });
}

/** `{env: {names: […]}}`, `{env: {NAME: value}}` or `{env: {build: […], runtime: […]}}`; a bare map is not told from other responses. */
function listOfMap(body: unknown): readonly unknown[] | undefined {
  const places = saysFailure(body) ? [] : candidates(body, []);
  const map = places.map(({ fields }) => firstOf(fields, LIST_NAMES, asRecord)).find((record) => record !== undefined);
  return map === undefined ? undefined : (firstOf(fieldsOf(map), LIST_NAMES, asArray) ?? namesOfMap(map));
}

function namesOfMap(map: JsonRecord): readonly unknown[] {
  const values = Object.values(map);
  const isByStage = values.length > 0 && values.every((value) => Array.isArray(value));
  return isByStage ? values.flat() : Object.keys(map);
}

function readName(item: unknown): string | undefined {
  const record = asRecord(item);
  const text = record === undefined ? item : firstOf(fieldsOf(record), NAME_NAMES, asText);
  if (typeof text !== 'string') return undefined;
  const [name = ''] = text.split('=', 1);
  return NAME_PATTERN.test(name) ? name : undefined;
}
