// Reads the inputs of the step by type and collects errors. Does not know which operation needs which input.
import { isServiceId } from '../../api/model.ts';
import { parseDurationMs } from '../../duration.ts';
import { nearest } from '../../nearest.ts';
import type { Inputs } from '../../operations/operation.ts';
import { pluralize } from '../../plural.ts';
import type { Host } from '../host.ts';
import { clipped } from '../sanitize/index.ts';

/** Every input with its default in action.yml (a test compares them); '' for no default or an expression. */
export const inputDefaults = {
  operation: 'deploy',
  'base-url': '',
  'api-key': '',
  'resource-id': '',
  'deployment-id': '',
  force: 'false',
  wait: 'true',
  timeout: '',
  'on-busy': 'wait',
  'skip-if-outdated': 'false',
  'required-env': '',
  'health-check': '',
  'health-check-contains': '',
  'health-check-timeout': '3m',
  'max-parallel': '',
  'fail-fast': 'true',
  lines: '100',
  filter: '',
  'build-log': 'true',
  'github-environment': '',
  'concurrent-jobs': '',
  'github-token': '',
} as const;

/** An invalid input; `reason` names what is allowed and what was given. */
export interface Problem {
  readonly name: string;
  readonly reason: string;
}

/** The inputs of this step. */
export interface StepInputs extends Inputs {
  /** Adds a note about a value that is accepted, although it may be a mistake. */
  note(text: string): void;
  /** The invalid inputs so far, each with its first error. */
  problems(): readonly Problem[];
  notes(): readonly string[];
  /** Inputs that were not read although their values differ from the defaults. */
  unused(): readonly string[];
}

const YES = new Set(['true', 'True', 'TRUE']);
const NO = new Set(['false', 'False', 'FALSE']);

/** A bare number below this is probably not intended as seconds. */
const SHORTEST_BARE_SECONDS = 30;
const MAX_ID_CHARS = 256;
/** One comma, one line end or one of each, with blanks around them; or blanks. Two in a row leave an empty entry. */
const ID_SEPARATOR = /[^\S\n]*(?:,[^\S\n]*\n?|\n[^\S\n]*,?|[^\S\n])[^\S\n]*/;
/** Longest quote of an invalid value. */
const MAX_QUOTED_CHARS = 60;
/** Inputs whose values are never quoted. */
const SECRET_INPUTS = new Set(['api-key', 'github-token']);
/** GitHub sets these for every step, whether the operation uses them or not. */
const NEVER_UNUSED = new Set(['concurrent-jobs', 'github-token']);

/** Environment variables that stand in for inputs that are not given. */
const ENV_NAMES: Readonly<Record<string, string>> = {
  'base-url': 'DEPLOYMENT_SERVICE_BASE_URL',
  'api-key': 'DEPLOYMENT_SERVICE_API_KEY',
};

const UNEVALUATED =
  'holds an expression that was not evaluated (`${{`): check its quotes, and whether it comes from a variable or from the default of an input of a reusable workflow or composite action';

/** An input as given, or its environment variable; trimmed, and empty when neither is given. */
export function inputText({ core, env }: Pick<Host, 'core' | 'env'>, name: string): string {
  return core.getInput(name).trim() || (env[ENV_NAMES[name] ?? '']?.trim() ?? '');
}

export function createInputs(host: Pick<Host, 'core' | 'env'>): StepInputs {
  const problems = new Map<string, Problem>();
  const notes: string[] = [];
  const used = new Set<string>();

  function refuse(name: string, reason: string): void {
    if (!problems.has(name)) problems.set(name, { name, reason: reason + seenValue(name, reason) });
  }

  /** Quotes the invalid value unless the reason already does. A user name or query in an address may be a secret. */
  function seenValue(name: string, reason: string): string {
    const value = inputText(host, name);
    if (value === '' || SECRET_INPUTS.has(name) || /:\/\/.*[@?#]/.test(value)) return '';
    return reason.includes(quoted(value)) ? '' : `; it is ${quoted(value)}`;
  }

  /** An empty value is the same as none, so that an empty expression does not override a default. */
  function text(name: string): string | undefined {
    used.add(name);
    const value = inputText(host, name);
    if (value.includes('${{')) refuse(name, UNEVALUATED);
    return value === '' ? undefined : value;
  }

  function isGiven(name: string): boolean {
    return !['', defaultOf(name)].includes(inputText(host, name).toLowerCase());
  }

  function flag(name: string): boolean {
    const value = text(name) ?? defaultOf(name);
    if (!YES.has(value) && !NO.has(value))
      refuse(name, `must be true or false, ${insteadOf(value, ['true', 'false'])}`);
    return YES.has(value);
  }

  function choice<T extends string>(name: string, allowed: readonly T[]): T {
    const value = text(name) ?? defaultOf(name);
    const found = allowed.find((word) => word === value);
    if (found !== undefined) return found;
    refuse(name, `must be one of ${allowed.join(', ')}, ${insteadOf(value, allowed)}`);
    const fallback = allowed.find((word) => word === defaultOf(name));
    if (fallback === undefined) throw new Error(`the default of ${name} is not among its values`);
    return fallback;
  }

  function count(name: string): number | undefined {
    const value = text(name);
    if (value === undefined) return undefined;
    if (/^[1-9]\d{0,5}$/.test(value)) return Number(value);
    refuse(name, `must be a whole number from 1 to 999999, not ${quoted(value)}`);
    return undefined;
  }

  function words(name: string): string[] {
    return (text(name) ?? '').split(/[\s,]+/).filter((word) => word !== '');
  }

  function resourceIds({ several, required }: { several: boolean; required: boolean }): string[] {
    const entries = text('resource-id')?.split(ID_SEPARATOR) ?? [];
    const emptyAt = entries.indexOf('');
    const named = entries.filter((entry) => entry !== '');
    const ids = [...new Set(named)];
    const problem = ids.map(idProblem).find((reason) => reason !== undefined);
    if (required && entries.length === 0) refuse('resource-id', 'is needed: the id of the resource, best kept in vars');
    if (emptyAt >= 0) {
      refuse('resource-id', `must have no empty entry, and entry ${emptyAt + 1} is empty (is a variable not set?)`);
    }
    if (!several && ids.length > 1) refuse('resource-id', 'takes one id for this operation');
    if (problem !== undefined) refuse('resource-id', problem);
    const repeated = ids.filter((given) => named.indexOf(given) !== named.lastIndexOf(given));
    if (repeated.length > 0) {
      notes.push(`resource-id names ${repeated.join(', ')} more than once; ${pluralize(ids.length, 'resource')} used`);
    }
    return ids;
  }

  function id(name: string): string | undefined {
    const value = text(name);
    const problem = value === undefined ? undefined : idProblem(value);
    if (problem !== undefined) refuse(name, problem);
    return value;
  }

  function durationMs(name: string): number | undefined {
    const value = text(name) ?? defaultOf(name);
    if (value === '') return undefined;
    const ms = parseDurationMs(value);
    if (ms === undefined || ms === 0)
      refuse(name, `must be a duration above 0 such as 90, 90s, 15m or 1h30m, not ${quoted(value)}`);
    else if (/^\d+$/.test(value) && Number(value) < SHORTEST_BARE_SECONDS)
      notes.push(`${name}: a bare number is seconds, so ${value} is ${value}s; write ${value}m for minutes`);
    return ms;
  }

  return {
    text,
    isGiven,
    flag,
    choice,
    count,
    words,
    resourceIds,
    id,
    durationMs,
    refuse,
    note: (added) => void notes.push(added),
    problems: () => [...problems.values()],
    notes: () => notes,
    unused: () =>
      Object.keys(inputDefaults).filter((name) => !used.has(name) && !NEVER_UNUSED.has(name) && isGiven(name)),
  };
}

function defaultOf(name: string): string {
  return (inputDefaults as Readonly<Record<string, string>>)[name] ?? '';
}

const ID_RULE = `ids of up to ${MAX_ID_CHARS} characters without spaces, commas and control characters`;

/** Why an entry cannot be an id; undefined when it can. */
function idProblem(entry: string): string | undefined {
  if (!isServiceId(entry)) return `must be an id; ${quoted(entry)} is no id`;
  const isValid = entry.length <= MAX_ID_CHARS && !/[\s,\p{Cc}]/u.test(entry);
  return isValid ? undefined : `must be ${ID_RULE}, not ${quoted(entry)}`;
}

/** A value as a message quotes it, with its line ends visible. */
function quoted(value: string): string {
  return `\`${clipped(value.replaceAll(/\r?\n/g, '↵'), MAX_QUOTED_CHARS)}\``;
}

function insteadOf(value: string, allowed: readonly string[]): string {
  const suggestion = nearest(value, allowed);
  return `not ${quoted(value)}${suggestion === undefined ? '' : `; did you mean \`${suggestion}\`?`}`;
}
