// Reading the inputs of the step and refusing bad ones, all of them together. Which operation needs what is not known here.
import { isId } from '../api/model.ts';
import { parseDurationMs } from '../duration.ts';
import { addressProblem } from '../url.ts';
import type { Inputs } from '../operations/operation.ts';
import type { Host } from './host.ts';

/** An input that cannot be accepted, and what is allowed. */
export interface Problem {
  readonly name: string;
  readonly reason: string;
}

/** Thrown once all inputs have been read, when any of them was bad. */
export class InvalidInputsError extends Error {
  override readonly name = 'InvalidInputsError';
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    super(problems.map(({ name, reason }) => `${name}: ${reason}`).join('\n'));
    this.problems = problems;
  }
}

/** What every operation is connected with. */
export interface Connection {
  /** API root without a trailing slash. */
  readonly baseUrl: string;
  readonly apiKey: string;
  /** Undefined when not given: the default depends on the operation. */
  readonly timeoutMs: number | undefined;
  readonly concurrentJobs: number;
}

/** The inputs of this step. */
export interface StepInputs extends Inputs {
  connection(): Connection;
  /** Throws an {@link InvalidInputsError} when anything read so far was bad. */
  assertGood(): void;
}

const YES = new Set(['true', 'True', 'TRUE']);
const NO = new Set(['false', 'False', 'FALSE']);

/** Makes the reader of the inputs; `note` takes what is worth a line but no failure. */
export function createInputs(host: Host, note: (text: string) => void): StepInputs {
  const problems = new Map<string, Problem>();

  function refuse(name: string, reason: string): void {
    if (!problems.has(name)) problems.set(name, { name, reason });
  }

  /** An expression that comes to nothing must not override a default: empty is the same as not given. */
  function text(name: string): string | undefined {
    const value = host.core.getInput(name).trim();
    return value === '' ? undefined : value;
  }

  function flag(name: string, fallback: boolean): boolean {
    const value = text(name);
    if (value === undefined) return fallback;
    if (!YES.has(value) && !NO.has(value)) refuse(name, 'must be true or false');
    return YES.has(value);
  }

  function choice<T extends string>(name: string, allowed: readonly T[], fallback: T): T {
    const value = text(name);
    if (value === undefined) return fallback;
    const found = allowed.find((word) => word === value);
    if (found === undefined) refuse(name, `must be one of ${allowed.join(', ')}`);
    return found ?? fallback;
  }

  function count(name: string): number | undefined {
    const value = text(name);
    if (value === undefined) return undefined;
    if (/^[1-9]\d{0,5}$/.test(value)) return Number(value);
    refuse(name, 'must be a whole number from 1 to 999999');
    return undefined;
  }

  function words(name: string): string[] {
    return (text(name) ?? '').split(/[\s,]+/).filter((word) => word !== '');
  }

  function resourceIds({ several, required }: { several: boolean; required: boolean }): string[] {
    const given = words('resource-id');
    const ids = [...new Set(given)];
    if (required && ids.length === 0) refuse('resource-id', 'is needed: the id of the resource, best kept in vars');
    if (!several && ids.length > 1) refuse('resource-id', 'takes one id for this operation');
    if (!ids.every(isId)) refuse('resource-id', ID_RULE);
    if (ids.length < given.length) note('resource-id names a resource more than once; it is taken once');
    return ids;
  }

  function id(name: string): string | undefined {
    const value = text(name);
    if (value !== undefined && !isId(value)) refuse(name, ID_RULE);
    return value;
  }

  function durationMs(name: string): number | undefined {
    const value = text(name);
    if (value === undefined) return undefined;
    const ms = parseDurationMs(value);
    if (ms === undefined || ms === 0) refuse(name, 'must be a duration such as 90, 90s, 15m or 1h30m, and not 0');
    return ms;
  }

  function connection(): Connection {
    return {
      baseUrl: baseUrl(),
      apiKey: apiKey(),
      timeoutMs: durationMs('timeout'),
      concurrentJobs: count('concurrent-jobs') ?? 1,
    };
  }

  function baseUrl(): string {
    const value = text('base-url') ?? host.env['DEPLOYMENT_SERVICE_BASE_URL']?.trim() ?? '';
    const reason = baseUrlProblem(value);
    if (reason !== undefined) {
      refuse('base-url', reason);
      return '';
    }
    const { origin, pathname } = new URL(value);
    return origin + pathname.replace(/\/+$/, '');
  }

  function apiKey(): string {
    const value = readApiKey(host);
    if (value === '') refuse('api-key', KEY_MISSING);
    else if (!isSecret(value)) refuse('api-key', `${SECRET_RULE}: is it cut off, or two lines?`);
    return value;
  }

  return {
    text,
    flag,
    choice,
    count,
    words,
    resourceIds,
    id,
    refuse,
    note,
    connection,
    assertGood() {
      if (problems.size > 0) throw new InvalidInputsError([...problems.values()]);
    },
  };
}

/** The key as given, trimmed; empty when it is not. Whoever reads it masks it before anything else. */
export function readApiKey(host: Host): string {
  return host.core.getInput('api-key').trim() || (host.env['DEPLOYMENT_SERVICE_API_KEY'] ?? '').trim();
}

/** A mask of fewer characters would turn the whole log of the job to stars. */
export const SHORTEST_SECRET_CHARS = 8;

/** What is said of a key or token that `isSecret` refuses. */
export const SECRET_RULE = `must be at least ${SHORTEST_SECRET_CHARS} printable ASCII characters without spaces`;

/** True for a key or token that can be masked and sent. */
export function isSecret(value: string): boolean {
  return value.length >= SHORTEST_SECRET_CHARS && /^[\x21-\x7e]+$/.test(value);
}

const KEY_MISSING =
  'is needed, as the input or as env DEPLOYMENT_SERVICE_API_KEY. Runs from forks and from Dependabot get no secrets';

const ID_RULE = 'must be ids of at most 256 characters, without white space, commas or control characters, not . or ..';

const ADDRESS_RULES = {
  malformed: 'must be an address such as https://host/api/v1',
  insecure: 'must begin with https: (http: is accepted for loopback hosts)',
  credentials: 'must not hold a user name or password',
} as const;

/** Why a base URL cannot be used; undefined when it can. */
function baseUrlProblem(value: string): string | undefined {
  if (value === '') return 'is needed, as the input or as env DEPLOYMENT_SERVICE_BASE_URL: such as https://host/api/v1';
  const problem = addressProblem(value);
  if (problem !== undefined) return ADDRESS_RULES[problem];
  return /[?#]/.test(value) ? 'must not hold a query or a fragment' : undefined;
}
