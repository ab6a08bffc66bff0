// Data from outside against a JSON Schema. Every problem is one phrase that names the place, what is allowed and what was
// found instead. A schema's `description` completes the phrase "must be …" where a pattern or alternatives are not met.
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ErrorObject } from 'ajv/dist/2020.js';
import { isObject } from '../json.ts';
import { didYouMean } from './nearest.ts';

/** Data of the right shape, or what is wrong with it. */
export type Checked<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly problems: readonly string[] };

/** More problems than anybody reads at once. */
const SHOWN_PROBLEMS = 20;
const SHOWN_CHARACTERS = 80;

/** Problems as the end of a sentence; a hint ends with its own question mark. */
export function joinProblems(problems: readonly string[]): string {
  return `${problems.join('; ')}.`.replace(/\?\.$/, '?');
}

/** Makes the check for a schema; `T` is what data that passes is taken for. It is compiled at its first use. */
export function createChecker<T>(schema: object): (data: unknown) => Checked<T> {
  let validate: ReturnType<typeof compile<T>> | undefined;
  return (data) => {
    validate ??= compile<T>(schema);
    if (validate(data)) return { ok: true, value: data };
    const errors = withoutParts(validate.errors ?? []);
    return { ok: false, problems: [...new Set(errors.map(describe))].slice(0, SHOWN_PROBLEMS) };
  };
}

function compile<T>(schema: object) {
  // Every schema is the program's own; checking it against the meta-schema would take thirty times as long as compiling it.
  return new Ajv2020({ allErrors: true, verbose: true, strict: false, validateSchema: false }).compile<T>(schema);
}

/**
 * The errors without those that others sum up: of the single alternatives of an `anyOf`, of the pattern of a name. What an
 * `if` leads to has errors of its own.
 */
function withoutParts(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  const unions = errors.filter(({ keyword }) => keyword === 'anyOf').map(({ schemaPath }) => `${schemaPath}/`);
  return errors.filter(
    ({ schemaPath, keyword, propertyName }) =>
      keyword !== 'if' && propertyName === undefined && !unions.some((union) => schemaPath.startsWith(union)),
  );
}

/** `/resources/0/type` as people write it: `resources[0].type`. */
function placeOf(pointer: string): string {
  const names = pointer.split('/').slice(1);
  const parts = names.map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));
  return parts.reduce((place, name) => {
    if (/^\d+$/.test(name)) return `${place}[${name}]`;
    return place === '' ? name : `${place}.${name}`;
  }, '');
}

/** A value as it is shown in a message. */
function shown(value: unknown): string {
  // JSON has no NaN, which YAML has.
  const text = (typeof value === 'number' ? undefined : JSON.stringify(value)) ?? String(value);
  return text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text;
}

const TYPE_NAMES: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  null: 'null',
};

type Phrase = (error: ErrorObject) => string;

const PHRASES: Readonly<Record<string, Phrase>> = {
  additionalProperties: ({ params, parentSchema }) => {
    const name = String(params['additionalProperty']);
    const properties: unknown = parentSchema?.['properties'];
    const allowed = isObject(properties) ? Object.keys(properties) : [];
    const list = allowed.length === 0 ? '' : `; allowed are ${allowed.join(', ')}`;
    return `has no ${shown(name)}${didYouMean(name, allowed) || list}`;
  },
  required: ({ params }) => `needs ${shown(params['missingProperty'])}`,
  enum: ({ params, data }) => {
    const allowed = [params['allowedValues']].flat().map(String);
    const hint = typeof data === 'string' ? didYouMean(data, allowed) : '';
    return `must be one of ${allowed.join(', ')}, not ${shown(data)}${hint}`;
  },
  const: ({ params, data }) => `must be ${shown(params['allowedValue'])}, not ${shown(data)}`,
  type: ({ params, data }) => {
    const names = [params['type']].flat().map((name) => TYPE_NAMES[String(name)] ?? String(name));
    return `must be ${names.join(' or ')}, not ${shown(data)}`;
  },
  minimum: ({ params, data }) => `must be at least ${params['limit']}, not ${shown(data)}`,
  maximum: ({ params, data }) => `must be at most ${params['limit']}, not ${shown(data)}`,
  propertyNames: ({ params, schema }) => {
    const wanted: unknown = isObject(schema) ? schema['description'] : undefined;
    return `has the name ${shown(params['propertyName'])}; a name must be ${String(wanted)}`;
  },
  minProperties: () => 'must not be empty',
  minLength: () => 'must not be empty',
  minItems: () => 'must not be empty',
};

function describe(error: ErrorObject): string {
  const place = placeOf(error.instancePath);
  const description: unknown = error.parentSchema?.['description'];
  const phrase =
    PHRASES[error.keyword]?.(error) ??
    (typeof description === 'string'
      ? `must be ${description}, not ${shown(error.data)}`
      : (error.message ?? 'is not allowed'));
  return place === '' ? `it ${phrase}` : `${place} ${phrase}`;
}
