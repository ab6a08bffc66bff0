// Names of environment variables. Values, if a service ever sends them, are discarded here.
import type { List } from '../model.ts';
import {
  candidates,
  type FoundList,
  NEUTRAL_LISTS,
  type Note,
  readItems,
  reportsFailure,
  findList,
} from './envelope.ts';
import { asArray, asRecord, asText, fieldsOf, firstOf, WireError } from './json.ts';
import type { JsonRecord } from './json.ts';
import { showsMore } from './paging.ts';

const LIST_NAMES = [
  'env',
  'envs',
  'names',
  'variables',
  'envNames',
  'envVars',
  'environmentVariables',
  'configVars',
  'keys',
  'vars',
  'secrets',
];
const NAME_NAMES = ['name', 'key', 'variable'];
const NAME_PATTERN = /^[^\p{Cc}\s=]{1,255}$/u;

/**
 * The names of a resource's environment variables, without duplicates; incomplete when one cannot be read. Throws a
 * `WireError` when there is no list.
 */
export function readEnvNames(body: unknown, note: Note): List<string> {
  const list = findList(body, LIST_NAMES) ?? listOfMap(body);
  const { items, isComplete } = readItems(list, 'names of environment variables', {
    read: (item) => {
      const name = readName(item);
      if (name === undefined) note('the name of an environment variable', item);
      return name;
    },
    keyOf: (name) => name,
  });
  const names = items.filter((name) => name !== undefined);
  if (names.length === 0 && items.length > 0) throw new WireError('expected names, got a list of other things');
  return { items: names, isComplete: isComplete && names.length === items.length };
}

/**
 * `{env: {names: […]}}`, `{env: {NAME: value}}` or names by stage. A bare map is not accepted: it
 * could be anything.
 */
function listOfMap(body: unknown): FoundList | undefined {
  const places = reportsFailure(body) ? [] : candidates(body, []);
  for (const { fields, ancestors } of places) {
    const map = firstOf(fields, LIST_NAMES, asRecord);
    if (map === undefined) continue;
    const inner = fieldsOf(map);
    const listed = firstOf(inner, [...LIST_NAMES, ...NEUTRAL_LISTS], asArray);
    const items = listed ?? namesOfMap(map);
    // In a map of variables, `TOTAL` is one of them.
    const beside = listed === undefined ? [fields, ...ancestors] : [inner, fields, ...ancestors];
    return { items, isComplete: !showsMore(beside, items.length) };
  }
  return undefined;
}

/** A usual name of a variable, unlike that of a stage. */
const USUAL_NAME = /^[A-Z\d_]+$/;

/** The names of a map, or by stage: `{build: ['TOKEN']}`, `{production: {TOKEN: value}}`. */
function namesOfMap(map: JsonRecord): readonly unknown[] {
  const names = Object.keys(map);
  // `{TOKEN: ['production']}` are variables with their stages.
  if (names.some((name) => USUAL_NAME.test(name))) return names;
  const stages = Object.values(map).map((value) => asArray(value) ?? namesOfStage(asRecord(value)));
  return stages.includes(undefined) ? names : stages.flat();
}

/** Undefined for `{value: …, secret: true}`, which describes one variable. */
function namesOfStage(stage: JsonRecord | undefined): readonly string[] | undefined {
  const names = stage && Object.keys(stage);
  return names?.length === 0 || names?.some((name) => USUAL_NAME.test(name)) === true ? names : undefined;
}

function readName(item: unknown): string | undefined {
  const record = asRecord(item);
  const text = record === undefined ? item : firstOf(fieldsOf(record), NAME_NAMES, asText);
  if (typeof text !== 'string') return undefined;
  const [name = ''] = text.split('=', 1);
  return NAME_PATTERN.test(name) ? name : undefined;
}
