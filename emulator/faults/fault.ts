// Faults that came as data: checked against the schema of their kind. No effects.
import { isObject } from '../json.ts';
import { createChecker, didYouMean, joinProblems } from '../schema/index.ts';
import type { Endpoint } from '../api/index.ts';
import { specification } from '../api/index.ts';
import type { Fault, FaultTarget, StandingFault } from './kinds.ts';
import { FAULT_SHAPES, faultSchema } from './schema.ts';
import { errorMessage } from '../error-message.ts';

const KINDS = Object.keys(FAULT_SHAPES);

const STANDING_KINDS: ReadonlySet<string> = new Set<StandingFault['kind']>([
  'lag',
  'vanish',
  'duplicate',
  'reorder',
  'echo',
]);

/** Whether a fault alters sound answers until it is cleared, instead of taking the place of one. */
export function isStanding(fault: Fault): fault is StandingFault {
  return STANDING_KINDS.has(fault.kind);
}

const checkers = new Map<string, ReturnType<typeof createChecker<Fault>>>();

/**
 * Reads a fault that came as data. Throws a `TypeError` that names what is wrong and what is allowed; `place` stands for
 * the fault in it, such as `faults[2]`.
 */
export function readFault(data: unknown, place = 'fault'): Fault {
  if (!isObject(data)) throw new TypeError(`${place}: a fault is an object, not ${JSON.stringify(data) ?? 'nothing'}.`);
  const { kind, on, times } = data;
  if (kind === undefined) throw new TypeError(`${place}: it needs "kind", one of ${KINDS.join(', ')}.`);
  if (!isKind(kind)) {
    const hint = typeof kind === 'string' ? didYouMean(kind, KINDS) : '';
    throw new TypeError(`${place}: unknown fault ${JSON.stringify(kind)}${hint || '.'} Known are ${KINDS.join(', ')}.`);
  }
  const aim = isObject(on) ? 'properties' : 'name';
  const name = `${kind} ${aim}`;
  const check = checkers.get(name) ?? createChecker<Fault>(faultSchema(kind, aim));
  checkers.set(name, check);
  // A program may write Infinity, which no JSON holds.
  const result = check(times === Infinity ? { ...data, times: 'always' } : data);
  if (!result.ok) throw new TypeError(`${place} (${kind}): ${joinProblems(result.problems)}`);
  const { value: fault } = result;
  if (!specification.endpoints.some((endpoint) => isAimedAt(fault.on, endpoint))) {
    throw new TypeError(`${place} (${kind}): it never hits: there is no endpoint with all that it is aimed at.`);
  }
  return fault;
}

function isAimedAt(target: FaultTarget, { name, method, path }: Endpoint): boolean {
  if (typeof target === 'string') return target === '*' || target === name;
  const { endpoint = name, method: wanted = method, resourceId } = target;
  return endpoint === name && wanted === method && (resourceId === undefined || path.includes('{id}'));
}

/** Reads a list of faults, or a single one. Throws as `readFault` does. */
export function readFaults(data: unknown): Fault[] {
  return Array.isArray(data)
    ? data.map((one: unknown, index) => readFault(one, `faults[${index}]`))
    : [readFault(data)];
}

/** Reads a list of faults written as JSON, or a single one. Throws as `readFault` does. */
export function parseFaults(text: string): Fault[] {
  return readFaults(parseJson(text));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new TypeError(`Faults are written in JSON: ${errorMessage(error)}.`, {
      cause: error,
    });
  }
}

function isKind(kind: unknown): kind is Fault['kind'] {
  return typeof kind === 'string' && Object.hasOwn(FAULT_SHAPES, kind);
}
