// Whether a resource is as requested after start, stop or restart. A pure function of all reads
// since then.
import { classOf, isSameStatus, splitTime } from '../service/statuses.ts';
import { isLooping, stateOf } from '../app/judge.ts';
import type { NoVerdict, Sample } from '../app/poll-until.ts';

/** What was requested of a resource. */
export type Goal = 'start' | 'stop' | 'restart';

/** What the judgement depends on besides the reads. */
export interface SettleFacts {
  readonly name: string;
  readonly goal: Goal;
  /** The status before the POST. */
  readonly before: string | undefined;
  /** A read before the first sample has shown a change. */
  readonly wasChanged: boolean;
  /** When the first sample could be read, on the clock of the step. */
  readonly startedAtMs: number;
}

/** How the resource is after the work. */
export type Settled =
  /** `isWithoutChange`: it was so at every read. */
  | { readonly kind: 'reached'; readonly warning?: string; readonly isWithoutChange?: boolean }
  /** `isLoop`: it starts, and crashes again. */
  | { readonly kind: 'wrong'; readonly isLoop?: true };

/** What a status means once it has lasted for this long. */
interface Rule {
  readonly afterMs: number;
  readonly end: Settled;
}

/** After a change, the wanted status must last this long. */
const STABLE_MS = 2_000;
/** Without a change, start and stop pass after this if the status is as requested. */
const UNCHANGED_MS = 5_000;
/** A restart without a change passes after this: it may have been too quick to be seen. */
const UNSEEN_MS = 20_000;
/** Any other status that lasts this long is what has come of the request. */
const SETTLED_MS = 60_000;
/** How long the status may stay as it was, and an app may restart without a break. */
const STUCK_MS = 180_000;

const REACHED: Settled = { kind: 'reached' };
const UNCHANGED: Settled = { kind: 'reached', isWithoutChange: true };
const WRONG: Settled = { kind: 'wrong' };
const LOOP: Settled = { kind: 'wrong', isLoop: true };

/** Judges the resource by all reads since its start, stop or restart was accepted. */
export function judgeSettled(
  facts: SettleFacts,
  samples: readonly Sample<string | undefined>[],
): Settled | NoVerdict {
  const { name, goal, before, wasChanged, startedAtMs } = facts;
  const last = samples.at(-1);
  if (last === undefined) throw new Error('the resource was not read');
  const status = last.value;
  const kind = classOf(status);
  // Without a status from before, the first sample takes its place.
  const reference = before ?? samples[0]?.value;
  const change = samples.findIndex(
    ({ value }) => wasChanged || hasChanged(reference, value) || isMoving(value),
  );
  const changed = change === -1 ? [] : samples.slice(change);
  const lastOther = changed.findLastIndex(({ value }) => classOf(value) !== kind);
  const sinceMs = changed[lastOther + 1]?.atMs ?? startedAtMs;
  const { afterMs, end } =
    change === -1 ? ruleWithoutChange(facts, status) : ruleAfterChange(facts, status);
  if (last.atMs - sinceMs >= afterMs) return end;
  const isLoop = goal !== 'stop' && isLooping(changed);
  if (isLoop && last.atMs - (changed[0]?.atMs ?? startedAtMs) >= SETTLED_MS) return LOOP;
  const isAsBefore = change === -1 && status !== undefined && isSameStatus(before, status);
  const when = isAsBefore ? ', as before' : ' after';
  // A restart without a change may begin yet.
  const isDone = isWanted(goal, status, before) && (change !== -1 || goal !== 'restart');
  const what = isDone ? 'checking that it stays so' : 'checking again';
  const text = `${name} ${stateOf(status)}${when} the ${goal}; ${what}`;
  return { kind: 'wait', text, untilMs: sinceMs + afterMs };
}

function ruleAfterChange({ goal, before }: SettleFacts, status: string | undefined): Rule {
  const kind = classOf(status);
  const warned: Settled = { kind: 'reached', warning: stateOf(status) };
  if (kind === 'restarting' && goal !== 'stop') return { afterMs: STUCK_MS, end: WRONG };
  if (isMoving(status)) return { afterMs: Infinity, end: WRONG };
  if (isWanted(goal, status, before)) return { afterMs: STABLE_MS, end: REACHED };
  const isOpen = ['none', 'unknown', 'unhealthy'].includes(kind);
  return { afterMs: SETTLED_MS, end: isOpen ? warned : WRONG };
}

function ruleWithoutChange({ goal, before }: SettleFacts, status: string | undefined): Rule {
  const kind = classOf(status);
  if (kind === 'none')
    return { afterMs: SETTLED_MS, end: { kind: 'reached', warning: stateOf(status) } };
  const isRestart = goal === 'restart';
  const mayBeDone = isWanted(goal, status, before) || (isRestart && kind === 'unknown');
  if (!mayBeDone) return { afterMs: STUCK_MS, end: WRONG };
  return { afterMs: isRestart ? UNSEEN_MS : UNCHANGED_MS, end: UNCHANGED };
}

function isMoving(status: string | undefined): boolean {
  return ['moving', 'restarting'].includes(classOf(status));
}

/**
 * True if the status is as requested. After a stop, an app may also be killed, or crashed as it was
 * before.
 */
export function isWanted(goal: Goal, status: string | undefined, before?: string): boolean {
  const kind = classOf(status);
  if (goal !== 'stop') return kind === 'up';
  if (kind === 'asleep' || kind === 'down') return true;
  return kind === 'crashed' && (isSameStatus(before, status) || /^\s*kill/i.test(status ?? ''));
}

/** True for another status. A time that goes on is no change; one that starts anew is. */
export function hasChanged(before: string | undefined, status: string | undefined): boolean {
  // A reply without a status shows no change.
  if (before === undefined || status === undefined) return false;
  const was = splitTime(before);
  const now = splitTime(status);
  return now.rest !== was.rest || now.seconds < was.seconds;
}
