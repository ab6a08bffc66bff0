// Reads the inputs of the step by type and collects errors. Does not know which operation needs which input.
import { isServiceId } from '../api/model.ts';
import { parseDurationMs } from '../duration.ts';
import { nearest } from '../nearest.ts';
import type { Inputs } from '../operations/operation.ts';
import { pluralize } from '../plural.ts';
import type { Host } from './host.ts';
import { clipped } from './sanitize/index.ts';

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
  /** Milliseconds of a duration such as `90`, `15m` or `1h30m`; undefined when not given. */
  durationMs(name: string): number | undefined;
  /** The invalid inputs so far, each with its first error. */
  problems(): readonly Problem[];
  /** The notes so far. */
  notes(): readonly string[];
  /** Inputs that were not read although their values differ from the defaults. */
  unused(): readonly string[];
}

const YES = new Set(['true', 'True', 'TRUE']);
const NO = new Set(['false', 'False', 'FALSE']);

/** A bare number of seconds below this was probably meant as minutes. */
const SHORTEST_BARE_SECONDS = 30;
const MAX_ID_CHARS = 256;
/** Longest quote of an invalid value. */
const MAX_QUOTED_CHARS = 60;
/** Inputs whose values are never quoted. */
const SECRET_INPUTS = new Set(['api-key', 'github-token']);
/** GitHub sets these for every step, whether the operation uses them or not. */
const NEVER_UNUSED = new Set(['concurrent-jobs', 'github-token']);

/** Creates the reader of the inputs. */
export function createInputs({ core }: Pick<Host, 'core'>): StepInputs {
  const problems = new Map<string, Problem>();
  const notes: string[] = [];
  const used = new Set<string>();

  function refuse(name: string, reason: string): void {
    if (!problems.has(name)) problems.set(name, { name, reason: reason + seenValue(name, reason) });
  }

  /** Quotes the invalid value unless the reason already does. A user name or query in an address may be a secret. */
  function seenValue(name: string, reason: string): string {
    const value = text(name);
    if (value === undefined || SECRET_INPUTS.has(name) || /:\/\/.*[@?#]/.test(value)) return '';
    return reason.includes(quoted(value)) ? '' : `; it is ${quoted(value)}`;
  }

  /** An empty value is the same as none, so that an empty expression does not override a default. */
  function text(name: string): string | undefined {
    used.add(name);
    const value = core.getInput(name).trim();
    return value === '' ? undefined : value;
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
    const named = words('resource-id');
    const ids = [...new Set(named)];
    const bad = ids.find((given) => !isInputId(given));
    if (required && ids.length === 0) refuse('resource-id', 'is needed: the id of the resource, best kept in vars');
    if (!several && ids.length > 1) refuse('resource-id', 'takes one id for this operation');
    if (bad !== undefined) refuse('resource-id', `must be ${ID_RULE}, not ${quoted(bad)}`);
    const repeated = ids.filter((given) => named.indexOf(given) !== named.lastIndexOf(given));
    if (repeated.length > 0) {
      notes.push(`resource-id names ${repeated.join(', ')} more than once; ${pluralize(ids.length, 'resource')} used`);
    }
    return ids;
  }

  function id(name: string): string | undefined {
    const value = text(name);
    if (value !== undefined && !isInputId(value)) refuse(name, `must be ${ID_RULE}, not ${quoted(value)}`);
    return value;
  }

  function durationMs(name: string): number | undefined {
    const value = text(name);
    if (value === undefined) return undefined;
    const ms = parseDurationMs(value);
    if (ms === undefined || ms === 0)
      refuse(name, `must be a duration above 0 such as 90, 90s, 15m or 1h30m, not ${quoted(value)}`);
    else if (/^\d+$/.test(value) && Number(value) < SHORTEST_BARE_SECONDS)
      notes.push(`${name}: a bare number is seconds, so ${value} is ${value}s; write ${value}m for minutes`);
    return ms;
  }

  return {
    text,
    flag,
    choice,
    count,
    words,
    resourceIds,
    id,
    durationMs,
    refuse,
    problems: () => [...problems.values()],
    notes: () => notes,
    unused: () =>
      Object.entries(inputDefaults)
        .filter(([name]) => !used.has(name) && !NEVER_UNUSED.has(name))
        .filter(([name, fallback]) => !['', fallback].includes(core.getInput(name).trim().toLowerCase()))
        .map(([name]) => name),
  };
}

function defaultOf(name: string): string {
  return (inputDefaults as Readonly<Record<string, string>>)[name] ?? '';
}

const ID_RULE = `ids of up to ${MAX_ID_CHARS} characters without spaces, commas and control characters, other than . and ..`;

/** True for a valid id. */
function isInputId(text: string): boolean {
  return isServiceId(text) && text.length <= MAX_ID_CHARS && !/[\s,\p{Cc}]/u.test(text);
}

function quoted(value: string): string {
  return `\`${clipped(value, MAX_QUOTED_CHARS)}\``;
}

function insteadOf(value: string, allowed: readonly string[]): string {
  const meant = nearest(value, allowed);
  return `not ${quoted(value)}${meant === undefined ? '' : `; did you mean \`${meant}\`?`}`;
}
