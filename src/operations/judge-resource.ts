// What the status of a resource means after a deployment, and after start, stop and restart. Pure
// functions of all samples since then.
import { classOf, isSameStatus, type ResourceClass, splitTime } from '../api/status-words.ts';
import { type Failure, isFailure } from '../failure.ts';
import type { Sample, Wait } from './poll-until.ts';

/** A status of a resource; undefined when none is shown. */
export type StatusSample = Sample<string | undefined>;

/** How the resource is after the work. */
export interface Settled {
  readonly kind: 'reached' | 'wrong';
  /** What is unusual about its state. */
  readonly warning?: string;
  /** Its state is not up, and was the same before. */
  readonly asBefore?: string;
  /** It is as requested, but was so at every read. */
  readonly isWithoutChange?: true;
}

const POLL_MS = 3_000;
/** Reads this far apart must both show a status that is asleep or unknown. */
const ASLEEP_MS = 5_000;
/** Reads this far apart must both show a resource that is down, or must both fail. */
const DOWN_MS = 20_000;
/** How long a resource may change, be unhealthy, show no status, or be down as before. */
const SETTLE_TIMEOUT_MS = 60_000;
/** How long an app may restart, and how long the status may stay as it was after a request. */
const STUCK_MS = 180_000;

const REACHED: Settled = { kind: 'reached' };
const UNCHANGED: Settled = { kind: 'reached', isWithoutChange: true };
const WRONG: Settled = { kind: 'wrong' };

/** What a read of the app has shown: a status, none, or why it could not be read. */
export type AppStatus = string | undefined | Failure;

/** What the judgement of an app depends on besides the samples. */
export interface AppFacts {
  readonly name: string;
  /** The status before the deployment; undefined when the resource could not be read. */
  readonly before: { readonly status?: string | undefined } | undefined;
  /** False when the list of deployments was read and shows nothing finished. */
  readonly wasDeployed: boolean;
  /** When the deployment had finished. */
  readonly finishedAtMs: number;
}

type AppClass = ResourceClass | 'restarting' | 'unreadable' | 'too-large';

/**
 * What becomes of an app whose status lasts: it is wrong, or passes with a warning. The time counts
 * from the end of the deployment, or from the first sample of the classes in `from`.
 */
interface AppRule {
  readonly afterMs: number;
  readonly isWrong?: true;
  readonly from?: readonly AppClass[];
}

const DOWN: AppRule = { afterMs: DOWN_MS, isWrong: true, from: ['down', 'crashed'] };
const DOWN_AS_BEFORE: AppRule = { afterMs: SETTLE_TIMEOUT_MS, isWrong: true };
const APP_RULES: Readonly<Record<Exclude<AppClass, 'up'>, AppRule>> = {
  none: { afterMs: SETTLE_TIMEOUT_MS },
  moving: { afterMs: SETTLE_TIMEOUT_MS },
  unhealthy: { afterMs: SETTLE_TIMEOUT_MS },
  asleep: { afterMs: ASLEEP_MS, from: ['asleep', 'unknown'] },
  unknown: { afterMs: ASLEEP_MS, from: ['asleep', 'unknown'] },
  unreadable: { afterMs: DOWN_MS, from: ['unreadable'] },
  // A reply above the limit is not requested again.
  'too-large': { afterMs: 0 },
  restarting: { afterMs: STUCK_MS, isWrong: true },
  down: DOWN,
  crashed: DOWN,
};

/** Statuses that are no news, if the app had the same one before. */
const MAY_STAY: ReadonlySet<AppClass> = new Set(['asleep', 'unknown', 'unhealthy', 'down']);

/** Judges the app since its deployment finished. */
export function judgeAfterDeploy(
  { name, before, wasDeployed, finishedAtMs }: AppFacts,
  samples: readonly Sample<AppStatus>[],
  last: Sample<AppStatus>,
): Settled | Wait {
  const { value } = last;
  const kind = isCrashLoop(samples) ? 'restarting' : appClassOf(value);
  const isSame = !isFailure(value) && before !== undefined && isSameStatus(before.status, value);
  if (kind === 'up' || (kind === 'none' && isSame)) return REACHED;
  if (isSame && wasDeployed && MAY_STAY.has(kind)) return sameAsBefore(before.status, value);
  const usual = APP_RULES[kind];
  const { afterMs, isWrong, from } = isSame && usual === DOWN ? DOWN_AS_BEFORE : usual;
  const first = samples.find((sample) => from?.includes(appClassOf(sample.value)));
  const untilMs = (first?.atMs ?? finishedAtMs) + afterMs;
  const text = `${name} ${stateOf(value)}; checking again`;
  if (last.atMs < untilMs) return { kind: 'wait', ms: POLL_MS, text, untilMs };
  return isWrong ? WRONG : { kind: 'reached', warning: reasonedState(value) };
}

function appClassOf(status: AppStatus): AppClass {
  if (isFailure(status)) return status.options.isTooLarge ? 'too-large' : 'unreadable';
  const kind = classOf(status);
  return kind === 'moving' && /restarting/i.test(status ?? '') ? 'restarting' : kind;
}

/** True if the app is moving and has come back to `restarting` from another status. */
function isCrashLoop(samples: readonly Sample<AppStatus>[]): boolean {
  const kinds = samples
    .map(({ value }) => appClassOf(value))
    .filter((kind) => kind !== 'unreadable');
  const between = kinds.slice(kinds.indexOf('restarting'), kinds.lastIndexOf('restarting'));
  return kinds.at(-1) === 'moving' && between.some((kind) => kind !== 'restarting');
}

/** A status in words. */
function stateOf(status: AppStatus): string {
  if (isFailure(status)) return 'cannot be read';
  if (status === undefined) return 'shows no status';
  return `is ${status}${classOf(status) === 'unknown' ? ' (unknown status)' : ''}`;
}

/** The same, and why it cannot be read. */
function reasonedState(status: AppStatus): string {
  const state = stateOf(status);
  return isFailure(status) ? `${state}: ${status.message.replace(/\.$/, '')}` : state;
}

/** An app that is down is worth a warning, even if it was down before. */
function sameAsBefore(before = '', status = ''): Settled {
  const isUnchanged = status.toLowerCase() === before.toLowerCase();
  const asBefore = isUnchanged
    ? `still ${status}, as before`
    : `${status}, and was ${before} before`;
  const isDown = classOf(status) === 'down';
  return { kind: 'reached', asBefore, ...(isDown && { warning: `is ${asBefore}` }) };
}

/** What was requested of a resource. */
export type Goal = 'start' | 'stop' | 'restart';

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

/** What the judgement of a start, stop or restart depends on besides the samples. */
export interface LifecycleFacts {
  readonly name: string;
  readonly goal: Goal;
  /** The status before the POST. */
  readonly before: string | undefined;
  /** A read before the first sample has shown a change. */
  readonly wasChanged: boolean;
  /** When the first sample could be read, on the clock of the step. */
  readonly startedAtMs: number;
}

/** What is requested of a resource, and its status before that. */
export type Change = Pick<LifecycleFacts, 'goal' | 'before'>;

/** The pauses before the first reads, which come soon after the acceptance. */
const FIRST_PAUSES_MS = [500, 500, 1_000, 1_000] as const;
/** After a change, the wanted status must last this long. */
const STABLE_FOR_MS = 2_000;
/** Without a change, start and stop pass after this if the status is as requested. */
const UNCHANGED_MS = 5_000;
/** A restart without a change passes after this; so does no status, or a new unknown one. */
const UNSEEN_MS = 20_000;
/** After a change, another known state is wrong once it has lasted this long. */
const WRONG_MS: Readonly<Record<Goal, number>> = { stop: 5_000, start: 20_000, restart: 20_000 };

/** The pause before the read number `count`, counted from 0. The first ones ignore the pace. */
export function pauseBefore(count: number): Pick<Wait, 'ms' | 'isQuick'> {
  const ms = FIRST_PAUSES_MS[count];
  return ms === undefined ? { ms: POLL_MS } : { ms, isQuick: true };
}

/** Judges the resource after its start, stop or restart was accepted. */
export function judgeLifecycle(
  { name, goal, before, wasChanged, startedAtMs }: LifecycleFacts,
  samples: readonly StatusSample[],
  last: StatusSample,
): Settled | Wait {
  const status = last.value;
  const kind = classOf(status);
  // Without a status from before, the first sample takes its place.
  const reference = before ?? samples[0]?.value;
  const change = samples.findIndex(
    ({ value }) => wasChanged || hasChanged(reference, value) || classOf(value) === 'moving',
  );
  const changed = change === -1 ? [] : samples.slice(change);
  const lastOther = changed.findLastIndex(({ value }) => classOf(value) !== kind);
  const sinceMs = changed[lastOther + 1]?.atMs ?? startedAtMs;
  const { afterMs, verdict } = ruleOf({ goal, before }, status, change !== -1);
  if (last.atMs - sinceMs >= afterMs) return verdict;
  const untilMs = sinceMs + afterMs;
  const isAsBefore = change === -1 && status !== undefined && isSameStatus(before, status);
  const when = isAsBefore ? ', as before' : ' after';
  return {
    kind: 'wait',
    ...pauseBefore(samples.length),
    text: `${name} ${stateOf(status)}${when} the ${goal}; checking again`,
    untilMs,
  };
}

/** True for another status. A time that goes on is no change; one that starts anew is. */
export function hasChanged(before: string | undefined, status: string | undefined): boolean {
  // A reply without a status shows no change.
  if (before === undefined || status === undefined) return false;
  const was = splitTime(before);
  const now = splitTime(status);
  return now.rest !== was.rest || now.seconds < was.seconds;
}

/** What a status means after the request, or after a change, once it has lasted for `afterMs`. */
function ruleOf({ goal, before }: Change, status: string | undefined, isChanged: boolean) {
  const kind = classOf(status);
  const isAsWanted = isWanted(goal, status, before);
  const warned: Settled = { kind: 'reached', warning: stateOf(status) };
  if (kind === 'none') return { afterMs: UNSEEN_MS, verdict: warned };
  if (isChanged) {
    if (kind === 'moving') return { afterMs: Infinity, verdict: WRONG };
    if (isAsWanted) return { afterMs: STABLE_FOR_MS, verdict: REACHED };
    if (kind === 'unknown') return { afterMs: UNSEEN_MS, verdict: warned };
    return { afterMs: WRONG_MS[goal], verdict: WRONG };
  }
  if (goal !== 'restart' && isAsWanted) return { afterMs: UNCHANGED_MS, verdict: UNCHANGED };
  if (goal !== 'restart' || !['up', 'unknown'].includes(kind))
    return { afterMs: STUCK_MS, verdict: WRONG };
  return { afterMs: UNSEEN_MS, verdict: UNCHANGED };
}
